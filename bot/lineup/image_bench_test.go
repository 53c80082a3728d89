package lineup_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/v1"

	"agon/bot"
	"agon/bot/image/imagetest"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/play/referee"
)

// thrower is a Python bot for an image that parses nothing and prints the least that a bot must.
const thrower = `
import json
import os
import sys

history = sys.argv[-1]
print(json.dumps({"move": ["ROCK", "PAPER", "SCISSORS"][len(history) % 3], "art": [os.environ["PLAYER_NUMBER"]]}))
`

// BenchmarkImageGame plays games of 51 rounds between two bots from one image archive, with one container start per bot and round, at level
// full.
func BenchmarkImageGame(b *testing.B) {
	for _, side := range []struct {
		name  string
		image func(testing.TB) v1.Image
	}{
		{"go", imagetest.Static},
		{"python", func(t testing.TB) v1.Image { return imagetest.Python(t, thrower) }},
	} {
		b.Run(side.name, func(b *testing.B) {
			c, err := sandbox.Open(sandbox.Full)
			if err != nil {
				b.Skip(err)
			}
			defer c.Close()
			dir, err := os.MkdirTemp("", "agon-image-bench-")
			if err != nil {
				b.Fatal(err)
			}
			defer os.RemoveAll(dir)
			os.Chmod(dir, 0o755)
			file := filepath.Join(dir, "bot.tar")
			imagetest.Archive(b, file, side.image(b), "bot:1")
			o := opener(hands)
			o.Launcher, o.Cache = c, filepath.Join(dir, "cache")
			entries, err := o.Open(context.Background(), []string{"A=docker-archive:" + file, "B=docker-archive:" + file})
			if err != nil || entries[0].Broken != "" {
				b.Fatal(err, entries)
			}
			settings, err := hands.Settings(nil)
			if err != nil {
				b.Fatal(err)
			}
			r := referee.Referee{Kind: hands, Settings: settings, Lanes: 1}
			for _, e := range entries {
				p := e.Player(lineup.Station{Log: bot.NewLog(0)})
				defer p.Close()
				r.Players = append(r.Players, p)
			}
			best := time.Hour
			for b.Loop() {
				begin, dealt := time.Now(), false
				err := r.Play(context.Background(), referee.Hooks{
					Next: func() (referee.Fixture, bool) {
						first := !dealt
						dealt = true
						return referee.Fixture{Seats: []int{0, 1}}, first
					},
					Done: func(p referee.Played) error {
						if p.Record.Rounds != 51 {
							b.Fatalf("%d rounds", p.Record.Rounds)
						}
						return nil
					},
				})
				if err != nil {
					b.Fatal(err)
				}
				best = min(best, time.Since(begin))
			}
			b.ReportMetric(float64(best.Milliseconds()), "ms/game-"+side.name)
		})
	}
}
