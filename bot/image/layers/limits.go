package layers

import "agon/bot/unpack"

// Limits of an image: entries are files, folders, links and whiteouts of every layer, and bytes those of all files, including those that a
// higher layer replaces. The larger images of languages have 50,000 files and one GiB.
const (
	MostEntries = 200_000
	MostBytes   = 2 << 30
)

// Usual returns the limits of all layers of an image together.
func Usual() unpack.Limits { return unpack.Limits{Entries: MostEntries, Bytes: MostBytes} }
