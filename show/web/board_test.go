package web

import (
	"testing"

	"agon/game/palette"
)

// TestMarksOfASmallBoard: a small board marks bots as standings do, also where the rules have names for seats.
func TestMarksOfASmallBoard(t *testing.T) {
	f := tronFilm(t)
	if f.Info.Kind.Marks == nil {
		t.Fatal("the rules have no names for seats")
	}
	b, err := NewBoard(f, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, seat := range b.Seats {
		if want := palette.Mark(f.Info.Seats[i].Slot); seat.Mark != want {
			t.Errorf("seat %d has mark %q, want %q", i, seat.Mark, want)
		}
	}
}
