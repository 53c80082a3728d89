/*
Package compare is the format that finds out whether the second bot of a field is better than the first: another version of it, usually. The
others are their opponents; without others the two play each other.

What is compared are pairs, which share what luck they can: two bots play the same deal from each seat, with all its mirror images where
the kind has them; with opponents each of the two plays the same deal from the same seat against the same ones. A pair's difference is
that of the mean points of both, from -1 to 1. After each round of play the format asks what is known of the mean difference
([rating.Evidence]) and ends as soon as it is known, which may be asked at any time.

	compare.go  the format: its keys, pairs and table
	measure.go  what the games say of the two
*/
package compare
