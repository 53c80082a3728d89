package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"agon/contest"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/game"
	"agon/play/referee"
	"agon/play/worker"
	"agon/record/replay"
)

// An Execution is what the rules make of the moves of a game: a report asserts it, and whoever executes the moves again finds it. Its seats
// have the moves that they owed, and no times.
type Execution struct {
	tournament.Result
	Said []byte // by the engine of the game, for those who look at it; it may print other words each time
}

// Sum returns a hash of all that decides, scores to nine digits: who has another sum lies, or has other rules.
func (x *Execution) Sum() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %d %x\n", x.Turns, x.Rounds, x.Digest)
	for _, s := range x.Seats {
		fmt.Fprintf(sum, "%d %.9g %v %d %d\n", s.Place, s.Score, s.OnTime, s.Moves, len(s.Faults))
		for _, why := range slices.Sorted(maps.Keys(s.Faults)) {
			fmt.Fprintf(sum, "%q %d\n", why, s.Faults[why])
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// String describes the places and scores.
func (x *Execution) String() string {
	var seats []string
	for _, s := range x.Seats {
		seats = append(seats, fmt.Sprintf("%d with %.6g", s.Place, s.Score))
	}
	return "places " + strings.Join(seats, ", ")
}

// Exact returns a hash of the scores to the last bit and of what was said, in which honest machines may differ: processors fuse other
// operations, and engines print other words.
func (x *Execution) Exact() string {
	sum := sha256.New()
	for _, s := range x.Seats {
		fmt.Fprintf(sum, "%x\n", math.Float64bits(s.Score))
	}
	sum.Write(x.Said)
	return hex.EncodeToString(sum.Sum(nil))
}

// Execute executes the moves of a packed replay by the rules of its kind. The error describes why they are not a whole game, or why the
// rules failed.
func Execute(k *game.Kind, packed []byte) (x Execution, err error) {
	rep, err := replay.Decode(packed)
	if err != nil {
		return x, err
	}
	again, err := k.Rerun(rep.Record)
	if err == nil {
		err = again.Finish()
	}
	if err != nil {
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
	x.Result = tournament.Result{Turns: of.Turns, Rounds: of.Rounds, Digest: of.Digest, Seats: make([]tournament.Seat, rec.Seats)}
	x.Said = of.Said
	for seat := range x.Seats {
		o := t.Outcome(game.Seat(seat))
		x.Seats[seat] = tournament.Seat{Place: o.Place, Score: o.Score, OnTime: o.OnTime, Moves: again.Moves(game.Seat(seat)),
			Faults: of.FaultsOf(game.Seat(seat))}
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
	c.Execution = Execution{tournament.Result{Turns: rec.Turns, Rounds: rec.Rounds, Digest: rec.Digest}, rec.Said}
	for seat, of := range g.Seats {
		faults := maps.Clone(of.Faults)
		delete(faults, game.Pondering.String()) // no part of a record
		c.Seats = append(c.Seats, tournament.Seat{Place: of.Place, Score: of.Score, OnTime: of.OnTime, Faults: faults,
			Moves: rec.Moves(game.Seat(seat))})
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
	if err == nil && found.Sum() != c.Sum() {
		err = fmt.Errorf("game %d: it reports another result than its moves give: %s instead of %s", g.Fixture+1, c, &found)
	}
	if err == nil {
		r.scheduler.passOn(packed)
	}
	return found, err
}

// Enter enters a game as it was claimed: another worker has executed its moves, and found the same.
func (r *RemoteStage) Enter(c *Claim) {
	r.live.lose(c.packed.result.Fixture)
	r.scheduler.passOn(c.packed)
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
	if err := r.contest.Games(ctx, func(g *store.Game) error {
		if asked[g.ID] {
			games = append(games, *g)
		}
		return nil
	}); err != nil {
		return err
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
