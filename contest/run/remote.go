package run

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"strings"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
	"agon/play/referee"
	"agon/play/worker"
	"agon/record/replay"
)

// A Remote plays games of a run on other machines, beside the cores of this one.
type Remote interface {
	// Play has jobs of a stage played until [RemoteStage.Take] has no more, or ctx is done. Errors of other machines are theirs; an error
	// that it returns is a [*Distrust], or this host's, which ends the run.
	Play(ctx context.Context, s *RemoteStage) error
}

// A RemoteStage gives the games of a stage to other machines and takes them back. Its methods are safe for concurrent use.
type RemoteStage struct {
	run       *stageRun
	entries   []lineup.Entry // as the stage plays them
	scheduler *scheduler     // set when the play begins
	live      shownGames
}

// A RemoteJob is a job for another machine. Each is ended once.
type RemoteJob struct {
	worker.Job
	Number   int
	fixtures map[int]tournament.Fixture
}

// Fixture returns the bots in the seats of a game of the job.
func (j RemoteJob) Fixture(id int) []int { return j.fixtures[id].Seats }

// A RemoteGame is a game as another machine reports it. Nothing in it is trusted but times, logs and doubts.
type RemoteGame struct {
	Fixture int
	Replay  []byte
	Seats   []worker.SeatTally
}

// Terms are the conditions under which a stage is played, the same on every machine.
type Terms struct {
	Contest, Stage string
	Kind           string
	Version        string // of the kind's rules
	Options        []string
	Guard, Average time.Duration
	Calibrated     time.Duration // processor time of a fixed program on the machine for which the limits are meant; 0: unknown
	Loading        time.Duration
	NoLimits       bool
	VoidStalled    bool
	Processor      bool
	Times          bool
	OneProcess     bool
	Logs           int
	Limits         bot.Limits
	Shims          []string
	Warm           bool // Python programs that are started for each move are forked from a warm interpreter
	Sample         bool // reports say what the engine said, since not every game is executed again by the server
}

// Rules returns the files of the rules by their names, of a kind that only this machine has; nil: every agon has it.
func (r *RemoteStage) Rules() (map[string][]byte, error) {
	if r.run.contest.Kind.RuleFiles == nil {
		return nil, nil
	}
	return r.run.contest.Kind.RuleFiles()
}

// Terms returns the conditions of the stage.
func (r *RemoteStage) Terms() Terms {
	c, p := r.run.contest, r.run.pool()
	return Terms{
		Contest: c.File.Name, Stage: r.run.stage.Name, Kind: c.Kind.Name, Version: c.Kind.Version, Options: c.Settings.Texts(),
		Guard: p.Guard, Average: p.Average, NoLimits: p.NoLimits, VoidStalled: p.VoidStalled, Processor: p.Processor,
		Times: p.Times, OneProcess: p.OneProcess, Logs: p.Logs, Limits: c.File.Limits.Limits, Shims: c.File.Shims, Warm: c.File.Warm,
		Sample: c.File.Sample,
	}
}

// Take returns the next job, of at most some games of one line-up that playable accepts. It waits for one, and returns false if there are
// no more or ctx is done. What playable returns may change whenever [RemoteStage.Cores] is called.
func (r *RemoteStage) Take(ctx context.Context, games int, playable func(lineup []int) bool) (RemoteJob, bool) {
	handed, ok := r.run.backlog.takeRemote(ctx, games, playable)
	if !ok {
		return RemoteJob{}, false
	}
	job := RemoteJob{Job: handed.Job, Number: handed.Number, fixtures: map[int]tournament.Fixture{}}
	for _, f := range handed.fixtures {
		job.fixtures[f.ID] = f
	}
	if r.Watched() {
		r.live.begin(job)
	}
	return job, true
}

// Adopt takes over a job of an earlier play of the stage, some of whose games another machine plays still: they are handed out to it. It
// returns false if that play was of another run, not all of these games are open, or they are to be played otherwise now.
func (r *RemoteStage) Adopt(before *RemoteStage, j RemoteJob, left iter.Seq[int]) (RemoteJob, bool) {
	if !before.run.begun.Equal(r.run.begun) { // others may have taken its reports meanwhile
		return j, false
	}
	shown := RemoteJob{Job: j.Job, fixtures: map[int]tournament.Fixture{}}
	for id := range left {
		shown.fixtures[id] = j.fixtures[id]
	}
	var ok bool
	if j.Number, ok = r.run.backlog.adopt(shown.fixtures, j.Absent); ok && r.Watched() {
		shown.Number = j.Number
		r.live.begin(shown)
	}
	return j, ok
}

// Waiting returns the line-up of a game that nobody plays; ok is false if there is none.
func (r *RemoteStage) Waiting() (lineup []int, ok bool) { return r.run.backlog.firstOpen() }

// Open returns how many games nobody plays.
func (r *RemoteStage) Open() int { return r.run.backlog.openGames() }

// Entry returns a bot of a job.
func (r *RemoteStage) Entry(number int) *lineup.Entry { return &r.entries[number] }

// Seed returns the seed of the generators of a bot in a seat of a game.
func (r *RemoteStage) Seed(f referee.Fixture, seat int) int64 {
	c := r.run.contest
	secret := c.Secret
	if secret == nil {
		secret = bot.DeriveSecret(c.Seed)
	}
	return secret.Seed(f.Seed, game.Seat(seat))
}

// Cores sets how many cores of other machines take games now, and how many of these have some.
func (r *RemoteStage) Cores(n, busy int) { r.run.backlog.setOthers(n, busy) }

// Reports sets how many reports of other machines wait now, behind the one that is being taken in.
func (r *RemoteStage) Reports(n int) { r.run.options.Meter.Reports.Store(int64(n)) }

// Ended ends a job. Its games without a result are offered again, to any machine.
func (r *RemoteStage) Ended(j RemoteJob) {
	for id := range j.fixtures {
		r.live.lose(id)
	}
	r.run.backlog.ended(j.Number)
}

// A Distrust is the error of a [Remote] that does not believe games any more which it has handed in. The run has those played again that
// can be, and goes on.
type Distrust struct {
	Worker string
	Games  []int // IDs
	Judged []int // IDs of games that count because the worker and another one agree about them, in contests that execute a sample
	Why    string

	Settled func()                    // called once it is written down what becomes of the games; may be nil
	Forged  func(game int, why error) // called for each judged game of which the rules make something else; needed with Judged
}

func (d *Distrust) Error() string {
	return fmt.Sprintf("worker %s is not believed: %s", d.Worker, d.Why)
}

// disbelieve decides that games of a worker are played again. Games from which later rounds or stages were drawn stand; games that were not
// entered, or were given up, need nothing.
func (r *run) disbelieve(ctx context.Context, d *Distrust) error {
	result, _, err := r.contest.Recount(ctx)
	if err != nil {
		return err
	}
	again, stand := r.contest.Replayable(result, d.Games)
	if stand > 0 {
		r.note(fmt.Sprintf("%d games of worker %s stand, since later rounds were drawn from them; look at them with: agon verify %s",
			stand, d.Worker, r.contest.Dir))
	}
	if len(again) > 0 {
		decided, err := r.contest.Decide(ctx, contest.Decision{What: store.Again, Games: again, Why: d.Error(), By: "agon"})
		if err != nil {
			return err
		}
		r.note(decided)
	}
	if d.Settled != nil {
		d.Settled()
	}
	return nil
}

// Names returns the bots of a job.
func (r *RemoteStage) Names(j RemoteJob) []string {
	var names []string
	for _, entry := range j.Lineup {
		names = append(names, r.entries[entry].Name)
	}
	return names
}

// busy reports whether other machines have games, or the run waits for one that takes some because no core plays.
func (r *RemoteStage) busy() bool { return r.run.backlog.hasRemote() || r.run.backlog.allCores() == 0 }

// Accept plays a reported game again by its rules and enters it. It takes nothing of the report that follows from the moves: places, scores
// and faults are those of the game played again. The error describes what is wrong with the report.
func (r *RemoteStage) Accept(j RemoteJob, g RemoteGame) error {
	packed, _, err := r.judged(j, g, r.run.watch())
	if err == nil {
		r.scheduler.passOn(packed)
	}
	return err
}

// Check is Accept that enters nothing.
func (r *RemoteStage) Check(j RemoteJob, g RemoteGame) error {
	_, _, err := r.judged(j, g, nil)
	return err
}

// Fails plays a game again that another machine reports as impossible to play, and returns why that is so; nil if it is not, whatever else
// is wrong with the report. A game without a replay could not be dealt there.
func (r *RemoteStage) Fails(j RemoteJob, g RemoteGame) error {
	var failed *game.RulesError
	if len(g.Replay) > 0 {
		d, err := r.dealt(j, g)
		if err == nil {
			err = d.Finish()
		}
		if errors.As(err, &failed) {
			return fmt.Errorf("game %d: %w", g.Fixture+1, err)
		}
		return nil
	}
	f, ok := j.fixtures[g.Fixture]
	if !ok {
		return nil
	}
	table, err := r.run.contest.Kind.Table(r.run.contest.Settings)
	if err == nil {
		err = table.Deal(f.Seed, len(f.Seats))
	}
	if err != nil {
		return fmt.Errorf("game %d: %w", g.Fixture+1, err)
	}
	return nil
}

// reported is a game as another machine reports it, dealt again.
type reported struct {
	*game.Rerun
	record  *game.Record
	fixture referee.Fixture
	lineup  []int
}

// recorded returns a reported game that is not dealt yet, if it is a game of the job.
func (r *RemoteStage) recorded(j RemoteJob, g RemoteGame) (d reported, err error) {
	f, ok := j.fixtures[g.Fixture]
	if !ok {
		return d, fmt.Errorf("it is not in the job")
	}
	rep, err := replay.Decode(g.Replay)
	if err != nil {
		return d, err
	}
	d.record, d.lineup, d.fixture = rep.Record, j.Lineup, j.Fixtures[0]
	switch c, rec := r.run.contest, rep.Record; {
	case rec.Kind != c.Kind.Name || strings.Join(rec.Options, "\n") != strings.Join(c.Settings.Texts(), "\n"):
		return d, fmt.Errorf("it is a game of %s with the options %q", rec.Kind, rec.Options)
	case rec.Seed != f.Seed || rec.Seats != len(f.Seats):
		return d, fmt.Errorf("it has the seed %d and %d seats, want %d and %d", rec.Seed, rec.Seats, f.Seed, len(f.Seats))
	}
	for _, of := range j.Fixtures {
		if of.ID == int64(f.ID) {
			d.fixture = of
		}
	}
	return d, nil
}

// dealt deals a reported game again, if it is a game of the job.
func (r *RemoteStage) dealt(j RemoteJob, g RemoteGame) (d reported, err error) {
	if d, err = r.recorded(j, g); err == nil {
		d.Rerun, err = r.run.contest.Kind.Rerun(d.record)
	}
	return d, err
}

// judged checks a reported game by executing it again, and makes of it what a core of this machine would have handed in.
func (r *RemoteStage) judged(j RemoteJob, g RemoteGame, w watch) (packed finished, found Execution, err error) {
	defer r.run.options.Meter.Verifying.Since(time.Now())
	defer inGame(g.Fixture, &err)
	d, err := r.dealt(j, g)
	if err != nil {
		return packed, found, err
	}
	rec := d.record
	if len(g.Seats) != rec.Seats {
		return packed, found, fmt.Errorf("it has %d seats and the figures of %d", rec.Seats, len(g.Seats))
	}
	if w == nil {
		err = d.Finish()
	} else {
		err = r.live.finish(&d, w)
	}
	if err == nil {
		found, err = executed(d.Rerun, rec)
	}
	if err != nil {
		return packed, found, err
	}
	rec.Said = found.Said // not what the worker says of it
	tallies, err := tallied(&found, g.Seats)
	if err != nil {
		return packed, found, err
	}
	return r.run.pack(worker.Game{
		Played: referee.Played{Fixture: d.fixture, Table: d.Table, Record: rec}, Lineup: j.Lineup, Absent: j.Absent, Seats: tallies,
	}), found, nil
}

// tallied completes what the seats of a reported game did by what the rules made of its moves.
func tallied(x *Execution, reported []worker.SeatTally) ([]worker.SeatTally, error) {
	list := make([]worker.SeatTally, len(reported))
	for seat, of := range reported {
		s := &x.Seats[seat]
		faults := maps.Clone(s.Faults)
		if n := of.Faults[game.Pondering.String()]; n > 0 { // no part of a record
			faults[game.Pondering.String()] = n
		}
		if !maps.Equal(of.Faults, faults) {
			return nil, fmt.Errorf("seat %d has the faults %v, its moves %v", seat+1, of.Faults, faults)
		}
		if of.Moves < 0 || of.Moves > s.Moves {
			return nil, fmt.Errorf("seat %d has %d moves, it owed %d", seat+1, of.Moves, s.Moves)
		}
		if of.Took < 0 || of.Seat.CPU < 0 || of.Stall < 0 || of.CPU < 0 {
			return nil, fmt.Errorf("seat %d has negative times", seat+1)
		}
		if len(faults) == 0 {
			faults = nil
		}
		of.Place, of.Score, of.OnTime, of.Faults = s.Place, s.Score, s.OnTime, faults
		list[seat] = of
	}
	return list, nil
}
