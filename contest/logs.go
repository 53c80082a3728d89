package contest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"agon/internal/regular"
)

// logsName is the folder of the bots' logs, in the contest's folder.
const logsName = "logs"

// largestLog is the maximum size of a bot's log in a contest, in bytes, checked before each write; later output is dropped.
const largestLog = 16 << 20

// Headings of a bot's log: before its output in a game, and before output that belongs to no known game.
const (
	gameHeading  = "=== game %d\n"
	looseHeading = "=== beside its games\n"
)

// log appends the output of bots in a batch of games to their logs.
func (c *Contest) log(batch []finished) error {
	for _, g := range batch {
		for seat, entry := range g.Entries() {
			s := &g.Seats[seat]
			err := c.appendLog(entry, looseHeading, s.Loose)
			if err == nil {
				err = c.appendLog(entry, fmt.Sprintf(gameHeading, g.result.Fixture+1), s.Turns)
			}
			if err != nil {
				return fmt.Errorf("write the log of %s: %w", c.Entries[entry].Name, err)
			}
		}
	}
	return nil
}

// logBroken writes a log with the reason for each bot that cannot play.
func (c *Contest) logBroken() error {
	for i := range c.Entries {
		e := &c.Entries[i]
		if e.Broken == "" || c.Out(i) != "" {
			continue
		}
		text := []byte("agon: it cannot play: " + strings.ReplaceAll(e.Broken, "\n", "\n  ") + "\n")
		if has, err := os.ReadFile(c.LogFile(i)); err == nil && bytes.HasSuffix(has, text) {
			continue
		}
		if err := c.appendLog(i, looseHeading, text); err != nil {
			return fmt.Errorf("write the log of %s: %w", e.Name, err)
		}
	}
	return nil
}

func (c *Contest) appendLog(entry int, heading string, text []byte) error {
	if len(text) == 0 {
		return nil
	}
	name := c.LogFile(entry)
	var size int64
	if info, err := os.Stat(name); err == nil {
		size = info.Size()
	}
	if size > largestLog {
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
	all := append([]byte(heading), text...)
	if all[len(all)-1] != '\n' {
		all = append(all, '\n')
	}
	if size+int64(len(all)) > largestLog {
		all = fmt.Appendf(all, "agon: this log is full (%d MB): nothing of later games is in it\n", largestLog>>20)
	}
	_, err = f.Write(all)
	return err
}

// A GameLog is a bot's output in one game.
type GameLog struct {
	Game int // its number, from 1; 0 for output outside of games
	Text string
}

// ReadLogFile reads a bot's log from a file.
func ReadLogFile(name string) ([]GameLog, error) {
	f, err := regular.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadLog(bufio.NewReader(f))
}

// ReadLog reads a bot's log.
func ReadLog(in *bufio.Reader) (list []GameLog, err error) {
	var text strings.Builder
	end := func() {
		if len(list) > 0 {
			list[len(list)-1].Text = text.String()
		}
		text.Reset()
	}
	for {
		line, err := in.ReadString('\n')
		var g GameLog
		n, _ := fmt.Sscanf(line, gameHeading, &g.Game)
		if n == 1 || line == looseHeading {
			end()
			list = append(list, g)
		} else {
			text.WriteString(line)
		}
		if err == io.EOF {
			end()
			return list, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// LogFile returns the path of a bot's log.
func (c *Contest) LogFile(entry int) string {
	return filepath.Join(c.Dir, logsName, fmt.Sprintf("%03d-%s.log", entry, fileName(c.Entries[entry].Name)))
}

// fileName returns a name as part of a file name: letters, digits, - and . are kept; the rest becomes _.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '.':
			return r
		}
		return '_'
	}, name)
}
