package simulation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"agon/format/tournament"
	"agon/internal/heap"
)

// A Stage is a stage of the simulated contest.
type Stage struct {
	Name   string
	Format tournament.Format
	Field  func(entries []int) tournament.Field // of entries in seeding order
}

// A Config is what is simulated. Check defines which values are allowed.
type Config struct {
	Stages   []Stage
	Bots     int           // entries of the first stage
	Workers  int           // machines
	Cores    int           // of each of them
	GameTime time.Duration // mean time of a game on one core
	Latency  time.Duration // between asking for a job and playing it
	Restart  time.Duration // from the loss of a game until its core asks for a job
	Failures float64       // fraction of the games that are lost with their core and played again
	Seed     int64
	Season   *Season // how the field changes while the first stage is played, which has no end; nil: it does not

	Outcome  func(f tournament.Fixture) tournament.Result // nil: drawn
	Progress func(games int)                              // called after every some thousand games with their number; nil: not
}

// Limits of what is simulated.
const (
	MostGames   = 10_000_000 // of a stage
	maxCores    = 1_000_000
	maxTime     = 24 * time.Hour
	maxFailures = 0.9
	maxYears    = 100
	maxWall     = maxYears * 365 * 24 * time.Hour
)

// Check returns an error that names the value out of its range.
func (c *Config) Check() error {
	switch {
	case c.Bots < 1:
		return fmt.Errorf("%d bots: at least 1 is needed", c.Bots)
	case c.Workers < 1 || c.Cores < 1 || c.Workers > maxCores/c.Cores:
		return fmt.Errorf("%d workers of %d cores: from 1 to %d cores can be simulated", c.Workers, c.Cores, maxCores)
	case c.GameTime < time.Microsecond || c.GameTime > maxTime:
		return fmt.Errorf("a game takes %s: from 1µs to %s can be simulated", c.GameTime, maxTime)
	case c.Latency < 0 || c.Latency > maxTime || c.Restart < 0 || c.Restart > maxTime:
		return fmt.Errorf("latency %s, restart %s: from 0s to %s can be simulated", c.Latency, c.Restart, maxTime)
	case !(c.Failures >= 0 && c.Failures <= maxFailures): // NaN too
		return fmt.Errorf("failures %v: from 0 to %v of the games may be lost", c.Failures, maxFailures)
	case c.Season != nil:
		return c.Season.check(c.Bots)
	}
	return nil
}

// Run simulates a contest. It returns an error if a value of the configuration is out of its range, if a stage has more than MostGames
// games, if the contest takes more than a hundred years, or if ctx is done, which it looks at after each planning and every some thousand
// games.
func Run(ctx context.Context, c Config) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	s := &simulation{ctx: ctx, Config: c, result: &Result{}, strengths: drawStrengths(c.Seed, c.Bots),
		cores: make([]core, c.Workers*c.Cores)}
	entries := make([]int, c.Bots)
	for i := range entries {
		entries[i] = i
	}
	if c.Season != nil {
		if len(c.Stages) != 1 || tournament.DrawnOnce(c.Stages[0].Format) {
			return nil, errors.New("a season is one stage that bots may join: a ladder, or divisions")
		}
		s.season = s.newSeason()
	}
	first := 0
	for nth, stage := range c.Stages {
		t := &stageRun{simulation: s, Stage: stage, field: stage.Field(entries), ledger: tournament.NewLedger(nth, first), began: s.now}
		if err := t.play(); err != nil {
			return nil, fmt.Errorf("stage %q: %w", stage.Name, err)
		}
		first = t.ledger.Next()
		entries = t.end(nth+1 == len(c.Stages))
	}
	s.result.Wall = s.now
	return s.result, nil
}

// A simulation is the state that stages share.
type simulation struct {
	Config
	ctx       context.Context
	result    *Result
	strengths []float64     // by entry
	now       time.Duration // since the start
	cores     []core
	events    heap.Heap[event]
	season    *season // nil: the field does not change
}

// An event ends what a core does.
type event struct {
	at   time.Duration // since the start
	core int
}

// Before orders events by time, and those of one time by core.
func (e event) Before(o event) bool {
	return cmp.Or(cmp.Compare(e.at, o.at), cmp.Compare(e.core, o.core)) < 0
}

// A core plays the games of its job in turn.
type core struct {
	job   []tournament.Fixture // the first is being played
	idle  time.Duration        // since when it has no game
	began time.Duration        // of the game
	lost  bool                 // the game ends with its loss
	tries int                  // losses of the core so far
}

// A stageRun is the play of one stage.
type stageRun struct {
	*simulation
	Stage
	field   tournament.Field
	ledger  *tournament.Ledger
	began   time.Duration
	backlog backlog
	waiting []int // cores, the longest waiting first
	over    bool  // the plan is complete
}

// play plays the stage to its end.
func (s *stageRun) play() error {
	s.events = s.events[:0]
	for i := range s.cores {
		s.cores[i] = core{idle: s.now, tries: s.cores[i].tries}
		s.waiting = append(s.waiting, i)
	}
	if err := s.plan(); err != nil {
		return err
	}
	for s.hire(); !s.through() && (!s.over || !s.ledger.Settled()); s.hire() {
		if len(s.events) == 0 {
			return errors.New("the format plans no more games and does not end")
		}
		e := s.events.Pop()
		if s.now = e.at; s.now > maxWall {
			return fmt.Errorf("it takes more than %d years: take more cores, fewer games, or shorter ones", maxYears)
		}
		if err := s.event(e.core); err != nil {
			return err
		}
	}
	return nil
}

// event ends what a core does: a game, or a restart.
func (s *stageRun) event(i int) error {
	c := &s.cores[i]
	switch {
	case len(c.job) == 0: // it has restarted
		s.wait(i)
		return nil
	case c.lost:
		s.lose(i)
		return nil
	}
	return s.finish(i)
}

// finish enters the result of a core's game, and starts its next one.
func (s *stageRun) finish(i int) error {
	c := &s.cores[i]
	f, took := c.job[0], s.now-c.began
	s.result.CPU += took.Seconds()
	s.backlog.out--
	if c.job = c.job[1:]; len(c.job) == 0 {
		if next, ok := s.backlog.another(f.Seats, len(s.cores)); ok {
			c.job = append(c.job, next)
		}
	}
	if len(c.job) > 0 {
		s.start(i, 0)
	} else {
		s.wait(i)
	}
	return s.enter(f)
}

// reportEvery is the number of games between two reports of progress.
const reportEvery = 4096

func (s *stageRun) enter(f tournament.Fixture) error {
	outcome := s.Outcome
	if outcome == nil {
		outcome = s.draw
	}
	if _, err := s.ledger.Enter(outcome(f)); err != nil {
		return err
	}
	if s.result.Games++; s.result.Games%reportEvery == 0 {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if s.Progress != nil {
			s.Progress(s.result.Games)
		}
	}
	return s.plan()
}

// plan plans as far as the results allow.
func (s *stageRun) plan() error {
	if s.season != nil {
		if err := s.arrive(); err != nil {
			return err
		}
	}
	for !s.over {
		fixtures, over := tournament.Next(s.Format, &s.field, s.ledger)
		if len(fixtures) == 0 {
			s.over = over
			return nil
		}
		if s.ledger.Planned()+len(fixtures) > MostGames {
			return fmt.Errorf("it has more than %d games, which is the most that can be simulated: set fewer games", MostGames)
		}
		if err := s.ledger.Plan(fixtures...); err != nil {
			return err
		}
		s.backlog.offer(fixtures)
		if err := s.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// hire gives jobs to waiting cores while there are some.
func (s *stageRun) hire() {
	for len(s.waiting) > 0 && s.backlog.len() > 0 {
		i := s.waiting[0]
		s.waiting = s.waiting[1:]
		s.cores[i].job = s.backlog.take(len(s.cores))
		s.start(i, s.Latency)
	}
}

// start lets a core play the first game of its job after a delay.
func (s *stageRun) start(i int, delay time.Duration) {
	c := &s.cores[i]
	takes := s.takes(c.job[0])
	c.began = s.now + delay
	if c.lost = s.fails(i, c); c.lost {
		takes /= 2
	}
	s.events.Push(event{c.began + takes, i})
}

// lose offers the games of a core's job again. The core restarts.
func (s *stageRun) lose(i int) {
	c := &s.cores[i]
	s.result.CPU += (s.now - c.began).Seconds()
	s.result.Lost++
	c.tries++
	s.backlog.again(c.job)
	c.job, c.lost, c.idle = nil, false, s.now
	s.events.Push(event{s.now + s.Restart, i})
}

// wait makes a core wait for a job.
func (s *stageRun) wait(i int) {
	s.cores[i].job, s.cores[i].idle = nil, s.now
	s.waiting = append(s.waiting, i)
}
