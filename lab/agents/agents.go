package agents

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"agon/bot/launch"
	"agon/contest"
	"agon/contest/conduct"
	"agon/contest/config"
	"agon/game"
	"agon/lab/agents/remote"
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
	Fresh    bool // [Setup.Discard] discards earlier edits and games

	Remote *remote.Server // of the agents that edit on machines of their own; nil: there are none

	// Conduct returns how the contest in a folder is opened and played, for [Setup.Run]. It is called for each round.
	Conduct func(dir string) *conduct.Setup
	// Open opens the contest of a round, for others than [Setup.Run]
	Open func(ctx context.Context, f *config.File) (*contest.Contest, error)
	// Report compiles the report of a run that is over. [Setup.Run] sets it
	Report func(ctx context.Context, c *contest.Contest, result *contest.Result) (*report.Run, error)
	Flags  []string // of commands that start bots
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
	p, err := s.Begin()
	if err != nil {
		return nil, err
	}
	defer p.Close()
	for {
		file, err := p.Next(ctx)
		if err != nil {
			return nil, err
		}
		if file == nil {
			return &Outcome{verdict.Judge(p.played)}, nil
		}
		if err := p.games(ctx, file); err != nil {
			return nil, err
		}
	}
}

// A Play is a contest of agents that is played round by round, by whoever plays contests: it has the agents edit and takes in results.
type Play struct {
	*Setup
	run    *run          // nil: the next has not begun
	played []verdict.Run // those that are over
	board  atomic.Pointer[board]
}

// Begin returns a contest that begins, or goes on. Close ends it.
func (s *Setup) Begin() (*Play, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	s.shown = map[int]bool{}
	return &Play{Setup: s}, nil
}

// Close ends what shows the status.
func (p *Play) Close() {
	if b := p.board.Swap(nil); b != nil {
		b.close()
	}
}

// Next has the agents make the edits that are left before the next round, and returns the file of that round; nil: all are over. Until the
// round was [Play.Played] it returns the same.
func (p *Play) Next(ctx context.Context) (*config.File, error) {
	for len(p.played) < p.File.Agents.Repeat {
		if p.run == nil {
			p.run = p.at(len(p.played))
			p.run.status = newBoard(p.Setup, p.run.nth)
			p.board.Store(p.run.status)
		}
		switch file, err := p.run.next(ctx); {
		case file != nil || err != nil:
			return file, err
		}
		p.played = append(p.played, p.run.last)
		p.Close()
		p.run = nil
	}
	if p.Remote != nil {
		p.Remote.Do(p.File.Agents.Rounds, remote.Over)
	}
	if p.File.Agents.Repeat > 1 {
		return nil, p.write(verdict.Judge(p.played))
	}
	return nil, nil
}

// Played takes in the round of [Play.Next] when its games are over: it writes what agents may read of it. After the last round of a run it
// returns the report of the run, with the pages about its agents beside it.
func (p *Play) Played(ctx context.Context, c *contest.Contest, result *contest.Result) (*report.Run, error) {
	r := p.run
	var err error
	if r.last, err = verdict.Of(ctx, c, r.all()); err != nil {
		return nil, err
	}
	r.status.table(c, result)
	if r.round < r.File.Agents.Rounds {
		err = r.feedback(ctx, c, result, r.round)
		r.round++
		return nil, err
	}
	r.round++
	return r.report(ctx, c, result)
}

// games plays the games of a round and writes the report of a run that is over.
func (p *Play) games(ctx context.Context, file *config.File) error {
	setup := p.Conduct(p.run.dir)
	setup.Opening.Unattended = true
	p.Report = setup.Report
	c, err := setup.Open(ctx, file)
	if err != nil {
		return err
	}
	defer c.Close()
	result, err := setup.Play(ctx, c)
	if err != nil {
		return err
	}
	compiled, err := p.Played(ctx, c, result)
	if err != nil || compiled == nil {
		return err
	}
	return setup.Write(ctx, c, compiled)
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
	if len(s.File.Agents.Remote()) > 0 && s.Remote == nil {
		return fmt.Errorf("agents of this contest edit on other machines, and cannot connect: run agon agents %s --listen :8001, with an "+
			"address that these machines reach", s.File.Path)
	}
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

// Discard removes what earlier rounds left, if that is wanted, or was begun: edits and games. Tokens of agents stay valid.
func (s *Setup) Discard(ctx context.Context) error {
	top, old := filepath.Join(s.Dir, own), filepath.Join(s.Dir, discarded)
	if exists(old) {
		if err := s.discard(ctx, top, old); err != nil {
			return err
		}
	}
	if !s.Fresh {
		return nil
	}
	if err := errors.Join(s.known(top), os.MkdirAll(top, 0o755)); err != nil {
		return err
	}
	if err := os.Rename(top, old); err != nil {
		return err
	}
	return s.discard(ctx, top, old)
}

// discard removes the games of all runs, and the folder old, which that of the agents has become.
func (s *Setup) discard(ctx context.Context, top, old string) error {
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
	for _, name := range s.File.Agents.Remote() {
		from, to := filepath.Join(old, name, remote.TokenFile), filepath.Join(top, name, remote.TokenFile)
		if !exists(from) {
			continue
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.Rename(from, to)); err != nil {
			return err
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
		ours := plan || name == whole || name == public || exists(filepath.Join(top, name, "rounds")) ||
			exists(filepath.Join(top, name, remote.TokenFile))
		if !ours {
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
	round  int         // that comes next, or is played; from 1
	last   verdict.Run // versions and games of all rounds so far
	cores  chan int    // those that no practice game uses
	status *board
}

// at returns a run.
func (s *Setup) at(nth int) *run {
	r := &run{Setup: s, nth: nth, round: 1, dir: s.Dir, seed: s.File.Seed, cores: make(chan int, s.Cores)}
	if s.File.Agents.Repeat > 1 {
		r.dir, r.seed = filepath.Join(s.Dir, fmt.Sprintf("run-%d", nth+1)), game.SubSeed(s.File.Seed, int64(nth))
	}
	for core := range s.Cores {
		r.cores <- core
	}
	return r
}

// next makes the edits that are left before the next round, and returns its file; nil: all rounds are over.
func (r *run) next(ctx context.Context) (*config.File, error) {
	for ; r.round <= r.File.Agents.Rounds; r.round++ {
		if err := r.edits(ctx, r.round); err != nil {
			return nil, err
		}
		if _, err := r.plan(r.round, r.last); err != nil {
			return nil, err
		}
		if !r.planned(r.round + 1) { // else it is over, and what agents read of it is written
			r.status.round(r.round, remote.Plays)
			return r.file(r.round)
		}
	}
	return nil, nil
}

// edits lets all agents edit at once, those that have not in this round. Before the first it writes what they may read of the round before.
func (r *run) edits(ctx context.Context, round int) error {
	r.status.round(round, remote.Edits)
	group, ctx := errgroup.WithContext(ctx)
	for i := range r.File.Agents.Agents {
		e := &editing{run: r, agent: &r.File.Agents.Agents[i], round: round}
		done, err := e.done()
		switch {
		case err != nil:
			return err
		case !done:
			group.Go(func() error { return e.edit(ctx) })
			continue
		}
		record, err := e.record(round)
		if err != nil {
			return err
		}
		r.status.edited(e.agent.Name, &record)
	}
	return group.Wait()
}

// all returns the names of all agents.
func (r *run) all() (names []string) {
	for i := range r.File.Agents.Agents {
		names = append(names, r.File.Agents.Agents[i].Name)
	}
	return names
}

// report compiles the report of a run that is over, beside which are the pages about its agents if it is the only run.
func (r *run) report(ctx context.Context, c *contest.Contest, result *contest.Result) (*report.Run, error) {
	compiled, err := r.Report(ctx, c, result)
	if err != nil || r.File.Agents.Repeat > 1 {
		return compiled, err
	}
	for i := range compiled.Games {
		r.shown[compiled.Games[i].Number] = compiled.Games[i].Film != nil
	}
	compiled.Beside = filepath.Join(r.dir, own, whole)
	return compiled, r.write(verdict.Judge([]verdict.Run{r.last}))
}
