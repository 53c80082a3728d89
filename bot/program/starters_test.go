package program_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/program"
	"agon/bot/program/clients"
	"agon/game"
	"agon/games/colourbattle"
	"agon/games/fence"
	"agon/games/tron"
	"agon/play/referee"
)

type starter struct {
	language string
	command  bot.Command
}

// starters returns the programs that agon new writes in some languages, built as an author would. Languages that this machine lacks are
// left out.
func starters(t *testing.T, folder string, languages ...string) (made []starter) {
	t.Helper()
	for _, language := range languages {
		how := toolchains[language]
		if _, err := exec.LookPath(how.needs); err != nil {
			t.Logf("left out: %v", err)
			continue
		}
		dir := filepath.Join(t.TempDir(), language)
		files, err := clients.Starter(os.DirFS(folder), language)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if how.build != "" {
			make := exec.Command("sh", "-c", how.build)
			make.Dir = dir
			if out, err := make.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", how.build, err, out)
			}
		}
		c := how.run
		if c.Path = filepath.Join(dir, c.Path); how.run.Path != "bot" {
			if c.Path, err = exec.LookPath(how.run.Path); err != nil {
				t.Fatal(err)
			}
		}
		c.Dir, c.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "GOMAXPROCS=1"}
		made = append(made, starter{language, c})
	}
	return made
}

var toolchains = map[string]struct {
	needs, build string
	run          bot.Command
}{
	"go":  {"go", "go build -o bot *.go", bot.Command{Path: "bot"}},
	"cpp": {"g++", "g++ -O1 -std=c++17 -Wall -Werror -o bot bot.cpp", bot.Command{Path: "bot"}},
	"java": {"javac", "javac -Xlint:all -Werror *.java",
		bot.Command{Path: "java", Args: []string{"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", ".", "Bot"}}},
	"rust":        {"rustc", "rustc -O --edition 2021 -D warnings -o bot bot.rs", bot.Command{Path: "bot"}},
	"javascript":  {"node", "", bot.Command{Path: "node", Args: []string{"bot.js"}}},
	"python-agon": {"python3", "", bot.Command{Path: "python3", Args: []string{"bot.py"}}},
}

// match plays one game on a real table and returns its outcomes and faults by seat.
func match(t *testing.T, k *game.Kind, chosen map[string]any, players []bot.Player) (outcomes []game.Outcome, faults []string) {
	t.Helper()
	settings, err := k.Settings(chosen)
	if err != nil {
		t.Fatal(err)
	}
	seats := make([]int, len(players))
	faults = make([]string, len(players))
	for i := range seats {
		seats[i] = i
	}
	left := 1
	r := &referee.Referee{Kind: k, Settings: settings, Players: players, Lanes: 1, Guard: long}
	err = r.Play(context.Background(), referee.Hooks{
		Next: func() (referee.Fixture, bool) {
			left--
			return referee.Fixture{ID: 1, Seed: 7, Seats: seats}, left == 0
		},
		Done: func(p referee.Played) error {
			for seat := range seats {
				outcomes = append(outcomes, p.Table.Outcome(game.Seat(seat)))
			}
			return nil
		},
		Again: func(referee.Fixture) { t.Error("the game was lost") },
		Fault: func(_ referee.Fixture, table *game.Table, c *bot.Call) {
			faults[c.Seat] += c.Reply.Fault.String() + ": " + c.Reply.Note + "; "
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return outcomes, faults
}

func builtin(t *testing.T, k *game.Kind, name string) bot.Player {
	t.Helper()
	n, err := k.Builtin(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return bot.NewBuiltin(n, nil)
}

// The starters of Colour Battle use the agon protocol: alone each paints its whole canvas, which takes a correct picture of it, and they
// play against built-in bots.
func TestColourBattleStarters(t *testing.T) {
	k := game.New(colourbattle.Spec)
	var players []bot.Player
	for _, s := range starters(t, "../../games/colourbattle", "go", "cpp", "javascript", "python-agon", "java", "rust") {
		p := program.NewAgon(config(s.command, k.Launch))
		closing(t, p)
		outcomes, faults := match(t, k, map[string]any{"rounds": 130}, []bot.Player{p})
		if outcomes[0].Score != 100 || faults[0] != "" {
			t.Errorf("%s alone paints %.1f %%: %s", s.language, outcomes[0].Score, faults[0])
		}
		players = append(players, p)
	}
	players = append(players, builtin(t, k, "steve"), builtin(t, k, "rambo"), builtin(t, k, "painter"))
	outcomes, faults := match(t, k, map[string]any{"rounds": 200}, players)
	for seat, fault := range faults {
		if fault != "" || outcomes[seat].Score == 0 {
			t.Errorf("seat %d holds %.1f %%: %s", seat, outcomes[seat].Score, fault)
		}
	}
}

// The starters of Fence and Conquer walk their rings, each against the next, without faults.
func TestFenceStarters(t *testing.T) {
	k := game.New(fence.Spec)
	var players []bot.Player
	var languages []string
	for _, s := range starters(t, "../../games/fence", "go", "cpp", "javascript", "python-agon", "java", "rust") {
		p := program.NewAgon(config(s.command, k.Launch))
		closing(t, p)
		players, languages = append(players, p), append(languages, s.language)
	}
	for i, p := range players {
		next := (i + 1) % len(players)
		if next == i {
			break
		}
		outcomes, faults := match(t, k, map[string]any{"N": 12, "clock_s": 0, "max_plies": 120}, []bot.Player{p, players[next]})
		for seat, language := range []string{languages[i], languages[next]} {
			if faults[seat] != "" || outcomes[seat].Score < 20 {
				t.Errorf("%s has %v cells: %s", language, outcomes[seat].Score, faults[seat])
			}
		}
	}
}

// Bots written for CodinGame play Tron unchanged.
func TestTronStarters(t *testing.T) {
	k := game.New(tron.Spec)
	var players []bot.Player
	for _, s := range starters(t, "../../games/tron", "go", "cpp") {
		p := program.NewLines(config(s.command, k.Launch))
		closing(t, p)
		players = append(players, p)
	}
	players = append(players, builtin(t, k, "random"), builtin(t, k, "random"))
	_, faults := match(t, k, map[string]any{"first_ms": 60000, "turn_ms": 60000}, players)
	for seat, fault := range faults {
		if fault != "" {
			t.Errorf("seat %d: %s", seat, fault)
		}
	}
}

// Programs with the agon protocol play Tron too.
func TestTronByProtocol(t *testing.T) {
	k := game.New(tron.Spec)
	dir := t.TempDir()
	source, err := os.ReadFile("clients/python-agon/agon.py")
	if err != nil {
		t.Fatal(err)
	}
	bot1 := `
from agon import play
STEPS = {"UP": (0, -1), "DOWN": (0, 1), "LEFT": (-1, 0), "RIGHT": (1, 0)}
def choose(view, game):
    x, y = view["x"][view["me"]], view["y"][view["me"]]
    for move, (dx, dy) in STEPS.items():
        if 0 <= x + dx < view["width"] and 0 <= y + dy < view["height"] and not view["grid"][y + dy][x + dx]:
            return move
    return "UP"
play("Free", "us", choose)
`
	for name, text := range map[string]string{"agon.py": string(source), "bot.py": bot1} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	var players []bot.Player
	for range 2 {
		p := program.NewAgon(config(bot.Command{Path: python, Args: []string{"bot.py"}, Env: []string{"PATH=" + os.Getenv("PATH")},
			Dir: dir}, k.Launch))
		closing(t, p)
		players = append(players, p)
	}
	outcomes, faults := match(t, k, map[string]any{"first_ms": 60000, "turn_ms": 60000, "width": 12, "height": 9}, players)
	if strings.Join(faults, "") != "" || len(outcomes) != 2 {
		t.Errorf("outcomes %v, faults %q", outcomes, faults)
	}
}
