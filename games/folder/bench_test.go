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
	k := f.Kind
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
	rounds := 0
	for seed := int64(0); b.Loop(); seed++ {
		if err := t.Deal(seed, 2); err != nil {
			b.Fatal(err)
		}
		for seat := range game.Seat(2) {
			t.Sit(seat, random)
		}
		var r game.Reply
		for !t.Over() {
			owes := t.Owes()
			for seat, ok := owes.Next(0); ok; seat, ok = owes.Next(seat + 1) {
				r.Reset()
				t.Think(seat, &r)
			}
			t.Step()
			rounds++
		}
		if err := t.Failed(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(rounds)/b.Elapsed().Seconds(), "rounds/s")
}
