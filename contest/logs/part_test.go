package logs

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/game"
	"agon/games/bomberman"
	"agon/games/tron"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/record/replay"
)

// recorded plays a game of built-in bots, and returns what each seat was sent, by turn.
func recorded(t *testing.T, k *game.Kind, seats int) (*replay.Replay, []map[int]string) {
	t.Helper()
	settings, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := k.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(7, seats); err != nil {
		t.Fatal(err)
	}
	rep, sent := &replay.Replay{}, make([]map[int]string, seats)
	for seat := range seats {
		native, err := k.Builtin(k.Builtins[0].Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		table.Sit(game.Seat(seat), native)
		rep.Seats, sent[seat] = append(rep.Seats, replay.Seat{Name: fmt.Sprint("bot ", seat), Slot: seat}), map[int]string{}
	}
	for !table.Over() {
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			sent[seat][table.Turns()+1] = worker.SentText(table, seat, true)
			table.Think(seat, &game.Reply{})
		}
		table.Step()
	}
	rep.Record = table.Made()
	return rep, sent
}

// parts reads all turns of a seat.
func parts(t *testing.T, k *game.Kind, dir string, rep *replay.Replay, seat, most int) (turns []Turn, reads int) {
	t.Helper()
	for from := 0; ; reads++ {
		records, err := Records(dir, seat)
		if err != nil {
			t.Fatal(err)
		}
		part, next, err := Part(func(string) (*game.Kind, error) { return k, nil }, seat, 3, records, rep, from, most)
		if err != nil {
			t.Fatal(err)
		}
		if turns = append(turns, part...); next == 0 {
			return turns, reads + 1
		}
		if len(part) == 0 || next <= from {
			t.Fatalf("a part from turn %d has %d turns, and the next begins at %d", from, len(part), next)
		}
		from = next
	}
}

// TestTurns: the parts of a log have every turn once, with the prompt that the seat was sent when the game was played, also where seats
// see different things, and with all that the bot printed.
func TestTurns(t *testing.T) {
	for _, k := range []*game.Kind{game.New(tron.Spec), game.New(bomberman.Spec)} {
		rep, sent := recorded(t, k, k.MinSeats)
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "logs"), 0o755); err != nil {
			t.Fatal(err)
		}
		long := strings.Repeat("thinking\n", 5000)
		text := gamelog.Append(nil, gamelog.Record{Game: 3, Turn: gamelog.Before, Kind: gamelog.Output, Text: "hello\n"},
			gamelog.Record{Game: 2, Turn: 1, Kind: gamelog.Output, Text: "of another game\n"},
			gamelog.Record{Game: 3, Turn: 2, Kind: gamelog.Output, Text: long},
			gamelog.Record{Game: 3, Turn: rep.Record.Turns + 1, Kind: gamelog.Output, Text: "bye\n"},
			gamelog.Record{Game: 3, Turn: gamelog.Unknown, Kind: gamelog.Note, Text: "it was slow"})
		if err := os.WriteFile(filepath.Join(dir, "logs", "000-bot_0.jsonl"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		for seat := range k.MinSeats {
			turns, _ := parts(t, k, dir, rep, seat, 1000)
			pages, reads := parts(t, k, dir, rep, seat, 7)
			if len(pages) != len(turns) || reads < 2 || len(turns) < len(sent[seat]) {
				t.Errorf("%s: %d turns at once, %d in %d parts, and %d moves", k.Name, len(turns), len(pages), reads, len(sent[seat]))
			}
			moved := 0
			for i, x := range turns {
				if y := pages[i]; x.Turn != y.Turn || x.Sent != y.Sent || x.Printed != y.Printed {
					t.Fatalf("%s: turn %d of the parts is %+v, not %+v", k.Name, i, y, x)
				}
				if x.Sent != sent[seat][x.Turn] {
					t.Errorf("%s: seat %d was sent in turn %d\n%s, and the log has\n%s", k.Name, seat, x.Turn, sent[seat][x.Turn], x.Sent)
				}
				if x.Sent != "" {
					moved++
				}
			}
			if moved != len(sent[seat]) {
				t.Errorf("%s: seat %d was asked %d times, and the log has %d", k.Name, seat, len(sent[seat]), moved)
			}
			printed := slices.ContainsFunc(turns, func(x Turn) bool { return x.Turn == 2 && x.Printed == long })
			if printed != (seat == 0) {
				t.Errorf("%s: seat %d printed in turn 2: %v", k.Name, seat, printed)
			}
			if first, last := turns[0], turns[len(turns)-1]; seat == 0 && (first.Turn != -1 || first.Notes[0] != "it was slow" ||
				turns[1].Printed != "hello\n" || last.Printed != "bye\n") {
				t.Errorf("%s: the log begins with %+v and ends with %+v", k.Name, first, last)
			}
		}
		if k.Hidden && sent[0][1] == sent[1][1] {
			t.Errorf("%s: two seats are sent the same", k.Name)
		}
	}
}

// TestPartsAreBounded: a bot that printed more than a MiB in a turn has that turn whole, and the turns behind it in another part.
func TestPartsAreBounded(t *testing.T) {
	k := game.New(tron.Spec)
	rep, _ := recorded(t, k, 2)
	find := func(string) (*game.Kind, error) { return k, nil }
	much := []gamelog.Record{{Game: 3, Turn: 2, Kind: gamelog.Output, Text: strings.Repeat("x", mostText+1)}}
	part, next, err := Part(find, 0, 3, much, rep, 0, 1000)
	if err != nil || len(part) != 2 || next != 3 || len(part[1].Printed) != mostText+1 {
		t.Errorf("%d turns, the next is %d: %v", len(part), next, err)
	}
	if turns, _ := parts(t, k, t.TempDir(), rep, 1, 1); len(turns) == 0 {
		t.Error("a bot without a log has no turns")
	}
	other := game.New(bomberman.Spec)
	if _, _, err := Part(func(string) (*game.Kind, error) { return other, nil }, 0, 3, nil, rep, 0, 1000); err == nil {
		t.Error("a replay of another kind has turns")
	}
}
