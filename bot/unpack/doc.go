/*
Package unpack unpacks untrusted trees of files: zip and tar archives, git trees, results of builds.

An archive is unpacked completely or not at all, and nothing outside its folder is touched. Refused, with the name and the reason, are

	names that lead out of the folder, are absolute, or mean something else on another system
	links that lead out of the folder, and entries below a link
	two entries of one name, or of names that differ only in case or in how their letters are stored
	devices, pipes, sockets, and hard links to files outside the archive
	more entries or more bytes than [Limits] allow, and archives with an extreme compression ratio

Of an entry's mode only the owner's execute bit is kept.

[Into] unpacks anything through a [Target], which enforces these rules; [File], [Zip] and [Tar] do it for archives.
*/
package unpack
