package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// A thiefSeat is a seat in agon play --json.
type thiefSeat struct {
	Bot    string         `json:"bot"`
	CPU    float64        `json:"cpu_us"`
	Moves  int            `json:"moves"`
	Faults map[string]int `json:"faults"`
}

const thieves = `
-- victim.py --
from bot_control import Move
class Victim:
    def get_name(self): return "Victim"
    def get_contributor(self): return "v"
    def determine_next_move(self, grid, enemies, info):
        for i in range(1500000): pass
        return Move.UP
-- thief.py --
import mmap, os, struct, sys, threading, time
from bot_control import Move
page = mmap.mmap(-1, 4096)  # 0: the thief is being asked; 8: since when; from 64 on what each helper has used while it was not, in ns
def steal(place, clock):
    """Computes while the thief is not being asked, from a while after its answer on. One that finds that it was stopped sleeps first."""
    before, used = time.monotonic_ns(), clock()
    while True:
        now, cpu = time.monotonic_ns(), clock()
        asked, since = struct.unpack_from("qq", page, 0)
        if now - before > 20000000 or asked or now - since < 10000000:
            time.sleep(0.002)
        else:
            struct.pack_into("q", page, place, struct.unpack_from("q", page, place)[0] + cpu - used)
        before, used = now, cpu
def start_sessions():
    for place in (64, 72):
        if os.fork() == 0:
            try: os.setsid()
            except OSError: pass
            steal(place, time.process_time_ns)
def start_threads():
    threading.Thread(target=steal, args=(64, time.thread_time_ns), daemon=True).start()
class Thief:
    def get_name(self): return "Thief"
    def get_contributor(self): return "t"
    def determine_next_move(self, grid, enemies, info):
        struct.pack_into("q", page, 0, 1)
        print("stole %d us" % (sum(struct.unpack_from("qq", page, 64)) // 1000), file=sys.stderr)
        if info.current_round == 1:
            start_FORM()
        struct.pack_into("qq", page, 0, 0, time.monotonic_ns())
        return Move.UP
`

// Children and threads that a thief leaves running use none of its opponent's time: they are stopped as soon as it has answered. They log the
// processor time that they used between its turns, which no other load of the machine adds to.
func TestAThiefOfTimeGetsNone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs are not paused on this system")
	}
	for _, level := range []string{"full", "namespaces", "landlock"} {
		for _, thief := range []string{"sessions", "threads"} {
			t.Run(level+"/"+thief, func(t *testing.T) {
				t.Parallel()
				victim, stolen := playThief(t, level, thief)
				if stolen > victim/4 {
					t.Errorf("the thief used %.0f ms outside its turns, its victim %.0f ms in its own", stolen/1e3, victim/1e3)
				}
			})
		}
	}
}

// playThief plays a game and returns the processor time of the victim in its turns and of the thief outside its own, in µs.
func playThief(t *testing.T, level, thief string) (victim, stolen float64) {
	t.Helper()
	dir := lay(t, strings.ReplaceAll(thieves, "FORM", thief))
	os.Chmod(filepath.Dir(dir), 0o755) // at level landlock a bot needs the way to its files
	o := agon(t, dir, "play", "colour-battle", "./victim.py", "./thief.py", "--set", "rounds=25", "--seed", "5", "--sandbox", level, "--log", "logs", "--json")
	if o.Code != 0 && strings.Contains(o.Err, "sandbox") {
		t.Skip(o.Err)
	}
	var outcome struct{ Seats []thiefSeat }
	o.decode(t, &outcome)
	if len(outcome.Seats) != 2 || len(outcome.Seats[0].Faults) > 0 {
		t.Fatalf("%+v", outcome)
	}
	logs, _ := filepath.Glob(filepath.Join(dir, "logs", "*Thief*"))
	for _, name := range logs {
		text, _ := os.ReadFile(name)
		logged := regexp.MustCompile(`stole (\d+) us`).FindAllSubmatch(text, -1)
		if len(logged) < 20 {
			t.Fatalf("the thief logged %d turns:\n%s", len(logged), text)
		}
		stolen, _ = strconv.ParseFloat(string(logged[len(logged)-1][1]), 64)
	}
	if len(logs) != 1 {
		t.Fatalf("logs of the thief: %v", logs)
	}
	return outcome.Seats[0].CPU * float64(outcome.Seats[0].Moves), stolen
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
		t.Skip("pondering is not measured on this system")
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
	var named bool
	filepath.Walk(filepath.Join(dir, "out"), func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			text, _ := os.ReadFile(path)
			named = named || strings.Contains(string(text), ": pondering: it used ")
		}
		return nil
	})
	if !named {
		t.Error("no log names the fault pondering")
	}
	page, _ := os.ReadFile(filepath.Join(dir, "out", "report", "index.html"))
	if !strings.Contains(string(page), "<em>pondering</em>") {
		t.Error("the report does not name it")
	}
	if table := must(t, dir, args...); !strings.Contains(table.Out, "pondering") {
		t.Errorf("the table does not name it:\n%s", table.Out)
	}
}
