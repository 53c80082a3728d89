package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/tier"
)

// tronPrograms are bots written from CodinGame's stub in each language, and what each needs: one tool of every group. All of them step to
// the last free neighbour in the order UP, DOWN, LEFT and RIGHT.
var tronPrograms = []struct {
	file  string
	tools [][]string
	fix   string
}{
	{"starters/python/bot.py", [][]string{{"python3"}}, "apt-get install python3"},
	{"starters/cpp/bot.cpp", [][]string{{"g++", "clang++"}}, "apt-get install g++"},
	{"testdata/programs/bot.c", [][]string{{"gcc", "clang"}}, "apt-get install gcc"},
	{"starters/javascript/bot.js", [][]string{{"node", "nodejs"}}, "apt-get install nodejs"},
	{"testdata/programs/bot.ts", [][]string{{"node", "nodejs"}, {"esbuild", "tsc"}}, "npm install -g esbuild"},
	{"starters/java/Player.java", [][]string{{"javac"}, {"java"}}, "apt-get install default-jdk-headless"},
	{"testdata/programs/Player.cs", [][]string{{"mcs", "csc"}, {"mono"}}, "apt-get install mono-mcs mono-runtime"},
	{"starters/go/bot.go", [][]string{{"go"}}, "install Go"},
	{"starters/rust/bot.rs", [][]string{{"rustc"}}, "apt-get install rustc"},
}

// tronFolder has the programs.
const tronFolder = "../../games/tron"

// needs skips a test if no tool of a group is installed.
func needs(t *testing.T, groups [][]string, fix string) {
	t.Helper()
	for _, tools := range groups {
		found := false
		for _, tool := range tools {
			_, err := exec.LookPath(tool)
			found = found || err == nil
		}
		if !found {
			t.Skipf("this machine has no %s: %s", strings.Join(tools, " and no "), fix)
		}
	}
}

// TestTronProgramsOfEveryLanguage checks that the same bot in nine languages, unmodified behind CodinGame's protocol, plays the same game
// to the last move against two random walkers, one of which dies and frees its trail.
func TestTronProgramsOfEveryLanguage(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	agon := program(t)
	const digest = "7dab96c7b8a1ea0c"
	for _, p := range tronPrograms {
		t.Run(filepath.Base(p.file), func(t *testing.T) {
			needs(t, p.tools, p.fix)
			home := t.TempDir()
			cmd := exec.Command(agon, "play", "tron", "builtin:random", filepath.Join(tronFolder, p.file), "builtin:random", "--seed", "5",
				"--json",
				"--set", "first_ms=60000", "--set", "turn_ms=60000", "--sandbox", "none", "--log", home)
			cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+home)
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, failure(err))
			}
			var played struct {
				Digest string
				Rounds int
				Seats  []struct{ Faults map[string]int }
			}
			if err := json.Unmarshal(out, &played); err != nil {
				t.Fatal(err)
			}
			if played.Digest != digest || played.Rounds != 57 || len(played.Seats[1].Faults) > 0 {
				log, _ := os.ReadFile(filepath.Join(home, "01-bot.log"))
				t.Errorf("it played %+v, and not the game %s:\n%s", played, digest, log)
			}
		})
	}
}

// failure returns the standard error of a program that failed.
func failure(err error) string {
	if failed, ok := err.(*exec.ExitError); ok {
		return string(failed.Stderr)
	}
	return ""
}
