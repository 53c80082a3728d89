package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// killed is a contest that lasts a few seconds, of bots without randomness except the seed's.
const killed = `
name = "Killed"
kind = "colour-battle"
seed = 77
[options]
rounds = 250
[[bots]]
ref = "builtin:steve"
[[bots]]
ref = "bots/spiral.py"
[[bots]]
ref = "builtin:rambo"
[[bots]]
ref = "builtin:steve"
[[stages]]
name = "heats"
format = "arena"
seats = 3
games = 90
[[stages]]
name = "last"
format = "round-robin"
games = 5
`

// spiral plays the same in every lane, and writes a file for each process that runs it.
const spiral = `
import os

from .bot_control import Move

marks = "MARKS"
os.makedirs(marks, exist_ok=True)
open(os.path.join(marks, str(os.getpid())), "w").close()


class Spiral:
    def __init__(self):
        self.leg, self.left, self.way = 1, 1, 0

    def get_name(self):
        return "Spiral"

    def get_contributor(self):
        return "somebody"

    def determine_next_move(self, grid, enemies, game_info):
        if self.left == 0:
            self.way = (self.way + 1) % 4
            self.leg += self.way % 2 == 0
            self.left = self.leg
        self.left -= 1
        return [Move.RIGHT, Move.UP, Move.LEFT, Move.DOWN][self.way]
`

// program returns the path of this test binary as agon.
func program(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "agon")
	if err := os.Symlink(self, name); err != nil {
		t.Skip("this system makes no links")
	}
	return name
}

// writeContest writes the contest into a folder.
func writeContest(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "bots"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"cup.toml": killed,
		"bots/spiral.py": strings.ReplaceAll(spiral, "MARKS", filepath.Join(dir, "marks"))} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// toTheEnd runs the contest to its end and returns its table and its scores.
func toTheEnd(t *testing.T, agon, dir string) (table, scores string) {
	t.Helper()
	cmd := exec.Command(agon, "run", "cup.toml", "--json", "--csv", "scores.csv", "--sandbox", "none", "--pages", "1")
	cmd.Dir = dir
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaint.String())
	}
	var run map[string]any
	if err := json.Unmarshal(out, &run); err != nil {
		t.Fatal(err)
	}
	if run["finished"] != true || run["games"] != 90.0+30.0 {
		t.Fatalf("finished %v with %v games", run["finished"], run["games"])
	}
	csv, err := os.ReadFile(filepath.Join(dir, "scores.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return timeless(t, run["stages"]), string(csv)
}

// timeless returns JSON without the fields that hold times, which differ between runs.
func timeless(t *testing.T, tree any) string {
	t.Helper()
	var drop func(any)
	drop = func(at any) {
		switch at := at.(type) {
		case map[string]any:
			for _, field := range []string{"avg_us", "cpu_us", "processor_seconds", "score_per_us", "clock_disagrees"} {
				delete(at, field)
			}
			for _, inner := range at {
				drop(inner)
			}
		case []any:
			for _, inner := range at {
				drop(inner)
			}
		}
	}
	drop(tree)
	text, err := json.MarshalIndent(tree, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// shelved returns the number of replays in the contest's archive; a line of the index has 28 bytes.
func shelved(dir string) int {
	info, err := os.Stat(filepath.Join(dir, "cup", "replays", "index"))
	if err != nil {
		return 0
	}
	return int(info.Size() / 28)
}

// TestKilledAndRunAgain kills a contest three times at different moments. Except for times, it must end with the table of an undisturbed
// run; no result is lost or counted twice, and no bot process survives.
func TestKilledAndRunAgain(t *testing.T) {
	t.Parallel()
	agon := program(t)
	quiet := writeContest(t)
	wantTable, wantScores := toTheEnd(t, agon, quiet)

	dir := writeContest(t)
	for _, moment := range []int{1, 20, 50} { // early, in case the test is slow to notice that the replays are there
		before := shelved(dir)
		cmd := exec.Command(agon, "run", "cup.toml", "--sandbox", "none")
		cmd.Dir = dir
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(time.Minute); shelved(dir) < moment && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Fatalf("the contest was over before it was killed at game %d", moment)
		}
		if n := shelved(dir); n < before {
			t.Errorf("%d replays stood there, %d do", before, n)
		}
		gone(t, dir)
	}
	if n := shelved(dir); n >= 120 {
		t.Fatalf("all %d games had been played when it was killed: the test proves nothing", n)
	}
	table, scores := toTheEnd(t, agon, dir)
	if table != wantTable {
		t.Errorf("the table is\n%s\nand that of the undisturbed contest\n%s", table, wantTable)
	}
	if scores != wantScores {
		t.Errorf("the scores are\n%s\nand those of the undisturbed contest\n%s", scores, wantScores)
	}
	cmd := exec.Command(agon, "verify", "cup")
	cmd.Dir = dir
	if out, err := cmd.Output(); err != nil || !strings.HasPrefix(string(out), "120 games verified, 0 refused\n") {
		t.Errorf("%v: %s", err, out)
	}
}

// gone waits until no process of the bot is left.
func gone(t *testing.T, dir string) {
	t.Helper()
	marks, err := os.ReadDir(filepath.Join(dir, "marks"))
	if err != nil || len(marks) == 0 {
		t.Fatalf("the bot left no mark: %v", err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		alive := ""
		for _, mark := range marks {
			if pid, err := strconv.Atoi(mark.Name()); err == nil && lives(pid) {
				alive += " " + mark.Name()
			}
		}
		if alive == "" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("processes%s live on", alive)
		}
	}
}

// lives reports whether a process of the bot exists and is not a zombie.
func lives(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && strings.Contains(string(status), "(python") && !strings.Contains(string(status), ") Z ")
}

// TestInterrupted checks that Ctrl-C ends a contest with its results so far and prints how to continue, and that the next run continues.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	agon := program(t)
	dir := writeContest(t)
	cmd := exec.Command(agon, "run", "cup.toml", "--json", "--sandbox", "none")
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); shelved(dir) < 5 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	var run struct {
		Games    int
		Finished bool
	}
	if broken := json.Unmarshal(out.Bytes(), &run); broken != nil {
		t.Fatalf("%v: %s", broken, out.String())
	}
	if err == nil || cmd.ProcessState.ExitCode() != exitHost || run.Finished || run.Games < 1 || run.Games >= 120 {
		t.Errorf("it ended with %v, %+v; exit code 1 and a part of the games are right", err, run)
	}
	gone(t, dir)
	toTheEnd(t, agon, dir)
}
