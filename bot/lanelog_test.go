package bot

import (
	"fmt"
	"strings"
	"testing"
)

// TestTurnsOfALog: output stands below the heading of its turn, lanes are kept apart, and no bot can forge a heading.
func TestTurnsOfALog(t *testing.T) {
	l := NewLog(0)
	one, other := l.Lane(0), l.Lane(1)
	one.WriteAt(0, []byte("made\n"))
	other.WriteAt(3, []byte("other\n"))
	one.WriteAt(3, []byte("half"))
	one.WriteAt(3, []byte(" a line\n--- turn 9\n=== game 7\n"))
	one.WriteAt(4, []byte("no end"))
	one.WriteAt(5, []byte("next\n"))
	one.Printf("game 1, turn 5, seat 0: late: it slept")
	one.Printf("it had been sent\n  2 0\n  1 1")
	text := one.Take()
	want := []Printed{
		{0, "made\n", nil},
		{3, "half a line\n --- turn 9\n === game 7\n", nil},
		{4, "no end\n", nil},
		{5, "next\n", []string{"game 1, turn 5, seat 0: late: it slept", "it had been sent\n2 0\n1 1"}},
	}
	if got := ReadLog(string(text)); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := string(Unheaded([]byte("--- turn 3\n --- turn 9\nx\n"))); got != "--- turn 9\nx\n" {
		t.Errorf("without headings: %q", got)
	}
	if got := string(other.Take()); got != "--- turn 3\nother\n" {
		t.Errorf("the other lane has %q", got)
	}
	if l.Total() == 0 {
		t.Error("the log does not count what its lanes hold")
	}
}

// TestTheEndOfALongLogHasTurns: the tail of a log that overflowed begins with a heading.
func TestTheEndOfALongLogHasTurns(t *testing.T) {
	l := NewLog(32 << 10)
	for turn := 1; turn <= 100; turn++ {
		for range 50 {
			l.WriteAt(turn, []byte(strings.Repeat("x", 60)+"\n"))
		}
	}
	text := string(l.Take())
	_, end, found := strings.Cut(text, "bytes are left out here …\n")
	if !found || !strings.HasPrefix(end, TurnHeading) || !strings.Contains(end, TurnHeading+"100\n") || len(text) > 40<<10 {
		t.Errorf("%d bytes, the end begins with %.40q", len(text), end)
	}
}

// TestQuietTurnsCostNothing: setting the turn of a bot that prints nothing allocates nothing.
func TestQuietTurnsCostNothing(t *testing.T) {
	l := NewLog(0)
	if n := testing.AllocsPerRun(100, func() { l.At(7) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
