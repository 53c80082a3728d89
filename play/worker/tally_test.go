package worker

import (
	"testing"
	"time"

	"agon/bot"
)

// A bot that cleans up after its answers is charged and has no fault; one that computes on has.
func TestPonderingIsAPartOfTheTurns(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name   string
		move   bot.Call
		faults int // in 1000 moves
	}{
		{"frees a tree that took 90 ms", bot.Call{Wall: 90 * ms, CPU: 90 * ms, Ponder: 2 * ms}, 0},
		{"collects garbage after quick moves", bot.Call{Wall: 200 * time.Microsecond, Ponder: 40 * time.Microsecond}, 0},
		{"uses a third", bot.Call{Wall: 3 * ms, CPU: 3 * ms, Ponder: ms}, 100},
		{"computes on", bot.Call{Wall: ms, CPU: ms, Ponder: 10 * ms}, 1000},
		{"was held up, and computes on", bot.Call{Wall: 100 * ms, CPU: ms, Stall: 99 * ms, Ponder: 10 * ms}, 1000},
		{"does nothing", bot.Call{Wall: ms, CPU: ms}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var p ponderer
			faults := 0
			for range 1000 {
				if between, _ := p.count(&tt.move); between > 0 {
					faults++
				}
			}
			if faults != tt.faults {
				t.Errorf("%d faults in 1000 moves, want %d", faults, tt.faults)
			}
		})
	}
}
