package tron

import (
	"testing"

	"agon/game"
)

// A tickingTimer is a clock that advances by a step with each reading.
type tickingTimer struct {
	limit, spent, step game.Micros
}

func (t *tickingTimer) Limit() game.Micros { return t.limit }

func (t *tickingTimer) Spent() game.Micros {
	t.spent += t.step
	return t.spent
}

// TestChampionReadsItsClock: the champion stops at nine tenths of the clock's time, or at ms, and never reads the clock if it is given a
// number of positions.
func TestChampionReadsItsClock(t *testing.T) {
	for _, tt := range []struct {
		name   string
		params map[string]any
		least  game.Micros
		most   game.Micros
	}{
		{"nine tenths of the turn", nil, 90000, 91000},
		{"ms", map[string]any{"ms": 30}, 30000, 31000},
		{"nodes", map[string]any{"nodes": 300}, 0, 0},
		{"nodes before ms", map[string]any{"nodes": 300, "ms": 30}, 0, 0},
	} {
		for seats := 2; seats <= maxSeats; seats++ {
			s := dealt(t, seats)
			clock := &tickingTimer{limit: 100000, step: 500}
			champion(t, tt.params)(&s, 0, &game.Reply{Timer: clock})
			if clock.spent < tt.least || clock.spent > tt.most {
				t.Errorf("%s, %d seats: stopped at %d µs, want %d to %d", tt.name, seats, clock.spent, tt.least, tt.most)
			}
		}
	}
}

// TestChampionWithoutAClock: without a clock a number of positions ends the search, so that equal games stay equal.
func TestChampionWithoutAClock(t *testing.T) {
	var first game.Reply
	for range 3 {
		s := dealt(t, 2)
		var reply game.Reply
		champion(t, map[string]any{"ms": 1})(&s, 0, &reply)
		if first.Remark == nil {
			first = reply
		}
		if string(reply.Remark) != string(first.Remark) || len(reply.Remark) == 0 {
			t.Errorf("it moves %q, then %q", first.Remark, reply.Remark)
		}
	}
}

func dealt(t *testing.T, seats int) (s State) {
	t.Helper()
	dice := game.NewDice(4, nil)
	dice.Turn(0)
	if err := (&Rules{Width: 30, Height: 20}).Deal(&s, seats, &dice); err != nil {
		t.Fatal(err)
	}
	return s
}
