package attack

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// silent are bots that never answer. They show that they were asked by the number of their threads.
const silent = `
-- lines/bot.py --
SHOW
input()
show()
-- hosted/silent.py --
from .bot_control import Move
SHOW

class Silent:
    def get_name(self):
        return "Silent"

    def get_contributor(self):
        return "nobody"

    def determine_next_move(self, grid, enemies, game_info):
        show()
-- loads/loads.py --
SHOW
show()
-- afresh/bot.py --
SHOW
show()
`

// show is what silent bots do when they are asked.
const show = `
import threading
import time


def show():
    for _ in range(2):
        threading.Thread(target=time.sleep, args=(1000,)).start()
    time.sleep(1000)
`

// below lists the descendants of a process.
func below(t *testing.T, pid int) (list []int) {
	t.Helper()
	parents := map[int]int{}
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		var id, parent int
		fmt.Sscanf(name, "/proc/%d/stat", &id)
		after := string(text[bytes.LastIndexByte(text, ')')+1:])
		var state string
		fmt.Sscanf(after, " %s %d", &state, &parent)
		if state != "Z" {
			parents[id] = parent
		}
	}
	for id := range parents {
		for up := parents[id]; up > 1; up = parents[up] {
			if up == pid {
				list = append(list, id)
				break
			}
		}
	}
	return list
}

// until waits for a condition, and fails the test when it does not hold within [patience].
func until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after %v still not: %s", patience, what)
		}
	}
}

// asked reports whether a process is a bot that was asked for a move.
func asked(pid int) bool {
	name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	return strings.HasPrefix(string(name), "python") && len(threads) == 3
}

// alive reports whether a process still runs.
func alive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !bytes.Contains(text, []byte(") Z "))
}

// TestSignals: the first signal ends every command cleanly, whatever its bots do, and leaves none of their processes.
func TestSignals(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // so that agon does not begin under nohup, whoever runs the tests
	for _, tt := range []struct {
		name   string
		signal syscall.Signal
		args   string
	}{
		{"run lines", syscall.SIGINT, "run tron lines builtin:random --no-limits --games 1"},
		{"run hosted", syscall.SIGTERM, "run colour-battle hosted/silent.py builtin:steve --no-limits --games 2"},
		{"run a terminal that goes away", syscall.SIGHUP, "run colour-battle hosted/silent.py builtin:steve --no-limits --games 2"},
		{"run without a sandbox", syscall.SIGINT, "run colour-battle hosted/silent.py builtin:steve --no-limits --games 2 --sandbox none"},
		{"run shared", syscall.SIGINT, "run colour-battle hosted/silent.py hosted/silent.py --no-limits --games 2 --isolation shared"},
		{"run while a bot loads", syscall.SIGINT, "run colour-battle loads/loads.py builtin:steve --no-limits --games 2"},
		{"play lines", syscall.SIGINT, "play tron lines builtin:random --no-limits"},
		{"play afresh", syscall.SIGTERM, "play rps afresh builtin:random --no-limits"},
		{"trial", syscall.SIGHUP, "trial colour-battle hosted/silent.py --no-limits"},
		{"check", syscall.SIGINT, "check colour-battle hosted/silent.py --no-limits"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := written(t, strings.ReplaceAll(silent, "SHOW", show))
			os.Chmod(dir, 0o755)
			r := start(t, dir, strings.Fields(tt.args)...)
			var bots []int
			until(t, "a bot is asked", func() bool {
				bots = below(t, r.Process.Pid)
				return slices.ContainsFunc(bots, asked) || !alive(r.Process.Pid)
			})
			bots = below(t, r.Process.Pid)
			r.Process.Signal(tt.signal)
			o := r.wait()
			if o.Code != 1 || len(bots) == 0 {
				t.Errorf("exits with %d\n%s%s", o.Code, o.Out, o.Err)
			}
			if !strings.Contains(o.Err, "agon: stopped") {
				t.Errorf("says\n%s", o.Err)
			}
			until(t, fmt.Sprintf("the bots %v are gone", bots), func() bool { return !slices.ContainsFunc(bots, alive) })
		})
	}
}

// TestTheSecondSignalEndsAtOnce: the second signal ends a command that is still stopping after the first, and its bots.
func TestTheSecondSignalEndsAtOnce(t *testing.T) {
	t.Parallel()
	dir := written(t, strings.ReplaceAll(silent, "SHOW", show))
	os.Chmod(dir, 0o755)
	r := start(t, dir, "run", "tron", "lines", "builtin:random", "--no-limits", "--games", "1")
	until(t, "a bot is asked", func() bool { return slices.ContainsFunc(below(t, r.Process.Pid), asked) || !alive(r.Process.Pid) })
	bots := below(t, r.Process.Pid)
	// Both signals wait while agon is stopped, so it finds them together when it goes on.
	r.Process.Signal(syscall.SIGSTOP)
	r.Process.Signal(syscall.SIGTERM)
	r.Process.Signal(syscall.SIGINT)
	r.Process.Signal(syscall.SIGCONT)
	if o := r.wait(); o.Code != 128+int(syscall.SIGTERM) && o.Code != 128+int(syscall.SIGINT) {
		t.Errorf("exits with %d\n%s%s", o.Code, o.Out, o.Err)
	}
	until(t, "the bots are gone", func() bool { return !slices.ContainsFunc(bots, alive) })
}
