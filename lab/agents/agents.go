package agents

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"agon/bot/launch"
	"agon/contest"
	"agon/contest/conduct"
	"agon/contest/config"
	"agon/game"
	"agon/lab/agents/verdict"
	"agon/record/replay"
	"agon/show/report"
	"agon/show/web"
)

// A Setup says how a contest of agents is played.
type Setup struct {
	File     *config.File // with Agents
	Dir      string       // of the contest
	Kind     *game.Kind
	Own      string           // the path of this program, which sandboxes start
	Launcher *launch.Launcher // of agents
	Cores    int              // of practice games that are played at once
	Getenv   func(name string) string
	Fresh    bool // earlier edits and games are discarded first

	// Conduct returns how the contest in a folder is opened and played. It is called for each round.
	Conduct func(dir string) *conduct.Setup
	Flags   []string // of commands that start bots
	// Explain describes, as Markdown, how a seat lost a game. It may be nil.
	Explain func(ctx context.Context, rep *replay.Replay, seat game.Seat) (text string, err error)

	Show func(Status)      // shows how far the contest is; called often, never concurrently
	Note func(text string) // takes what is to be known

	shown map[int]bool // numbers of the games of a single run that have a page
}

// An Outcome is a contest of agents that is over.
type Outcome struct {
	Verdict *verdict.Verdict
}

// Run plays all rounds of all runs, or what is left of them, and judges. When ctx is done its error is that of the context, and the next
// Run goes on.
func (s *Setup) Run(ctx context.Context) (*Outcome, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if err := s.discard(ctx); err != nil {
		return nil, err
	}
	s.shown = map[int]bool{}
	o := &Outcome{}
	var runs []verdict.Run
	for nth := range s.File.Agents.Repeat {
		r := s.at(nth)
		played, err := r.play(ctx)
		if err != nil {
			return nil, err
		}
		runs = append(runs, played)
	}
	o.Verdict = verdict.Judge(runs)
	if s.File.Agents.Repeat > 1 {
		return o, s.write(o.Verdict)
	}
	return o, nil
}

// Index returns the path of the first page about the agents.
func (s *Setup) Index() string {
	if s.File.Agents.Repeat == 1 {
		return filepath.Join(s.Dir, report.Folder, web.AgentsFolder, "index.html")
	}
	return filepath.Join(s.Dir, own, whole, "index.html")
}

// check returns why no agent could start.
func (s *Setup) check() error {
	for i := range s.File.Agents.Agents {
		a := &s.File.Agents.Agents[i]
		for _, name := range a.Secrets {
			if s.Getenv(name) == "" {
				return fmt.Errorf("agent %s has the secret %s, and the environment has no such variable: export %s=… "+
					"and run the contest again", a.Name, name, name)
			}
		}
	}
	return nil
}

// discarded is the name of the folder of the agents while a contest is discarded. If that was cut short, the next run completes it.
const discarded = own + ".discarded"

// discard removes what earlier rounds left, if that is wanted, or was begun: edits and games.
func (s *Setup) discard(ctx context.Context) error {
	top, old := filepath.Join(s.Dir, own), filepath.Join(s.Dir, discarded)
	if s.Fresh {
		if err := s.known(top); err != nil {
			return err
		}
		if err := errors.Join(os.MkdirAll(top, 0o755), os.RemoveAll(old)); err != nil {
			return err
		}
		if err := os.Rename(top, old); err != nil {
			return err
		}
	} else if !exists(old) {
		return nil
	}
	for nth := range s.File.Agents.Repeat {
		r := s.at(nth)
		if err := s.Conduct(r.dir).Discard(ctx, s.File); err != nil {
			return err
		}
		if r.dir != s.Dir {
			if err := os.RemoveAll(filepath.Join(r.dir, own)); err != nil {
				return err
			}
		}
	}
	return os.RemoveAll(old)
}

// known returns an error if something in the folder of the agents is of somebody else.
func (s *Setup) known(top string) error {
	entries, err := os.ReadDir(top)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		plan, _ := filepath.Match("round-*.json", name)
		if !plan && name != whole && name != public && !exists(filepath.Join(top, name, "rounds")) {
			return fmt.Errorf("%s is not of a contest of agents, and nothing is discarded: move it away, or choose another folder "+
				"with --out", filepath.Join(top, name))
		}
	}
	return err
}

// A run is one contest of agents, from the start to the last round.
type run struct {
	*Setup
	nth    int // of the runs, from 0
	dir    string
	seed   int64
	cores  chan int // those that no practice game uses
	status *board
}

// at returns a run.
func (s *Setup) at(nth int) *run {
	r := &run{Setup: s, nth: nth, dir: s.Dir, seed: s.File.Seed, cores: make(chan int, s.Cores)}
	if s.File.Agents.Repeat > 1 {
		r.dir, r.seed = filepath.Join(s.Dir, fmt.Sprintf("run-%d", nth+1)), game.SubSeed(s.File.Seed, int64(nth))
	}
	for core := range s.Cores {
		r.cores <- core
	}
	return r
}

// play plays the rounds that are left, and returns the versions and games of all.
func (r *run) play(ctx context.Context) (verdict.Run, error) {
	r.status = newBoard(r.Setup, r.nth)
	defer r.status.close()
	last := verdict.Run{}
	for round := 1; round <= r.File.Agents.Rounds; round++ {
		if err := r.edits(ctx, round); err != nil {
			return last, err
		}
		plan, err := r.plan(round, last)
		if err != nil {
			return last, err
		}
		if r.planned(round + 1) { // it is over, and what agents read of it is written
			continue
		}
		if last, err = r.games(ctx, round, plan); err != nil {
			return last, err
		}
	}
	return last, nil
}

// edits lets all agents edit at once, those that have not in this round. Before the first it writes what they may read of the round before.
func (r *run) edits(ctx context.Context, round int) error {
	r.status.round(round, "edits")
	group, ctx := errgroup.WithContext(ctx)
	for i := range r.File.Agents.Agents {
		e := &editing{run: r, agent: &r.File.Agents.Agents[i], round: round}
		if done, err := e.done(); err != nil {
			return err
		} else if !done {
			group.Go(func() error { return e.edit(ctx) })
		}
	}
	return group.Wait()
}

// games plays the stages of a round, and returns the versions and games of all rounds so far.
func (r *run) games(ctx context.Context, round int, plan *plan) (played verdict.Run, err error) {
	r.status.round(round, "plays")
	setup := r.Conduct(r.dir)
	setup.Opening.Unattended = true
	file, err := r.file(round)
	if err != nil {
		return played, err
	}
	c, err := setup.Open(ctx, file)
	if err != nil {
		return played, err
	}
	defer c.Close()
	result, err := setup.Play(ctx, c)
	if err != nil {
		return played, err
	}
	if played, err = verdict.Of(ctx, c, r.all()); err != nil {
		return played, err
	}
	r.status.table(c, result)
	if round < r.File.Agents.Rounds {
		return played, r.feedback(ctx, c, result, round)
	}
	return played, r.report(ctx, setup, c, result, played)
}

// all returns the names of all agents.
func (r *run) all() (names []string) {
	for i := range r.File.Agents.Agents {
		names = append(names, r.File.Agents.Agents[i].Name)
	}
	return names
}

// report writes the report of a run that is over, beside which are the pages about its agents if it is the only run.
func (r *run) report(ctx context.Context, setup *conduct.Setup, c *contest.Contest, result *contest.Result, played verdict.Run) error {
	compiled, err := setup.Report(ctx, c, result)
	if err != nil {
		return err
	}
	if r.File.Agents.Repeat == 1 {
		for i := range compiled.Games {
			r.shown[compiled.Games[i].Number] = compiled.Games[i].Film != nil
		}
		if err := r.write(verdict.Judge([]verdict.Run{played})); err != nil {
			return err
		}
		compiled.Beside = filepath.Join(r.dir, own, whole)
	}
	return setup.Write(ctx, c, compiled)
}
