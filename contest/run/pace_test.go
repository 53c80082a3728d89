package run

import (
	"strings"
	"testing"
	"time"

	"agon/contest/store"
)

func TestRoundGames(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before int
		played float64
		want   int
	}{
		{"nothing was known", 0, 100, 64},
		{"as before", 16, 17, 16},
		{"a little slower", 16, 12, 16},
		{"much slower", 16, 10, 8},
		{"faster", 16, 47, 16},
		{"much faster", 16, 48, 32},
		{"games of minutes", 8, 0.1, 4},
		{"games of microseconds", 8, 1e9, 1 << 14},
	} {
		if got := roundGames(tt.before, tt.played); got != tt.want {
			t.Errorf("%s: %d games, not %d", tt.name, got, tt.want)
		}
	}
}

// paced is a ladder of games of a few milliseconds.
const paced = `
kind = "colour-battle"
seed = 5
[options]
rounds = 20
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "one=builtin:rambo"
[[bots]]
ref = "two=builtin:rambo"
[[stages]]
name = "season"
format = "ladder"
games = 60
`

// TestTheBoundOfARoundIsInTheLedger: the first rounds of a ladder are small, the bound is a key whose change is kept, and the plan counts
// again from the ledger. A bound of the contest's file stands.
func TestTheBoundOfARoundIsInTheLedger(t *testing.T) {
	t.Parallel()
	for text, bounded := range map[string]bool{paced: true, paced + "round_games = 12\n": false} {
		dir := t.TempDir()
		c := opened(t, dir, text, nil)
		if _, err := Run(t.Context(), c, Options{Cores: 1, RoundTime: time.Minute}); err != nil {
			t.Fatal(err)
		}
		first := 0
		err := c.Games(t.Context(), func(g *store.Game) error {
			if g.Round == 0 {
				first++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		changes, err := c.Store().Changes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if noted := len(changes) > 0; noted != bounded || first > 12 || first == 0 || bounded && first > firstRound {
			t.Errorf("%d games in the first round, and changes %+v", first, changes)
		}
		if bounded && !strings.HasPrefix(changes[0].Why, `round_games of stage "season": 0 -> 8`) {
			t.Errorf("it says %q", changes[0].Why)
		}
		_, findings, err := c.Recount(t.Context())
		if err != nil || len(findings) > 0 {
			t.Errorf("%v %v", err, findings)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		again := opened(t, dir, text, nil)
		if r, err := Run(t.Context(), again, Options{Cores: 1, RoundTime: time.Minute}); err != nil || r.PlayedNow != 0 || !r.Finished {
			t.Errorf("when it is opened again: %+v %v", r, err)
		}
	}
}
