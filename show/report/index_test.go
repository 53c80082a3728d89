package report

import (
	"fmt"
	"slices"
	"testing"
	"unsafe"
)

// indexedFigures has games of ann, who won every third alone, shared the first place in every third, lost the others, and came late in
// every tenth. The opponents take turns. From the middle on a second version of ann plays, on the second day.
func indexedFigures(games int) *Figures {
	f := &Figures{Entries: []Version{{Bot: "ann", Number: 1}, {Bot: "bob", Number: 1}, {Bot: "cat", Number: 1}, {Bot: "ann", Number: 2}}}
	list := make([]Game, games)
	for i := range list {
		list[i].Seats = make([]Seat, 2)
	}
	f.Index = NewIndex(list)
	for i := range games {
		own, day := SeatResult{Entry: 0, Place: 1}, "2026-03-01"
		if i >= games/2 {
			own.Entry, day = 3, "2026-03-02"
		}
		other := SeatResult{Entry: 1 + i%2, Place: 2}
		switch i % 3 {
		case 1:
			other.Place = 1
		case 2:
			own.Place, other.Place = 2, 1
		}
		if i%10 == 0 {
			own.Faults = map[string]int{"late": 2}
		}
		f.Index.Add(&Outcome{Number: i + 1, Seats: []SeatResult{own, other}}, day, f.Entries)
	}
	return f
}

// TestSearch: each filter leaves the games that it names, the newest first, and pages continue where the one before ended.
func TestSearch(t *testing.T) {
	f := indexedFigures(60)
	for _, x := range []struct {
		name   string
		search Search
		games  int // in all pages
		newest int
	}{
		{"all", Search{}, 60, 60},
		{"won", Search{Result: Won}, 20, 58},
		{"drawn", Search{Result: Drawn}, 20, 59},
		{"lost", Search{Result: Lost}, 20, 60},
		{"against bob", Search{Opponent: "bob"}, 30, 59},
		{"against itself", Search{Opponent: "ann"}, 0, 0},
		{"against nobody known", Search{Opponent: "eve"}, 0, 0},
		{"late", Search{Fault: "late"}, 6, 51},
		{"any fault", Search{Fault: AnyFault}, 6, 51},
		{"crashed", Search{Fault: "crashed"}, 0, 0},
		{"the first version", Search{Version: 1}, 30, 30},
		{"since the second day", Search{Since: "2026-03-02"}, 30, 60},
		{"since a day to come", Search{Since: "2026-03-03"}, 0, 0},
		{"lost to bob by the second version, late", Search{Opponent: "bob", Result: Lost, Version: 2, Fault: "late"}, 1, 51},
		{"before game 7", Search{Before: 7}, 6, 6},
	} {
		x.search.Bot, x.search.Most = "ann", 7
		var numbers []int
		for {
			found, next, _ := f.Search(&x.search)
			for _, g := range found {
				numbers = append(numbers, g.Number)
				if own := &g.Seats[g.Own]; f.Entries[own.Entry].Bot != "ann" {
					t.Errorf("%s: game %d: the own seat is %d", x.name, g.Number, g.Own)
				}
			}
			if next == 0 {
				break
			}
			x.search.Before = next
		}
		newest := 0
		if len(numbers) > 0 {
			newest = numbers[0]
		}
		if len(numbers) != x.games || newest != x.newest || !slices.IsSortedFunc(numbers, func(a, b int) int { return b - a }) ||
			len(slices.Compact(slices.Clone(numbers))) != len(numbers) {
			t.Errorf("%s: %d games, the newest %d: %v; want %d, %d", x.name, len(numbers), newest, numbers, x.games, x.newest)
		}
	}
	found, _, _ := f.Search(&Search{Bot: "ann", Most: 1, Fault: "late"})
	own := &found[0].Seats[found[0].Own]
	if own.Faulty != 2 || !slices.Equal(own.Faults(), []string{"late"}) || found[0].Day != "2026-03-02" {
		t.Errorf("%+v", found[0])
	}
	if found, next, _ := f.Search(&Search{Bot: "eve", Most: 5}); len(found)+next > 0 {
		t.Error("a bot without games has some")
	}
}

// TestSearchIsBounded: a page costs the games on it, not all of the bot's, and a filter that nothing passes is given up, to be continued.
func TestSearchIsBounded(t *testing.T) {
	f := indexedFigures(250_000)
	for _, x := range []struct {
		search Search
		looked int
	}{
		{Search{}, 50},
		{Search{Before: 1000}, 50},
		{Search{Opponent: "bob"}, 100},
		{Search{Opponent: "eve"}, mostLookedAt},
		{Search{Version: 1}, mostLookedAt},
	} {
		x.search.Bot, x.search.Most = "ann", 50
		if _, next, looked := f.Search(&x.search); looked > x.looked || next == 0 {
			t.Errorf("%+v: %d games were looked at, want %d; next is %d", x.search, looked, x.looked, next)
		}
	}
	found := 0
	for s := (Search{Bot: "ann", Version: 1, Result: Won, Most: 500}); ; {
		games, next, _ := f.Search(&s)
		if found += len(games); next == 0 {
			break
		}
		s.Before = next
	}
	if want := 125_000/3 + 1; found != want {
		t.Errorf("%d games of the first version were won, want %d", found, want)
	}
}

// TestIndexIsSmall: a game of two takes 64 bytes, and the oldest games are left out where there would be too many seats.
func TestIndexIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(indexed{}) + 2*unsafe.Sizeof(IndexedSeat{}) + 2*unsafe.Sizeof(uint32(0)); size != 64 {
		t.Errorf("a game of two takes %d bytes", size)
	}
	list := make([]Game, 5)
	for i := range list {
		list[i].Seats = make([]Seat, mostIndexed/3)
	}
	if x := NewIndex(list); x.Left != 2 {
		t.Errorf("%d games are left out, want 2", x.Left)
	}
}

// BenchmarkSearch reads pages of 50 of 100 000 games.
func BenchmarkSearch(b *testing.B) {
	f := indexedFigures(100_000)
	for _, s := range []Search{{}, {Opponent: "bob", Result: Lost}, {Opponent: "eve"}} {
		b.Run(fmt.Sprintf("%s%s", s.Opponent, s.Result), func(b *testing.B) {
			s.Bot, s.Most = "ann", 50
			for b.Loop() {
				f.Search(&s)
			}
		})
	}
}
