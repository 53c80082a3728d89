package game_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/game"
)

// count is a game in which two seats say numbers in turn; the state is their sum.
type count struct {
	Sum   int64
	Turns int32
}

type number uint16

func (n number) String() string { return fmt.Sprint(uint16(n)) }

func (n *number) UnmarshalText(text []byte) error {
	var v uint16
	if _, err := fmt.Sscanf(string(text), "%d", &v); err != nil || fmt.Sprint(v) != string(text) {
		return errors.New("not a number from 0 to 65535")
	}
	*n = number(v)
	return nil
}

type countRules struct{ turns int }

func (r countRules) Deal(s *count, _ int, _ *game.Dice) error { *s = count{}; return nil }
func (r countRules) Turn(s *count) game.Seats {
	if int(s.Turns) == r.turns {
		return game.Seats{}
	}
	return game.OneSeat(game.Seat(s.Turns % 2))
}
func (r countRules) Check(_ *count, _ game.Seat, n number) error {
	if n == 13 {
		return errors.New("13 must not be said")
	}
	return nil
}
func (r countRules) Absent(*count, game.Seat, game.Fault) number { return 0 }
func (r countRules) Step(s *count, moves []game.Move[number], _ *game.Dice) {
	m := moves[s.Turns%2]
	s.Sum += int64(m.Value) + int64(m.Took)
	s.Turns++
}
func (r countRules) Outcome(s *count, seat game.Seat) game.Outcome {
	return game.Outcome{Place: 1 + int(int64(seat)+s.Sum)%2, Score: float64(s.Sum)}
}

// counting returns a kind without a Wire and a Hash.
func counting(timed bool) *game.Kind {
	return game.New(game.Spec[count, number]{
		Name: "count", Title: "Count", Version: "1", MinSeats: 2, MaxSeats: 2, UsualSeats: 2, Timed: timed,
		Options: []game.Option{{Name: "turns", Default: 600, Min: 1, Max: 100000}},
		Rules:   func(o game.Settings) (game.Rules[count, number], error) { return countRules{o.Int("turns")}, nil },
		Round:   func(s *count) int { return int(s.Turns) / 2 },
		View:    func(f *game.Frame, s *count, _ game.Seat) { f.Int("sum", int(s.Sum)) },
	})
}

// played returns a game of numbers, with more distinct ones than fit in a byte, and with faults and remarks.
func played(t *testing.T, kind *game.Kind) *game.Table {
	t.Helper()
	return playedBefore(t, kind, func(*game.Table) {})
}

// playedBefore is played before somebody who looks at the deal and after each turn.
func playedBefore(t *testing.T, kind *game.Kind, look func(*game.Table)) *game.Table {
	t.Helper()
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(5, 2); err != nil {
		t.Fatal(err)
	}
	look(table)
	for n := 0; !table.Over(); n++ {
		owes := table.Owes()
		seat, _ := owes.Next(0)
		r := game.Reply{Took: game.Micros(n)}
		switch {
		case n%97 == 5:
			r.Fault, r.Note = game.Late, "slept"
			table.Take(seat, &r)
			if got := table.LastMove(seat); got != "" {
				t.Fatalf("turn %d: the last move of a late seat is %q", n, got)
			}
		case n%97 == 6:
			table.Play(seat, "many", &r)
		case n%97 == 7:
			table.Play(seat, "13", &r)
		default:
			r.Out, r.Remark = fmt.Appendf(nil, " %d\r\nrest", 20+n), []byte("so")
			if why := table.Take(seat, &r); why != game.NoFault {
				t.Fatalf("turn %d: %v: %s", n, why, r.Note)
			}
			if got, want := table.LastMove(seat), fmt.Sprint(20+n); got != want {
				t.Fatalf("turn %d: the last move is %q, want %q", n, got, want)
			}
		}
		table.Step()
		look(table)
	}
	return table
}

// An answer that the host delayed and the rules refuse is explained by both, the rules first.
func TestNoteOfADelayedAnswer(t *testing.T) {
	kind := counting(false)
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(5, 2); err != nil {
		t.Fatal(err)
	}
	owes := table.Owes()
	seat, _ := owes.Next(0)
	r := game.Reply{Out: []byte("rubbish"), Note: "the host delayed it"}
	if why := table.Take(seat, &r); why == game.NoFault || !strings.HasSuffix(r.Note, "; the host delayed it") || len(r.Note) < 30 {
		t.Errorf("%v: %s", why, r.Note)
	}
}

func TestRecordIsPlayedAgain(t *testing.T) {
	for _, timed := range []bool{false, true} {
		kind := counting(timed)
		table := played(t, kind)
		rec := table.Made()
		if len(rec.Words) < 500 || rec.Turns != 600 || rec.Rounds != 300 {
			t.Fatalf("%d words, %d turns, %d rounds", len(rec.Words), rec.Turns, rec.Rounds)
		}
		if want := (game.FaultAt{Turn: 5, Seat: 1, Why: game.Late, Note: "slept"}); rec.Faults[0] != want {
			t.Errorf("first fault %+v, want %+v", rec.Faults[0], want)
		}
		if f := rec.Faults[1]; f.Why != game.Garbled || f.Note != `unknown move "many": not a number from 0 to 65535` {
			t.Errorf("second fault %+v", f)
		}
		if f := rec.Faults[2]; f.Why != game.Illegal || f.Note != "13 must not be said" {
			t.Errorf("third fault %+v", f)
		}
		rerun, err := kind.Rerun(rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := rerun.Finish(); err != nil {
			t.Fatal(err)
		}
		if a, b := rerun.Table.Outcome(0), table.Outcome(0); a != b || rerun.Table.Digest() != table.Digest() {
			t.Errorf("outcome %+v and digest %x, want %+v and %x", a, rerun.Table.Digest(), b, table.Digest())
		}
		if err := rerun.Restart(); err != nil || rerun.Finish() != nil {
			t.Errorf("it cannot be re-simulated twice: %v", err)
		}
		if timed != (len(rec.Times[0]) > 0) {
			t.Errorf("timed %v: %d times", timed, len(rec.Times[0]))
		}
	}
}

func TestForgedRecordsAreRefused(t *testing.T) {
	kind := counting(true)
	table := played(t, kind)
	for _, tt := range []struct {
		name  string
		forge func(r *game.Record)
		want  string
	}{
		{"another move", func(r *game.Record) { r.Columns[0][0] = 3 }, "the re-simulated game differs from the record"},
		{"another word", func(r *game.Record) { r.Words[0] = "9" }, "the re-simulated game differs from the record"},
		{"a word that is no move", func(r *game.Record) { r.Words[0] = "many" }, `move "many"`},
		{"a move that the rules refuse", func(r *game.Record) { r.Words[0] = "13" }, "turn 0, seat 0: 13 must not be said"},
		{"a move for a fault", func(r *game.Record) { r.Columns[1][2] = 0 }, "the re-simulated game differs from the record"},
		{"an unknown fault", func(r *game.Record) { r.Columns[0][0] = 241 }, "unknown fault"},
		{"a missing word", func(r *game.Record) { r.Words = r.Words[:5] }, "unknown move"},
		{"a column cut short", func(r *game.Record) { r.Columns[0] = r.Columns[0][:9] }, "the record has no move"},
		{"a column that goes on", func(r *game.Record) { r.Columns[0] = append(r.Columns[0], 1) },
			"bytes of moves beyond the end of the game"},
		{"a column too few", func(r *game.Record) { r.Columns = r.Columns[:1] }, "1 columns for 2 seats"},
		{"another time", func(r *game.Record) { r.Times[1][3]++ }, "the re-simulated game differs from the record"},
		{"another hash", func(r *game.Record) { r.Hashes[2]++ }, "the re-simulated game differs from the record"},
		{"another digest", func(r *game.Record) { r.Digest++ }, "the re-simulated game has the digest"},
		{"fewer turns", func(r *game.Record) { r.Turns-- }, "beyond the end"},
		{"another option", func(r *game.Record) { r.Options = []string{"turns=599"} },
			"turn 599: the re-simulated game differs from the record"},
		{"an unknown option", func(r *game.Record) { r.Options = append(r.Options, "speed=3") }, `unknown option "speed"`},
		{"another kind", func(r *game.Record) { r.Kind = "tron" }, "this is a game of tron, not of count"},
		{"another version", func(r *game.Record) { r.Version = "0" }, "version 0 of the rules"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rec := table.Made()
			tt.forge(rec)
			rerun, err := kind.Rerun(rec)
			if err == nil {
				err = rerun.Finish()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q, want %q", err, tt.want)
			}
		})
	}
}

// A record that follows a game turn by turn is that of the game, and copies of it stay as they are.
func TestRecordFollowsATable(t *testing.T) {
	for _, timed := range []bool{false, true} {
		var followed game.Record
		var early *game.Record
		kind := counting(timed)
		playedBefore(t, kind, func(table *game.Table) {
			followed.Follow(table)
			if got, want := fmt.Sprintf("%+v", followed), fmt.Sprintf("%+v", *table.Record()); got != want {
				t.Fatalf("after turn %d the record is %s, want %s", table.Turns(), got, want)
			}
			if table.Turns() == 400 {
				early = followed.Clone()
			}
		})
		rerun, err := kind.Rerun(early)
		for more := true; more && err == nil; {
			more, err = rerun.Next()
		}
		if err != nil || rerun.Table.Turns() != 400 || rerun.Table.Digest() != early.Digest {
			t.Errorf("the copy of turn 400 is played again to turn %d, with the digest %x, want %x: %v", rerun.Table.Turns(),
				rerun.Table.Digest(), early.Digest, err)
		}
	}
}

// Made returns a copy, which does not change as the table plays on.
func TestMadeStays(t *testing.T) {
	table := played(t, counting(false))
	made := table.Made()
	kept := slices.Clone(made.Columns[0])
	if err := table.Deal(6, 2); err != nil {
		t.Fatal(err)
	}
	for !table.Over() {
		owes := table.Owes()
		seat, _ := owes.Next(0)
		table.Play(seat, "7", &game.Reply{})
		table.Step()
	}
	if !slices.Equal(kept, made.Columns[0]) || made.Seed != 5 {
		t.Error("the copy changes with the next game")
	}
}
