package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"time"

	"agon/contest"
	"agon/contest/store"
	"agon/game"
	"agon/play/referee"
	"agon/play/worker"
	"agon/record/replay"
)

// An Execution is what the rules make of the moves of a game: a report asserts it, and whoever executes the moves again finds it.
type Execution struct {
	Turns, Rounds int
	Digest        uint64
	Seats         []ExecutedSeat
	Said          []byte // by the engine of the game, for those who look at it; it may print other words each time
}

// An ExecutedSeat is a seat of an [Execution].
type ExecutedSeat struct {
	Place  int
	Score  float64
	OnTime bool
	Owed   int // moves, those that were faults among them
	Faults map[string]int
}

// Sum returns a hash of all that decides: equal executions have equal sums. What was said is not in it.
func (x *Execution) Sum() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %d %x %d\n", x.Turns, x.Rounds, x.Digest, len(x.Seats))
	for i := range x.Seats {
		s := &x.Seats[i]
		fmt.Fprintf(sum, "%d %x %v %d %d\n", s.Place, math.Float64bits(s.Score), s.OnTime, s.Owed, len(s.Faults))
		for _, why := range slices.Sorted(maps.Keys(s.Faults)) {
			fmt.Fprintf(sum, "%q %d\n", why, s.Faults[why])
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// SaidSum returns a hash of what was said; empty: nothing was.
func (x *Execution) SaidSum() string {
	if len(x.Said) == 0 {
		return ""
	}
	sum := sha256.Sum256(x.Said)
	return hex.EncodeToString(sum[:])
}

// Execute executes the moves of a packed replay by the rules of its kind. The error describes why they are not a whole game, or why the
// rules failed.
func Execute(k *game.Kind, packed []byte) (x Execution, err error) {
	rep, err := replay.Decode(packed)
	if err != nil {
		return x, err
	}
	again, err := k.Rerun(rep.Record)
	if err != nil {
		return x, err
	}
	if err := again.Finish(); err != nil {
		return x, err
	}
	return executed(again, rep.Record)
}

// executed returns what came of a game that was executed to the end of its record.
func executed(again *game.Rerun, rec *game.Record) (x Execution, err error) {
	t := again.Table
	if !t.Over() || rec.Rounds != t.Rounds() {
		return x, fmt.Errorf("it ends after %d turns and %d rounds, before its end", rec.Turns, rec.Rounds)
	}
	of := t.Record()
	x = Execution{Turns: of.Turns, Rounds: of.Rounds, Digest: of.Digest, Seats: make([]ExecutedSeat, rec.Seats), Said: of.Said}
	for seat := range x.Seats {
		o := t.Outcome(game.Seat(seat))
		x.Seats[seat] = ExecutedSeat{Place: o.Place, Score: o.Score, OnTime: o.OnTime, Owed: again.Moves(game.Seat(seat))}
	}
	for _, f := range of.Faults {
		if x.Seats[f.Seat].Faults == nil {
			x.Seats[f.Seat].Faults = map[string]int{}
		}
		x.Seats[f.Seat].Faults[f.Why.String()]++
	}
	return x, nil
}

// A Claim is what a report asserts of a game whose moves nobody has executed since. It is of the stage that made it.
type Claim struct {
	Execution
	packed finished
}

// Sampled reports whether this machine executes only a sample of the reported games, and other workers the rest.
func (r *RemoteStage) Sampled() bool { return r.run.contest.File.Sample }

// Seen reports whether somebody watches a game that another machine plays.
func (r *RemoteStage) Seen(fixture int) bool {
	r.live.mu.Lock()
	defer r.live.mu.Unlock()
	g := r.live.games[fixture]
	return g != nil && g.viewer != nil
}

// Claim checks all of a reported game that can be checked without executing it. The error describes what is wrong with the report.
func (r *RemoteStage) Claim(j RemoteJob, g RemoteGame) (c Claim, err error) {
	defer r.run.options.Meter.Verifying.Since(time.Now())
	defer inGame(g.Fixture, &err)
	d, err := r.recorded(j, g)
	if err != nil {
		return c, err
	}
	rec := d.record
	if k := r.run.contest.Kind; rec.Version != k.Version || len(rec.Columns) != rec.Seats || len(g.Seats) != rec.Seats {
		return c, fmt.Errorf("it has version %q of the rules, %d columns of moves and the figures of %d seats, want %q and %d of both",
			rec.Version, len(rec.Columns), len(g.Seats), k.Version, rec.Seats)
	}
	c.Execution = Execution{Turns: rec.Turns, Rounds: rec.Rounds, Digest: rec.Digest, Said: rec.Said}
	for seat, of := range g.Seats {
		s := ExecutedSeat{Place: of.Place, Score: of.Score, OnTime: of.OnTime, Owed: rec.Moves(game.Seat(seat))}
		for why, n := range of.Faults {
			if why != game.Pondering.String() { // no part of a record
				if s.Faults == nil {
					s.Faults = map[string]int{}
				}
				s.Faults[why] = n
			}
		}
		c.Seats = append(c.Seats, s)
	}
	tallies, err := tallied(&c.Execution, g.Seats)
	if err != nil {
		return c, err
	}
	c.packed = r.run.pack(worker.Game{Played: referee.Played{Fixture: d.fixture, Record: rec}, Lineup: j.Lineup, Absent: j.Absent,
		Seats: tallies})
	return c, nil
}

// Verify executes a game of which a report has made a claim, and enters it. It returns what it found. The error describes what is wrong
// with the report. What the engine says is taken from here.
func (r *RemoteStage) Verify(j RemoteJob, g RemoteGame, c *Claim) (found Execution, err error) {
	packed, found, err := r.judged(j, g, r.run.watch())
	if err != nil {
		return found, err
	}
	defer inGame(g.Fixture, &err)
	if err := c.differs(&found); err != nil {
		return found, err
	}
	r.scheduler.passOn(packed)
	return found, nil
}

// Enter enters a game as it was claimed: another worker has executed its moves, and found the same.
func (r *RemoteStage) Enter(c *Claim) {
	r.live.lose(c.packed.result.Fixture)
	r.scheduler.passOn(c.packed)
}

// differs returns the first difference between what a report claims and what was found; nil: there is none. What was said is not compared.
func (x *Execution) differs(found *Execution) error {
	if x.Sum() == found.Sum() {
		return nil
	}
	for i := range min(len(x.Seats), len(found.Seats)) {
		if claimed, seat := x.Seats[i], found.Seats[i]; !reflect.DeepEqual(claimed, seat) {
			return fmt.Errorf("seat %d has %v in the report, and its moves give %v", i+1, claimed, seat)
		}
	}
	return fmt.Errorf("it has %d turns, %d rounds and the digest %016x in the report, and its moves give %d, %d and %016x",
		x.Turns, x.Rounds, x.Digest, found.Turns, found.Rounds, found.Digest)
}

// String describes what decides.
func (s ExecutedSeat) String() string {
	text := fmt.Sprintf("place %d, score %v, %d moves", s.Place, s.Score, s.Owed)
	if s.OnTime {
		text += ", lost on time"
	}
	if len(s.Faults) > 0 {
		text += fmt.Sprintf(", the faults %v", s.Faults)
	}
	return text
}

// inGame puts the number of a game before an error about it.
func inGame(fixture int, err *error) {
	if *err != nil {
		*err = fmt.Errorf("game %d: %w", fixture+1, *err)
	}
}

// audit executes games again that count because two workers agreed, since one of the two is not believed any more.
func (r *run) audit(ctx context.Context, d *Distrust) error {
	asked := make(map[int]bool, len(d.Judged))
	for _, id := range d.Judged {
		asked[id] = true
	}
	var games []store.Game
	if len(asked) > 0 {
		err := r.contest.Games(ctx, func(g *store.Game) error {
			if g.Done && asked[g.ID] {
				games = append(games, *g)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	for _, g := range games {
		if ctx.Err() != nil { // the next run begins anew
			return ctx.Err()
		}
		var failed *game.RulesError
		switch err := r.contest.Prove(g); {
		case err == nil:
		case contest.Lost(err), errors.As(err, &failed):
			r.note(fmt.Sprintf("game %d, which this machine has not executed, cannot be executed now: %v", g.ID+1, err))
		default:
			d.Forged(g.ID, err)
		}
	}
	return nil
}
