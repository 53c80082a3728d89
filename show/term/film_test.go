package term

import (
	"fmt"
	"testing"

	"agon/game"
	"agon/games/colourbattle"
	"agon/show/film"
)

// names are names of bots: one tries to move the cursor, one is wide.
var names = []string{
	"Heavy Brush", "Vectorial", "Nearsighted Ned", "Ultramarine", "Fresco", "Long Broom", "Pit Stop", "Cobalt Fox", "Blokkendoos",
	"Quickstroke", "Second Coat", "\x1b[2J\x1b[31mTide\x07water", "Hedge Painter", "筆使いの達人、二重に広い名前", "No Map No Plan", "Wet Paint",
	"Leonora", "Rollo the Random and his very long name", "Deep Thought 7", "Terrier", "South Only",
}

// canvas films a game of Colour Battle between the two simple built-in bots, with made-up times and faults.
func canvas(t testing.TB, seats, rounds int) *film.Film {
	t.Helper()
	kind := game.New(colourbattle.Spec)
	table := deal(t, kind, map[string]any{"rounds": rounds}, seats)
	for seat := range seats {
		native, err := kind.Builtin([]string{"steve", "rambo"}[seat%2], nil)
		if err != nil {
			t.Fatal(err)
		}
		table.Sit(game.Seat(seat), native)
	}
	f := film.New(film.Info{Kind: kind, Title: kind.Title, Seed: 8841207, Seats: line(seats), Unit: "%", Rounds: rounds})
	f.Append(film.Take(table))
	dice := game.NewDice(5, nil)
	for !table.Over() {
		var took []game.Micros
		var faults []game.FaultAt
		for seat := range seats {
			var reply game.Reply
			us := game.Micros((seat*seat*7)%900 + dice.Intn(20))
			switch {
			case seat == 18 && dice.Intn(40) == 0:
				us, reply.Fault, reply.Note = 31_000, game.Late, "31.0 ms"
			case seat == 6 && dice.Intn(60) == 0:
				reply.Fault, reply.Note = game.Crashed, "KeyError: '\x1b[7m'"
			}
			if reply.Fault != game.NoFault {
				faults = append(faults, game.FaultAt{Turn: table.Turns(), Seat: game.Seat(seat), Why: reply.Fault, Note: reply.Note})
				table.Take(game.Seat(seat), &reply)
			} else {
				table.Think(game.Seat(seat), &reply)
			}
			took = append(took, us)
		}
		table.Step()
		shot := film.Take(table)
		shot.Took, shot.Faults = took, faults
		f.Append(shot)
	}
	f.End("", table.Digest())
	return f
}

func deal(t testing.TB, kind *game.Kind, chosen map[string]any, seats int) *game.Table {
	t.Helper()
	settings, err := kind.Settings(chosen)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(8841207, seats); err != nil {
		t.Fatal(err)
	}
	return table
}

func line(seats int) []film.Seat {
	var all []film.Seat
	for i := range seats {
		name := fmt.Sprintf("Bot %d", i)
		if i < len(names) {
			name = names[i]
		}
		all = append(all, film.Seat{Name: name, Author: "M. Sato", Slot: i})
	}
	return all
}
