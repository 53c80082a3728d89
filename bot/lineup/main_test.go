package lineup_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	building "agon/bot/build/inside"
	"agon/bot/lineup"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/bot/wasm/inside"
	"agon/game"
	"agon/games/bomberman"
	"agon/games/colourbattle"
	"agon/games/fence"
	"agon/games/rps"
	"agon/games/tron"
	"agon/play/referee"
)

// TestMain gives all tests one cache, so that common builds run once.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "wasm" { // as agon starts itself for modules
		os.Exit(inside.Main(os.Args[2:], os.Getenv, inside.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	if len(os.Args) > 1 && os.Args[1] == "build" { // and to build a bot in the sandbox
		os.Exit(building.Main(os.Stdin, os.Stdout, os.Stderr))
	}
	dir, err := os.MkdirTemp("", "agon-lineup-")
	if err != nil {
		panic(err)
	}
	os.Setenv("AGON_CACHE", dir)
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

var (
	colourBattle = game.New(colourbattle.Spec)
	fences       = game.New(fence.Spec)
	trons        = game.New(tron.Spec)
	hands        = game.New(rps.Spec)
	bombers      = game.New(bomberman.Spec)
)

func opener(kind *game.Kind) *lineup.Opener {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return &lineup.Opener{Kind: kind, Python: pyhost.Python(""), Launcher: sandbox.Plain(), Log: bot.NewLog(0),
		Modules: []string{self, "wasm"}}
}

// write writes files; those that begin with #! are made executable.
func write(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// one opens a reference to one bot, and skips the test if this machine lacks its language.
func one(t *testing.T, o *lineup.Opener, ref string) lineup.Entry {
	t.Helper()
	entries, err := o.Open(context.Background(), []string{ref})
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Fatalf("%s enters %d bots, want 1", ref, len(entries))
	}
	if strings.Contains(entries[0].Broken, "which is not installed") {
		t.Skip(entries[0].Broken)
	}
	return entries[0]
}

// answers plays one game of a bot against built-in bots and returns the number of its moves; it must have no faults.
func answers(t *testing.T, kind *game.Kind, e lineup.Entry, options map[string]any) (moves int, faults []string) {
	t.Helper()
	if e.Broken != "" {
		t.Fatalf("%s is broken: %s", e.Name, e.Broken)
	}
	settings, err := kind.Settings(options)
	if err != nil {
		t.Fatal(err)
	}
	others, err := opener(kind).Open(context.Background(), []string{"builtin:" + kind.Builtins[0].Name})
	if err != nil {
		t.Fatal(err)
	}
	log := bot.NewLog(0)
	mine, rival := e.Player(lineup.Station{Log: log}), others[0].Player(lineup.Station{Log: log})
	defer mine.Close()
	defer rival.Close()
	played := false
	r := &referee.Referee{Kind: kind, Settings: settings, Players: []bot.Player{mine, rival}, Guard: time.Minute, NoLimits: true}
	err = r.Play(context.Background(), referee.Hooks{
		Next: func() (referee.Fixture, bool) {
			next := !played
			played = true
			return referee.Fixture{ID: 1, Seed: 7, Seats: []int{0, 1}}, next
		},
		Done: func(referee.Played) error { return nil },
		Turn: func(_ int, _ *game.Table, calls []*bot.Call) {
			for _, c := range calls {
				if c.Seat == 0 {
					moves++
				}
			}
		},
		Fault: func(_ referee.Fixture, _ *game.Table, c *bot.Call) {
			if c.Seat == 0 {
				faults = append(faults, c.Reply.Fault.String()+": "+c.Reply.Note)
			}
		},
		Again: func(referee.Fixture) { faults = append(faults, "the game was lost") },
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(faults) > 0 {
		t.Logf("its log: %s", log.Text())
	}
	return moves, faults
}
