package layers

import "agon/bot/unpack"

// What an image may be: entries are files, folders, links and whiteouts of every layer, and bytes those of all files, also of those that a
// higher layer replaces. The larger images of languages have 50,000 files and one GiB.
const (
	MostEntries = 200_000
	MostBytes   = 2 << 30
)

// Usual are the limits of an image, of all its layers together.
func Usual() unpack.Limits { return unpack.Limits{Entries: MostEntries, Bytes: MostBytes} }
