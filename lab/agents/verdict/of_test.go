package verdict

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
)

// played plays a contest of built-in bots and returns it.
func played(t *testing.T, text string) *contest.Contest {
	t.Helper()
	f, err := config.Parse(filepath.Join(t.TempDir(), "agents.toml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := contest.Open(context.Background(), f, contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
		Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := run.Run(context.Background(), c, run.Options{Cores: 2}); err != nil {
		t.Fatal(err)
	}
	return c
}

const rounds = `kind = "colour-battle"
name = "Agents"
seed = 5
[options]
rounds = 20
[[bots]]
ref = "builtin:steve"
name = "ann"
[[bots]]
ref = "builtin:rambo"
name = "bob"
[[bots]]
ref = "builtin:painter"
name = "wall"
[[bots]]
ref = "builtin:steve"
name = "kept"
[[stages]]
name = "round 1"
format = "round-robin"
seats = 2
games = 2
[[stages]]
name = "round 2: yardsticks"
format = "round-robin"
seats = 2
games = 2
`

// A run is read from a ledger: agents' versions, kept ones, which are the versions with equal files, and house bots.
func TestOf(t *testing.T) {
	c := played(t, rounds)
	c.Entries[3].Name = "ann@1"
	r, err := Of(context.Background(), c, []string{"ann", "bob"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range r.Versions {
		names = append(names, v.String())
	}
	if slices.Sort(names); !slices.Equal(names, []string{"ann@1", "bob@1", "wall"}) {
		t.Errorf("the versions are %v", names)
	}
	if at := r.version("ann", 2); at < 0 || at != r.version("ann", 1) || r.Rounds != 2 || len(r.Games) != 24 {
		t.Errorf("version %d plays round 2 of %d, with %d games", at, r.Rounds, len(r.Games))
	}
	if first, last := r.Games[0], r.Games[23]; first.Spare || !last.Spare || first.Start != 1 || first.Start == r.Games[2].Start {
		t.Errorf("the first game is %+v, the last %+v", first, last)
	}
	v := Judge([]Run{r, r})
	if len(v.Said) != 1 || !v.Runs[0].Connected {
		t.Errorf("two runs say %q", v.Said)
	}
	other := played(t, strings.ReplaceAll(rounds, "round 1", "groups"))
	if _, err := Of(context.Background(), other, []string{"ann"}); err == nil || !strings.Contains(err.Error(), `"groups"`) {
		t.Errorf("a stage of no round gives %v", err)
	}
}
