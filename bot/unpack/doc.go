/*
Package unpack lays out trees of files that strangers have made: zip and tar archives, git trees, what a build has left.

Whatever is in an archive, it is laid out completely or not at all, and nothing beside its folder is touched. Refused, with the name
and the reason, are

	names that lead out of the folder, are absolute, or mean something else on another system
	links that lead out of the folder, and whatever would be laid out through a link
	two entries of one name, or of names that differ in the case of letters only
	devices, pipes, sockets, and hard links to what the archive does not hold
	more entries or more bytes than [Limits] allow, and archives that unpack to out of all proportion

Of an entry's mode only one thing is kept: whether its owner may execute it.

[Into] lays out anything through a [Target], which holds all of these laws; [File], [Zip] and [Tar] do it for archives.
*/
package unpack
