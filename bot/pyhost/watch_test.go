package pyhost

import (
	"testing"

	"agon/bot"
)

// TestSleepInAnOrder has a watched process sleep while it constructs a bot, which proves nothing, and then in a frame.
func TestSleepInAnOrder(t *testing.T) {
	w := watch{process: &bot.Process{Asleep: func() bool { return true }}, watched: 1, began: true}
	if w.asleep() {
		t.Error("a process that slept in an order counts as asleep in a frame")
	}
	w.begin()
	if !w.asleep() {
		t.Error("a process that sleeps in a frame is not seen asleep")
	}
	w.end(0, 0, 1)
	if w.asleep() {
		t.Error("a process that slept in the order after a frame counts as asleep in the frame")
	}
}
