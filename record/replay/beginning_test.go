package replay

import (
	"slices"
	"testing"

	"agon/game"
)

// A beginning is of the records that go on from it, and of no other.
func TestBeginning(t *testing.T) {
	record := func(turns int, words []string, columns ...string) *game.Record {
		r := &game.Record{Seats: len(columns), Turns: turns, Words: words}
		for _, c := range columns {
			r.Columns, r.Times = append(r.Columns, []byte(c)), append(r.Times, make([]game.Micros, len(c)))
		}
		return r
	}
	words := []string{"UP", "DOWN", "LEFT"}
	b := BeginningOf(record(2, words[:2], "\x00\x01", "\x01\x01"), true)
	late := record(2, words[:2], "\x00\x01", "\x01\x01")
	late.Times[1][0] = 5
	for _, tt := range []struct {
		name string
		of   *game.Record
		want bool
	}{
		{"the same", record(2, words[:2], "\x00\x01", "\x01\x01"), true},
		{"one that goes on", record(3, words, "\x00\x01\x02", "\x01\x01\x00"), true},
		{"one that is shorter", record(1, words[:2], "\x00", "\x01"), false},
		{"another move", record(3, words, "\x00\x00\x02", "\x01\x01\x00"), false},
		{"another word", record(2, []string{"UP", "LEFT"}, "\x00\x01", "\x01\x01"), false},
		{"more seats", record(2, words[:2], "\x00\x01", "\x01\x01", "\x01\x01"), false},
		{"another time", late, false},
	} {
		if got := b.Of(tt.of); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
	early := BeginningOf(record(2, words[:2], "\x00\x01", "\x01\x01"), false)
	if !early.Of(late) {
		t.Error("times count where no rules read them")
	}
	if grown := slices.Clone(words); !early.Of(record(2, grown, "\x00\x01", "\x01\x01")) {
		t.Error("a record with more words is another")
	}
}
