package game_test

import (
	"errors"
	"strings"
	"testing"

	"agon/game"
)

// outsiders returns the kind of [counting] as an engine of somebody else's would be, with a bot.
func outsiders(uncertain bool) *game.Kind {
	return game.New(game.Spec[count, number]{
		Name: "count", Title: "Count", Version: "1", MinSeats: 2, MaxSeats: 2, UsualSeats: 2, Uncertain: uncertain, Forward: true,
		Rules: func(game.Settings) (game.Rules[count, number], error) { return countRules{600}, nil },
		Round: func(s *count) int { return int(s.Turns) / 2 },
		View:  func(f *game.Frame, s *count, _ game.Seat) { f.Int("sum", int(s.Sum)) },
		Builtins: []game.Builtin[count, number]{{Name: "random", About: "says the turn",
			New: func(game.Settings, *game.Dice) game.BuiltinFunc[count, number] {
				return func(s *count, _ game.Seat, _ *game.Reply) number { return number(s.Turns + 20) }
			}}},
	})
}

// Games of a kind that is uncertain are recorded, and no part of them is played again.
func TestGamesThatAreRecorded(t *testing.T) {
	t.Parallel()
	kind := outsiders(true)
	rec := played(t, kind).Record()
	if _, err := kind.Rerun(rec); !errors.Is(err, game.ErrRecorded) || !strings.Contains(err.Error(), "not deterministic") {
		t.Errorf("it is played again: %v", err)
	}
	if _, err := kind.Beginning(rec, 3); !errors.Is(err, game.ErrRecorded) {
		t.Errorf("its beginning is played again: %v", err)
	}
	if _, err := outsiders(false).Rerun(rec); err != nil {
		t.Error(err)
	}
}

// What searches says why it does not play, and a word that a bot says for the first time has a name before it is played.
func TestGamesOfProcesses(t *testing.T) {
	t.Parallel()
	kind := outsiders(false)
	if err := kind.Searchable(); err == nil || counting(false).Searchable() != nil {
		t.Errorf("it can be searched: %v", err)
	}
	for _, name := range []string{"greedy", "mcts"} {
		_, err := kind.Builtin(name, nil)
		if err == nil || !strings.Contains(err.Error(), "it searches, and the positions of count are in") {
			t.Errorf("%s: %v", name, err)
		}
	}
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	table, err := kind.Table(settings)
	if err == nil {
		err = table.Deal(1, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	bot, err := kind.Builtin("random", nil)
	if err != nil {
		t.Fatal(err)
	}
	table.Sit(0, bot)
	var r game.Reply
	table.Consider(0, &r)
	if got := table.Considered(0); got != "20" {
		t.Errorf("it considers %q", got)
	}
}
