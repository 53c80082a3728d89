package contest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/internal/regular"
	"agon/record/gamelog"
)

// logsName is the folder of the bots' logs, in the contest's folder.
const logsName = "logs"

// largestLog is the maximum size of a bot's log in a contest, in bytes, checked before each write; later output is dropped.
const largestLog = 16 << 20

// The ends of the names of logs, and of those of earlier versions.
const (
	logSuffix     = ".jsonl"
	earlierSuffix = ".log"
)

// AppendLog appends records to a bot's log, unless it is full.
func (c *Contest) AppendLog(entry int, records ...gamelog.Record) error {
	if len(records) == 0 {
		return nil
	}
	name := c.LogFile(entry)
	if err := regular.Check(name); err != nil {
		return err
	}
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
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	var all []byte
	var last [1]byte
	if _, err := f.ReadAt(last[:], size-1); size > 0 && err == nil && last[0] != '\n' {
		all = append(all, '\n') // an earlier process was killed while it wrote
	}
	all = gamelog.Append(all, records...)
	if size+int64(len(all)) > largestLog {
		all = gamelog.Append(all, gamelog.Record{Turn: gamelog.Unknown, Kind: gamelog.Note,
			Text: fmt.Sprintf("this log is full (%d MB): nothing of later games is in it", largestLog>>20)})
	}
	_, err = f.Write(all)
	return err
}

// LogFile returns the path of a bot's log.
func (c *Contest) LogFile(entry int) string {
	return filepath.Join(c.Dir, logsName, fmt.Sprintf("%03d-%s%s", entry, fileName(c.Entries[entry].Name), logSuffix))
}

// Logged reports whether a bot has a log.
func (c *Contest) Logged(entry int) bool {
	name := c.LogFile(entry)
	for _, name := range []string{name, strings.TrimSuffix(name, logSuffix) + earlierSuffix} {
		if _, err := os.Stat(name); err == nil {
			return true
		}
	}
	return false
}

// A LogFile is the log of an entry in a contest's folder, in one file, or in two if an earlier version began it.
type LogFile struct {
	Entry int
	Name  string   // of the bot, as far as a file name shows it
	Paths []string // in the order of their content
}

// LogFiles returns the logs in a contest's folder, by entry.
func LogFiles(dir string) (list []LogFile, err error) {
	files, err := os.ReadDir(filepath.Join(dir, logsName))
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	for _, suffix := range []string{earlierSuffix, logSuffix} {
		for _, f := range files {
			base, is := strings.CutSuffix(f.Name(), suffix)
			number, name, _ := strings.Cut(base, "-")
			entry, err := strconv.Atoi(number)
			if !is || err != nil {
				continue
			}
			path := filepath.Join(dir, logsName, f.Name())
			if at := slices.IndexFunc(list, func(l LogFile) bool { return l.Entry == entry && l.Name == name }); at >= 0 {
				list[at].Paths = append(list[at].Paths, path)
				continue
			}
			list = append(list, LogFile{entry, name, []string{path}})
		}
	}
	slices.SortStableFunc(list, func(a, b LogFile) int { return a.Entry - b.Entry })
	return list, nil
}

// Read returns at most limit bytes of the log of each file; 0 means all.
func (l LogFile) Read(limit int64) ([]gamelog.Record, error) {
	return gamelog.ReadFiles(limit, l.Paths...)
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
