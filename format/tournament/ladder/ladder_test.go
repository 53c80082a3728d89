package ladder

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
	"agon/internal/tier"
)

func TestConformance(t *testing.T) {
	formattest.Run(t, Spec,
		formattest.Case{Bots: 2, Keys: map[string]any{"games": 140}},
		formattest.Case{Bots: 9, Ties: 4, Keys: map[string]any{"games": 301, "rotations": 2}},
		formattest.Case{Bots: 40, Keys: map[string]any{"games": 240}},
		formattest.Case{Bots: 9, Ties: 4, Keys: map[string]any{"games": 400}, Changes: changes},
		formattest.Case{Bots: 7, Ties: 5, Keys: map[string]any{"games": 220, "seats": 3}},
		formattest.Case{Bots: 5, Keys: map[string]any{"until": 4}},
		formattest.Case{Bots: 5, Keys: map[string]any{"until": "90 %", "games": 300}},
		formattest.Case{Bots: 7, Keys: map[string]any{"until": "90 %", "games": 400, "advance": 2}, Changes: changes},
		formattest.Case{Bots: 5, Keys: map[string]any{"until": "80 %", "certain": "first", "indifference": 50.0}},
		formattest.Case{Bots: 6, Keys: map[string]any{"games": 200}, Field: tournament.Field{KeepOrder: true}},
		formattest.Case{Bots: 6, Ties: 3, Ends: 4},
		formattest.Case{Bots: 9, Ties: 4, Keys: map[string]any{"games": 200, "round_games": 6}, Changes: changes},
		formattest.Case{Bots: 9, Ties: 4, Keys: map[string]any{"games": 200, "round_games": 6, "seldom": "2,16,99,4,3"}, Changes: changes},
		formattest.Case{Bots: 9, Keys: map[string]any{"games": 200, "seats": []any{int64(2), int64(3), int64(4)}}},
	)
}

// TestConformanceOfChangedFields plays the stages whose fields change most: seats for three, and one without an end.
func TestConformanceOfChangedFields(t *testing.T) {
	tier.Long(t)
	formattest.Run(t, Spec,
		formattest.Case{Bots: 9, Ends: 7, Changes: changes},
		formattest.Case{Bots: 9, Keys: map[string]any{"games": 400, "seats": 3}, Changes: changes},
	)
}

// meetings returns how often each pair of places in the field met, and how many games each has played.
func meetings(w *world, l *tournament.Ledger) (met map[[2]int]int, played []int) {
	met, played = map[[2]int]int{}, make([]int, w.field.Size())
	past := l.All()
	for i := range past.Len() {
		g := past.Game(i)
		for seat := range g.Seats() {
			played[g.Entry(seat)]++
			for other := range seat {
				met[[2]int{min(g.Entry(seat), g.Entry(other)), max(g.Entry(seat), g.Entry(other))}]++
			}
		}
	}
	return met, played
}

// played returns a ladder of this many rounds of play.
func played(t *testing.T, w *world, keys map[string]any, rounds int) *tournament.Ledger {
	l, format := tournament.NewLedger(0, 0), made(t, keys)
	for range rounds {
		w.round(t, l, format)
	}
	return l
}

// Without results, bots that have not been chosen give most information. In games of more than two the last remaining bots may be too far
// apart in the drawn order to be near each other; they are chosen first in the next round.
func TestEverybodyPlaysEarly(t *testing.T) {
	for _, tt := range []struct{ bots, seats, rounds int }{{64, 2, 1}, {101, 2, 1}, {3000, 2, 1}, {60, 3, 2}, {400, 4, 2}} {
		t.Run(fmt.Sprintf("%d bots, %d a game", tt.bots, tt.seats), func(t *testing.T) {
			w := newWorld(tt.bots, 1, 3)
			_, games := meetings(w, played(t, w, map[string]any{"seats": tt.seats}, tt.rounds))
			if slices.Min(games) == 0 {
				t.Errorf("after %d rounds %d bots have not played", tt.rounds,
					len(slices.DeleteFunc(games, func(n int) bool { return n > 0 })))
			}
		})
	}
}

func TestRotationsOfTheSeats(t *testing.T) {
	w := newWorld(12, 1, 4)
	past := played(t, w, map[string]any{"seats": 3, "rotations": 2}, 3).All()
	for first := 0; first < past.Len(); first += 6 {
		sat := map[[2]int]int{}
		for i := first; i < first+6; i++ {
			g := past.Game(i)
			if g.Match != first/6 || g.Number != i-first {
				t.Fatalf("game %d is game %d of match %d", i, g.Number, g.Match)
			}
			for seat := range g.Seats() {
				sat[[2]int{g.Entry(seat), seat}]++
			}
		}
		for key, times := range sat {
			if times != 2 || len(sat) != 9 {
				t.Fatalf("match %d: entry %d sat %d times in seat %d", first/6, key[0], times, key[1])
			}
		}
	}
}

// If strengths are known, bots of similar strength meet more often than others.
func TestEqualsMeet(t *testing.T) {
	w := newWorld(30, 1.5, 5)
	met, _ := meetings(w, played(t, w, nil, 20))
	near, far := 0, 0
	for pair, games := range met {
		if apart := w.ranks[pair[0]] - w.ranks[pair[1]]; apart*apart <= 25 {
			near += games
		} else if apart*apart >= 225 {
			far += games
		}
	}
	// 135 pairs are at most 5 places apart, and 120 at least 15, so by chance the former would meet slightly more often.
	if near < 3*far {
		t.Errorf("near pairs had %d games, far ones %d", near, far)
	}
}

// Bots with many others of similar strength play more than bots with none.
func TestUncertainRanksPlayMore(t *testing.T) {
	w := newWorld(12, 1, 6)
	for i := range w.truth {
		w.truth[i] = -3
		if i < 6 {
			w.truth[i] = float64(i) / 20
		}
	}
	w.truth[11] = -8
	w.centre()
	w.rank()
	_, games := meetings(w, played(t, w, nil, 20))
	if crowd, alone := slices.Min(games[:6]), games[11]; crowd < 2*alone {
		t.Errorf("in the crowd at the top a bot has had %d games, alone at the end %d", crowd, alone)
	}
}

func TestItEndsWhenRanksAreCertain(t *testing.T) {
	w := newWorld(8, 1, 7)
	for i := range w.truth {
		w.truth[i] = -float64(i)
	}
	w.centre()
	w.rank()
	table := w.ladder(t, map[string]any{"until": 1})
	for i, s := range table.Standings {
		if s.Entry != i {
			t.Errorf("place %d has entry %d", i+1, s.Entry)
		}
	}
	if wide := w.ladder(t, map[string]any{"until": 4}); games(wide) >= games(table) {
		t.Errorf("certainty took %d games, less of it %d", games(table), games(wide))
	}
}

// games returns the total number of seats played.
func games(table tournament.Table) int {
	n := 0
	for _, s := range table.Standings {
		n += s.Played
	}
	return n
}

func TestWithoutAnEndItGoesOn(t *testing.T) {
	w := newWorld(4, 1, 8)
	l, format := tournament.NewLedger(0, 0), made(t, nil)
	for range 60 {
		if !w.round(t, l, format) {
			t.Fatalf("it ended after %d games", l.Done())
		}
	}
	if n := format.Games(w.field); n != 0 {
		t.Errorf("it says that it will have %d games", n)
	}
}

// The state takes each match once, in rounds of play, however often it is requested.
func TestTheStateTakesInEveryMatchOnce(t *testing.T) {
	w := newWorld(10, 1, 9)
	l, format := tournament.NewLedger(0, 0), made(t, nil)
	for range 30 {
		w.round(t, l, format)
	}
	s := l.All().State(format, w.field).(*state)
	if again := l.All().State(format, w.field).(*state); again != s || s.online.Units() != l.Done()/2 {
		t.Errorf("the state has taken in %d matches of %d", s.online.Units(), l.Done()/2)
	}
}

func TestTable(t *testing.T) {
	w := newWorld(10, 1.5, 10)
	table := w.ladder(t, map[string]any{"games": 2000, "rating.start": 1500.0, "advance": 3})
	sum := 0.0
	for i, s := range table.Standings {
		sum += s.Rating
		last := s.Curve[len(s.Curve)-1]
		if last.Games != s.Played || last.Rating != s.Rating || last.Error != s.RatingError {
			t.Errorf("place %d: its curve ends in %+v, and it is %v ± %v after %d games", i+1, last, s.Rating, s.RatingError, s.Played)
		}
		if s.Curve[0].Error <= 2*s.RatingError {
			t.Errorf("place %d: its error was %v, and is %v", i+1, s.Curve[0].Error, s.RatingError)
		}
		if float64(s.Wins)+float64(s.Draws)/2 != s.Points || s.Through != (i < 3) {
			t.Errorf("place %d: %+v", i+1, s)
		}
	}
	if mean := sum / 10; mean < 1499.999 || mean > 1500.001 {
		t.Errorf("the mean rating is %v", mean)
	}
}

// TestABotWithoutGamesTakesNothing: one that has just joined is last, without a chance or a range of places, and takes none from others.
func TestABotWithoutGamesTakesNothing(t *testing.T) {
	const bots = 8
	w, format := newWorld(bots, 1.5, 10), made(t, map[string]any{"games": 4000, "advance": 3})
	l := tournament.NewLedger(0, 0)
	for range 6 {
		w.round(t, l, format)
	}
	before := format.Table(w.field, l.All())
	w.field.Change(tournament.Change{Round: 6, Entry: bots, What: tournament.Joined, Instead: -1})
	after := format.Table(w.field, l.All())
	if n := len(after.Standings); n != bots+1 {
		t.Fatalf("%d bots are in the table", n)
	}
	last, chances := after.Standings[bots], 0.0
	if last.Entry != bots || last.Rank != bots+1 || last.RankLow != bots+1 || last.RankHigh != bots+1 || last.ChanceFirst != 0 ||
		last.ChanceNext != 0 || last.Through {
		t.Errorf("the one without games is %+v", last)
	}
	for i, s := range after.Standings[:bots] {
		chances += s.ChanceFirst
		if was := before.Standings[i]; s.Entry != was.Entry || s.RankHigh > bots || math.Abs(s.ChanceFirst-was.ChanceFirst) > 0.1 {
			t.Errorf("place %d: %+v, before %+v", i+1, s, was)
		}
	}
	if math.Abs(chances-1) > 1e-6 {
		t.Errorf("the chances of those that have played are %v together", chances)
	}
	for _, c := range after.NotApart {
		if c.To > bots {
			t.Errorf("%v", c)
		}
	}
}

func TestBlocks(t *testing.T) {
	line := func(rating float64, low, high int) tournament.Standing {
		return tournament.Standing{Rating: rating, RatingError: 10, RankLow: low, RankHigh: high}
	}
	for _, tt := range []struct {
		name  string
		lines []tournament.Standing
		want  string
	}{
		{"all apart", []tournament.Standing{line(100, 1, 1), line(50, 2, 2)}, "[]"},
		{"two and two", []tournament.Standing{line(400, 1, 2), line(390, 1, 2), line(50, 3, 4), line(45, 3, 4)},
			"[{0 1 2 669} {0 3 4 1000000}]"},
		{"one interval reaches over another", []tournament.Standing{line(400, 1, 3), line(300, 2, 2), line(200, 1, 3)},
			"[]"},
		{"neighbours in a chain are not one block", []tournament.Standing{line(400, 1, 2), line(390, 1, 3), line(380, 2, 3)},
			"[{0 1 2 669} {0 2 3 669}]"},
		{"equal ratings", []tournament.Standing{line(400, 1, 2), line(400, 1, 2)},
			"[{0 1 2 1000000}]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := fmt.Sprint(tournament.Blocks(tt.lines, 100, rated)); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name string
		bots int
		keys map[string]any
		want string
	}{
		{"one bot", 1, nil, "ladder needs at least 2 bots"},
		{"more seats than bots", 3, map[string]any{"seats": 4}, "ladder needs at least 4 bots"},
		{"more seats than the kind has", 30, map[string]any{"seats": 16}, "a game is played by 2 to 8, not by 16"},
		{"one seat", 3, map[string]any{"seats": 1}, "between two bots at least"},
		{"more to go on than there are", 3, map[string]any{"advance": 4}, "more than the 3 bots"},
		{"a large field", 3000, map[string]any{"seats": 4}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := formattest.Field(tournament.Field{MaxSeats: 8}, tt.bots)
			f.MaxSeats = 8
			err := made(t, tt.keys).Check(f)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// Ratings cannot lie less than nothing apart.
func TestNegativeSpread(t *testing.T) {
	for _, key := range []string{"rating.spread", "indifference"} {
		if _, err := Spec.Make(map[string]any{key: -1.0}); err == nil ||
			!strings.Contains(err.Error(), key+" must be from 0 to 100000, not -1") {
			t.Errorf("%s = -1: %v", key, err)
		}
	}
}

// changes: a bot joins, one is replaced by a new version, one is disqualified and reinstated, and one is disqualified for good.
var changes = formattest.Changes(1, 5, 7)

// Who stays keeps rating and error when a weak bot is disqualified: the zero is fixed on those who stay.
func TestBarringMovesNobody(t *testing.T) {
	const bots = 8
	w, format := newWorld(bots, 1, 11), made(t, map[string]any{"games": 4000})
	w.truth[bots-1] = -4
	w.centre()
	l := tournament.NewLedger(0, 0)
	for range 8 {
		w.round(t, l, format)
	}
	before := map[int]tournament.Standing{}
	for _, line := range format.Table(w.field, l.All()).Standings {
		before[line.Entry] = line
	}
	w.field.Change(tournament.Change{Round: 8, Entry: bots - 1, What: tournament.Barred, Instead: -1})
	moved := 0.0
	after := format.Table(w.field, l.All()).Standings
	for _, line := range after {
		was := before[line.Entry]
		moved += (line.Rating - was.Rating) / float64(len(after))
		if line.RatingError > 1.25*was.RatingError {
			t.Errorf("the error of %d is %.1f, and was %.1f", line.Entry, line.RatingError, was.RatingError)
		}
		if away := math.Abs(line.Rating - was.Rating); away > 2*was.RatingError {
			t.Errorf("%d has %.1f, and had %.1f ± %.1f", line.Entry, line.Rating, was.Rating, was.RatingError)
		}
	}
	if len(after) != bots-1 || math.Abs(moved) > 1 {
		t.Errorf("%d bots stay, and moved by %.1f on average", len(after), moved)
	}
}

// A curve has no step where a weak bot was disqualified, keeps all its points, and counts the games of the table.
func TestBarringLeavesCurvesWhole(t *testing.T) {
	const bots, barred, rounds = 8, 8, 30
	w, format := newWorld(bots, 1, 11), made(t, map[string]any{"games": 40000})
	w.truth[bots-1] = -4
	w.centre()
	l := tournament.NewLedger(0, 0)
	for range barred {
		w.round(t, l, format)
	}
	before := map[int]int{} // points of the curves
	for _, line := range format.Table(w.field, l.All()).Standings {
		before[line.Entry] = len(line.Curve)
	}
	w.field.Change(tournament.Change{Round: barred, Entry: bots - 1, What: tournament.Barred, Instead: -1})
	for _, line := range format.Table(w.field, l.All()).Standings {
		if n := len(line.Curve); n < before[line.Entry]/2 || line.Curve[n-1].Games != line.Played {
			t.Errorf("bot %d: %d points of %d are left when another is barred, of %d games", line.Entry, n, before[line.Entry], line.Played)
		}
	}
	for range rounds - barred {
		w.round(t, l, format)
	}
	means := make([]float64, rounds)
	for _, line := range format.Table(w.field, l.All()).Standings {
		at := -1
		for round := range means {
			for at+1 < len(line.Curve) && line.Curve[at+1].Round <= round {
				at++
			}
			means[round] += line.Curve[max(at, 0)].Rating / (bots - 1)
		}
		for i, p := range line.Curve[1:] {
			if p.Games <= line.Curve[i].Games {
				t.Errorf("bot %d: %+v comes before %+v", line.Entry, line.Curve[i], p)
			}
		}
		if last := line.Curve[len(line.Curve)-1]; last.Games != line.Played || len(line.Curve) < before[line.Entry]+(rounds-barred)/2 {
			t.Errorf("bot %d: %d points, %d before it was barred, end in %+v after %d games", line.Entry, len(line.Curve),
				before[line.Entry], last, line.Played)
		}
	}
	for round := barred; round < rounds; round++ {
		if step := means[round] - means[round-1]; math.Abs(step) > 15 {
			t.Errorf("round %d moves the mean of those who stay by %.1f: %.1f", round, step, means)
		}
	}
}
