package gamecheck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	gamefolder "agon/games/folder"
	"agon/games/folder/gamecheck"
)

// numbers is an engine of agon's own protocol: the greater sum of three numbers wins.
const numbers = `
import json, os, random, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

hello = json.loads(input())["hello"]
luck, begun = random.Random(hello["seed"]), time.time()
sums = [0] * hello["seats"]
for frame in range(3):
    say(ask=[{"seat": seat, "lines": ["%d %d" % (frame, luck.randrange(1000))], "ms": 500} for seat in range(len(sums))])
    for answer in json.loads(sys.stdin.readline())["answers"]:
        text = answer.get("lines", [""])[0]
        if "fault" in answer or not text.isdigit():
            text = "0"
        sums[answer["seat"]] += int(text)
    say(frame={"round": frame + 1, "scores": sums})
say(end={"scores": sums})
`

// Games of an engine that others wrote are checked without positions, and an engine that is not deterministic is found.
func TestEnginesAreChecked(t *testing.T) {
	t.Parallel()
	box, err := sandbox.Open(sandbox.None)
	if err != nil {
		t.Fatal(err)
	}
	host := gamefolder.Host{Launcher: func() bot.Launcher { return box }}
	for _, tt := range []struct{ name, toml, old, new, check, want, fix string }{
		{name: "deterministic", check: "again", want: "the engine is deterministic: 3 games are the same"},
		{"chance", "", `random.Random(hello["seed"])`, `random.Random()`, "again",
			"is another game when another process", "deterministic = false"},
		{"the second", "", `random.Random(hello["seed"])`, `random.Random(int(time.time()))`, "again",
			"is another game", "deterministic = false"},
		{"the process", "", `(frame, luck`, `(os.getpid(), luck`, "again",
			"is another game", "deterministic = false"},
		{"its own clock", "", `% (frame, luck`, `% ((time.time() - begun) * 100, luck`, "again",
			"is another game", "deterministic = false"},
		{"the scores", "", `say(end={"scores": sums})`, `say(end={"scores": [sums[0], random.random()]})`, "again",
			"is another game", "deterministic = false"},
		{"and says so", "deterministic = false\n", `random.Random(hello["seed"])`, `random.Random()`, "again",
			"deterministic = false: games are recorded, not re-executed", ""},
		{"nonsense", "", `not text.isdigit()`, `int(text) < 0`, "nonsense", "ValueError", "the engine must go on"},
		{"faults", "", `answer.get("lines", [""])`, `answer["lines"]`, "nonsense", "KeyError", "the engine must go on"},
		{"a short game", "", `range(3)`, `range(0)`, "deals", "is over at once", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range map[string]string{
				"game.toml": fmt.Sprintf("name = \"numbers\"\nversion = \"1\"\nseats = \"2\"\nhidden = true\n"+
					"moves = [\"1\", \"2\"]\n[engine]\n"+
					"run = \"python3 engine.py\"\nprotocol = \"agon\"\nfiles = [\"engine.py\"]\n%s", tt.toml),
				"engine.py": strings.Replace(numbers, tt.old, tt.new, 1),
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			f, err := gamefolder.Open(dir, host)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			settings, err := f.Kind.Settings(nil)
			if err != nil {
				t.Fatal(err)
			}
			found, err := gamecheck.Check(t.Context(), f, settings, gamecheck.Options{})
			if err != nil {
				t.Fatal(err)
			}
			failed := tt.fix != "" || tt.check == "deals"
			for i, x := range found {
				if x.Name == tt.check {
					if x.Fail != failed || !strings.Contains(x.Text, tt.want) || !strings.Contains(x.Fix, tt.fix) {
						t.Errorf("%+v", x)
					}
					return
				}
				if x.Fail {
					t.Errorf("finding %d: %+v", i, x)
				}
			}
			t.Errorf("no finding %s in %+v", tt.check, found)
		})
	}
}
