package contest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// logsName is the folder of the bots' logs in the contest's folder.
const logsName = "logs"

// largestLog is how much log is kept of a bot in a contest; what comes after it is not written.
const largestLog = 16 << 20

// log appends what bots said in some games to their logs.
func (c *Contest) log(batch []finished) error {
	for _, g := range batch {
		for seat, entry := range g.Entries() {
			text := g.Seats[seat].Log
			if len(text) == 0 {
				continue
			}
			if err := c.logGame(entry, g.result.Fixture, text); err != nil {
				return fmt.Errorf("write the log of %s: %w", c.Entries[entry].Name, err)
			}
		}
	}
	return nil
}

func (c *Contest) logGame(entry, fixture int, text []byte) error {
	name := c.LogFile(entry)
	if info, err := os.Stat(name); err == nil && info.Size() > largestLog {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := fmt.Fprintf(f, "=== game %d\n%s", fixture+1, text); err != nil {
		return err
	}
	if len(text) > 0 && text[len(text)-1] != '\n' {
		_, err = fmt.Fprintln(f)
	}
	return err
}

// LogFile is where a bot's log stands, whatever its name is made of.
func (c *Contest) LogFile(entry int) string {
	return filepath.Join(c.Dir, logsName, fmt.Sprintf("%03d-%s.log", entry, fileName(c.Entries[entry].Name)))
}

// fileName is a name as part of a file's: letters, digits and a few signs; the rest becomes _.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '.':
			return r
		}
		return '_'
	}, name)
}
