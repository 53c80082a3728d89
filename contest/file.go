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

// A File is a contest.toml, read and checked for its shape. Paths are made absolute, relative to the file's folder.
type File struct {
	Path         string // empty for a contest made of arguments
	Name         string
	Kind         string
	Seed         int64
	Seeded       bool   // the file names a seed
	Secret       string // that seeds the bots' generators; empty: drawn, or derived from the seed
	MaxPerAuthor int    // 0: any number
	Options      map[string]any
	Warm         bool              // Python bots that are started for each move are forked from a warm interpreter
	Runtimes     map[string]string // paths of interpreters and compilers, by their names
	Packages     string            // a folder of libraries that builds may use; empty: none
	Shims        []string          // that bots get, by the names that package build has for them
	Before       time.Time         // bots from repositories are taken as they were before this day; zero: as they are
	Limits       Limits
	Bots         []Bot
	Stages       []StageSpec

	doc *tomlfile.Document // nil for a contest made of arguments
}

// Limits guard the host, and hold bots to the contest's own average.
type Limits struct {
	bot.Limits
	Guard    time.Duration // for one call where the clock has no limit
	Average  time.Duration // of a bot's moves, over all of a stage
	CPUClock bool          // clocks count the processor time of bots, and not wall time
	Enforce  bool          // bots over the average are not ranked; else they are only flagged

	Packages *[]string // that Python bots may import beside the standard library; nil: any that the host has
}

// A Bot is one reference of the file.
type Bot struct {
	Ref string
	nth int // of the file's [[bots]], several of which may come from one
}

// A StageSpec is one stage as the file has it.
type StageSpec struct {
	Name   string
	Format string         // empty: the kind's own
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

// Parse reads the text of a contest.toml; path says where it stands.
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

// A place is where something stands in a contest.toml: a key in a table, which is counted from 0 where there are several of its name.
// The table of what stands above all tables is "".
type place struct {
	table string
	nth   int
	key   string
}

// mistake puts an error at its place in the file.
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
