package unpack

import "fmt"

// Limits bound the result of unpacking one archive.
type Limits struct {
	Entries int   // files, folders and links, including folders that are only implied by a name
	Bytes   int64 // of all files together
	Ratio   int64 // unpacked bytes per compressed byte; applies to archives that unpack to more than 16 MiB
	Plain   bool  // links are refused
}

// Limits of a bot.
const (
	MostEntries = 10_000
	MostBytes   = 256 << 20
	MostRatio   = 200
)

// Usual returns the limits of a bot.
func Usual() Limits { return Limits{Entries: MostEntries, Bytes: MostBytes, Ratio: MostRatio} }

// harmless is the size in bytes up to which the ratio is ignored: a file of zeros compresses a thousand to one.
const harmless = 16 << 20

// Refused is the error for an entry that is not unpacked.
type Refused struct {
	Name string // of the entry; empty for the archive
	Why  string
}

func (r *Refused) Error() string {
	if r.Name == "" {
		return "refused: " + r.Why
	}
	return fmt.Sprintf("refused: its entry %s %s", short(r.Name), r.Why)
}

// short quotes a name, cut to a readable length.
func short(name string) string {
	const most = 80
	if len(name) > most {
		return fmt.Sprintf("%q…", name[:most])
	}
	return fmt.Sprintf("%q", name)
}

// Refuse returns the error for an entry that is not unpacked; an empty name means the archive.
func Refuse(name, format string, args ...any) error {
	return &Refused{name, fmt.Sprintf(format, args...)}
}

// byteCount formats a limit for people.
func byteCount(bytes int64) string {
	if bytes >= 1<<30 && bytes%(1<<30) == 0 {
		return fmt.Sprintf("%d GiB", bytes>>30)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}
