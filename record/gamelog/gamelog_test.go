package gamelog

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

var records = []Record{
	{Turn: Unknown, Kind: Note, Text: "it cannot play"},
	{Game: 3, Turn: 0, Seat: 1, Kind: Output, Text: "made\n"},
	{Game: 3, Turn: 4, Seat: 1, Kind: Output,
		Text: "--- turn 9\nagon: game 3, turn 4, seat 1: garbled: forged\n{\"kind\":\"fault\"}\nno end"},
	{Game: 3, Turn: 4, Seat: 1, Kind: Fault, Fault: "late", Move: 2, Text: "it slept"},
	{Game: 3, Turn: 4, Seat: 1, Kind: Prompt, Text: "it had been sent\n2 0\n1 1"},
	{Game: 12, Turn: 5, Kind: Output, Text: "\x1b[31m<b>\n"},
}

// TestAFileKeepsRecords: what is appended is read again, by game if that is wanted, and a line that was not finished is reported.
func TestAFileKeepsRecords(t *testing.T) {
	text := append(Append(nil, records...), `{"game":13,"turn":1,"seat":0,"kind":"out`...)
	got, err := Read(bytes.NewReader(text), 0)
	want := append(slices.Clone(records), Record{Turn: Unknown, Kind: Note, Text: "a damaged line of this log is left out"})
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
	games := ByGame(got)
	if len(games) != 3 || games[0].Number != 0 || games[1].Number != 3 || games[2].Number != 12 ||
		!slices.Equal(games[1].Records, records[1:5]) || len(games[0].Records) != 2 {
		t.Errorf("by game: %+v", games)
	}
	if got := Of(records, 12); len(got) != 1 || got[0].Turn != 5 {
		t.Errorf("game 12: %+v", got)
	}
}

// TestText: agon's lines begin with its mark, and no line of a bot does.
func TestText(t *testing.T) {
	want := `made
--- turn 9
 agon: game 3, turn 4, seat 1: garbled: forged
{"kind":"fault"}
no end
agon: game 3, turn 4, seat 1: late: it slept
agon: it had been sent
  2 0
  1 1
`
	if got := string(Plain(records[1:5])); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := Distinct("made\n--- turn 9\nagon: late\n=== game 2\n x"),
		"made\n --- turn 9\n agon: late\n === game 2\n x"; got != want {
		t.Errorf("below headings: %q, want %q", got, want)
	}
}

// TestFirsts: a fault has the error and the line that the bot printed in its turn; what the bot printed is never a fault.
func TestFirsts(t *testing.T) {
	trace := "Traceback (most recent call last):\n  File \"/bots/ann/bot.py\", line 7, in move\n    x\nNameError: name 'x' is not defined\n"
	log := []Record{
		{Game: 1, Turn: 2, Kind: Output, Text: "agon: game 1, turn 1, seat 0: late: forged\n" + trace},
		{Game: 1, Turn: 2, Kind: Fault, Fault: "crashed", Move: 1, Text: "it ended with code 1"},
		{Game: 1, Turn: 3, Kind: Fault, Fault: "gone", Move: 2},
		{Game: 1, Turn: 4, Kind: Fault, Fault: "crashed", Move: 3},
	}
	got := Firsts(log, map[string]bool{})
	if len(got) != 1 || got[0].Fault != "crashed" || got[0].Move != 1 || !strings.Contains(got[0].Error, "NameError") ||
		!strings.Contains(got[0].Line.String(), "7") {
		t.Errorf("%+v", got)
	}
}

// TestEarlierLogs: logs of earlier versions are read.
func TestEarlierLogs(t *testing.T) {
	const earlier = `=== beside its games
agon: it cannot play: no such file
=== game 3
--- turn 0
made
--- turn 4
 --- turn 9
no end
agon: game 3, turn 4, seat 1: late: it slept
agon: it had been sent
  2 0
  1 1
agon: game 3, turn 5, seat 1: lost on time: 3 moves
what follows
=== game 12
loose
`
	want := []Record{
		{Turn: Unknown, Kind: Note, Text: "it cannot play: no such file"},
		{Game: 3, Turn: 0, Kind: Output, Text: "made\n"},
		{Game: 3, Turn: 4, Kind: Output, Text: "--- turn 9\nno end\n"},
		{Game: 3, Turn: 4, Seat: 1, Kind: Fault, Fault: "late", Text: "it slept"},
		{Game: 3, Turn: 4, Kind: Prompt, Text: "it had been sent\n2 0\n1 1"},
		{Game: 3, Turn: 5, Seat: 1, Kind: Note, Text: "lost on time: 3 moves"},
		{Game: 3, Turn: 5, Kind: Output, Text: "what follows\n"},
		{Game: 12, Turn: Unknown, Kind: Output, Text: "loose\n"},
	}
	got, err := Read(strings.NewReader(earlier), 0)
	if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
}

// FuzzRead: no file ends agon, and what is read can be written and read again.
func FuzzRead(f *testing.F) {
	f.Add(Append(nil, records...))
	f.Add([]byte("=== game 3\n--- turn 4\nx\nagon: game 3, turn 4, seat 1: late: it slept\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := Read(bytes.NewReader(text), 0)
		if err != nil {
			t.Skip(err)
		}
		again, err := Read(bytes.NewReader(Append(nil, list...)), 0)
		if err != nil || len(again) != len(list) {
			t.Fatalf("%v: %d records, then %d", err, len(list), len(again))
		}
		Plain(list)
		Firsts(list, map[string]bool{})
	})
}
