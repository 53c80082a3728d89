package bomberman

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/game"
	"agon/game/gametest"
	"agon/internal/tier"
)

// TestStarters builds each starter and plays it against the reference bot for some rounds, started per round as in the contest. A starter
// must leave a move each round, survive, and earn something.
func TestStarters(t *testing.T) {
	for _, tt := range []struct {
		language string
		build    string // in a copy of its folder
		run      []string
	}{
		{"python", "", []string{"python3", "bot.py"}},
		{"javascript", "", []string{"node", "bot.js"}},
		{"java", "javac Bot.java && jar cfe bot.jar Bot *.class",
			[]string{"java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-jar", "bot.jar"}},
		{"cpp", "g++ -O1 -std=c++17 -o bot bot.cpp", []string{"./bot"}},
		{"csharp", "mcs -out:bot.exe Bot.cs", []string{"mono", "bot.exe"}},
	} {
		t.Run(tt.language, func(t *testing.T) {
			if tt.language != "python" {
				tier.Long(t)
			}
			home := t.TempDir()
			if err := os.CopyFS(home, os.DirFS(filepath.Join("starters", tt.language))); err != nil {
				t.Fatal(err)
			}
			for _, program := range append(tt.run[:1:1], strings.Fields(tt.build + " true")[0]) {
				if _, err := exec.LookPath(program); err != nil && !strings.HasPrefix(program, "./") {
					t.Skipf("%s is not installed", program)
				}
			}
			build := exec.Command("sh", "-c", tt.build)
			build.Dir = home
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%s: %v\n%s", tt.build, err, out)
			}
			playStarter(t, home, tt.run)
		})
	}
}

// starterRounds is enough to walk to a wall, destroy it and escape.
const starterRounds = 12

func playStarter(t *testing.T, home string, run []string) {
	table := openTable(t, 3, 2)
	native, err := table.Kind.Builtin("reference", nil)
	if err != nil {
		t.Fatal(err)
	}
	table.Sit(1, native)
	var reply game.Reply
	for range starterRounds {
		if table.Over() {
			break
		}
		reply.Reset()
		reply.Files = append(reply.Files, game.File{Name: moveFile, Data: runStarter(t, table, home, run)})
		table.Take(0, &reply)
		reply.Reset()
		table.Think(1, &reply)
		table.Step()
	}
	var frame game.Frame
	table.View(&frame, game.Audience)
	if frame.List("alive")[0] == 0 || frame.List("earned_walls")[0] == 0 {
		t.Errorf("after %d rounds it is alive: %d, and has earned %d points for walls", table.Rounds(), frame.List("alive")[0],
			frame.List("earned_walls")[0])
	}
}

func runStarter(t *testing.T, table *game.Table, home string, run []string) []byte {
	t.Helper()
	dir := t.TempDir()
	for _, f := range table.Common().Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var prompt game.Prompt
	table.Ask(&prompt, 0)
	args := append(run[1:len(run):len(run)], prompt.Args...)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "{dir}", dir)
	}
	bot := exec.Command(run[0], args...)
	bot.Dir = home
	if out, err := bot.CombinedOutput(); err != nil {
		t.Fatalf("round %d: %v\n%s", table.Rounds(), err, out)
	}
	move, err := os.ReadFile(filepath.Join(dir, moveFile))
	if err != nil {
		t.Fatal(err)
	}
	return move
}

func openTable(t testing.TB, seed int64, seats int) *game.Table {
	t.Helper()
	kind := game.New(Spec)
	table := gametest.Dealt(t, kind, nil, seed, seats)
	return table
}
