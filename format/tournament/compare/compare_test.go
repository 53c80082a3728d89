package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

func TestConformance(t *testing.T) {
	formattest.Run(t, Spec,
		formattest.Case{Bots: 2, Keys: map[string]any{"games": 200}},
		formattest.Case{Bots: 2, Keys: map[string]any{"games": 200, "until": 0}, Ties: 2},
		formattest.Case{Bots: 2, Keys: map[string]any{"games": 60, "until": "99%"}, Field: tournament.Field{KeepOrder: true}},
		formattest.Case{Bots: 2, Keys: map[string]any{"games": 96, "until": "99%"}, Field: tournament.Field{Mirrors: 6}},
		formattest.Case{Bots: 2, Keys: map[string]any{"games": 400, "sprt": true}, Ties: 3},
		formattest.Case{Bots: 2, Keys: map[string]any{"games": 200, "by": "score"}},
		formattest.Case{Bots: 7, Keys: map[string]any{"games": 200}},
		formattest.Case{Bots: 7, Keys: map[string]any{"games": 100, "seats": 3, "until": "99.9%"}, Ties: 3},
		formattest.Case{Bots: 5, Keys: map[string]any{"games": 60, "seats": 2, "until": 0}, Field: tournament.Field{KeepOrder: true}},
	)
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		bots int
		keys map[string]any
		want string
	}{
		{2, nil, ""},
		{1, nil, "compare needs at least 2 bots, and there is only 1 bot: add some under [[bots]]"},
		{2, map[string]any{"seats": 3}, "seats = 3, and there are only two bots: add opponents"},
		{4, map[string]any{"seats": 4}, "seats = 4, and one of the two with all opponents are only 3"},
		{40, nil, ""},
		{4, map[string]any{"seats": 1}, "a game is played by 2 to 16, not by 1"},
		{2, map[string]any{"by": "score", "margin": 5},
			"sprt and margin are about rating points, which by = \"score\" does not measure: set by = \"points\""},
		{4, map[string]any{"sprt": true}, "sprt = true compares two bots that play each other, without opponents"},
		{2, map[string]any{"sprt": true, "elo_high": 0},
			"sprt = true needs elo_low below elo_high, and a certainty in until: elo_low = 0, elo_high = 0"},
		{2, map[string]any{"sprt": true, "until": 0},
			"sprt = true needs elo_low below elo_high, and a certainty in until: elo_low = 0, elo_high = 10"},
	} {
		format, err := Spec.Make(tt.keys)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := format.Check(formattest.Field(tournament.Field{}, tt.bots)); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%d bots, %v: %q, not %q", tt.bots, tt.keys, got, tt.want)
		}
	}
}

// Both have the same seed, seat and opponents in the games of a pair, and what is drawn differs from pair to pair.
func TestPairsShareTheirLuck(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 8)
	l, _ := formattest.Play(t, Spec, map[string]any{"games": 64, "seats": 4, "until": 0}, f, func(x tournament.Fixture) tournament.Result {
		return formattest.Pair(x, -1)
	})
	seats, met := map[int]bool{}, map[int]bool{}
	plan := l.Open()
	if len(plan) > 0 {
		t.Fatal("games are open")
	}
	past := l.All()
	for i := 0; i < past.Len(); i += 2 {
		var games [2][]int
		for side := range games {
			g := past.Game(i + side)
			for seat := range g.Seats() {
				games[side] = append(games[side], g.Entry(seat))
			}
		}
		at := slices.Index(games[0], f.Entries[0])
		if at < 0 || games[1][at] != f.Entries[1] {
			t.Fatalf("pair %d: %v and %v", i/2, games[0], games[1])
		}
		seats[at] = true
		for seat, entry := range games[0] {
			if seat != at {
				met[entry] = true
				if games[1][seat] != entry {
					t.Errorf("pair %d: %v and %v", i/2, games[0], games[1])
				}
			}
		}
	}
	if len(seats) != 4 || len(met) != 6 {
		t.Errorf("%d seats and %d opponents in 32 pairs", len(seats), len(met))
	}
}

// outcome plays a game of two: the higher entry wins with a probability.
func outcome(r *rand.Rand, f *tournament.Field, wins float64) func(x tournament.Fixture) tournament.Result {
	return func(x tournament.Fixture) tournament.Result {
		winner := f.Entries[0]
		if r.Float64() < wins {
			winner = f.Entries[1]
		}
		return formattest.Pair(x, winner)
	}
}

// compared plays a comparison of two bots with this true difference in rating points and returns its measure.
func compared(t *testing.T, r *rand.Rand, keys map[string]any, points float64) *Measure {
	t.Helper()
	f := formattest.Field(tournament.Field{Seed: r.Int64()}, 2)
	wins := 1 / (1 + math.Pow(10, -points/400))
	l, format := formattest.Play(t, Spec, keys, f, outcome(r, f, wins))
	return format.(*Format).Measure(f, l.All())
}

// A comparison shows "better" of a better bot, "worse" of a worse one, and of two equal ones nothing in 95 of 100 cases; its interval has
// the true difference.
func TestAnswers(t *testing.T) {
	const runs = 100
	for _, points := range []float64{-60, 0, 60} {
		t.Run(fmt.Sprint(points), func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, uint64(1000+points)))
			answers, outside := map[Answer]int{}, 0
			for range runs {
				m := compared(t, r, map[string]any{"games": 2000}, points)
				answers[m.Answer]++
				if m.RatingLow > points || m.RatingHigh < points {
					outside++
				}
			}
			t.Log(answers, outside)
			if outside > runs/20 {
				t.Errorf("%d of %d intervals miss the difference", outside, runs)
			}
			switch {
			case points > 0 && (answers[Better] < 95 || answers[Worse] > 0), points < 0 && (answers[Worse] < 95 || answers[Better] > 0),
				points == 0 && answers[Unknown] < 95:
				t.Errorf("%v", answers)
			}
		})
	}
}

// The ratio test accepts each of its two differences where it is true, but for the errors that it allows.
func TestRatioTest(t *testing.T) {
	const runs = 60
	keys := map[string]any{"games": 100_000, "sprt": true, "elo_low": 0, "elo_high": 60}
	for points, want := range map[float64]Answer{0: Alike, 60: Better} {
		r, right := rand.New(rand.NewPCG(4, uint64(points))), 0
		for range runs {
			if compared(t, r, keys, points).Answer == want {
				right++
			}
		}
		if right < runs*9/10 {
			t.Errorf("%v points: %d of %d are %v", points, right, runs, want)
		}
	}
}

// Bounds in normalised Elo: of bots that never draw and are about equal it is the same as rating points, and all equal pairs have none.
func TestNormalizedTest(t *testing.T) {
	const runs = 40
	keys := map[string]any{"games": 100_000, "sprt": true, "elo_low": 0, "elo_high": 60, "elo_model": "normalized"}
	for points, want := range map[float64]Answer{0: Alike, 60: Better} {
		r, right := rand.New(rand.NewPCG(4, uint64(points))), 0
		for range runs {
			m := compared(t, r, keys, points)
			if m.Answer == want {
				right++
			}
			if n := m.Normalized; len(n) != 3 || n[1] > n[0] || n[2] < n[0] || math.Abs(n[0]-m.Rating) > 0.2*math.Abs(m.Rating)+1 {
				t.Errorf("%v points of normalised Elo, %v rating points", n, m.Rating)
			}
		}
		if right < runs*9/10 {
			t.Errorf("%v points: %d of %d are %v", points, right, runs, want)
		}
	}
	f := formattest.Field(tournament.Field{}, 2)
	l, format := formattest.Play(t, Spec, map[string]any{"games": 20}, f, func(x tournament.Fixture) tournament.Result {
		return formattest.Pair(x, f.Entries[1])
	})
	if m := format.(*Format).Measure(f, l.All()); m.Normalized != nil {
		t.Errorf("of pairs that are all won: %v", m.Normalized)
	}
}

// With a margin a comparison of equals ends.
func TestMargin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	if m := compared(t, r, map[string]any{"games": 100_000, "margin": 40}, 0); m.Answer != Alike || m.Games > 20_000 {
		t.Errorf("%v after %d games: %s", m.Answer, m.Games, m)
	}
}

// The result agrees with the games.
func TestMeasure(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 2)
	n := 0
	l, format := formattest.Play(t, Spec, map[string]any{"games": 20, "until": 0}, f, func(x tournament.Fixture) tournament.Result {
		n++
		// from the second bot's side: 3 wins, a draw, a loss
		return formattest.Pair(x, []int{f.Entries[1], f.Entries[1], f.Entries[1], -1, f.Entries[0]}[(n-1)%5])
	})
	m := format.(*Format).Measure(f, l.All())
	for i, want := range []Record{{f.Entries[0], 4, 4, 12, 0.3, m.Records[0].Score}, {f.Entries[1], 12, 4, 4, 0.7, m.Records[1].Score}} {
		if m.Records[i] != want {
			t.Errorf("%+v, want %+v", m.Records[i], want)
		}
	}
	if m.ByScore || m.Even {
		t.Errorf("%+v", m.Records)
	}
	if m.Pairs != 10 || m.Games != 20 || math.Abs(m.Mean-0.4) > 1e-9 || math.Abs(m.Rating-147.190714) > 1e-6 {
		t.Errorf("%+v", m)
	}
	sum := 0
	for _, d := range m.Spread {
		sum += d.Pairs
	}
	if sum != m.Pairs || len(m.Worst) != 2 {
		t.Errorf("%+v, worst %v", m.Spread, m.Worst)
	}
	table := format.Table(f, l.All())
	if table.Standings[0].Entry != f.Entries[1] || table.Standings[0].Note != m.String() {
		t.Errorf("%+v", table.Standings[0])
	}
}

// Where scores are compared a bot that is never placed before the other, and has a higher mean score against others, is better; without a
// difference the versions were even.
func TestScore(t *testing.T) {
	for _, tt := range []struct {
		name     string
		by       string
		more     float64
		want     Answer
		even     bool
		atLeast  float64
		steadily bool
	}{
		{"a higher score", "score", 2, Better, false, 1, true},
		{"a lower score", "score", -2, Worse, false, -3, true},
		{"an equal score", "score", 0, Unknown, true, 0, false},
		{"by points", "points", 2, Unknown, false, 1, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := formattest.Field(tournament.Field{}, 4)
			r := rand.New(rand.NewPCG(1, 2))
			luck := 0.0
			keys := map[string]any{"games": 200, "seats": 3, "by": tt.by}
			l, format := formattest.Play(t, Spec, keys, f, func(x tournament.Fixture) tournament.Result {
				if x.Game == 0 {
					luck = r.Float64() // of the pair
				}
				result := tournament.Result{Fixture: x.ID}
				for _, entry := range x.Seats {
					seat := tournament.Seat{Place: 1, Score: 50 + luck}
					switch entry {
					case f.Entries[0]:
						seat = tournament.Seat{Place: 3, Score: 10 + luck}
					case f.Entries[1]:
						seat = tournament.Seat{Place: 3, Score: 10 + luck + tt.more*2*r.Float64()}
					}
					result.Seats = append(result.Seats, seat)
				}
				return result
			})
			m := format.(*Format).Measure(f, l.All())
			if m.Answer != tt.want || m.Even != tt.even || m.Score[0] < tt.atLeast || (math.Abs(m.Steady) > 0.5) != tt.steadily {
				t.Errorf("%v: %+v", m, m)
			}
			if tt.by == "score" && !tt.even && !strings.Contains(m.String(), "in the mean score (from ") ||
				tt.by == "score" && tt.even && m.String() != "+0 in the mean score" {
				t.Errorf("it says %q", m)
			}
		})
	}
}
