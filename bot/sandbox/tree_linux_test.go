//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bytes"
	"os"
	"reflect"
	"runtime"
	"strconv"
	"testing"
	"time"

	"agon/bot"
)

// orphaning is a program with forty children that have ended and for which it has not waited. Before "threads" one more ends its first
// thread alone; at "wait" it waits for the forty.
const orphaning = `
import ctypes, os, sys, threading, time
children = []
for _ in range(40):
    children.append(os.fork())
    if children[-1] == 0:
        sum(range(10000))
        os._exit(0)
for child in children: os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
print("ready", flush=True)
for line in sys.stdin:
    if line == "threads\n":
        r, w = os.pipe()
        if os.fork() == 0:
            threading.Thread(target=lambda: (time.sleep(0.01), os.write(w, b"x"), time.sleep(600))).start()
            ctypes.CDLL(None).pthread_exit(None)
        os.read(r, 1)
    if line == "wait\n":
        for child in children: os.waitpid(child, 0)
    print("done", flush=True)
`

// readCalls returns the number of reads that this thread has made; the test is skipped where the kernel does not count them.
func readCalls(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/thread-self/io")
	for line := range bytes.Lines(text) {
		if value, ok := bytes.CutPrefix(line, []byte("syscr: ")); ok {
			n, _ := strconv.Atoi(string(bytes.TrimSpace(value)))
			return n
		}
	}
	t.Skipf("the kernel does not count reads: %v", err)
	return 0
}

// TestEndedProcessesAreReadOnce: children that have ended cost no reads at every look, count as tasks and with their processor time, and
// are no processes to stop or to wait for.
func TestEndedProcessesAreReadOnce(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s := opened(t, None)
	c := with(t, "/usr/bin/python3", "-c", orphaning)
	c.Limits = bot.Limits{}
	p := begin(t, s, c)
	if answer, err := p.out.ReadString('\n'); err != nil {
		t.Fatal(answer, err)
	}
	var tree processTree
	first := tree.below(p.Pid)
	if len(first.living) != 0 || first.tasks != 40 || first.spent < 40*time.Microsecond {
		t.Errorf("the first look: %+v, want 40 tasks that have ended", first)
	}
	before := readCalls(t)
	own := readCalls(t) - before
	again := tree.below(p.Pid)
	if reads := readCalls(t) - before - 2*own; reads > 5 {
		t.Errorf("another look reads %d times", reads)
	}
	if !reflect.DeepEqual(again, first) {
		t.Errorf("another look: %+v, the first: %+v", again, first)
	}
	p.say("threads")
	if more := tree.below(p.Pid); len(more.living) != 1 || more.tasks != 42 || len(tree.ended) != 40 {
		t.Errorf("with a process whose first thread alone has ended: %+v, and %d have ended", more, len(tree.ended))
	}
	p.say("wait")
	if left := tree.below(p.Pid); len(left.living) != 1 || left.tasks != 2 || len(tree.ended) != 0 {
		t.Errorf("after it has waited for them: %+v, and %d are remembered", left, len(tree.ended))
	}
}

// TestEndedChildrenHideNoSleep: a program that waits for input is asleep at every level, though a child of it has ended.
func TestEndedChildrenHideNoSleep(t *testing.T) {
	for _, level := range append(tested(Full, Namespaces, Landlock), None) {
		t.Run(level.String(), func(t *testing.T) {
			p := begin(t, opened(t, level), with(t, "/usr/bin/python3", "-c", orphaning))
			p.out.ReadString('\n')
			for end := time.Now().Add(guard); !p.Asleep(); {
				if time.Now().After(end) {
					t.Fatalf("a program that waits for input is not asleep within %v", guard)
				}
				runtime.Gosched()
			}
			p.Pause()
			p.Resume()
			if got := p.say("wait"); got != "done" {
				t.Errorf("it answers %q", got)
			}
		})
	}
}
