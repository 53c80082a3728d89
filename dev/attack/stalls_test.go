package attack

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"agon/internal/tier"
)

// rider is a Tron bot that thinks for a while with the processor, or sleeps, and then goes where there is room.
const rider = `
-- rider.py --
#!/usr/bin/python3
import sys, time
SPIN, SLEEP = %SPIN%, %SLEEP%
W, H, grid = 12, 10, {}
def think(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
while True:
    n, me = map(int, input().split())
    at = None
    for i in range(n):
        x0, y0, x1, y1 = map(int, input().split())
        if x1 < 0:
            grid = {k: v for k, v in grid.items() if v != i}
            continue
        grid[(x0, y0)] = grid[(x1, y1)] = i
        if i == me:
            at = (x1, y1)
    think(SPIN)
    time.sleep(SLEEP)
    best = "UP"
    for word, dx, dy in (("UP", 0, -1), ("LEFT", -1, 0), ("DOWN", 0, 1), ("RIGHT", 1, 0)):
        x, y = at[0] + dx, at[1] + dy
        if 0 <= x < W and 0 <= y < H and (x, y) not in grid:
            best = word
            break
    print(best, flush=True)
`

func riderOf(spin, sleep string) string {
	return strings.NewReplacer("%SPIN%", spin, "%SLEEP%", sleep).Replace(rider)
}

// clocks is the part of agon run --json about clocks and tables.
type clocks struct {
	Games int
	Clock struct {
		Moves, Held, Late, By_host, Voided int64
		Largest_gap_ms                     float64
	}
	Stages []struct {
		Standings []struct {
			Bot          string
			Wins, Losses int
			Score        float64
			Faults       int
			Lost_on_time int
		}
	}
}

// table returns the standings without times.
func (c *clocks) table() string {
	var lines []string
	for _, s := range c.Stages {
		for _, line := range s.Standings {
			lines = append(lines, fmt.Sprintln(line.Bot, line.Wins, line.Losses, line.Faults, line.Lost_on_time))
		}
	}
	slices.Sort(lines) // places may be shared
	return strings.Join(lines, "")
}

// stoppings is how often, and for how long, agon is stopped in the midst of a run.
const (
	stoppings = 3
	stopped   = 1500 * time.Millisecond
)

// TestStoppedAgonKillsNoBot: no bot is late because agon itself was stopped when it answered.
func TestStoppedAgonKillsNoBot(t *testing.T) {
	tier.Alone(t)
	t.Parallel()
	dir := written(t, riderOf("0.01", "0"))
	args := func(out string) []string {
		return []string{"run", "tron", "one=./rider.py", "two=./rider.py", "--games", "4", "--seed", "5", "--set", "turn_ms=1000", "--set",
			"first_ms=10000", "--set", "width=12", "--set", "height=10", "--json", "--pages", "0", "--out", out}
	}
	var quiet, disturbed clocks
	must(t, dir, args("quiet")...).decode(t, &quiet)
	r := start(t, dir, args("disturbed")...)
	until(t, "a game is over", func() bool { return keptBytes(filepath.Join(dir, "disturbed")) > 0 || !alive(r.Process.Pid) })
	for range stoppings {
		syscall.Kill(r.Process.Pid, syscall.SIGSTOP)
		time.Sleep(stopped)
		syscall.Kill(r.Process.Pid, syscall.SIGCONT)
		time.Sleep(200 * time.Millisecond) // moves are made meanwhile
	}
	o := r.wait()
	o.decode(t, &disturbed)
	if disturbed.table() != quiet.table() || disturbed.Games != quiet.Games {
		t.Errorf("stopped:\n%s\nquiet:\n%s\n%s", disturbed.table(), quiet.table(), o.Err)
	}
	if gap := time.Duration(disturbed.Clock.Largest_gap_ms * 1e6); gap < stopped/2 {
		t.Errorf("agon was stopped for %v and says that its largest gap was %v", stopped, gap)
	}
}

// TestBusyHostDecidesNoGame: bots that need a tenth of their time lose nothing on time beside eight busy processes.
func TestBusyHostDecidesNoGame(t *testing.T) {
	tier.Alone(t)
	dir := written(t, riderOf("0.01", "0")+walker)
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"tron", []string{"tron", "one=./rider.py", "two=./rider.py", "--games", "2", "--set", "turn_ms=100", "--set", "first_ms=3000",
			"--set", "width=12", "--set", "height=10"}},
		{"fence", []string{"fence", "one=./walker.sh", "two=./walker.sh", "--games", "1", "--set", "N=8", "--set", "clock_s=3", "--set",
			"tie=draw"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"run"}, tt.args...)
			args = append(args, "--seed", "3", "--json", "--pages", "0")
			var quiet, loaded clocks
			must(t, dir, append(args, "--no-limits", "--out", tt.name+"-quiet")...).decode(t, &quiet)
			busy(t, 8)
			o := must(t, dir, append(args, "--out", tt.name+"-busy")...)
			o.decode(t, &loaded)
			if loaded.table() != quiet.table() {
				t.Errorf("busy:\n%s\nquiet:\n%s\n%s", loaded.table(), quiet.table(), o.Err)
			}
			if loaded.Clock.Moves == 0 {
				t.Error("no move was under a clock")
			}
		})
	}
}

// walker plays Fence by the agon protocol: it walks rings, and thinks for 3 ms each time.
const walker = `
-- walker.sh --
#!/bin/sh
exec /usr/bin/python3 -S -u -c '
import sys, time
n = 0
for line in sys.stdin:
    if line.startswith("{\"agon\"") or line.startswith("{\"over\""):
        n = 0
        continue
    end = time.thread_time() + 0.003
    while time.thread_time() < end:
        pass
    n += 1
    print("DRUL"[n // 3 % 4])
'
`
