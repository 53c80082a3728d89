package groups

import (
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

func TestConformance(t *testing.T) {
	formattest.Run(t, Spec,
		formattest.Case{Bots: 13, Ties: 5, Keys: map[string]any{"groups": 3, "best_of": 5, "rating.system": "elo"}},
		formattest.Case{Bots: 9, Keys: map[string]any{"draw": "drawn", "advance": 1}, Field: tournament.Field{Timed: true}},
		formattest.Case{Bots: 8, Keys: map[string]any{"groups": 2}, Field: tournament.Field{KeepOrder: true}},
		formattest.Case{Bots: 13, Keys: map[string]any{"groups": 3, "best_of": 3}, Changes: changes},
		formattest.Case{Bots: 17, Ties: 5, Keys: map[string]any{"groups": 2, "best_of": 3, "until": "80 %"}},
		formattest.Case{Bots: 17, Keys: map[string]any{"groups": 3, "until": "90 %", "advance": 1}, Changes: changes},
	)
}

func split(t *testing.T, bots int, keys map[string]any) [][]int {
	t.Helper()
	f, err := Spec.Make(keys)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*format).split(formattest.Field(tournament.Field{}, bots))
}

func TestSnake(t *testing.T) {
	got := split(t, 8, map[string]any{"groups": 3})
	want := [][]int{{1, 11, 13}, {3, 9, 15}, {5, 7}} // entries are 1, 3, 5…
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("groups are %v, want %v", got, want)
	}
}

func TestDrawnGroupsHoldEverybodyOnceAndDifferInSizeByOne(t *testing.T) {
	got := split(t, 22, map[string]any{"groups": 4, "draw": "drawn"})
	var all, sizes []int
	for _, group := range got {
		all = append(all, group...)
		sizes = append(sizes, len(group))
	}
	slices.Sort(all)
	if len(slices.Compact(all)) != 22 || slices.Max(sizes)-slices.Min(sizes) > 1 {
		t.Errorf("groups are %v", got)
	}
	if slices.EqualFunc(got, split(t, 22, map[string]any{"groups": 4}), slices.Equal) {
		t.Error("the draw is the snake")
	}
}

func TestUsualGroupsHaveFiveOrSix(t *testing.T) {
	for n := 15; n < 100; n++ {
		for _, group := range split(t, n, nil) {
			if len(group) < 4 || len(group) > 6 {
				t.Errorf("%d bots make a group of %d", n, len(group))
			}
		}
	}
}

func TestTheBestOfEachGroupGoOnWinnersFirst(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 8)
	l, format := formattest.Play(t, Spec, map[string]any{"groups": 2, "advance": 2}, f, func(x tournament.Fixture) tournament.Result {
		return formattest.Pair(x, max(x.Seats[0], x.Seats[1]))
	})
	// Snake: 1, 7, 9, 15 and 3, 5, 11, 13; the larger number wins.
	if got := format.Table(f, l.All()).Through(); !slices.Equal(got, []int{15, 13, 9, 11}) {
		t.Errorf("%v go on", got)
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name string
		bots int
		keys map[string]any
		want string
	}{
		{"a single bot", 1, nil, "groups needs at least 2 bots, and there is only 1 bot"},
		{"more groups than pairs", 7, map[string]any{"groups": 4}, "7 bots do not fill 4 groups of at least 2: set groups = 3 or less"},
		{"more to go on than the smallest group has", 7, map[string]any{"groups": 3, "advance": 3},
			"advance = 3 is more than the 2 bots of the smallest group"},
		{"groups that do not divide are allowed", 7, map[string]any{"groups": 3}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			format, err := Spec.Make(tt.keys)
			if err != nil {
				t.Fatal(err)
			}
			err = format.Check(formattest.Field(tournament.Field{}, tt.bots))
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// changes: a bot joins, one is replaced by a new version, one is disqualified and reinstated, and one is disqualified for good.
var changes = formattest.Changes(1, 5, 7)
