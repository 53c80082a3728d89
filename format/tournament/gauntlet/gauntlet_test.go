package gauntlet

import (
	"fmt"
	"slices"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

func TestConformance(t *testing.T) {
	formattest.Run(t, Spec,
		formattest.Case{Bots: 2, Keys: map[string]any{"games": 40}},
		formattest.Case{Bots: 7, Ties: 3, Keys: map[string]any{"games": 3, "challengers": 2, "advance": 4}},
		formattest.Case{Bots: 8, Ties: 3, Keys: map[string]any{"games": 20, "challengers": 3}},
		formattest.Case{Bots: 9, Keys: map[string]any{"games": 12, "challengers": 2}, Field: tournament.Field{MinSeats: 3, MaxSeats: 4}},
		formattest.Case{Bots: 6, Keys: map[string]any{"games": 30, "challengers": 2}, Field: tournament.Field{KeepOrder: true}},
	)
}

// met returns how many games each pair of places has, lower first.
func met(t *testing.T, f *tournament.Field, keys map[string]any) (games map[[2]int]int, all int) {
	t.Helper()
	l, format := formattest.Play(t, Spec, keys, f, func(x tournament.Fixture) tournament.Result {
		return formattest.Pair(x, slices.Min(x.Seats))
	})
	games = map[[2]int]int{}
	for i := range l.All().Len() {
		g := l.All().Game(i)
		for one := range g.Seats() {
			for two := range one {
				a, b := slices.Index(f.Entries, g.Entry(one)), slices.Index(f.Entries, g.Entry(two))
				games[[2]int{min(a, b), max(a, b)}]++
			}
		}
	}
	if n := format.Games(f); n != l.Done() {
		t.Errorf("%d games were expected, and %d are played", n, l.Done())
	}
	return games, l.Done()
}

// Challengers meet each of the others, from both seats on one start, and neither each other nor the others each other.
func TestChallengersMeetTheOthers(t *testing.T) {
	games, all := met(t, formattest.Field(tournament.Field{}, 5), map[string]any{"challengers": 2, "games": 3})
	want := map[[2]int]int{{0, 2}: 6, {0, 3}: 6, {0, 4}: 6, {1, 2}: 6, {1, 3}: 6, {1, 4}: 6}
	if fmt.Sprint(games) != fmt.Sprint(want) || all != 36 {
		t.Errorf("%d games: %v, want %v", all, games, want)
	}
}

// In games of more seats every challenger meets every other in each rotation, and no other challenger.
func TestChallengersMeetDrawnGroups(t *testing.T) {
	games, all := met(t, formattest.Field(tournament.Field{MinSeats: 3, MaxSeats: 3}, 7), map[string]any{"challengers": 2, "games": 40})
	if all != 2*3*3*40 || games[[2]int{0, 1}] != 0 {
		t.Errorf("%d games: %v", all, games)
	}
	for challenger := range 2 {
		for other := 2; other < 7; other++ {
			if n := games[[2]int{challenger, other}]; n < 3*40 {
				t.Errorf("%d meets %d in %d games", challenger, other, n)
			}
		}
	}
	for one := 2; one < 7; one++ {
		for two := one + 1; two < 7; two++ {
			if games[[2]int{one, two}] == 0 {
				t.Errorf("%d and %d are never drawn together", one, two)
			}
		}
	}
}

// All bots are on one scale, though most never meet: who beats whom beats the others is first, and the order is certain after many games.
func TestOneScale(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 4)
	l, format := formattest.Play(t, Spec, map[string]any{"challengers": 2, "games": 60, "rating.start": 0.0}, f,
		func(x tournament.Fixture) tournament.Result {
			winner := slices.Min(x.Seats) // of 1, 3 : 5, 7; each wins five of six games against a later one
			if x.Match/4%6 == 0 {
				winner = slices.Max(x.Seats)
			}
			return formattest.Pair(x, winner)
		})
	table := format.Table(f, l.All())
	sum := 0.0
	for i, s := range table.Standings {
		sum += s.Rating
		if first := s.Entry < 4; first != (i < 2) || s.RatingError <= 0 || first != (s.RankHigh <= 2) {
			t.Errorf("place %d: %+v", i+1, s)
		}
	}
	if sum < -1 || sum > 1 || table.By != tournament.ByRating {
		t.Errorf("the ratings make %v together", sum)
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		bots int
		keys map[string]any
		want string
	}{
		{3, map[string]any{"challengers": 2}, ""},
		{2, map[string]any{"challengers": 2}, "gauntlet needs at least 3 bots, and there are only 2 bots: add some under [[bots]]"},
		{3, map[string]any{"seats": 4}, "gauntlet needs at least 4 bots, and there are only 3 bots: add some under [[bots]]"},
		{3, map[string]any{"advance": 4}, "advance = 4 is more than the 3 bots there are"},
		{40, map[string]any{"seats": 17}, "a game is played by 2 to 16, not by 17"},
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
			t.Errorf("%d bots, %v: %q, want %q", tt.bots, tt.keys, got, tt.want)
		}
	}
}
