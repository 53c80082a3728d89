/*
Package similar finds source that bots of different authors share: a hint for people, never a verdict. It starts nothing and reads no file.

	tokens.go   what is compared of a source
	grams.go    fingerprints
	compare.go  all versions against those of other authors
	spans.go    the lines that two versions share

# Fingerprints

A source becomes tokens, by its language (families in tokens.go). Names, of types too, are one class and literals another; comments and white
space are dropped; keywords, and operators and punctuation mark by mark, stay. So new names, comments or line breaks change nothing. A file
of an unknown language is read as words and marks. Each run of 12 tokens (a gram) has a hash, and of each 8 consecutive hashes the least is
a fingerprint (winnowing: Schleimer, Wilkerson and Aiken, 2003). Two files that share a run of at least 19 tokens, about two lines, share a
fingerprint; a run of fewer than 12 tokens is never one. Functions in another order keep their fingerprints but for those across their ends.

The scanner is agon's own since a result must be the same on a busy machine: libraries for highlighting stop a pattern by the clock, and then
go on with other tokens. Reading is linear in the text.

# What is taken out

Files that equal one that everybody was given, and fingerprints whose gram occurs in one: starters and house bots. With at least five
authors also fingerprints that more than three authors and more than a quarter of all have: idioms of the language and of the game. Code
that so many copied from each other is taken out, too.

# Bounds

At most 2000 versions are compared, and of each at most 256 KiB of text, its smallest files first (package gather). A comparison keeps
some 5 KiB for each KiB of text. At most 200 pairs are listed. Whatever is left out is named in the result. Equal versions give an equal
result in any order, on any number of processors.
*/
package similar
