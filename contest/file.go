package contest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"agon/bot"
	"agon/internal/regular"
	"agon/internal/tomlfile"
)

// A File is a contest.toml, read and checked for its syntax and types. Relative paths are resolved against the file's folder.
type File struct {
	Path         string // empty for a contest made of command-line arguments
	Name         string
	Kind         string
	Seed         int64
	Seeded       bool   // the file names a seed
	Secret       string // seeds the bots' generators; empty: drawn, or derived from the seed
	MaxPerAuthor int    // 0: any number
	Options      map[string]any
	Warm         bool              // Python bots that are started for each move are forked from a warm interpreter
	Runtimes     map[string]string // paths of interpreters and compilers, by their names
	Packages     string            // a folder of libraries that builds may use; empty: none
	Shims        []string          // given to the bots, by their names in package build
	Before       time.Time         // commits of bots from repositories are the last before this time; zero: the newest
	Limits       Limits
	Store        string // the place of a new ledger; empty: not given
	Bots         []Bot
	Folder       string // of bots, which may be empty or missing; empty: none is named
	Stages       []StageSpec

	doc *tomlfile.Document // nil for a contest made of command-line arguments
}

// Limits protect the host, and bound the average time of a bot's moves.
type Limits struct {
	bot.Limits
	Guard    time.Duration // for one call if the clock has no limit
	Average  time.Duration // of a bot's moves in a stage
	CPUClock bool          // clocks count the processor time of bots instead of wall time
	Enforce  bool          // bots over the average are not ranked; otherwise they are flagged

	Packages *[]string // that Python bots may import besides the standard library; nil: all installed ones
}

// A Bot is one reference of the file.
type Bot struct {
	Ref    string
	author string // that a contest site names; empty: the bot's own files name one
	nth    int    // index of the [[bots]] table in the file; one table may give several bots
}

// Only replaces the bots of a file by one, which plays with as many of some others, by reference, as the file has, two at least.
func (f *File) Only(ref string, others []string) {
	n := max(len(f.Bots), 2)
	f.Bots = []Bot{{Ref: ref}}
	for i := range n - 1 {
		f.Bots = append(f.Bots, Bot{Ref: fmt.Sprintf("other %d=%s", i+1, others[i%len(others)])})
	}
	f.doc = nil // its lines list other bots
}

// A StageSpec is one stage of the file.
type StageSpec struct {
	Name   string
	Format string         // empty: the kind's default
	Keys   map[string]any // the format's keys; those of inner tables joined with a dot
}

// Read reads a contest.toml.
func Read(path string) (*File, error) {
	text, err := regular.Read(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", path)
	case errors.Is(err, regular.ErrIrregular):
		return nil, fmt.Errorf("%s: %w", path, regular.ErrIrregular)
	case err != nil:
		return nil, err
	}
	return Parse(path, text)
}

// Parse parses the text of a contest.toml; path is its file, for messages and relative paths.
func Parse(path string, text []byte) (*File, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	var s schema
	doc, err := tomlfile.Decode(path, text, &s)
	if err != nil {
		return nil, err
	}
	r := reader{doc: doc, dir: filepath.Dir(abs)}
	f := r.file(&s)
	if r.err != nil {
		return nil, r.err
	}
	f.Path, f.doc = abs, doc
	if f.Name == "" {
		f.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	return f, nil
}

// A place is a position in a contest.toml: a key in a table. nth is the index of the table among those of its name, from 0. The top-level
// table is "".
type place struct {
	table string
	nth   int
	key   string
}

// mistake returns an error with its position in the file.
func (f *File) mistake(at place, err error) error {
	if f.doc == nil {
		return err
	}
	var path []string
	if at.table != "" {
		path = append(path, at.table)
	}
	if at.table == "bots" || at.table == "stages" {
		path = append(path, fmt.Sprint(at.nth))
	}
	if at.key != "" && !f.doc.Has(append(path, at.key)...) {
		path = append(path, strings.Split(at.key, ".")...)
	} else if at.key != "" {
		path = append(path, at.key)
	}
	e := f.doc.Errorf(path, "%s", err)
	e.File, e.Err = f.Path, err
	return e
}
