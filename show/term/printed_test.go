package term

import (
	"fmt"
	"strings"
	"testing"

	"agon/show/term/screen"
)

// TestOutputBesideTheBoard checks that l shows the output of the picked bot up to the turn that is shown, and nothing after it.
func TestOutputBesideTheBoard(t *testing.T) {
	m := at(canvas(t, 2, 20), 5, 100, 30, screen.Plain)
	press(m, "l")
	if m.logged || !strings.Contains(m.draw().String(screen.Plain), "no output of bots is known") {
		t.Error("l does not say that no output is known")
	}
	m.printed = func(seat, turn int) string {
		if turn%2 == 0 {
			return ""
		}
		return fmt.Sprintf("seat %d said %d\x1b[2J\n", seat, turn)
	}
	m.own = 1
	press(m, "l")
	if m.pick != 1 {
		t.Errorf("it shows seat %d, not the viewer's own", m.pick)
	}
	text := m.draw().String(screen.Plain)
	want := fmt.Sprintf("seat %d said 5", m.pick)
	if !strings.Contains(text, want) || !strings.Contains(text, "-- round 3") || strings.Contains(text, "said 7") ||
		strings.Contains(text, "\x1b[2J") {
		t.Errorf("want %q and turn 3, and nothing later:\n%s", want, text)
	}
	press(m, "l")
	if strings.Contains(m.draw().String(screen.Plain), "said 5") {
		t.Error("l again does not hide it")
	}
}
