package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A thiefSeat is what agon play says of a seat.
type thiefSeat struct {
	Bot    string         `json:"bot"`
	Avg    float64        `json:"avg_us"`
	CPU    float64        `json:"cpu_us"`
	Faults map[string]int `json:"faults"`
}

const thieves = `
-- victim.py --
from bot_control import Move
class Victim:
    def get_name(self): return "Victim"
    def get_contributor(self): return "v"
    def determine_next_move(self, grid, enemies, info):
        for i in range(200000): pass
        return Move.UP
-- sessions.py --
import os, resource
from bot_control import Move
n = 0
class Thief:
    def get_name(self): return "Thief"
    def get_contributor(self): return "t"
    def determine_next_move(self, grid, enemies, info):
        global n
        while n < 20 and info.current_round % 2:
            n += 1
            if os.fork() == 0:
                try: os.setsid()
                except OSError: pass
                while True: pass
            break
        return Move.UP
-- threads.py --
import threading
from bot_control import Move
def spin():
    while True: pass
started = False
class Thief:
    def get_name(self): return "Thief"
    def get_contributor(self): return "t"
    def determine_next_move(self, grid, enemies, info):
        global started
        if not started: threading.Thread(target=spin, daemon=True).start()
        started = True
        return Move.UP
`

// A thief that leaves children or threads behind has none of its opponent's time: they are stopped as soon as it has answered. What they
// use outside its turns would be named, 10 ms of it, and the opponent thinks for far longer than that.
func TestAThiefOfTimeGetsNone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing is stopped on this system")
	}
	for _, level := range []string{"full", "namespaces", "landlock"} {
		for _, thief := range []string{"sessions", "threads"} {
			t.Run(level+"/"+thief, func(t *testing.T) {
				seats := playThief(t, level, thief)
				if n := seats[1].Faults["pondering"]; n > 1 {
					t.Errorf("the thief used at least %d ms outside its turns: %+v", 10*n, seats)
				}
				if len(seats[0].Faults) > 0 {
					t.Errorf("the victim has faults: %+v", seats)
				}
			})
		}
	}
}

func playThief(t *testing.T, level, thief string) []thiefSeat {
	t.Helper()
	dir := lay(t, thieves)
	os.Chmod(dir, 0o755)
	o := agon(t, dir, "play", "colour-battle", "./victim.py", "./"+thief+".py", "--set", "rounds=40", "--seed", "5", "--sandbox", level, "--json")
	if o.Code != 0 && strings.Contains(o.Err, "sandbox") {
		t.Skip(o.Err)
	}
	var outcome struct{ Seats []thiefSeat }
	o.decode(t, &outcome)
	if len(outcome.Seats) != 2 {
		t.Fatalf("%+v", outcome)
	}
	return outcome.Seats
}

// ponderer is a player of Tron that thinks for a while where the first number is 1, and computes on after its answer where the second is.
const ponderer = `#!/usr/bin/python3
import sys, select
while line := sys.stdin.readline():
    n, p = [int(i) for i in line.split()]
    for i in range(n): sys.stdin.readline()
    for i in range(3000000 * %d): pass
    print("UP", flush=True)
    while %d and not select.select([sys.stdin], [], [], 0)[0]: pass
`

// A program that computes on after its answer is named, with the time, in its log, in the table, in the JSON and in the report, and the
// time counts as its own.
func TestPonderingIsNamed(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing is measured on this system")
	}
	t.Parallel()
	dir := lay(t, "")
	for name, does := range map[string][2]int{"slow.sh": {1, 0}, "ponders.sh": {0, 1}} {
		if err := os.WriteFile(filepath.Join(dir, name), fmt.Appendf(nil, ponderer, does[0], does[1]), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"run", "tron", "./slow.sh", "./ponders.sh", "--games", "4", "--seed", "3", "--set", "turn_ms=60000", "--jobs", "1", "--out", "out"}
	o := must(t, dir, append(args, "--json")...)
	var contest struct {
		Stages []struct {
			Standings []struct {
				Bot       string  `json:"bot"`
				CPU       float64 `json:"cpu_us"`
				Pondering int     `json:"pondering"`
			}
		}
	}
	o.decode(t, &contest)
	for _, s := range contest.Stages[0].Standings {
		if want := strings.HasPrefix(s.Bot, "ponders"); want != (s.Pondering > 0) {
			t.Errorf("%s: pondering %d", s.Bot, s.Pondering)
		}
	}
	var told bool
	filepath.Walk(filepath.Join(dir, "out"), func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			text, _ := os.ReadFile(path)
			told = told || strings.Contains(string(text), ": pondering: it used ")
		}
		return nil
	})
	if !told {
		t.Error("no log tells of it")
	}
	page, _ := os.ReadFile(filepath.Join(dir, "out", "report", "index.html"))
	if !strings.Contains(string(page), "<em>pondering</em>") {
		t.Error("the report does not name it")
	}
	if table := must(t, dir, args...); !strings.Contains(table.Out, "pondering") {
		t.Errorf("the table does not name it:\n%s", table.Out)
	}
}
