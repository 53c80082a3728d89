/*
Package config reads and checks contest.toml: a [File] has every key, with paths made absolute, durations and sizes as numbers, and each
folder of bots as its entries. It knows the form of the file alone: whether kinds, formats and options exist is found out by package
contest, which has [File.Mistake] put the place in the file before its errors.
*/
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"agon/bot"
	"agon/contest/timetable"
	"agon/internal/regular"
	"agon/internal/tomlfile"
)

// A File is a contest.toml, read and checked for its syntax and types. Relative paths are resolved against the file's folder.
type File struct {
	Path         string // empty for a contest made of command-line arguments
	Name         string
	Description  string   // Markdown, for the contest's page; empty: none
	Prizes       []string // of the first places; for the contest's page
	Kind         string
	Seed         int64
	Seeded       bool   // the file names a seed
	Secret       string // seeds the bots' generators; empty: drawn, or derived from the seed
	MaxPerAuthor int    // 0: any number
	Promote      string // which new versions of a bot play on a site: PromoteBetter, PromoteNotWorse; empty: all that pass their check
	Sample       bool   // the contest's machine executes a sample of the games that workers report, and other workers the rest; else all
	Options      map[string]any
	Warm         bool              // Python bots that are started for each move are forked from a warm interpreter
	Runtimes     map[string]string // paths of interpreters and compilers, by their names
	Packages     string            // a folder of libraries that builds may use; empty: none
	Shims        []string          // given to the bots, by their names in package build
	Before       time.Time         // commits of bots from repositories are the last before this time; zero: the newest
	Store        string            // the place of a new ledger, see package ledgers; empty: not given
	Limits       Limits
	Bots         []Bot
	Folder       string // of bots, which may be empty or missing; empty: none is named
	Finds        []Find // the references by path
	Stages       []Stage
	Agents       *Agents  // coding agents that play the stages in rounds; nil: none
	Yardsticks   []string // names of the fixed opponents of the tables [[marks]], in their order
	Timetable    timetable.Table

	doc *tomlfile.Document // nil for a contest made of command-line arguments
}

// Values of [File.Promote]: a new version of a bot that plays first meets the one before and others, beside the contest.
const (
	PromoteBetter   = "better"    // it plays if it is known to be better
	PromoteNotWorse = "not-worse" // it plays unless it is known to be worse
)

// Limits protect the host, and bound the average time of a bot's moves.
type Limits struct {
	bot.Limits
	Guard    time.Duration // for one call if the clock has no limit
	Average  time.Duration // of a bot's moves in a stage
	RoundCPU time.Duration // of a bot's games in a round of play; 0: any
	CPUClock bool          // clocks count the processor time of bots instead of wall time
	Enforce  bool          // bots over the average are not ranked; otherwise they are flagged

	Packages *[]string // those that Python bots may import besides the standard library; nil: all installed ones
}

// A Bot is one reference of the file.
type Bot struct {
	Ref    string
	Author string // the author that a contest site names; empty: the bot's own files name one
	Nth    int    // index of the [[bots]] table in the file; one table may give several bots

	places *Places // of another contest, whose bots are entered; nil: Ref names bots
	timed  bool    // it is of a line of the timetable, whose table has the index Nth; else of a table [[bots]]
}

// Place returns where the file names the bot.
func (b *Bot) Place() Place {
	if b.timed {
		return Place{Table: "timetable", Nth: b.Nth, Key: "bots"}
	}
	return Place{Table: "bots", Nth: b.Nth, Key: "ref"}
}

// A Find is a reference by path: of a file or folder, of all that match a pattern, or of a folder in which each folder is a bot.
type Find struct {
	Ref  string // as written
	Path string // absolute, perhaps with * ? and [
	Each bool   // the folder of a key folder
	Nth  int    // index of the [[bots]] table
}

// Several reports whether the bots that a reference finds may become others or more.
func (x Find) Several() bool { return x.Each || strings.ContainsAny(x.Path, "*?[") }

// Only replaces the bots and the agents of the file by one bot, which plays with as many of some others, by reference, as the file has of
// both, two at least.
func (f *File) Only(ref string, others []string) {
	n := f.Count()
	if f.Agents != nil {
		n += len(f.Agents.Agents)
		f.Agents = nil
	}
	n = max(n, 2)
	f.Bots = []Bot{{Ref: ref}}
	for i := range n - 1 {
		f.Bots = append(f.Bots, Bot{Ref: fmt.Sprintf("other %d=%s", i+1, others[i%len(others)])})
	}
	f.doc, f.Yardsticks = nil, nil // its lines and its tables [[marks]] name other bots
	f.Stages = slices.Clone(f.Stages)
	for i := range f.Stages {
		if f.Stages[i].Bots != nil {
			f.Stages[i].Bots = []string{Others}
		}
	}
}

// Others stands for all other bots in [Stage.Bots].
const Others = "*"

// A Stage is one stage of the file.
type Stage struct {
	Name   string
	Format string         // empty: the kind's default
	Bots   []string       // names of those that play it, in seeding order; [Others]: all others. nil: those that advance
	Keys   map[string]any // the format's keys; those of inner tables joined with a dot
	Begins time.Time      // not before, by the timetable; zero: after the stage before
}

// Read reads a contest.toml.
func Read(path string) (*File, error) { return read(path, false) }

// ReadAhead reads a contest.toml before anybody has handed in a bot: it may name none, and patterns that match no file yet.
func ReadAhead(path string) (*File, error) { return read(path, true) }

func read(path string, ahead bool) (*File, error) {
	text, err := regular.Read(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", path)
	case errors.Is(err, regular.ErrIrregular):
		return nil, fmt.Errorf("%s: %w", path, regular.ErrIrregular)
	case err != nil:
		return nil, err
	}
	return parse(path, text, reader{ahead: ahead})
}

// Parse parses the text of a contest.toml; path is its file, for messages and relative paths.
func Parse(path string, text []byte) (*File, error) { return parse(path, text, reader{}) }

func parse(path string, text []byte, r reader) (*File, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	var s schema
	doc, err := tomlfile.Decode(path, text, &s)
	if err != nil {
		return nil, err
	}
	r.doc, r.path, r.dir = doc, abs, filepath.Dir(abs)
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

// A Place is a position in a contest.toml: a key in a table. Nth is the index of the table among those of its name, from 0. The top-level
// table is "".
type Place struct {
	Table string
	Nth   int
	Key   string
}

// Mistake returns an error with its position in the file.
func (f *File) Mistake(at Place, err error) error {
	if f.doc == nil {
		return err
	}
	var path []string
	if at.Table != "" {
		path = strings.Split(at.Table, ".")
	}
	if slices.Contains([]string{"bots", "stages", "agents.agent", "timetable", "marks"}, at.Table) {
		path = append(path, fmt.Sprint(at.Nth))
	}
	if at.Key != "" && !f.doc.Has(append(path, at.Key)...) {
		path = append(path, strings.Split(at.Key, ".")...)
	} else if at.Key != "" {
		path = append(path, at.Key)
	}
	e := f.doc.Errorf(path, "%s", err)
	e.File, e.Err = f.Path, err
	return e
}

// With returns the file with other bots and stages, and without agents. Its errors have no lines, which are those of others.
func (f *File) With(bots []Bot, stages []Stage) *File {
	now := *f
	now.Bots, now.Stages, now.Agents, now.Folder, now.Finds, now.doc = bots, stages, nil, "", nil, nil
	return &now
}

// WithBots returns the file with the bots of a later reading.
func (f *File) WithBots(later *File) *File {
	now := *f
	now.Bots, now.doc = later.Bots, later.doc
	return &now
}
