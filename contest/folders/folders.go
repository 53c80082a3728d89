/*
Package folders opens contests by their folders: to read what a run has stored, to decide, and to note events beside a run. It compiles
their reports, and says of an error of a folder what can be done about it.

Nothing here plays. [Folders.Read] locks and changes nothing; [Folders.Amend] locks the folder as a run does.
*/
package folders

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"agon/contest"
	"agon/contest/compile"
	"agon/contest/config"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	"agon/format/tournament"
	"agon/game"
	"agon/internal/cause"
	"agon/record/replay"
	"agon/record/replay/archive"
	"agon/show/film"
	"agon/show/report"
)

// Folders opens contests by their folders. It is safe for concurrent use.
type Folders struct {
	Kinds   func(name string) (*game.Kind, error) // by the names that records have
	Formats []tournament.Spec
	Ledgers func() (ledgers.Ledgers, error)

	// Chances estimates how a game stood for a report; nil where that takes too long. It may be nil: nothing is estimated.
	Chances func(r *replay.Replay) *film.Chances
}

// Dir returns the folder of the contest that a name refers to, and whether it has a ledger: a folder, or the one beside a contest.toml.
func Dir(name string) (dir string, started bool) {
	dir = strings.TrimSuffix(name, ".toml")
	return dir, ledgers.Has(dir)
}

// Recall opens a contest from its ledger. live means that a run is using it.
func (f *Folders) Recall(ctx context.Context, dir string, live bool,
	replays func(dir string) (*archive.Archive, error)) (*contest.Contest, error) {
	l, err := f.Ledgers()
	if err != nil {
		return nil, err
	}
	c, err := contest.Recall(ctx, dir, contest.Recalling{
		Kinds: f.Kinds, Formats: f.Formats, Archive: replays,
		Store: func(ctx context.Context, dir string) (store.Store, error) { return l.Read(ctx, dir, live) },
	})
	return opened(c, dir, err)
}

// opened gives an error of opening a contest its cause; a conflict is the caller's.
func opened(c *contest.Contest, dir string, err error) (*contest.Contest, error) {
	var conflict *contest.Conflict
	var damaged *store.Damaged
	switch {
	case errors.As(err, &conflict):
		return nil, err
	case errors.As(err, &damaged):
		return nil, cause.Found(err)
	}
	return c, Error(dir, err)
}

// Read opens a contest from its ledger, whether or not a run is using it.
func (f *Folders) Read(ctx context.Context, dir string) (*contest.Contest, error) {
	live, err := contest.Running(dir)
	if err != nil {
		return nil, Error(dir, err)
	}
	return f.Recall(ctx, dir, live, archive.Open)
}

// Other opens another contest from its ledger, for a contest that enters its bots. The error is [fs.ErrNotExist] if there is none.
func (f *Folders) Other(ctx context.Context, dir string) (*contest.Contest, error) {
	if !ledgers.Has(dir) {
		return nil, fs.ErrNotExist
	}
	live, err := contest.Running(dir)
	if err != nil {
		return nil, err
	}
	return f.Recall(ctx, dir, live, archive.Open)
}

// Amend opens and locks the contest of a folder for decisions.
func (f *Folders) Amend(ctx context.Context, dir string) (*contest.Contest, error) {
	l, err := f.Ledgers()
	if err != nil {
		return nil, err
	}
	c, err := contest.Amend(ctx, dir, contest.Recalling{Kinds: f.Kinds, Formats: f.Formats, Archive: archive.Open, Store: l.Open})
	return opened(c, dir, err)
}

// Beside opens a contest's ledger to note events, whether or not a run is in progress.
func (f *Folders) Beside(ctx context.Context, dir string) (store.Store, error) {
	l, err := f.Ledgers()
	if err != nil {
		return nil, err
	}
	s, err := l.OpenBeside(ctx, dir)
	return s, Error(dir, err)
}

// ReportDir returns the folder of a contest's report.
func ReportDir(c *contest.Contest) string { return filepath.Join(c.Dir, report.Folder) }

// Report compiles the report of a contest, with pages for a number of games.
func (f *Folders) Report(ctx context.Context, c *contest.Contest, result *contest.Result, sandbox string, pages int) (*report.Run, error) {
	return compile.Report(ctx, c, result, compile.Options{Sandbox: sandbox, Pages: pages, Film: f.filmOf(c.Looks()), Chances: f.chances})
}

// filmOf returns what re-simulates replays, with the looks of a contest's bots.
func (f *Folders) filmOf(looks []int) func(data []byte) (*film.Film, error) {
	return func(data []byte) (*film.Film, error) {
		r, err := replay.Decode(data)
		if err != nil {
			return nil, err
		}
		return film.OfReplay(f.Kinds, r, looks...)
	}
}

// chances estimates how a recorded game stood.
func (f *Folders) chances(data []byte) *film.Chances {
	r, err := replay.Decode(data)
	if err != nil || f.Chances == nil {
		return nil
	}
	return f.Chances(r)
}

// Reopened compiles the report of a contest that no run has open, with the limits of its file.
func (f *Folders) Reopened(ctx context.Context, c *contest.Contest, result *contest.Result, pages int) (*report.Run, error) {
	if file, err := config.Read(c.Dir + ".toml"); err == nil {
		c.File.Limits = file.Limits
	}
	return f.Report(ctx, c, result, c.Sandbox(), pages)
}

// Recounted counts a contest that no run has open, and compiles its report.
func (f *Folders) Recounted(ctx context.Context, c *contest.Contest, pages int) (*report.Run, error) {
	result, _, err := c.Recount(ctx)
	if err != nil {
		return nil, err
	}
	return f.Reopened(ctx, c, result, pages)
}

// ForRun returns access to the ledger of a run of a contest's file. A new one is made where chosen, the file or the environment says, in
// this order.
func (f *Folders) ForRun(chosen string, file *config.File, w *Waiting) (ledgers.Ledgers, error) {
	l, err := f.Ledgers()
	if err != nil {
		return l, err
	}
	switch l.Place = l.Known; {
	case chosen != "":
		place, err := ledgers.ParsePlace(chosen)
		if err != nil {
			return l, fmt.Errorf("--store: %w", err)
		}
		if place.HasPassword() {
			return l, errors.New("--store contains a password, which other users of this machine could read in the list of processes: " +
				"put the whole address into the environment variable AGON_STORE, or the password into PGPASSWORD or ~/.pgpass")
		}
		l.Place = place.Strict()
	case file.Store != "":
		place, err := ledgers.ParsePlace(file.Store)
		if err != nil {
			return l, fmt.Errorf("%s: store: %w", file.Path, err)
		}
		l.Place = place.Strict()
	}
	l.Patience.Note, l.Patience.Hurry = func(text string) { w.Note(text) }, w.stopped
	return l, nil
}

// Waiting connects a run with its ledger, which may wait for a database. Its Note is set by the goroutine that writes to the ledger.
type Waiting struct {
	Note func(text string) // takes what the ledger waits for

	stopped chan struct{} // closed by Stop
	once    sync.Once
}

// NewWaiting returns the connection for one run.
func NewWaiting(note func(text string)) *Waiting {
	return &Waiting{Note: note, stopped: make(chan struct{})}
}

// Stop ends waits.
func (w *Waiting) Stop() { w.once.Do(func() { close(w.stopped) }) }
