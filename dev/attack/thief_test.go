package attack

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"agon/internal/tier"
)

const thieves = `
-- victim.py --
import sys, time
from bot_control import Move
class Victim:
    def get_name(self): return "Victim"
    def get_contributor(self): return "v"
    def determine_next_move(self, grid, enemies, info):
        begun, used = time.monotonic_ns(), time.thread_time_ns()
        while time.thread_time_ns() - used < 30000000: pass
        print("asked %d %d %d" % (begun, time.monotonic_ns(), time.thread_time_ns() - used), file=sys.stderr)
        return Move.UP
-- thief.py --
import mmap, os, struct, sys, threading, time
from bot_control import Move
SLICES, EACH = 4000, struct.calcsize("qqq")
page = mmap.mmap(-1, 3 * SLICES * EACH)  # 0: the thief is being asked; 8: since when; from each helper's place on: how many slices, then each
def steal(place, clock):
    """Computes while the thief is not being asked, from a while after its answer on. One that finds that it was stopped sleeps first. A slice
    begins, ends and has used so many ns; time off its processor is in slices of its own."""
    n, end, away, before, used = 0, 0, False, time.monotonic_ns(), clock()
    while n < SLICES - 2:
        now, cpu = time.monotonic_ns(), clock()
        asked, since = struct.unpack_from("qq", page, 0)
        if now - before > 20000000 or asked or now - since < 10000000:
            time.sleep(0.002)
        elif n and end == before and not away and now - before - cpu + used < 500000:
            begun, _, sum = struct.unpack_from("qqq", page, place + n * EACH)
            struct.pack_into("qqq", page, place + n * EACH, begun, now, sum + cpu - used)
            end = now
        else:
            n, end, away = n + 1, now, now - before - cpu + used >= 500000
            struct.pack_into("qqq", page, place + n * EACH, before, now, cpu - used)
            struct.pack_into("q", page, place, n)
        before, used = now, cpu
PLACES = SLICES * EACH, 2 * SLICES * EACH
def start_sessions():
    for place in PLACES:
        if os.fork() == 0:
            try: os.setsid()
            except OSError: pass
            steal(place, time.process_time_ns)
def start_threads():
    threading.Thread(target=steal, args=(PLACES[0], time.thread_time_ns), daemon=True).start()
shown = dict.fromkeys(PLACES, 1)
class Thief:
    def get_name(self): return "Thief"
    def get_contributor(self): return "t"
    def determine_next_move(self, grid, enemies, info):
        struct.pack_into("q", page, 0, 1)
        print("turn", info.current_round, file=sys.stderr)
        for place in PLACES:
            n = struct.unpack_from("q", page, place)[0]
            for i in range(shown[place], n):  # the last may go on
                print("slice %d %d %d" % struct.unpack_from("qqq", page, place + i * EACH), file=sys.stderr)
            shown[place] = max(n, 1)
        if info.current_round == 1:
            start_FORM()
        struct.pack_into("qq", page, 0, 0, time.monotonic_ns())
        return Move.UP
`

// Children and threads that a thief leaves running use none of its opponent's time: they are stopped as soon as it has answered, or when
// they have been noticed, and stay so while the opponent is asked. Both log what they use and when, so no other load of the machine counts.
func TestAThiefOfTimeGetsNone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs are not paused on this system")
	}
	for _, level := range []string{"full", "namespaces", "landlock"} {
		for _, thief := range []string{"sessions", "threads"} {
			t.Run(level+"/"+thief, func(t *testing.T) {
				strongest(t, level)
				t.Parallel()
				if victim, stolen := playThief(t, thief, "--sandbox", level); stolen > victim/20 {
					t.Errorf("the thief used %v in its victim's turns, which used %v", stolen, victim)
				}
			})
		}
	}
	t.Run("bots in one process are not paused", func(t *testing.T) { // so this thief is seen
		t.Parallel()
		if victim, stolen := playThief(t, "threads", "--isolation", "shared", "--sandbox", "none"); stolen < victim/20 {
			t.Errorf("the thief used %v in its victim's turns, which used %v: the test sees no thief", stolen, victim)
		}
	})
}

// playThief plays a game and returns the processor time that the victim used in its turns, and the thief in those of the victim.
func playThief(t *testing.T, thief string, args ...string) (victim, stolen time.Duration) {
	t.Helper()
	dir := written(t, strings.ReplaceAll(thieves, "FORM", thief))
	os.Chmod(filepath.Dir(dir), 0o755) // at level landlock a bot needs the way to its files
	o := agon(t, dir, append([]string{"play", "colour-battle", "./victim.py", "./thief.py", "--set", "rounds=40", "--seed", "5", "--log",
		"logs", "--json"}, args...)...)
	if o.Code != 0 && strings.Contains(o.Err, "sandbox") {
		t.Skip(o.Err)
	}
	var outcome struct {
		Seats []struct{ Faults map[string]int }
	}
	o.decode(t, &outcome)
	if len(outcome.Seats) != 2 || len(outcome.Seats[0].Faults) > 0 {
		t.Fatalf("%+v", outcome)
	}
	// logged returns the lines of a bot's log that begin with a word, each with the numbers that follow.
	logged := func(bot, word string) (lines [][3]time.Duration) {
		names, _ := filepath.Glob(filepath.Join(dir, "logs", "*"+bot+"*"))
		if len(names) != 1 {
			t.Fatalf("logs of %s: %v", bot, names)
		}
		text, _ := os.ReadFile(names[0])
		for line := range strings.Lines(string(text)) {
			var n [3]time.Duration
			if got, _ := fmt.Sscanf(line, word+" %d %d %d", &n[0], &n[1], &n[2]); got > 0 {
				lines = append(lines, n)
			}
		}
		return lines
	}
	asked := logged("Victim", "asked")
	if turns := logged("Thief", "turn"); len(turns) < 20 || len(asked) < 20 {
		t.Fatalf("the thief logged %d turns, its victim %d", len(turns), len(asked))
	}
	asked = asked[2:] // a program is noticed by what it does in a turn that is not its own
	for _, turn := range asked {
		victim += turn[2]
	}
	for _, slice := range logged("Thief", "slice") {
		begun, end, used := slice[0], slice[1], slice[2]
		for _, turn := range asked {
			if both := min(end, turn[1]) - max(begun, turn[0]); both > 0 {
				stolen += time.Duration(float64(used) * float64(both) / float64(end-begun))
			}
		}
	}
	return victim, stolen
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
// time counts as its own. Where agon itself waits for a processor when the answer comes, what the program computes until agon has read it
// counts as part of its move, so this needs a machine without other work.
func TestPonderingIsNamed(t *testing.T) {
	tier.Alone(t)
	if runtime.GOOS != "linux" {
		t.Skip("pondering is not measured on this system")
	}
	dir := written(t, "")
	for name, does := range map[string][2]int{"slow.sh": {1, 0}, "ponders.sh": {0, 1}} {
		if err := os.WriteFile(filepath.Join(dir, name), fmt.Appendf(nil, ponderer, does[0], does[1]), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"run", "tron", "./slow.sh", "./ponders.sh", "--games", "4", "--seed", "3", "--set", "turn_ms=60000", "--set",
		"first_ms=60000", "--jobs", "1", "--out", "out"}
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
	if o := must(t, dir, "logs", "out", "ponders"); !strings.Contains(o.Out, ": pondering: it used ") {
		t.Errorf("its log does not name the fault pondering:\n%s", o.Out)
	}
	page, _ := os.ReadFile(filepath.Join(dir, "out", "report", "index.html"))
	if !strings.Contains(string(page), "<em>pondering</em>") {
		t.Error("the report does not name it")
	}
	if table := must(t, dir, args...); !strings.Contains(table.Out, "pondering") {
		t.Errorf("the table does not name it:\n%s", table.Out)
	}
}
