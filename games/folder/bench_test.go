package gamefolder_test

import (
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/folder"
)

func BenchmarkConnectFour(b *testing.B) { benchmark(b, "../../examples/connect-four") }

func BenchmarkBattlesnake(b *testing.B) { benchmark(b, battlesnake) }

func benchmark(b *testing.B, dir string) {
	box, err := sandbox.Open(sandbox.None)
	if err != nil {
		b.Fatal(err)
	}
	f, err := gamefolder.Open(dir, gamefolder.Host{Python: "/usr/bin/python3", Launcher: func() bot.Launcher { return box }})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	g, rounds := newRandomGames(b, f.Kind), 0
	for seed := int64(0); b.Loop(); seed++ {
		rounds += g.play(b, seed)
	}
	b.ReportMetric(float64(rounds)/b.Elapsed().Seconds(), "rounds/s")
}

// randomGames are games of two random bots.
type randomGames struct {
	table  *game.Table
	random game.BuiltinBot
}

func newRandomGames(b *testing.B, k *game.Kind) randomGames {
	b.Helper()
	s, err := k.Settings(nil)
	if err != nil {
		b.Fatal(err)
	}
	t, err := k.Table(s)
	if err != nil {
		b.Fatal(err)
	}
	random, err := k.Builtin("random", nil)
	if err != nil {
		b.Fatal(err)
	}
	return randomGames{t, random}
}

// play plays a game and returns its rounds.
func (g randomGames) play(b *testing.B, seed int64) (rounds int) {
	if err := g.table.Deal(seed, 2); err != nil {
		b.Fatal(err)
	}
	for seat := range game.Seat(2) {
		g.table.Sit(seat, g.random)
	}
	var r game.Reply
	for ; !g.table.Over(); rounds++ {
		owes := g.table.Owes()
		for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
			r.Reset()
			g.table.Think(seat, &r)
		}
		g.table.Step()
	}
	if err := g.table.Failed(); err != nil {
		b.Fatal(err)
	}
	return rounds
}
