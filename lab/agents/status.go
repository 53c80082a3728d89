package agents

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"agon/contest"
	"agon/contest/compile"
	"agon/lab/agents/remote"
)

// A Status is how far a contest of agents is.
type Status struct {
	Run, Runs     int    // from 1
	Round, Rounds int    // from 1
	Doing         string // "edits" or "plays"
	Agents        []AgentStatus
	Table         []string // of the round before, a line for each bot; empty before the first
}

// An AgentStatus is how far the edit of one agent is.
type AgentStatus struct {
	Name        string
	Doing       string        // "edits", or what its edit gave; empty: it has not begun
	Handed      bool          // its edit gave a new version
	Left        time.Duration // of its edit
	Submissions int           // left
	Practice    int           // games left
}

// every is how often a status is shown.
const every = time.Second

// A board keeps the status of a run, and shows it while agents edit.
type board struct {
	setup *Setup

	showing sync.Mutex // held while Show is called

	mu    sync.Mutex
	now   Status
	began map[string]time.Time
	used  map[string]func() (submissions, practice int)

	stop  chan struct{}
	ended sync.WaitGroup
}

func newBoard(s *Setup, nth int) *board {
	b := &board{setup: s, began: map[string]time.Time{}, used: map[string]func() (int, int){}, stop: make(chan struct{})}
	b.now = Status{Run: nth + 1, Runs: s.File.Agents.Repeat, Rounds: s.File.Agents.Rounds}
	for i := range s.File.Agents.Agents {
		b.now.Agents = append(b.now.Agents, AgentStatus{Name: s.File.Agents.Agents[i].Name})
	}
	b.ended.Go(b.tick)
	return b
}

// close shows the status no more.
func (b *board) close() {
	close(b.stop)
	b.ended.Wait()
}

// tick shows the status while agents edit: the contest shows its games itself.
func (b *board) tick() {
	t := time.NewTicker(every)
	defer t.Stop()
	for {
		select {
		case <-b.stop:
			return
		case <-t.C:
			b.show()
		}
	}
}

func (b *board) show() {
	if now := b.status(); now.Doing == remote.Edits && b.setup.Show != nil {
		b.showing.Lock()
		defer b.showing.Unlock()
		b.setup.Show(now)
	}
}

// Status returns how far the contest is, nil while no run of it is played.
func (p *Play) Status() *Status {
	b := p.board.Load()
	if b == nil {
		return nil
	}
	now := b.status()
	return &now
}

// status returns how far the run is.
func (b *board) status() Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	now, limits := b.now, &b.setup.File.Agents.Edit
	now.Agents = slices.Clone(now.Agents)
	for i := range now.Agents {
		a := &now.Agents[i]
		if used := b.used[a.Name]; used != nil {
			submissions, practice := used()
			a.Doing, a.Left = remote.Edits, max(0, limits.Wall-time.Since(b.began[a.Name]))
			a.Submissions, a.Practice = limits.Submissions-submissions, limits.Practice-practice
		}
	}
	return now
}

// round begins the edits or the games of a round.
func (b *board) round(round int, doing string) {
	b.mu.Lock()
	if round != b.now.Round {
		for i := range b.now.Agents {
			b.now.Agents[i] = AgentStatus{Name: b.now.Agents[i].Name}
		}
	}
	b.now.Round, b.now.Doing = round, doing
	b.mu.Unlock()
	if b.setup.Remote != nil {
		b.setup.Remote.Do(round, doing)
	}
}

// edits says that an agent edits; used returns what it has used of its budget.
func (b *board) edits(name string, used func() (submissions, practice int)) {
	b.mu.Lock()
	b.began[name], b.used[name] = time.Now(), used
	b.mu.Unlock()
	b.show()
}

// edited says that the edit of an agent is over.
func (b *board) edited(name string, r *Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.used, name)
	for i := range b.now.Agents {
		if a := &b.now.Agents[i]; a.Name == name {
			*a = AgentStatus{Name: name, Doing: r.sentence(), Handed: r.Handed != ""}
		}
	}
}

// table keeps the table of the last stage among the agents' bots.
func (b *board) table(c *contest.Contest, result *contest.Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now.Table = nil
	if len(result.Stages) == 0 {
		return
	}
	for _, s := range compile.Standings(c, result.Stages[len(result.Stages)-1].Table) {
		b.now.Table = append(b.now.Table, fmt.Sprintf("%3d  %s", s.Rank, s.Name))
	}
}
