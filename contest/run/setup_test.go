package run

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
)

// setup returns the same Setup as cmd/agon.
func setup() contest.Setup {
	return contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
		Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
		},
	}
}

// cup is a contest of built-in bots with games of a few milliseconds.
const cup = `
kind = "colour-battle"
seed = 5
[options]
rounds = 200
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "builtin:rambo"
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "builtin:rambo"
[[stages]]
name = "first"
format = "arena"
games = 60
seats = 3
[[stages]]
name = "last"
format = "round-robin"
games = 2
`

// open opens a contest in a folder of the test.
func open(t testing.TB, dir, text string, change func(*contest.Setup)) (*contest.Contest, error) {
	t.Helper()
	f, err := config.Parse(filepath.Join(dir, "cup.toml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s := setup()
	if change != nil {
		change(&s)
	}
	return contest.Open(context.Background(), f, s)
}

// opened is open for a contest that must open; the test closes it at its end.
func opened(t *testing.T, dir, text string, change func(*contest.Setup)) *contest.Contest {
	t.Helper()
	c, err := open(t, dir, text, change)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// tables returns the standings of every stage without their times, which differ between runs.
func tables(t *testing.T, c *contest.Contest, r *contest.Result) string {
	t.Helper()
	var b strings.Builder
	for _, s := range r.Stages {
		for _, line := range s.Table.Standings {
			line.Took, line.CPU = 0, 0
			fmt.Fprintf(&b, "%s %s %+v\n", s.Stage.Name, c.Entries[line.Entry].Name, line)
		}
	}
	err := c.Games(context.Background(), func(g *store.Game) error {
		fmt.Fprintf(&b, "%+v %x\n", g.Fixture, g.Result.Digest)
		for _, s := range g.Result.Seats {
			fmt.Fprintf(&b, "  %d %.12g %v\n", s.Place, s.Score, s.Faults)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// undisturbed plays a whole contest and returns its tables.
func undisturbed(t *testing.T) string {
	t.Helper()
	c := opened(t, t.TempDir(), cup, nil)
	r, err := Run(context.Background(), c, Options{Cores: 1, Lanes: 1})
	if err != nil || !r.Finished || r.PlayedNow != 72 || r.Games != 72 {
		t.Fatalf("%d games, %d of them now, %v", r.Games, r.PlayedNow, err)
	}
	return tables(t, c, r)
}
