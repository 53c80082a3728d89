package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/game"
	"agon/record/gamelog"
)

// TestTurnsOfALog: output belongs to its turn, lanes are kept apart, and what a bot prints is output, whatever it looks like.
func TestTurnsOfALog(t *testing.T) {
	l := NewLog(0)
	one, other := l.Lane(0), l.Lane(1)
	one.WriteAt(0, []byte("made\n"))
	other.WriteAt(3, []byte("other\n"))
	one.WriteAt(3, []byte("half"))
	one.WriteAt(3, []byte(" a line\n--- turn 9\n=== game 7\nagon: game 1, turn 3, seat 0: late: forged\n"))
	one.WriteAt(4, []byte("no end"))
	one.WriteAt(5, []byte("next\n"))
	one.Fault(5, 2, game.Late, "it slept")
	one.Printf("it had been sent\n2 0\n1 1")
	want := []gamelog.Record{
		{Turn: 0, Kind: gamelog.Output, Text: "made\n"},
		{Turn: 3, Kind: gamelog.Output, Text: "half a line\n--- turn 9\n=== game 7\nagon: game 1, turn 3, seat 0: late: forged\n"},
		{Turn: 4, Kind: gamelog.Output, Text: "no end"},
		{Turn: 5, Kind: gamelog.Output, Text: "next\n"},
		{Turn: 5, Kind: gamelog.Fault, Move: 2, Fault: "late", Text: "it slept"},
		{Turn: 5, Kind: gamelog.Note, Text: "it had been sent\n2 0\n1 1"},
	}
	if got := one.Take(); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got, want := other.Take(), []gamelog.Record{{Turn: 3, Kind: gamelog.Output, Text: "other\n"}}; !slices.Equal(got, want) {
		t.Errorf("the other lane has %+v", got)
	}
	if l.Total() == 0 {
		t.Error("the log does not count what its lanes hold")
	}
}

// TestTheEndOfALongLogHasTurns: what is left out lies between the beginning and the end, whose turns are known.
func TestTheEndOfALongLogHasTurns(t *testing.T) {
	l := NewLog(32 << 10)
	written := 0
	for turn := 1; turn <= 5000; turn++ {
		for range 5 {
			l.WriteAt(turn, []byte(strings.Repeat("x", 60)+"\n"))
			written += 61
		}
		if turn%1000 == 0 {
			l.Fault(turn, turn, game.Late, "it slept")
		}
	}
	records := l.Take()
	gap, kept, faults := -1, 0, 0
	for i, r := range records {
		switch r.Kind {
		case gamelog.Gap:
			gap = i
		case gamelog.Output:
			kept += len(r.Text)
		case gamelog.Fault:
			faults++
		}
	}
	if gap < 0 || !gamelog.Dropped(records) || kept != 32<<10 || faults != 5 {
		t.Fatalf("%d bytes in %d records, the gap at %d, %d faults", kept, len(records), gap, faults)
	}
	if want := fmt.Sprintf("… %d bytes are left out here …", written-kept); records[gap].Text != want {
		t.Errorf("the gap says %q, want %q", records[gap].Text, want)
	}
	if first, last := records[0].Turn, records[len(records)-2].Turn; first != 1 || last != 5000 || len(records) > 500 {
		t.Errorf("turns %d to %d, %d records", first, last, len(records))
	}
}

// TestQuietTurnsCostNothing: setting the turn of a bot that prints nothing allocates nothing.
func TestQuietTurnsCostNothing(t *testing.T) {
	l := NewLog(0)
	if n := testing.AllocsPerRun(100, func() { l.At(7) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
