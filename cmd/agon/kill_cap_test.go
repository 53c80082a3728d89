package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// spinning is a contest with a bot that has used its time after its first game of each round of play.
const spinning = `
name = "Spinning"
kind = "colour-battle"
seed = 77
[options]
rounds = 20
[limits]
round_cpu = "20ms"
[[bots]]
ref = "spinner.py"
[[bots]]
ref = "ann=builtin:steve"
[[bots]]
ref = "bob=builtin:rambo"
[[bots]]
ref = "cid=builtin:steve"
[[stages]]
name = "season"
format = "round-robin"
games = 12
`

// spinner computes for ten milliseconds in each move.
const spinner = `import time
class Spinner:
    def get_name(self):
        return "Spinner"
    def get_contributor(self):
        return ""
    def determine_next_move(self, grid, enemies, info):
        end = time.process_time() + 0.01
        while time.process_time() < end:
            pass
`

// capped runs the contest to its end, and returns its tables without times and the games that were given up.
func capped(t *testing.T, agon, dir string) (tables string, given [][]int) {
	t.Helper()
	cmd := exec.Command(agon, "run", "cup.toml", "--json", "--sandbox", "none", "--pages", "1")
	cmd.Dir = dir
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaint.String())
	}
	var run struct {
		Finished  bool
		Stages    any
		Decisions []struct {
			What, Bot string
			Games     []int
		}
	}
	if err := json.Unmarshal(out, &run); err != nil || !run.Finished {
		t.Fatalf("finished is %v: %v", run.Finished, err)
	}
	for _, d := range run.Decisions {
		if d.What != "spent" || d.Bot != "Spinner" || len(d.Games) == 0 {
			t.Errorf("a decision is %+v", d)
		}
		given = append(given, d.Games)
	}
	return timeless(t, run.Stages), given
}

// TestKilledWithACap kills a contest whose cap gives games up. It must end with the tables and the given-up games of an undisturbed run.
func TestKilledWithACap(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("needs a Python")
	}
	agon := program(t)
	var dirs [2]string
	for i := range dirs {
		dirs[i] = t.TempDir()
		for name, text := range map[string]string{"cup.toml": spinning, "spinner.py": spinner} {
			if err := os.WriteFile(filepath.Join(dirs[i], name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	want, gave := capped(t, agon, dirs[0])
	if len(gave) == 0 {
		t.Fatal("no game was given up")
	}
	for _, moment := range []int{1, 9} {
		cmd := exec.Command(agon, "run", "cup.toml", "--sandbox", "none")
		cmd.Dir = dirs[1]
		killAt(t, cmd, dirs[1], moment)
	}
	got, given := capped(t, agon, dirs[1])
	if got != want {
		t.Errorf("the tables are\n%s\nand those of the undisturbed contest\n%s", got, want)
	}
	if a, b := mustJSON(t, given), mustJSON(t, gave); a != b {
		t.Errorf("given up are the games %s, and in the undisturbed contest %s", a, b)
	}
	verify := exec.Command(agon, "verify", "cup")
	verify.Dir = dirs[1]
	if text, err := verify.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, text)
	}
}

// mustJSON returns a value as JSON.
func mustJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
