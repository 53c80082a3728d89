package arena

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

func TestConformance(t *testing.T) {
	formattest.Run(t, Spec,
		formattest.Case{Bots: 4, Keys: map[string]any{"games": 130}},
		formattest.Case{Bots: 7, Keys: map[string]any{"games": 130, "seats": 3}, Changes: changes},
		formattest.Case{Bots: 7, Keys: map[string]any{"games": 130, "seats": 3}},
		formattest.Case{Bots: 7, Keys: map[string]any{"games": 130, "seats": []any{int64(2), int64(3), int64(4)}}},
		formattest.Case{Bots: 7, Keys: map[string]any{"games": 150, "seats": 3}, Field: tournament.Field{KeepOrder: true}},
		formattest.Case{Bots: 4, Keys: map[string]any{"games": 400, "until": "95 %"}},
		formattest.Case{Bots: 7, Keys: map[string]any{"games": 130, "seats": 3, "until": "90 %", "certain": "top 2"}, Changes: changes},
		formattest.Case{Bots: 5, Keys: map[string]any{"games": 130, "seats": 3, "blocks": true}, Field: tournament.Field{Mirrors: 2}},
		formattest.Case{Bots: 5, Keys: map[string]any{"games": 200, "blocks": true, "until": "80 %", "certain": "first"},
			Field: tournament.Field{Mirrors: 12, KeepOrder: true}},
		formattest.Case{Bots: 7, Keys: map[string]any{"games": 130, "seats": []any{int64(2), int64(3)}, "blocks": true, "until": "80 %"},
			Changes: changes},
	)
}

func field(n int) *tournament.Field {
	f := &tournament.Field{Seed: 7, MinSeats: 1, MaxSeats: 128}
	for i := range n {
		f.Entries = append(f.Entries, 100+i)
	}
	return f
}

func spread(counts []int) int { return slices.Max(counts) - slices.Min(counts) }

// All bots play equally often (at most one game apart, at any time), meet each other about equally often, and have every seat about
// equally often.
func TestDrawsAreBalanced(t *testing.T) {
	for _, tt := range []struct {
		bots, seats, games    int
		metApart, seatedApart int // maximum difference between two pairs, and between two seats of a bot
	}{
		{5, 2, 40, 1, 2},
		{7, 3, 70, 2, 2},
		{10, 4, 90, 2, 2},
		{12, 4, 330, 3, 3},   // 30 meetings of each pair
		{21, 8, 420, 4, 3},   // 56
		{64, 8, 1000, 4, 3},  // 27.8
		{130, 21, 500, 7, 3}, // 12.5
	} {
		t.Run(fmt.Sprintf("%d bots, %d a game", tt.bots, tt.seats), func(t *testing.T) {
			d := newDraw(field(tt.bots), tt.seats)
			for g := range tt.games {
				d.next(g, tt.seats)
				if spread(d.plays) > 1 {
					t.Fatalf("after game %d bots have played %d to %d games", g, slices.Min(d.plays), slices.Max(d.plays))
				}
			}
			var met []int
			for a := range tt.bots {
				for b := range a {
					met = append(met, d.met[a*tt.bots+b])
				}
			}
			if spread(met) > tt.metApart {
				t.Errorf("pairs met %d to %d times", slices.Min(met), slices.Max(met))
			}
			if spread(d.sat) > tt.seatedApart {
				t.Errorf("bots sat %d to %d times in a seat", slices.Min(d.sat), slices.Max(d.sat))
			}
		})
	}
}

func TestNobodySitsTwice(t *testing.T) {
	d := newDraw(field(9), 5)
	for g := range 200 {
		seats := d.next(g, 5)
		slices.Sort(seats)
		if len(slices.Compact(seats)) != 5 {
			t.Fatalf("game %d is %v", g, seats)
		}
	}
}

func TestKeptOrder(t *testing.T) {
	f := field(6)
	f.KeepOrder = true
	for g, seats := 0, newDraw(f, 4); g < 50; g++ {
		if order := seats.next(g, 4); !slices.IsSorted(order) {
			t.Fatalf("game %d has seats %v", g, order)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name  string
		bots  int
		least int
		keys  map[string]any
		want  string
	}{
		{"one bot alone where the kind allows it", 1, 1, nil, ""},
		{"too few", 1, 2, nil, "played by 2 to 128, not by 1"},
		{"too many for one game", 200, 2, nil, "set seats = 128"},
		{"draws of a large field", 200, 2, map[string]any{"seats": 20}, ""},
		{"more seats than bots", 3, 2, map[string]any{"seats": 4}, "more than the 3 bots"},
		{"more to go on than there are", 3, 2, map[string]any{"advance": 4}, "more than the 3 bots"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			format, err := Spec.Make(tt.keys)
			if err != nil {
				t.Fatal(err)
			}
			f := field(tt.bots)
			f.MinSeats = tt.least
			err = format.Check(f)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// outcome gives entries with lower numbers a higher score, plus a value of the deal that is the same for all.
func outcome(x tournament.Fixture) tournament.Result {
	r := tournament.Result{Fixture: x.ID}
	order := slices.Clone(x.Seats)
	slices.Sort(order)
	for _, entry := range x.Seats {
		r.Seats = append(r.Seats, tournament.Seat{
			Place: slices.Index(order, entry) + 1,
			Score: float64(200-entry) + float64(x.Seed%8),
			Moves: 10, Took: 50,
		})
	}
	return r
}

func TestTable(t *testing.T) {
	f := field(5)
	l, format := formattest.Play(t, Spec, map[string]any{"games": 150, "advance": 2}, f, outcome)
	if l.Done() != 150 {
		t.Fatalf("%d games were played", l.Done())
	}
	table := format.Table(f, l.All())
	for i, s := range table.Standings {
		if s.Entry != 100+i || s.Rank != i+1 || s.RankLow != i+1 || s.RankHigh != i+1 {
			t.Errorf("place %d: entry %d, rank %d (%d-%d)", i+1, s.Entry, s.Rank, s.RankLow, s.RankHigh)
		}
		if s.Played != 150 || s.Low >= s.Score || s.High <= s.Score || s.Average() != 5 {
			t.Errorf("place %d: %+v", i+1, s)
		}
	}
	if got := table.Through(); !slices.Equal(got, []int{100, 101}) {
		t.Errorf("entries %v go on", got)
	}
	if len(table.NotApart) != 0 {
		t.Errorf("not apart: %v", table.NotApart)
	}
}

// Bots with equal results share the rank, and the chance of being first; who advances goes by the line-up.
func TestEqualBotsShareTheFirstPlace(t *testing.T) {
	for _, equal := range []int{2, 3, 5} {
		for _, games := range []int{6, 30} {
			f := field(equal + 1)
			l, format := formattest.Play(t, Spec, map[string]any{"games": games, "advance": 1}, f,
				func(x tournament.Fixture) tournament.Result {
					r := tournament.Result{Fixture: x.ID}
					for _, entry := range x.Seats {
						s := tournament.Seat{Place: 1, Score: 3 + float64(x.Seed%5), Moves: 1}
						if entry == 100+equal {
							s = tournament.Seat{Place: equal + 1, Moves: 1}
						}
						r.Seats = append(r.Seats, s)
					}
					return r
				})
			table := tournament.Standings(format, f, l.All())
			for i, s := range table.Standings[:equal] {
				if away := s.ChanceFirst - 1/float64(equal); away < -1e-5 || away > 1e-5 || s.Rank != 1 || s.RankHigh != equal ||
					s.Through != (i == 0) {
					t.Errorf("%d equal bots, %d games: %+v", equal, games, s)
				}
			}
			if last := table.Standings[equal]; last.Rank != equal+1 || last.ChanceFirst != 0 {
				t.Errorf("%+v", last)
			}
		}
	}
}

func TestTableBeforeTheFirstResultSaysNothing(t *testing.T) {
	f := field(3)
	format, _ := Spec.Make(nil)
	table := format.Table(f, tournament.NewLedger(0, 0).All())
	for _, s := range table.Standings {
		if s.Played != 0 || s.Score != 0 || s.RankLow != 1 || s.RankHigh != 3 || s.BestGame != -1 {
			t.Errorf("%+v", s)
		}
	}
}

// changes: a bot joins, one is replaced by a new version, one is disqualified and reinstated, and one is disqualified for good.
var changes = formattest.Changes(1, 5, 7)
