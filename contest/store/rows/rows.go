/*
Package rows defines the columns of fixtures, results and changes, for all stores on SQL databases. Lists are JSON arrays with one
element for each seat, so that they can be read in a database shell (json_each in SQLite, jsonb in PostgreSQL).

Every row has a checksum over its columns, and a [Seal] combines those of all rows. The seal is written in the same transaction, so rows
that were changed, lost or duplicated by other programs are detected when the store is opened. It detects accidents, not forgery.
*/
package rows

import (
	"encoding/json"
	"fmt"
	"strings"

	"agon/format/tournament"
	"agon/game"
)

// A Fixture is a row of the plan.
type Fixture struct {
	ID, Stage, Round, Match, Game int
	Seats                         string // JSON: entries
	Seed                          int64
	Sum                           int64
}

// OfFixture returns the row of a fixture.
func OfFixture(f tournament.Fixture) Fixture {
	r := Fixture{ID: f.ID, Stage: f.Stage, Round: f.Round, Match: f.Match, Game: f.Game, Seats: array(f.Seats), Seed: f.Seed}
	r.Sum = r.sum()
	return r
}

func (r *Fixture) sum() int64 {
	var h game.Hash
	for _, n := range []int{r.ID, r.Stage, r.Round, r.Match, r.Game} {
		h.Int(n)
	}
	h.Text(r.Seats)
	h.Uint64(uint64(r.Seed))
	return int64(h.Sum())
}

// Fixture decodes the row. It returns an error if the row is not as it was written.
func (r *Fixture) Fixture() (tournament.Fixture, error) {
	return one(strings.Count(r.Seats, ",") + 1).Fixture(r)
}

// Fixture decodes a row.
func (r *Reader) Fixture(row *Fixture) (tournament.Fixture, error) {
	f := tournament.Fixture{ID: row.ID, Stage: row.Stage, Round: row.Round, Match: row.Match, Game: row.Game, Seed: row.Seed}
	if row.Sum != row.sum() {
		return f, fmt.Errorf("game %d of the plan is not as it was written", row.ID)
	}
	seats, err := integers(r.ints[0][:0], row.Seats)
	if err != nil {
		return f, fmt.Errorf("game %d of the plan: seats: %w", row.ID, err)
	}
	r.ints[0] = seats
	f.Seats = r.memory.Entries(len(seats))
	for i, entry := range seats {
		f.Seats[i] = int(entry)
	}
	return f, nil
}

// A Result is a row of the ledger.
type Result struct {
	Fixture, Rounds, Turns                   int
	Digest                                   int64  // the bits of the digest
	Void                                     string // always empty
	Places, Scores, Moves, Took, CPU, Faults string // JSON, an element for each seat; Faults is empty if there were none
	Stalls, OnTime                           string // JSON, an element for each seat; each is empty if there were none
	Sum                                      int64
}

// OfResult returns the row of a result.
func OfResult(res tournament.Result) Result {
	n := len(res.Seats)
	places, moves := make([]int, n), make([]int, n)
	scores := make([]float64, n)
	took, cpu := make([]game.Micros, n), make([]game.Micros, n)
	faults, faulty := make([]map[string]int, n), false
	stalls, stalled := make([]game.Micros, n), false
	onTime, fell := make([]int, n), false
	for i, s := range res.Seats {
		if stalls[i] = s.Stall; s.Stall > 0 {
			stalled = true
		}
		if s.OnTime {
			onTime[i], fell = 1, true
		}

		places[i], scores[i], moves[i], took[i], cpu[i] = s.Place, s.Score, s.Moves, s.Took, s.CPU
		if len(s.Faults) > 0 {
			faults[i], faulty = s.Faults, true
		}
	}
	r := Result{
		Fixture: res.Fixture, Rounds: res.Rounds, Turns: res.Turns, Digest: int64(res.Digest),
		Places: array(places), Scores: array(scores), Moves: array(moves), Took: array(took), CPU: array(cpu),
	}
	if faulty {
		r.Faults = array(faults)
	}
	if stalled {
		r.Stalls = array(stalls)
	}
	if fell {
		r.OnTime = array(onTime)
	}
	r.Sum = r.sum()
	return r
}

func (r *Result) sum() int64 {
	var h game.Hash
	h.Int(r.Fixture)
	h.Int(r.Rounds)
	h.Int(r.Turns)
	h.Uint64(uint64(r.Digest))
	for _, text := range []string{r.Void, r.Places, r.Scores, r.Moves, r.Took, r.CPU, r.Faults} {
		h.Bytes([]byte(text))
	}
	for _, text := range []string{r.Stalls, r.OnTime} { // rows of earlier versions do not have these
		if text != "" {
			h.Bytes([]byte(text))
		}
	}
	return int64(h.Sum())
}

// Result decodes the row. It returns an error if the row is not as it was written.
func (r *Result) Result() (tournament.Result, error) {
	return one(strings.Count(r.Places, ",") + 1).Result(r)
}

// Result decodes a row.
func (r *Reader) Result(row *Result) (tournament.Result, error) {
	res := tournament.Result{Fixture: row.Fixture, Rounds: row.Rounds, Turns: row.Turns, Digest: uint64(row.Digest)}
	if row.Sum != row.sum() {
		return res, fmt.Errorf("the result of game %d is not as it was written", row.Fixture)
	}
	faults, err := r.columns(row)
	if err != nil {
		return res, fmt.Errorf("the result of game %d: %w", row.Fixture, err)
	}
	places, moves, took, cpu, stalls, onTime := r.ints[0], r.ints[1], r.ints[2], r.ints[3], r.ints[4], r.ints[5]
	n := len(places)
	if len(r.scores) != n || len(moves) != n || len(took) != n || len(cpu) != n || !fits(faults, n) || !fits(stalls, n) ||
		!fits(onTime, n) {
		return res, fmt.Errorf("the result of game %d has columns of different lengths", row.Fixture)
	}
	if n == 0 {
		return res, nil
	}
	res.Seats = r.memory.Seats(n)
	for i := range res.Seats {
		s := &res.Seats[i]
		s.Place, s.Score, s.Moves, s.Took, s.CPU = int(places[i]), r.scores[i], int(moves[i]), game.Micros(took[i]), game.Micros(cpu[i])
		if len(faults) > 0 {
			s.Faults = faults[i]
		}
		if len(stalls) > 0 {
			s.Stall = game.Micros(stalls[i])
		}
		s.OnTime = len(onTime) > 0 && onTime[i] == 1
	}
	return res, nil
}

// columns decodes the lists of a row: its numbers into r, its faults as they are.
func (r *Reader) columns(row *Result) (faults []map[string]int, err error) {
	for i, text := range [...]string{row.Places, row.Moves, row.Took, row.CPU, row.Stalls, row.OnTime} {
		if r.ints[i], err = integers(r.ints[i][:0], text); err != nil {
			return nil, err
		}
	}
	if r.scores, err = floats(r.scores[:0], row.Scores); err != nil || row.Faults == "" {
		return nil, err
	}
	err = json.Unmarshal([]byte(row.Faults), &faults)
	return faults, err
}

// fits reports whether a column that may be empty has an element for each of n seats.
func fits[T any](column []T, n int) bool { return len(column) == n || len(column) == 0 }

// array returns a list as JSON. Its numbers must be finite, which stores check.
func array(list any) string {
	text, err := json.Marshal(list)
	if err != nil {
		panic(fmt.Sprintf("a list of plain numbers has no JSON: %v", err))
	}
	return string(text)
}
