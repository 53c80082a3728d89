package simulation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"agon/tournament"
)

// A Stage is a stage of the simulated contest.
type Stage struct {
	Name   string
	Format tournament.Format
	Field  func(entries []int) tournament.Field // in seeding order
}

// A Config is what is simulated.
type Config struct {
	Stages   []Stage
	Bots     int           // entries of the first stage
	Workers  int           // machines
	Cores    int           // of each of them
	GameTime time.Duration // mean time of a game on one core
	Latency  time.Duration // between asking for a job and playing it
	Restart  time.Duration // from the loss of a game until its core asks for a job
	Failures float64       // part of the games that are lost with their core and played again: from 0, below 1
	Seed     int64

	Outcome  func(f tournament.Fixture) tournament.Result // nil: drawn
	Planned  func(fixtures []tournament.Fixture)          // called with each round of play; nil: not
	Progress func(stage, done int)                        // called after every some thousand games, which it counts over all stages; nil: not
}

// A Result is what a simulated contest took.
type Result struct {
	Stages []StageResult
	Wall   time.Duration
	Games  int           // with a result
	Lost   int           // played again
	CPU    time.Duration // of games, lost ones included
	Jobs   int
}

// A StageResult is what a stage took.
type StageResult struct {
	Name    string
	Bots    int
	Games   int
	Rounds  int // of play
	Wall    time.Duration
	Wait    time.Duration // longest wait of a core at the end of the stage
	Settled bool          // the stage ended early, because what matters was certain
	Most    int           // games that it could have had then; 0 if that was unlimited
}

// Efficiency returns the part of the time of all cores in which they played, from 0 to 1.
func (r *Result) Efficiency(cores int) float64 {
	if r.Wall == 0 {
		return 0
	}
	return r.CPU.Seconds() / (r.Wall.Seconds() * float64(cores))
}

// Wait returns the longest wait of a core at the end of a stage.
func (r *Result) Wait() time.Duration {
	longest := time.Duration(0)
	for _, s := range r.Stages {
		longest = max(longest, s.Wait)
	}
	return longest
}

// Check returns an error that names the value out of its range.
func (c *Config) Check() error {
	switch {
	case c.Bots < 1:
		return fmt.Errorf("%d bots: at least 1 is needed", c.Bots)
	case c.Workers < 1 || c.Cores < 1 || c.Workers > maxCores/c.Cores:
		return fmt.Errorf("%d workers of %d cores: from 1 to %d cores can be simulated", c.Workers, c.Cores, maxCores)
	case c.GameTime < time.Microsecond || c.GameTime > maxGame:
		return fmt.Errorf("a game takes %s: from 1µs to %s can be simulated", c.GameTime, maxGame)
	case c.Latency < 0 || c.Latency > maxGame || c.Restart < 0 || c.Restart > maxGame:
		return fmt.Errorf("latency %s, restart %s: from 0s to %s can be simulated", c.Latency, c.Restart, maxGame)
	case !(c.Failures >= 0 && c.Failures <= maxFailures):
		return fmt.Errorf("failures %v: from 0 to %v of the games may be lost", c.Failures, maxFailures)
	}
	return nil
}

const (
	maxCores    = 1_000_000
	maxGame     = 24 * time.Hour
	maxFailures = 0.9
)

// Run simulates a contest. It ends early with an error if ctx is done, or if a ledger refuses a plan or a result.
func Run(ctx context.Context, c Config) (*Result, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	s := &simulation{ctx: ctx, Config: c, result: &Result{}, strengths: drawStrengths(c.Seed, c.Bots), cores: make([]core, c.Workers*c.Cores)}
	entries := make([]int, c.Bots)
	for i := range entries {
		entries[i] = i
	}
	first := 0
	for nth, stage := range c.Stages {
		field := stage.Field(entries)
		t := &stageRun{simulation: s, nth: nth, Stage: stage, field: field, ledger: tournament.NewLedger(nth, first), began: s.now}
		if err := t.play(); err != nil {
			return nil, fmt.Errorf("stage %q: %w", stage.Name, err)
		}
		first = t.ledger.Next()
		if nth+1 < len(c.Stages) {
			t.field.OrderOnly = true
			entries = stage.Format.Table(&t.field, t.ledger.All()).Through()
		}
	}
	s.result.Wall = s.now
	return s.result, nil
}

// A simulation is the state that stages share.
type simulation struct {
	Config
	ctx       context.Context
	result    *Result
	strengths []float64
	now       time.Duration // since the start
	cores     []core
	events    heap
}

// A core plays the games of its job in turn.
type core struct {
	job   []tournament.Fixture // the first is being played
	slots []int                // parallel: places in the list of games in progress
	seats []int                // of the job's games
	idle  time.Duration        // since when it waits
	began time.Duration        // of the game
	lost  bool                 // the game ends with its loss
	tries int                  // losses of the core so far
}

// A stageRun is the play of one stage.
type stageRun struct {
	*simulation
	Stage
	nth     int
	field   tournament.Field
	ledger  *tournament.Ledger
	began   time.Duration
	backlog backlog
	waiting []int // cores, the longest waiting first
	over    bool
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
	s.hire()
	for len(s.events) > 0 {
		e := s.events.pop()
		s.now = e.at
		if err := s.event(e.core); err != nil {
			return err
		}
	}
	if !s.over || !s.ledger.Settled() {
		return errors.New("the format plans no more games and does not end")
	}
	s.end()
	return nil
}

// event ends what a core does: a game, or a restart.
func (s *stageRun) event(i int) error {
	c := &s.cores[i]
	switch {
	case len(c.job) == 0: // it has restarted
		s.wait(i)
	case c.lost:
		s.lose(i)
	default:
		if err := s.finish(i); err != nil {
			return err
		}
	}
	s.hire()
	return nil
}

// finish enters the result of a core's game, and starts its next one.
func (s *stageRun) finish(i int) error {
	c := &s.cores[i]
	f := c.job[0]
	s.result.CPU += s.now - c.began
	s.backlog.came(c.slots[0], s.now)
	c.job, c.slots = c.job[1:], c.slots[1:]
	if err := s.enter(f); err != nil {
		return err
	}
	if len(c.job) == 0 {
		s.another(c)
	}
	if len(c.job) > 0 {
		s.start(i, 0)
		return nil
	}
	s.wait(i)
	return nil
}

// tellEvery is the number of games between two reports of progress.
const tellEvery = 4096

func (s *stageRun) enter(f tournament.Fixture) error {
	outcome := s.Outcome
	if outcome == nil {
		outcome = s.draw
	}
	if _, err := s.ledger.Enter(outcome(f)); err != nil {
		return err
	}
	if s.result.Games++; s.result.Games%tellEvery == 0 {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if s.Progress != nil {
			s.Progress(s.nth, s.result.Games)
		}
	}
	return s.plan()
}

// plan plans as far as the results allow.
func (s *stageRun) plan() error {
	for !s.over {
		fixtures, over := tournament.Next(s.Format, &s.field, s.ledger)
		if len(fixtures) == 0 {
			s.over = over
			return nil
		}
		if s.ledger.Planned()+len(fixtures) > MostGames {
			return fmt.Errorf("it has more than %d games; set fewer games, or take a format whose games grow with the number of bots: swiss, groups or knockout", MostGames)
		}
		if err := s.ledger.Plan(fixtures...); err != nil {
			return err
		}
		if s.Planned != nil {
			s.Planned(fixtures)
		}
		s.backlog.offer(fixtures)
	}
	return nil
}

// MostGames is the largest number of games of a simulated stage.
const MostGames = 20_000_000

// hire gives jobs to waiting cores while there are some.
func (s *stageRun) hire() {
	for len(s.waiting) > 0 && s.backlog.len() > 0 {
		i := s.waiting[0]
		s.waiting = s.waiting[1:]
		c := &s.cores[i]
		n := s.backlog.first(len(s.cores), s.now)
		c.seats = s.backlog.at(0).Seats
		for range n {
			f, slot := s.backlog.hand(s.now)
			c.job, c.slots = append(c.job, f), append(c.slots, slot)
		}
		s.result.Jobs++
		s.start(i, s.Latency)
	}
}

// another gives a core that has played its job one more game of the same entries, if there is one for it.
func (s *stageRun) another(c *core) {
	if s.backlog.another(c.seats, len(s.cores), s.now) {
		f, slot := s.backlog.hand(s.now)
		c.job, c.slots = append(c.job, f), append(c.slots, slot)
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
	s.events.push(event{c.began + takes, i})
}

// lose offers the games of a core's job again. The core restarts.
func (s *stageRun) lose(i int) {
	c := &s.cores[i]
	s.result.CPU += s.now - c.began
	s.result.Lost++
	c.tries++
	for _, slot := range c.slots {
		s.backlog.gone(slot)
	}
	s.backlog.again(c.job)
	c.job, c.slots, c.lost = nil, nil, false
	s.events.push(event{s.now + s.Restart, i})
}

// wait makes a core wait for a job.
func (s *stageRun) wait(i int) {
	c := &s.cores[i]
	c.job, c.slots, c.idle = nil, nil, s.now
	s.waiting = append(s.waiting, i)
}

// end records what the stage took.
func (s *stageRun) end() {
	last := s.began // a restart after the last game is not waited for
	longest := time.Duration(0)
	for i := range s.cores {
		last = max(last, s.cores[i].idle)
	}
	s.now = last
	for i := range s.cores {
		longest = max(longest, last-s.cores[i].idle)
	}
	r := StageResult{
		Name: s.Name, Bots: s.field.Size(), Games: s.ledger.Done(), Rounds: s.ledger.Rounds(), Wall: last - s.began, Wait: longest,
	}
	var ending tournament.Ending
	ending, r.Settled = tournament.Ended(s.Format, &s.field, s.ledger)
	r.Most = ending.Most
	s.result.Stages = append(s.result.Stages, r)
}

// sameEntries reports whether two games have the same entries, in any seats.
func sameEntries(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	if slices.Equal(a, b) {
		return true
	}
	for _, e := range a {
		if !slices.Contains(b, e) {
			return false
		}
	}
	return true
}
