package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"agon/record/replay"
)

// seer searches everything reachable in its interpreter for the order that began its game and for values that look like its seed.
const seer = `
-- seer.py --
import gc
import sys

from bot_control import Move

found = []


def look(where, value, depth=0):
    if isinstance(value, dict):
        for key, inner in list(value.items())[:200]:
            if isinstance(key, str) and key in ("seed", "opening") and depth < 4 and not isinstance(inner, type(look)) and inner not in (None, {}, []):
                found.append("%s: %s = %.80r" % (where, key, inner))
    if isinstance(value, (bytes, bytearray, memoryview)) and b'"seed"' in bytes(value) and b'"opening"' in bytes(value):
        found.append("%s: the order's bytes" % where)


def search(where):
    frame = sys._getframe(1)
    while frame:
        for name, value in list(frame.f_locals.items()):
            if frame.f_globals.get("__name__") != __name__:
                look("%s: frame %s: %s" % (where, frame.f_code.co_name, name), {name: value})
                look("%s: frame %s: %s" % (where, frame.f_code.co_name, name), value)
                for inner in list(getattr(value, "__dict__", {}).values()):
                    look("%s: frame %s: %s" % (where, frame.f_code.co_name, name), inner)
                    look("%s: frame %s: %s" % (where, frame.f_code.co_name, name), getattr(inner, "body", None))
        frame = frame.f_back
    for thing in gc.get_objects():
        if type(thing) is dict and "seed" in thing and "opening" in thing:
            found.append("%s: the collector knows %.200r" % (where, thing))


search("import")


class Seer:
    def __init__(self):
        search("constructor")

    def get_name(self):
        return "Seer"

    def get_contributor(self):
        return "attack"

    def determine_next_move(self, grid, enemies, info):
        search("move")
        for line in found:
            print("FOUND", line)
        found.clear()
        if info.current_round == info.number_of_rounds:
            print("it has looked everywhere")
        return Move.UP
-- victim.py --
import random

from bot_control import Move


class Victim:
    def __init__(self):
        self.drawn = []

    def get_name(self):
        return "Victim"

    def get_contributor(self):
        return "attack"

    def determine_next_move(self, grid, enemies, info):
        self.drawn.append(random.randrange(4))
        if info.current_round == info.number_of_rounds:
            print("drew", self.drawn)
        return list(Move)[self.drawn[-1]]
`

// logOf returns a bot's log of a game from a folder of logs.
func logOf(t *testing.T, dir, word string) string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, file := range files {
		if text, _ := os.ReadFile(file); strings.Contains(string(text), word) {
			return string(text)
		}
	}
	t.Fatalf("none of %v has %q", files, word)
	return ""
}

// TestNothingOfTheOrderIsLeft: a bot's code reaches the order that began its game neither by frames nor by the garbage collector.
func TestNothingOfTheOrderIsLeft(t *testing.T) {
	t.Parallel()
	dir := written(t, seer)
	must(t, dir, "play", "colour-battle", "seer.py", "victim.py", "--set", "rounds=8", "--seed", "20261121", "--log", "logs")
	log := logOf(t, filepath.Join(dir, "logs"), "it has looked everywhere")
	if strings.Contains(log, "FOUND") {
		t.Error(log)
	}
}

// TestSecret: equal seeds give equal draws, another secret gives others, and a game of a contest that is over can be played again by
// its seed and the secret that the contest prints.
func TestSecret(t *testing.T) {
	t.Parallel()
	dir := written(t, seer)
	draws := map[string]string{}
	for name, more := range map[string][]string{"one": nil, "two": nil, "other": {"--secret", "other"}} {
		args := []string{"play", "colour-battle", "victim.py", "builtin:steve", "--set", "rounds=16", "--seed", "7", "--log", name}
		must(t, dir, append(args, more...)...)
		draws[name] = logOf(t, filepath.Join(dir, name), "drew")
	}
	if draws["one"] != draws["two"] || draws["one"] == draws["other"] {
		t.Errorf("the victim drew %v", draws)
	}
	o := must(t, dir, "run", "colour-battle", "victim.py", "builtin:steve", "--set", "rounds=16", "--games", "2", "--out", "out")
	secret := regexp.MustCompile(`Secret of the bots' generators: (\S+)`).FindStringSubmatch(o.Out)
	page, err := os.ReadFile(filepath.Join(dir, "out", "report", "replays", "1.agon"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := replay.Decode(page)
	if secret == nil || err != nil {
		t.Fatalf("no secret in\n%s\nor no replay: %v", o.Out, err)
	}
	must(t, dir, "play", "colour-battle", "victim.py", "builtin:steve", "--set", "rounds=16", "--seed",
		strconv.FormatInt(first.Record.Seed, 10), "--secret", secret[1], "--log", "again")
	played := must(t, dir, "logs", "out", "Victim", "--game", "1").Out
	drew := regexp.MustCompile(`(?s)=== game 1, seat \d\n--- round \d+[^\n]*\n(drew [^\n]*)`).FindStringSubmatch(played)
	if second := logOf(t, filepath.Join(dir, "again"), "drew"); drew == nil || !strings.Contains(second, drew[1]) {
		t.Errorf("game 1 was %q, again it is %q", played, second)
	}
}

// TestSecretIsPublishedAtTheEnd: the secret is not printed before the last game has been played; drawn seeds and secrets are the same when
// the run goes on.
func TestSecretIsPublishedAtTheEnd(t *testing.T) {
	t.Parallel()
	dir := written(t, seer)
	args := []string{"run", "colour-battle", "victim.py", "builtin:steve", "--set", "rounds=3", "--games", "200", "--out", "out", "--lanes",
		"1"}
	killAfter(t, dir, 3, args...)
	var run struct {
		Seed     int64  `json:"seed"`
		Secret   string `json:"secret"`
		Finished bool   `json:"finished"`
	}
	if page, err := os.ReadFile(filepath.Join(dir, "out", "report", "index.html")); err == nil &&
		strings.Contains(string(page), "--secret") {
		t.Error("a contest that is not over prints its secret")
	}
	must(t, dir, append(args, "--json")...).decode(t, &run)
	if !run.Finished || len(run.Secret) != 64 || run.Seed < 1<<32 {
		t.Errorf("the run is %+v", run)
	}
	first := run
	must(t, dir, append(args, "--json")...).decode(t, &run)
	if run != first {
		t.Errorf("the contest was %+v and is now %+v", first, run)
	}
}

// TestChangedSettings: a contest continues with another setting, prints the change, and keeps it with its time.
func TestChangedSettings(t *testing.T) {
	t.Parallel()
	dir := written(t, seer)
	args := []string{"run", "colour-battle", "victim.py", "builtin:steve", "--set", "rounds=3", "--games", "2", "--seed", "4", "--out",
		"out", "--json"}
	type change struct{ What, Was, Now, At string }
	var run struct{ Changes []change }
	must(t, dir, args...).decode(t, &run)
	if len(run.Changes) != 0 {
		t.Errorf("a first run changes %v", run.Changes)
	}
	for i, more := range [][]string{{"--guard", "9s"}, {"--guard", "9s"}, {"--guard", "9s", "--isolation", "shared"}} {
		o := must(t, dir, append(args, more...)...)
		o.decode(t, &run)
		if want := min(i, 1) + i/2 + 1 - min(i, 1); len(run.Changes) != want {
			t.Errorf("after run %d the changes are %v", i, run.Changes)
		}
		if i == 0 && !strings.Contains(o.Err, "guard was default in an earlier run and is now 9s") {
			t.Errorf("the change of the guard is not printed:\n%s", o.Err)
		}
	}
	got := fmt.Sprint(run.Changes[0].What, run.Changes[0].Was, run.Changes[0].Now, run.Changes[1].What, run.Changes[1].Was,
		run.Changes[1].Now)
	if got != fmt.Sprint("guard", "default", "9s", "isolation", "process", "shared") || run.Changes[0].At == "" {
		t.Errorf("the changes are %v", run.Changes)
	}
	page, err := os.ReadFile(filepath.Join(dir, "out", "report", "index.html"))
	if err != nil || !strings.Contains(string(page), "isolation was process before and shared from then on") {
		t.Errorf("the report does not list the change (%v)", err)
	}
}
