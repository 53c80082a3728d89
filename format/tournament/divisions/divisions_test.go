package divisions

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

func TestConformance(t *testing.T) {
	small := map[string]any{"size": 4, "promoted": 1, "seasons": 3}
	formattest.Run(t, Spec,
		formattest.Case{Bots: 13, Ties: 5, Keys: small},
		formattest.Case{Bots: 8, Keys: map[string]any{"size": 4, "seasons": 2, "games": 2, "advance": 5},
			Field: tournament.Field{Timed: true}},
		formattest.Case{Bots: 9, Keys: map[string]any{"size": 3, "promoted": 1, "seasons": 4}, Field: tournament.Field{KeepOrder: true}},
		formattest.Case{Bots: 13, Keys: small, Changes: formattest.Changes(1, 5, 7)},
		formattest.Case{Bots: 9, Ties: 4, Keys: map[string]any{"size": 2, "promoted": 1}, Ends: 9},
		formattest.Case{Bots: 12, Keys: map[string]any{"size": 4, "promoted": 2}, Ends: 14, Changes: formattest.Changes(3, 7, 11)},
	)
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		bots, size int
		want       string
	}{
		{2, 16, "[2]"}, {23, 16, "[23]"}, {24, 16, "[16 8]"}, {40, 16, "[16 16 8]"}, {39, 16, "[16 23]"}, {3, 2, "[3]"}, {4, 2, "[2 2]"},
		{5, 3, "[3 2]"}, {4, 3, "[4]"},
	} {
		var sizes []int
		for _, division := range made(t, map[string]any{"size": tt.size, "promoted": 1}).split(make([]int, tt.bots)) {
			sizes = append(sizes, len(division))
		}
		if got := fmt.Sprint(sizes); got != tt.want {
			t.Errorf("%d bots in divisions of %d: %s, want %s", tt.bots, tt.size, got, tt.want)
		}
	}
}

// In a season each two bots of a division meet once, from both seats, and nobody else; then the first and the last change places.
func TestSeasons(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 8) // 1, 3 … 15; the larger number wins
	l, format := formattest.Play(t, Spec, map[string]any{"size": 4, "promoted": 1, "seasons": 3}, f, larger)
	want := []string{"1 3 5 7 | 9 11 13 15", "7 5 3 15 | 1 13 11 9", "15 7 5 13 | 3 11 9 1"}
	if got := seasons(l); !slices.Equal(got, sorted(want)) {
		t.Errorf("divisions by season are\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(sorted(want), "\n"))
	}
	table := format.Table(f, l.All())
	if got := table.Through(); !slices.Equal(got, []int{15, 13, 7, 5, 11, 9, 3, 1}) {
		t.Errorf("the final order is %v", got)
	}
	for i, s := range table.Standings {
		if s.Group != i/4 || s.Above != 4*s.Group || s.Overall() != i+1 || s.Rise != 0 || s.Played != 18 || s.Wins+s.Losses != 3 {
			t.Errorf("line %d of the last season: %+v", i, s)
		}
	}
}

// While a season is played the table says who moves.
func TestMovers(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 8)
	l := tournament.NewLedger(0, 0)
	format := made(t, map[string]any{"size": 4, "promoted": 1})
	play(t, format, f, l, 3, larger)
	rises := map[int]int{}
	for _, s := range tournament.Standings(format, f, l.All()).Standings {
		rises[s.Entry] = s.Rise
	}
	if rises[1] != -1 || rises[15] != 1 || rises[3] != 0 || rises[13] != 0 {
		t.Errorf("divisions up: %v", rises)
	}
}

// A new version takes over division and points, a gap is closed by the bots below it, and a bot that joins plays in the lowest division.
func TestChanges(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 12)
	l := tournament.NewLedger(0, 0)
	format := made(t, map[string]any{"size": 4, "promoted": 1})
	play(t, format, f, l, 2, larger)
	change := func(changes ...tournament.Change) {
		t.Helper()
		for _, c := range changes {
			c.Round = l.Rounds()
			if err := l.GiveUp(tournament.Abandoned(format, f, l, c)...); err != nil {
				t.Fatal(err)
			}
			f.Change(c)
		}
	}
	change(
		tournament.Change{Entry: 7, What: tournament.Left},
		tournament.Change{Entry: 107, What: tournament.Joined, Instead: 7},
		tournament.Change{Entry: 5, What: tournament.Left},
		tournament.Change{Entry: 200, What: tournament.Joined, Instead: -1},
	)
	lines := map[int]tournament.Standing{}
	for lines[200].Wins < 4 && l.Rounds() < 12 {
		play(t, format, f, l, l.Rounds()+1, larger)
		for _, s := range tournament.Standings(format, f, l.All()).Standings {
			lines[s.Entry] = s
		}
	}
	if s := lines[107]; s.Group != 0 || s.Wins != 2 || s.Points != 2 || s.Played != 2 {
		t.Errorf("the new version has not taken over: %+v", s)
	}
	if s := lines[200]; s.Group != 2 || s.Wins != 4 {
		t.Errorf("the bot that joined has not met all of the lowest division: %+v", s)
	}
	for len(seasons(l)) < 3 {
		play(t, format, f, l, l.Rounds()+1, larger)
	}
	want := sorted([]string{"107 3 15 13 | 11 200 1 23 | 21 19 17 9"})
	if got := seasons(l)[1]; got != want[0] {
		t.Errorf("the next season has the divisions %v, want %v", got, want)
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		name string
		bots int
		keys map[string]any
		want string
	}{
		{"a single bot", 1, nil, "divisions needs at least 2 bots, and there is only 1 bot: add some under [[bots]]"},
		{"more that move than there are", 9, map[string]any{"size": 5, "promoted": 3},
			"promoted = 3 and as many that move down are more than the size = 5 bots of a division: set promoted = 2 or less"},
		{"more that advance than there are", 9, map[string]any{"advance": 10}, "advance = 10 is more than the 9 bots there are"},
		{"one division", 9, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := made(t, tt.keys).Check(formattest.Field(tournament.Field{}, tt.bots))
			if (err == nil) != (tt.want == "") || err != nil && err.Error() != tt.want {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	f := formattest.Field(tournament.Field{MinSeats: 3}, 9)
	if err := made(t, nil).Check(f); err == nil || !strings.Contains(err.Error(), "not by 2") {
		t.Errorf("a kind of three seats: %v", err)
	}
}

func made(t testing.TB, keys map[string]any) *format {
	t.Helper()
	made, err := Spec.Make(keys)
	if err != nil {
		t.Fatal(err)
	}
	return made.(*format)
}

// larger returns the result of a game that the larger number wins.
func larger(x tournament.Fixture) tournament.Result { return formattest.Pair(x, slices.Max(x.Seats)) }

// play plays until so many rounds of play are complete, or one more if that is between two seasons.
func play(t testing.TB, format tournament.Format, f *tournament.Field, l *tournament.Ledger, rounds int,
	outcome func(tournament.Fixture) tournament.Result) {
	t.Helper()
	for l.Rounds() < rounds {
		fixtures, over := tournament.Next(format, f, l)
		if over {
			t.Fatal("it is over")
		}
		if err := l.Plan(fixtures...); err != nil {
			t.Fatal(err)
		}
		for _, x := range fixtures {
			if _, err := l.Enter(outcome(x)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// seasons returns the divisions of each season by the plan alone: bots that met, and a round of play without games after each season. Each
// pair meets in one match of two games.
func seasons(l *tournament.Ledger) (list []string) {
	past, last := l.All(), -1
	var divisions [][]int
	met := map[[2]int]int{}
	end := func() {
		if divisions == nil {
			return
		}
		texts := make([]string, len(divisions))
		for i, division := range divisions {
			texts[i] = strings.Trim(fmt.Sprint(division), "[]")
		}
		list = append(list, strings.Join(texts, " | "))
		for pair, n := range met {
			if n != 2 {
				list = append(list, fmt.Sprintf("%v met in %d games", pair, n))
			}
		}
		divisions = nil
		clear(met)
	}
	of := func(entry int) int {
		return slices.IndexFunc(divisions, func(d []int) bool { return slices.Contains(d, entry) })
	}
	for i := range past.Len() {
		g := past.Game(i)
		if g.Round > last+1 {
			end()
		}
		last = g.Round
		one, other := g.Entry(0), g.Entry(1)
		met[[2]int{min(one, other), max(one, other)}]++
		switch a, b := of(one), of(other); {
		case a < 0 && b < 0:
			divisions = append(divisions, []int{one, other})
		case a < 0:
			divisions[b] = append(divisions[b], one)
		case b < 0:
			divisions[a] = append(divisions[a], other)
		case a != b: // they met others of their division before
			divisions[min(a, b)] = append(divisions[min(a, b)], divisions[max(a, b)]...)
			divisions = slices.Delete(divisions, max(a, b), max(a, b)+1)
		}
	}
	end()
	return sorted(list)
}

// sorted returns texts of divisions with the bots of each in order.
func sorted(texts []string) (list []string) {
	for _, text := range texts {
		var divisions []string
		for _, division := range strings.Split(text, " | ") {
			words := strings.Fields(division)
			slices.Sort(words)
			divisions = append(divisions, strings.Join(words, " "))
		}
		slices.Sort(divisions)
		list = append(list, strings.Join(divisions, " | "))
	}
	return list
}
