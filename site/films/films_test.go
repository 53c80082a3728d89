package films

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"agon/contest/logs"
	"agon/game"
	"agon/games/tron"
	"agon/record/gamelog"
	"agon/record/replay"
	"agon/show/film"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/matches"
	"agon/site/people"
)

// Authors read the logs of their own seats, the jury reads all, and others none.
func TestLogs(t *testing.T) {
	x := Games{Bots: func(_ context.Context, _ string, person int64) ([]entries.Bot, error) {
		if person != 1 {
			return nil, nil
		}
		return []entries.Bot{{Name: "one"}}, nil
	}}
	read := 0
	g := &Game{Bots: []string{"one", "two"}, Log: func(seat int) (web.SeatLog, error) { read++; return web.SeatLog{Seat: seat}, nil }}
	cup := &contests.Contest{Name: "cup"}
	for by, want := range map[*people.Person]int{{}: 0, {ID: 1}: 1, {ID: 2}: 0, {ID: 3, Role: people.Jury}: 2} {
		if logs, err := x.Logs(t.Context(), by, cup, 7, g); err != nil || len(logs) != want {
			t.Errorf("person %d reads %d logs: %v", by.ID, len(logs), err)
		}
	}
	if read != 2 {
		t.Errorf("%d logs were read", read)
	}
	x.Forget("cup", 7)
	if _, err := x.Logs(t.Context(), &people.Person{ID: 1}, cup, 7, g); err != nil || read != 3 {
		t.Error("a log that may have grown is not read again:", read, err)
	}
}

// A game is made ready once, until its contest is over.
func TestGames(t *testing.T) {
	read := 0
	x := Games{Read: func(_ string, number int) (*Game, error) {
		if number > 1 {
			return nil, fs.ErrNotExist
		}
		read++
		return &Game{Film: film.New(film.Info{Kind: game.New(tron.Spec)})}, nil
	}}
	cup := &contests.Contest{Name: "cup", Path: "cup.toml"}
	for range 3 {
		if g, err := x.Of(cup, 1); err != nil || g.Page == nil {
			t.Fatal(err)
		}
	}
	if read != 1 {
		t.Errorf("the game was read %d times", read)
	}
	if _, err := x.Of(cup, 2); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := new(Games).Of(cup, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a site that reads no games:", err)
	}
	if _, err := new(Matches).Of(&matches.Match{State: matches.Playing}, "/match/x", false); !errors.Is(err, fs.ErrNotExist) {
		t.Error("others see a match while it is played:", err)
	}
}

// duel plays a game of two built-in bots, of which the second was late.
func duel(t *testing.T) (*game.Kind, *replay.Replay) {
	t.Helper()
	k := game.New(tron.Spec)
	settings, err := k.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := k.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(7, 2); err != nil {
		t.Fatal(err)
	}
	rep := &replay.Replay{}
	for seat := range 2 {
		native, err := k.Builtin(k.Builtins[0].Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		table.Sit(game.Seat(seat), native)
		rep.Seats = append(rep.Seats, replay.Seat{Name: []string{"one", "two"}[seat], Slot: seat})
	}
	for !table.Over() {
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			table.Think(seat, &game.Reply{})
		}
		table.Step()
	}
	rep.Record = table.Made()
	rep.Record.Remarks = []game.RemarkAt{{Seat: 0, Turn: 1}, {Seat: 1, Turn: 1}}
	rep.Record.Faults = append(rep.Record.Faults, game.FaultAt{})
	rep.Record.Faults[len(rep.Record.Faults)-1].Seat = 1
	rep.Record.Faults[len(rep.Record.Faults)-1].Note = "secret"
	return k, rep
}

// A turn has what its bot printed, was sent and answered.
func TestTurnsOfAMatch(t *testing.T) {
	k, rep := duel(t)
	find := func(string) (*game.Kind, error) { return k, nil }
	log, err := logs.Seat(find, 0, 0, []gamelog.Record{{Turn: 1, Kind: gamelog.Output, Text: "I turn\n"}}, rep)
	if err != nil || len(log.Turns) < 2 {
		t.Fatalf("%d turns: %v", len(log.Turns), err)
	}
	for i, x := range log.Turns {
		if i > 0 && x.Turn <= log.Turns[i-1].Turn || x.Sent == "" || x.Answer == "" || (x.Printed != "") != (x.Turn == 1) ||
			strings.Contains(x.Fault, "secret") {
			t.Errorf("%+v", x)
		}
	}
}

// A film quotes no bot but remarks of own seats.
func TestMatchFilm(t *testing.T) {
	k, rep := duel(t)
	f, err := matchFilm(k, rep, map[int]bool{1: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(rep.Record.Remarks) != 1 || rep.Record.Remarks[0].Seat != 1 || rep.Record.Faults[len(rep.Record.Faults)-1].Note != "" {
		t.Errorf("%+v, %+v", rep.Record.Remarks, rep.Record.Faults)
	}
	if n, over := f.Len(); n < 2 || !over {
		t.Errorf("%d shots, over: %v", n, over)
	}
}
