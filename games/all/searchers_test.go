package all_test

import (
	"testing"

	"agon/game"
	"agon/games/all"
)

// duel plays a game of two built-in bots, or of as many as the kind needs, in turn, and returns the table.
func duel(t *testing.T, k *game.Kind, options map[string]any, seed int64, names [2]string) *game.Table {
	t.Helper()
	s, err := k.Settings(options)
	if err != nil {
		t.Fatal(err)
	}
	table, err := k.Table(s)
	if err == nil {
		err = table.Deal(seed, max(k.MinSeats, 2))
	}
	if err != nil {
		t.Fatal(err)
	}
	for seat := range table.Seats() {
		params := map[string]any{}
		if names[seat%2] == "mcts" {
			params = map[string]any{"ms": 0, "playouts": playouts[k.Name]}
		}
		b, err := k.Builtin(names[seat%2], params)
		if err != nil {
			t.Fatal(err)
		}
		table.Sit(game.Seat(seat), b)
	}
	var r game.Reply
	for !table.Over() {
		owes := table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			r.Reset()
			if why := table.Think(seat, &r); why != game.NoFault {
				t.Fatalf("%s, turn %d: %s: %v %s", k.Name, table.Turns(), names[seat%2], why, r.Note)
			}
		}
		table.Step()
	}
	return table
}

// short are options of short games.
var short = map[string]map[string]any{
	"colour-battle": {"rounds": 24, "cells_per_bot": 9}, "fence": {"N": 8, "clock_s": 0.0, "max_plies": 60},
	"tron": {"width": 10, "height": 10}, "rps": {"rounds": 11},
}

// playouts are how many a search has for a move.
var playouts = map[string]int{"colour-battle": 30, "fence": 30, "tron": 300, "rps": 30}

// Bots that know the rules alone play every kind, the same in equal games. Looking ahead wins against lot where a game is one of skill.
func TestSearchersPlayEveryKind(t *testing.T) {
	t.Parallel()
	for _, k := range all.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			names := []string{"random"}
			if !k.Hidden {
				names = append(names, "greedy", "mcts")
			}
			for _, name := range names {
				if a, b := duel(t, k, short[k.Name], 5, [2]string{name, "random"}),
					duel(t, k, short[k.Name], 5, [2]string{name, "random"}); a.Digest() != b.Digest() {
					t.Errorf("%s plays equal games differently", name)
				}
			}
			if k.Hidden || k.Name == "rps" {
				if _, err := k.Builtin("mcts", nil); k.Hidden && err == nil {
					t.Error("a search would know what is hidden")
				}
				return
			}
			points := 0.0
			for seed := range int64(8) {
				points += duel(t, k, short[k.Name], seed, [2]string{"mcts", "random"}).Points(0)
			}
			if points < 6 {
				t.Errorf("looking ahead has %v points of 8 against lot", points)
			}
		})
	}
}
