package audit

import (
	"context"
	"fmt"

	"agon/contest"
	"agon/contest/store"
	"agon/show/report"
)

// A Kind is what is to be done about a finding.
type Kind int

// Kinds of findings.
const (
	Remark   Kind = iota // nothing: no error
	Wrong                // look at it: the folder disagrees with its ledger or with itself
	Refused              // the replay of a game proves something else
	Lost                 // a result has no replay
	Repaired             // nothing more: it was repaired, or would be without Dry
)

// A Finding is what an audit found.
type Finding struct {
	Kind Kind
	Game int      // the number of the game, from 1; 0 if it is about none
	Bots []string // those that played it
	Err  error    // of a game's replay
	Text string   // of the others: a sentence without its place
	In   string   // the folder or file that it is about
}

// An Audit is a check of a contest's folder. Its functions are called by one goroutine.
type Audit struct {
	Repair bool // repair what can be repaired; no run may use the folder
	Dry    bool // only report what Repair would do
	Live   bool // a run is using the folder: notes on its replays, games that it may have planned since, and its report are not judged

	// Compile returns the report of a contest, with pages for a number of games. What it is compared with has none.
	Compile func(ctx context.Context, c *contest.Contest, result *contest.Result, pages int) (*report.Run, error)
	Pages   int // of a rewritten report

	Found func(Finding)
	Begin func(games int) // called with the number of games that have a result, before their replays are played
	Next  func()          // called after each of them
}

// A Summary counts what an audit found.
type Summary struct {
	Planned  int // games
	Done     int // of these have a result
	Lost     int // of these have no replay
	Open     int // replays of games without a result
	Proved   int // replays that prove their result
	Refused  int // replays that do not
	Recorded int // replays that agree with their result, of a kind whose games nothing plays again
	Differ   int // games with a later result that differs from the one that stands
	Wrong    int // findings of that kind
	Repaired int // findings of that kind
	Tables   int // those that were computed again
	Marks    int // those that were computed again
	Unlike   int // lines of the report's file of marks that differ
	Finished bool
	Report   string // how the report compares with the ledger, in words
}

// Beyond returns the number of findings that cannot be repaired.
func (s *Summary) Beyond() int { return s.Wrong + s.Refused + s.Lost }

// walk is an audit at work.
type walk struct {
	*Audit
	Summary
	c     *contest.Contest
	games []store.Game
}

// Walk audits a contest that was recalled from its ledger.
func (a *Audit) Walk(ctx context.Context, c *contest.Contest) (Summary, error) {
	w := &walk{Audit: a, c: c}
	var err error
	if w.games, err = c.Kept(ctx); err != nil {
		return w.Summary, err
	}
	if a.Live {
		if err := c.Reopen(); err != nil {
			return w.Summary, err
		}
	}
	steps := []func(context.Context) error{w.archive, w.replays, w.tables}
	if a.Repair {
		steps = []func(context.Context) error{w.archive, w.replays, w.logs, w.leftovers, w.tables}
	}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return w.Summary, err
		}
	}
	return w.Summary, nil
}

// find counts a finding and passes it on.
func (w *walk) find(f Finding) {
	switch f.Kind {
	case Wrong:
		w.Wrong++
	case Refused:
		w.Refused++
	case Lost:
		w.Lost++
	case Repaired:
		w.Repaired++
	}
	if f.In == "" {
		f.In = w.c.Dir
	}
	w.Found(f)
}

func (w *walk) repaired(format string, args ...any) {
	w.find(Finding{Kind: Repaired, Text: fmt.Sprintf(format, args...)})
}

func (w *walk) wrong(in, format string, args ...any) {
	w.find(Finding{Kind: Wrong, In: in, Text: fmt.Sprintf(format, args...)})
}
