package contest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"agon/game"
	"agon/queue/memory"
	"agon/replay"
	"agon/tournament"
	"agon/worker"
)

// Options say how a contest is run.
type Options struct {
	Cores       int
	Lanes       int
	NoLimits    bool
	VoidStalled bool // a game that the host may have decided on time is played again
	Times       bool // keep the time of every move in replays
	OneHouse    bool // Python bots share a process
	Sandbox     string
	Progress    func(Progress) // called now and again, never at once by two; nil for nobody
	Note        func(string)   // takes what an organiser must know while the run goes on; nil for nobody
	Watch       time.Duration  // without a result and with no bot being asked, after which games are offered again; 0: one minute
}

// Progress is how far a run has come.
type Progress struct {
	Stage      int
	Planned    int // games of the stage, about
	Done       int
	Rounds     int64 // played in this run
	Elapsed    time.Duration
	Left       time.Duration             // about; 0 when nobody can tell
	Efficiency float64                   // CPU of bots over cores times wall, in this run
	Faults     map[string]map[string]int // by bot and fault
	Strain     worker.StrainReport       // what the host held up, in this run
	Last       tournament.Result
	LastSeats  []int
	Table      func() tournament.Table
}

// A StageResult is a stage that has been played, or as much of it as has been.
type StageResult struct {
	Stage    Stage
	Field    tournament.Field
	Ledger   *tournament.Ledger
	Table    tournament.Table
	Finished bool
}

// Result is what a run came to.
type Result struct {
	Stages     []StageResult
	Games      int // with a result, in all
	PlayedNow  int // in this run
	Rounds     int64
	Wall       time.Duration
	CPU        time.Duration // of bots, in this run
	Efficiency float64
	Finished   bool
	Faults     map[string]map[string]int // in this run
	Odd        int
	Strain     worker.StrainReport // what the host held up, in this run
	Retired    []Retired           // in the order of the line-up
}

// Retired is a bot that gave no answer in several games running, and was not started in its later games.
type Retired struct {
	Entry int
	Why   string
	Games int // that were decided without it
}

// Run plays what is still to be played. A done ctx ends it at once, with ctx's error and what there is so far; run again to go on.
func (c *Contest) Run(ctx context.Context, o Options) (*Result, error) {
	if o.Cores <= 0 {
		o.Cores = runtime.NumCPU()
	}
	r := &runner{contest: c, options: o, begun: time.Now(), result: &Result{Faults: map[string]map[string]int{}}}
	err := r.run(ctx)
	r.finish()
	return r.result, err
}

// runner is one run of a contest.
type runner struct {
	contest *Contest
	options Options
	result  *Result
	begun   time.Time

	stage   int
	field   tournament.Field
	ledger  *tournament.Ledger
	desk    *desk
	arrived chan played
	mu      sync.Mutex // guards ledger and result while workers are on
	told    time.Time
	last    played

	retiring *retiring   // nil where each game starts a process of its own
	without  map[int]int // by retired entry: games decided without it
	held     []played    // until it is known whether their bots are retired
	strain   worker.Strain
}

// played is a game on its way into the ledger.
type played struct {
	result tournament.Result
	seats  []int
	replay []byte
	logs   map[int][]byte // by entry
	doubts map[int]string // by entry: why its clock is not believed
	cpu    time.Duration
	absent map[int]string // entries that were not started
}

func (r *runner) run(ctx context.Context) error {
	if err := r.contest.settle(ctx, r.options); err != nil {
		return err
	}
	kept, err := r.kept(ctx)
	if err != nil {
		return err
	}
	if launch := r.contest.Kind.Launch; launch.Form != game.Fresh && !launch.PerGame {
		r.retiring, r.without = newRetiring(), map[int]int{}
	}
	entries, first := r.contest.field(), 0
	for i, stage := range r.contest.Stages {
		r.stage = i
		r.field = r.contest.stageField(i, entries)
		if err := stage.play.Check(&r.field); err != nil {
			return fmt.Errorf("stage %q: %w", stage.Name, err)
		}
		r.ledger = tournament.NewLedger(i, first)
		if r.retiring != nil {
			r.retiring.begin(stage.play.Ahead())
		}
		if err := r.restore(kept[i]); err != nil {
			return err
		}
		if err := r.play(ctx, stage); err != nil {
			r.close(stage, false)
			return err
		}
		r.close(stage, true)
		first = r.ledger.Next()
		entries = r.result.Stages[i].Table.Through()
	}
	r.result.Finished = true
	return nil
}

// kept reads the ledger that an earlier run has left, stage by stage.
func (r *runner) kept(ctx context.Context) (map[int][]keptGame, error) {
	all := map[int][]keptGame{}
	for g, err := range r.contest.store.Games(ctx) {
		if err != nil {
			return nil, err
		}
		all[g.Stage] = append(all[g.Stage], keptGame{g.Fixture, g.Result, g.Done})
	}
	return all, nil
}

type keptGame struct {
	fixture tournament.Fixture
	result  tournament.Result
	done    bool
}

func (r *runner) restore(games []keptGame) error {
	for _, g := range games {
		if err := r.ledger.Plan(g.fixture); err != nil {
			return fmt.Errorf("the ledger's plan: %w", err)
		}
		r.planned(g.fixture)
	}
	for _, g := range games {
		if !g.done {
			continue
		}
		if _, err := r.ledger.Enter(g.result); err != nil {
			return fmt.Errorf("the ledger: %w", err)
		}
		r.entered(g.fixture, g.result)
		r.result.Games++
	}
	return nil
}

// close notes a stage's table.
func (r *runner) close(stage Stage, finished bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := StageResult{Stage: stage, Field: r.field, Ledger: r.ledger, Finished: finished}
	s.Table = stage.play.Table(&r.field, r.ledger.All())
	r.result.Stages = append(r.result.Stages, s)
}

// play plays a stage to its end.
func (r *runner) play(ctx context.Context, stage Stage) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r.desk = newDesk(r.options.Cores)
	r.held = nil
	if r.retiring != nil {
		r.desk.absent = func(f tournament.Fixture) map[int]string {
			who, _ := r.retiring.absent(f)
			return who
		}
	}
	r.arrived = make(chan played, 256)
	over, err := r.plan(ctx, stage)
	if err != nil {
		return err
	}
	r.desk.offer(r.ledger.Open())
	if over && r.ledger.Done() == r.ledger.Planned() {
		return nil
	}
	work := make(chan error, 1)
	o := newOffers(r.desk, memory.New(forever), r.options.Cores)
	crew := r.crew(o)
	w := newWatch(r, crew, o)
	feeding, fedUp := context.WithCancel(ctx)
	defer fedUp()
	fed := make(chan error, 1)
	go func() { fed <- o.feed(feeding) }()
	go func() {
		err := crew.Work(ctx)
		r.desk.close()
		fedUp() // a crew that failed leaves jobs that nobody takes
		if f := <-fed; err == nil && (ctx.Err() != nil || !errors.Is(f, context.Canceled)) {
			err = f
		}
		work <- err
		close(r.arrived)
	}()
	go func(d *desk) { // a run that is broken off must not wait for fixtures; the next stage has a desk of its own
		<-ctx.Done()
		d.close()
	}(r.desk)
	kept := r.keep(ctx, stage, over, w)
	if errors.Is(kept, errStalled) {
		return kept // there is nobody to wait for
	}
	if kept != nil {
		cancel()
		for range r.arrived {
		}
	}
	err = <-work
	if kept != nil {
		return kept
	}
	complete := r.ledger.Done() == r.ledger.Planned() && r.over(stage)
	if errors.Is(err, context.Canceled) && complete {
		return nil
	}
	if err == nil && !complete {
		return fmt.Errorf("stage %s: the workers ended with %d of %d games played; run again to resume", stage.Name, r.ledger.Done(), r.ledger.Planned())
	}
	return err
}

// plan plans as much as the results allow, keeps it, and reports whether the stage's plan is complete.
func (r *runner) plan(ctx context.Context, stage Stage) (over bool, err error) {
	for {
		fixtures, over := tournament.Next(stage.play, &r.field, r.ledger)
		if len(fixtures) == 0 {
			return over, nil
		}
		if err := r.contest.store.Plan(ctx, fixtures...); err != nil {
			return false, fmt.Errorf("keep the plan: %w", err)
		}
		if err := r.ledger.Plan(fixtures...); err != nil {
			return false, err
		}
		r.planned(fixtures...)
	}
}

func (r *runner) over(stage Stage) bool {
	_, over := tournament.Next(stage.play, &r.field, r.ledger)
	return over
}

func (r *runner) crew(o *offers) *worker.Crew {
	c, limits := r.contest, r.contest.File.Limits
	crew := &worker.Crew{
		Kind: c.Kind, Settings: c.Settings, Entries: c.Entries, Cores: r.options.Cores, Lanes: r.options.Lanes,
		Guard: limits.Guard, NoLimits: r.options.NoLimits, VoidStalled: r.options.VoidStalled, Processor: limits.CPUClock, Strain: &r.strain, Times: r.options.Times, Seed: c.Seed, Secret: c.Secret, Pages: true, OneHouse: r.options.OneHouse, Logs: int(limits.Output),
		Take: o.take,
		Done: r.done,
	}
	if limits.Enforce {
		crew.Average = limits.Average
	}
	return crew
}

// done makes of a played game what is kept of it. It runs on the core that played it.
func (r *runner) done(_ int, g worker.Game) error {
	p := played{seats: make([]int, len(g.Seats)), absent: g.Absent, result: ResultOf(g)}
	rep := replay.Replay{Record: g.Record, Notes: replay.Notes{
		Contest: r.contest.File.Name, Stage: r.contest.Stages[r.stage].Name, Game: g.Fixture.ID + 1, Sandbox: r.options.Sandbox,
	}}
	for seat, t := range g.Seats {
		entry := g.Lineup[g.Fixture.Seats[seat]]
		p.seats[seat] = entry
		p.cpu += t.CPU
		if len(t.Log) > 0 {
			if p.logs == nil {
				p.logs = map[int][]byte{}
			}
			p.logs[entry] = append([]byte(nil), t.Log...)
		}
		if t.Doubt != "" {
			if p.doubts == nil {
				p.doubts = map[int]string{}
			}
			p.doubts[entry] = t.Doubt
		}
		e := r.contest.Entries[entry]
		rep.Seats = append(rep.Seats, replay.Seat{Name: e.Name, Author: e.Author, Hash: e.Hash, Slot: entry})
	}
	p.replay = replay.Encode(&rep, r.contest.Kind.Timed)
	r.desk.came(p.result.Fixture, g.Share)
	r.arrived <- p
	return nil
}

func micros(d time.Duration) game.Micros { return game.Micros(d.Microseconds()) }

// Results are kept together: those of a moment, or so many.
const (
	keepEvery = 50 * time.Millisecond
	keepMany  = 1000
)

// keep takes results as they come, keeps them, and plans on, until the stage is over or the workers are gone.
func (r *runner) keep(ctx context.Context, stage Stage, over bool, w *watch) error {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	var batch []played
	for {
		if over && r.ledger.Done() == r.ledger.Planned() {
			r.desk.close()
		}
		select {
		case p, ok := <-r.arrived:
			w.moved()
			if ok {
				batch = append(batch, p)
			}
			if ok && len(batch) < keepMany {
				continue
			}
			if !ok && len(batch) == 0 {
				return nil
			}
		case <-tick.C:
			if err := w.tick(ctx); err != nil {
				return err
			}
		}
		if err := r.desk.failure(); err != nil && len(batch) == 0 {
			return err
		}
		if len(batch) == 0 {
			r.tell(false)
			continue
		}
		// What has been played is kept even when the run is being broken off.
		if err := r.enterDecided(context.WithoutCancel(ctx), batch); err != nil {
			return err
		}
		batch = batch[:0]
		var err error
		before := r.ledger.Next()
		r.mu.Lock()
		over, err = r.plan(context.WithoutCancel(ctx), stage)
		r.mu.Unlock()
		if err != nil {
			return err
		}
		if r.ledger.Next() > before {
			r.desk.offer(r.fixtures(before))
		}
		r.tell(false)
	}
}

// fixtures are those planned from an ID on.
func (r *runner) fixtures(from int) []tournament.Fixture {
	var list []tournament.Fixture
	for id := from; id < r.ledger.Next(); id++ {
		list = append(list, r.ledger.Fixture(id))
	}
	return list
}

// enter keeps a batch: replays first, so that no result stands without one, then the results, then the logs.
func (r *runner) enter(ctx context.Context, batch []played) error {
	results := make([]tournament.Result, len(batch))
	for i, p := range batch {
		results[i] = p.result
	}
	if err := r.contest.shelf.Append(replaysOf(batch, r.ledger)); err != nil {
		return err
	}
	verdicts, err := r.contest.store.Record(ctx, results...)
	if err != nil {
		return fmt.Errorf("keep results: %w", err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, p := range batch {
		if verdicts[i].String() == "odd" {
			r.result.Odd++
		}
		stands, err := r.ledger.Enter(p.result)
		if err != nil {
			return err
		}
		switch {
		case stands:
			r.count(p)
			r.entered(r.ledger.Fixture(p.result.Fixture), p.result)
		case p.result.Void != "":
			r.desk.offer([]tournament.Fixture{r.ledger.Fixture(p.result.Fixture)})
		}
		for entry, why := range p.doubts {
			if err := r.contest.doubt(ctx, entry, why); err != nil {
				return err
			}
		}
	}
	return r.contest.log(batch)
}

func (r *runner) count(p played) {
	r.result.Games++
	r.result.PlayedNow++
	r.result.Rounds += int64(p.result.Rounds)
	r.result.CPU += p.cpu
	for seat, s := range p.result.Seats {
		name := r.contest.Entries[p.seats[seat]].Name
		for why, n := range s.Faults {
			if r.result.Faults[name] == nil {
				r.result.Faults[name] = map[string]int{}
			}
			r.result.Faults[name][why] += n
		}
	}
	r.last = p
}

// note tells the organiser something.
func (r *runner) note(text string) {
	if r.options.Note != nil {
		r.options.Note(text)
	}
}

// tellEvery is how often progress is told.
const tellEvery = 100 * time.Millisecond

func (r *runner) tell(last bool) {
	if r.options.Progress == nil || !last && time.Since(r.told) < tellEvery {
		return
	}
	r.told = time.Now()
	stage := r.contest.Stages[r.stage]
	p := Progress{
		Stage: r.stage, Planned: max(stage.play.Games(&r.field), r.ledger.Planned()), Done: r.ledger.Done(), Rounds: r.result.Rounds,
		Elapsed: time.Since(r.begun), Efficiency: r.efficiency(), Strain: r.strain.Report(), Faults: r.result.Faults, Last: r.last.result, LastSeats: r.last.seats,
		Table: func() tournament.Table { return stage.play.Table(&r.field, r.ledger.All()) },
	}
	if n := r.result.PlayedNow; n > 0 {
		p.Left = time.Duration(float64(p.Elapsed) / float64(n) * float64(p.Planned-p.Done))
	}
	r.options.Progress(p)
}

func (r *runner) efficiency() float64 {
	return r.result.CPU.Seconds() / (time.Since(r.begun).Seconds() * float64(r.options.Cores))
}

func (r *runner) finish() {
	r.result.Wall = time.Since(r.begun)
	r.result.Efficiency = r.efficiency()
	r.result.Retired = r.retired()
	r.result.Strain = r.strain.Report()
	if r.ledger != nil {
		r.tell(true)
	}
}
