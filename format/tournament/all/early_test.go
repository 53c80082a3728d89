package all

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"testing"

	"agon/format/tournament"
	"agon/game"
)

var contests = flag.Int("contests", 0, "contests of each world in TestEarlyEndsAreRight (default: a few)")

// A world is bots of known strength. In games of two the stronger wins by the law of Bradley and Terry; scores are normal around the
// strength.
type world struct {
	name     string
	strength []float64
}

var worlds = []world{
	{"all equal", make([]float64, 8)},
	{"spread", []float64{1.4, 1, 0.6, 0.2, -0.2, -0.6, -1, -1.4}},
	{"close at the top", []float64{1, 0.9, 0.1, 0, -0.3, -0.5, -0.8, -1}},
	{"a pair that is nearly equal", []float64{3, 2, 1, 0.02, 0, -1, -2, -3}},
	{"one far ahead", []float64{3, 0, 0, 0, 0, 0, 0, 0}},
}

// play plays a stage. The outcome of a game depends on the world's seed, its bots and its number among theirs, so stages of the same world
// with and without an early end have the same games.
func (w world) play(t *testing.T, format string, keys map[string]any, seed int64) (*tournament.Ledger, tournament.Format,
	*tournament.Field) {
	t.Helper()
	spec, err := tournament.Find(Formats, format)
	if err != nil {
		t.Fatal(err)
	}
	play, err := spec.Make(keys)
	if err != nil {
		t.Fatal(err)
	}
	f := &tournament.Field{Seed: seed, MinSeats: 2, MaxSeats: 16}
	for i := range w.strength {
		f.Entries = append(f.Entries, i)
	}
	if err := play.Check(f); err != nil {
		t.Fatal(err)
	}
	l := tournament.NewLedger(0, 0)
	met := map[[2]int]int{}
	for {
		fixtures, over := tournament.Next(play, f, l)
		if over {
			return l, play, f
		}
		if err := l.Plan(fixtures...); err != nil {
			t.Fatal(err)
		}
		for _, x := range fixtures {
			if _, err := l.Enter(w.result(x, seed, met)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (w world) result(x tournament.Fixture, seed int64, met map[[2]int]int) tournament.Result {
	r := tournament.Result{Fixture: x.ID, Seats: make([]tournament.Seat, len(x.Seats))}
	pair := [2]int{x.ID, -1}
	if len(x.Seats) == 2 {
		pair = [2]int{min(x.Seats[0], x.Seats[1]), max(x.Seats[0], x.Seats[1])}
	}
	met[pair]++
	dice := game.NewDice(game.SubSeed(seed, int64(pair[0]), int64(pair[1]), int64(met[pair])), nil)
	for seat := range x.Seats {
		turn := seat
		if len(x.Seats) == 2 && x.Seats[0] > x.Seats[1] {
			turn = 1 - seat
		}
		dice.Turn(turn)
		luck := 0.0
		if len(x.Seats) == 2 {
			luck = -math.Log(-math.Log((float64(dice.Uint64()>>12) + 0.5) / (1 << 52)))
		} else {
			for range 4 { // about normal, with a deviation of 1.15
				luck += float64(dice.Uint64()>>11)/(1<<52) - 1
			}
		}
		r.Seats[seat].Score = w.strength[x.Seats[seat]] + luck
	}
	for i := range r.Seats {
		r.Seats[i].Place = 1
		for j := range r.Seats {
			if r.Seats[j].Score > r.Seats[i].Score {
				r.Seats[i].Place++
			}
		}
	}
	return r
}

// early is a stage with the key until, and what its statement is held against: the true strengths, or the table after the whole schedule.
type early struct {
	format string
	keys   map[string]any
	whole  bool
}

var stages = []early{
	{"arena", map[string]any{"games": 600}, false},
	{"arena", map[string]any{"games": 600, "advance": 4}, false},
	{"arena", map[string]any{"games": 600, "certain": "first"}, false},
	{"arena", map[string]any{"games": 600, "seats": 3, "blocks": true, "advance": 3}, false},
	{"ladder", map[string]any{"games": 1500, "advance": 4}, false},
	{"ladder", map[string]any{"games": 1500, "certain": "first"}, false},
	{"round-robin", map[string]any{"best_of": 9, "advance": 4}, true},
	{"round-robin", map[string]any{"games": 2, "certain": "first"}, true},
	{"groups", map[string]any{"best_of": 5, "groups": 2, "advance": 2}, true},
	{"swiss", map[string]any{"best_of": 9, "rounds": 6, "advance": 3}, true},
	{"swiss", map[string]any{"best_of": 9, "rounds": 7, "certain": "first"}, true},
	{"knockout", map[string]any{"best_of": 41, "certain": "first"}, true},
	{"knockout", map[string]any{"best_of": 41, "advance": 2}, true},
}

// Of stages that may end after every round of play, at most one in twenty says something wrong of what matters, whatever the field is like:
// bots that are equal, nearly equal, or far apart. Stages of fields that are far apart do end early.
func TestEarlyEndsAreRight(t *testing.T) {
	n := *contests
	if n == 0 {
		n = 6
	}
	for _, s := range stages {
		t.Run(fmt.Sprintf("%s %v", s.format, s.keys), func(t *testing.T) {
			t.Parallel()
			early := 0
			for _, w := range worlds {
				ended, wrong, games, of := 0, 0, 0, 0
				for seed := range n {
					over, mistaken, played, most := s.try(t, w, int64(1000+seed))
					games, of = games+played, of+most
					if over {
						ended++
					}
					if mistaken {
						wrong++
					}
				}
				early += ended
				t.Logf("%-28s %4d of %d ended early, %5.1f %% of the games, %d wrong (%.1f %%)", w.name, ended, n,
					100*float64(games)/float64(of), wrong, 100*float64(wrong)/float64(n))
				if most := 0.05*float64(n) + 3*math.Sqrt(0.05*0.95*float64(n)); float64(wrong) > most {
					t.Errorf("%s: %d of %d were wrong", w.name, wrong, n)
				}
			}
			if early == 0 {
				t.Error("no stage ended early")
			}
		})
	}
}

// try plays a stage, and reports whether it ended early and whether its result is wrong.
func (s early) try(t *testing.T, w world, seed int64) (ended, wrong bool, games, most int) {
	keys := map[string]any{"until": "95 %"}
	maps.Copy(keys, s.keys)
	l, format, f := w.play(t, s.format, keys, seed)
	until, most := format.(tournament.Certain).Until(f)
	_, ended = tournament.Ended(format, f, l)
	if !ended && s.format != "knockout" {
		return false, false, l.Done(), most
	}
	says := orders(format.Table(f, l.All()))
	truth := make([]float64, len(w.strength))
	copy(truth, w.strength)
	if s.whole {
		delete(keys, "until")
		delete(keys, "certain")
		full, format, f := w.play(t, s.format, keys, seed)
		for _, group := range orders(format.Table(f, full.All())) {
			for rank, entry := range group {
				truth[entry] = -float64(rank)
			}
		}
	}
	for _, order := range says {
		right := until.Pairs(len(order), func(better, worse int) bool { return truth[order[better]] >= truth[order[worse]] })
		wrong = wrong || !right
	}
	return ended, wrong, l.Done(), most
}

// orders returns the entries of each group, best first.
func orders(table tournament.Table) [][]int {
	list := [][]int{}
	for _, s := range table.Standings {
		for len(list) <= s.Group {
			list = append(list, nil)
		}
		list[s.Group] = append(list[s.Group], s.Entry)
	}
	return list
}
