package ladder

import (
	"slices"
	"strings"
	"testing"
)

var three = map[string]any{"seats": []any{int64(2), int64(3), int64(4)}}

// With seats 2, 3 and 4 games of each size are equally frequent, within one match; every match is a rotation, in which each of its bots
// has each seat once on the same deal.
func TestSizes(t *testing.T) {
	w := newWorld(12, 1, 3)
	l := played(t, w, three, 6)
	past := l.All()
	games := map[int]int{}
	matches := map[int][][]int{}
	seeds := map[int]map[int64]bool{}
	for i := range past.Len() {
		g := past.Game(i)
		games[g.Seats()]++
		var seats []int
		for seat := range g.Seats() {
			seats = append(seats, g.Entry(seat))
		}
		matches[g.Match] = append(matches[g.Match], seats)
		if seeds[g.Match] == nil {
			seeds[g.Match] = map[int64]bool{}
		}
		seeds[g.Match][l.Fixture(i).Seed] = true
	}
	if len(games) != 3 {
		t.Fatalf("games by size: %v", games)
	}
	for _, n := range []int{2, 3} {
		if apart := games[n] - games[n+1]; apart < -4 || apart > 4 {
			t.Errorf("games by size: %v", games)
		}
	}
	for match, rows := range matches {
		for seat := range rows[0] {
			var sat []int
			for _, row := range rows {
				sat = append(sat, row[seat])
			}
			slices.Sort(sat)
			if len(rows) != len(rows[0]) || len(slices.Compact(sat)) != len(rows) || len(seeds[match]) != 1 {
				t.Fatalf("match %d has the seats %v, and %d seeds", match, rows, len(seeds[match]))
			}
		}
	}
}

// The order of the sizes depends on the seed: equal seeds give equal plans.
func TestSizesAreTheSeeds(t *testing.T) {
	sizes := func(seed int64) (list []int) {
		w := newWorld(12, 1, 3)
		w.field.Seed = seed
		past := played(t, w, three, 1).All()
		for i := range past.Len() {
			list = append(list, past.Game(i).Seats())
		}
		return list
	}
	if a, b := sizes(5), sizes(5); !slices.Equal(a, b) {
		t.Errorf("one seed gave %v and %v", a, b)
	}
	if a, b := sizes(5), sizes(6); slices.Equal(a, b) {
		t.Errorf("two seeds gave both %v", a)
	}
}

func TestSizesAreChecked(t *testing.T) {
	for _, tt := range []struct {
		seats any
		bots  int
		want  string
	}{
		{[]any{int64(2), int64(3), int64(2)}, 9, "[2 3 2] has 2 twice"},
		{[]any{int64(1), int64(3)}, 9, "a match is between two bots at least, not 1"},
		{[]any{int64(2), int64(4)}, 3, "needs at least 4 bots, and there are only 3"},
		{[]any{int64(2), int64(17)}, 20, "from 0 to 16, not 17"},
		{[]any{}, 9, "empty list"},
		{"two", 9, "option seats must be a whole number or a list such as [2, 3, 4], not \"two\""},
		{"2, 3", 9, ""},
		{int64(3), 9, ""},
	} {
		format, err := Spec.Make(map[string]any{"seats": tt.seats})
		if err == nil {
			err = format.Check(newWorld(tt.bots, 1, 3).field)
		}
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("seats = %v: got %v, want %q", tt.seats, err, tt.want)
		}
	}
}
