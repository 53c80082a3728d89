// Package filmtest makes films for viewers' tests: games of built-in bots, with generated times, the same on every machine.
package filmtest

import (
	"testing"

	"agon/game"
	"agon/show/film"
)

// A Game describes what to play. Bots are the names of built-in bots, by seat.
type Game struct {
	Kind    *game.Kind
	Seed    int64
	Options map[string]any
	Bots    []string
	Names   []string // of the bots in the film; default: their built-in names

	// Took returns the time of a move; nil: a few hundred µs.
	Took func(turn int, seat game.Seat, d *game.Dice) game.Micros
	// Spoil may change a record before it is filmed: add faults and remarks, without changing the game.
	Spoil func(*game.Record)
	// Fail may return a fault for a seat's move; nil for never.
	Fail func(turn int, seat game.Seat) game.Fault
}

// Play plays a game and returns its film.
func Play(t testing.TB, g Game) *film.Film {
	t.Helper()
	settings, err := g.Kind.Settings(g.Options)
	if err != nil {
		t.Fatal(err)
	}
	table, err := g.Kind.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	table.KeepTimes()
	if err := table.Deal(g.Seed, len(g.Bots)); err != nil {
		t.Fatal(err)
	}
	for seat, name := range g.Bots {
		builtin, err := g.Kind.Builtin(name, nil)
		if err != nil {
			t.Fatal(err)
		}
		table.Sit(game.Seat(seat), builtin)
	}
	dice := game.NewDice(g.Seed, nil)
	for !table.Over() {
		g.turn(table, &dice)
	}
	record := table.Record()
	if g.Spoil != nil {
		g.Spoil(record)
	}
	f, err := film.FromRecord(g.info(record, settings), record)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func (g *Game) turn(table *game.Table, dice *game.Dice) {
	dice.Turn(table.Turns())
	owes := table.Owes()
	for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
		var reply game.Reply
		took := game.Micros(100 + dice.Intn(400))
		if g.Took != nil {
			took = g.Took(table.Turns(), seat, dice)
		}
		if g.Fail != nil {
			if why := g.Fail(table.Turns(), seat); why != game.NoFault {
				reply.Fault, reply.Took, reply.Note = why, took, "made up"
				table.Take(seat, &reply)
				continue
			}
		}
		table.Consider(seat, &reply)
		reply.Took = took
		table.Settle(seat, &reply)
	}
	table.Step()
}

func (g *Game) info(record *game.Record, settings game.Settings) film.Info {
	info := film.Info{Kind: g.Kind, Title: g.Kind.Title, Seed: record.Seed, Options: settings.Changed()}
	info.Unit, info.Rounds = g.Kind.Scale(settings, record.Seats)
	for seat, name := range g.Bots {
		if seat < len(g.Names) {
			name = g.Names[seat]
		}
		info.Seats = append(info.Seats, film.Seat{Name: name, Author: "house bot", Slot: seat})
	}
	return info
}
