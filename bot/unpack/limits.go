package unpack

import "fmt"

// Limits bound what one archive may become.
type Limits struct {
	Entries int   // files, folders and links; folders that only a name implies count
	Bytes   int64 // of all files together
	Ratio   int64 // bytes unpacked for one that was packed; held against packed archives that unpack to more than 16 MiB
}

// What a bot may be.
const (
	MostEntries = 10_000
	MostBytes   = 256 << 20
	MostRatio   = 200
)

// Usual are the limits of a bot.
func Usual() Limits { return Limits{MostEntries, MostBytes, MostRatio} }

// harmless is a size up to which the ratio is nobody's business: a file of zeros packs a thousand to one.
const harmless = 16 << 20 // bytes

// Refused is the error of something that is not laid out.
type Refused struct {
	Name string // of the entry; empty for the whole
	Why  string
}

func (r *Refused) Error() string {
	if r.Name == "" {
		return "refused: " + r.Why
	}
	return fmt.Sprintf("refused: its entry %s %s", short(r.Name), r.Why)
}

// short quotes a name, and cuts it where it is longer than anybody wants to read.
func short(name string) string {
	const most = 80
	if len(name) > most {
		return fmt.Sprintf("%q…", name[:most])
	}
	return fmt.Sprintf("%q", name)
}

// Refuse returns the error of an entry that is not laid out; an empty name means the whole.
func Refuse(name, format string, args ...any) error {
	return &Refused{name, fmt.Sprintf(format, args...)}
}

// byteCount is a limit as people write it.
func byteCount(bytes int64) string {
	if bytes >= 1<<30 && bytes%(1<<30) == 0 {
		return fmt.Sprintf("%d GiB", bytes>>30)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}
