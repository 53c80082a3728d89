package layers

import (
	"fmt"

	"agon/bot/build/unpack"
)

// Limits bound what all layers of an image may become together.
type Limits struct {
	Entries int   // files, folders, links and whiteouts, of every layer
	Bytes   int64 // of all files, also of those that a higher layer replaces
}

// What an image may be. The larger ones of languages have 50,000 files and one GiB.
const (
	MostEntries = 200_000
	MostBytes   = 2 << 30
)

// Usual are the limits of an image.
func Usual() Limits { return Limits{MostEntries, MostBytes} }

// refuse tells why an image is not laid out; an empty name speaks of the whole.
func refuse(name, format string, args ...any) error {
	return &unpack.Refused{Name: name, Why: fmt.Sprintf(format, args...)}
}

// room is the bytes as people say them.
func room(bytes int64) string {
	if bytes >= 1<<30 && bytes%(1<<30) == 0 {
		return fmt.Sprintf("%d GiB", bytes>>30)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}
