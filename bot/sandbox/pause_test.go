//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bufio"
	"fmt"
	"strings"
	"testing"
	"time"

	"agon/bot"
)

// A talk is a program that answers lines.
type talk struct {
	*bot.Process
	t   *testing.T
	out *bufio.Reader
}

func begin(t *testing.T, s *Sandbox, c bot.Command) talk {
	t.Helper()
	p, err := s.start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return talk{p, t, bufio.NewReader(p.Out)}
}

// say writes a line and returns the answer.
func (p talk) say(line string) string {
	p.t.Helper()
	p.Out.SetReadDeadline(time.Now().Add(guard))
	if _, err := p.In.WriteString(line + "\n"); err != nil {
		p.t.Fatal(err)
	}
	answer, err := p.out.ReadString('\n')
	if err != nil {
		p.t.Fatalf("%v after %q", err, answer)
	}
	return strings.TrimSpace(answer)
}

// spins is a program that keeps computing after its answer: in threads, in children, in children with sessions of their own, or by itself.
// It answers with its own processor time.
const spins = `
import os, select, sys, threading, time
def spin():
    while True: pass
def stay(n):
    parent = os.getpid()
    for _ in range(n):
        if os.fork() == 0:
            try: os.setsid()
            except OSError: pass
            while os.getppid() == parent: pass  # at level none nobody else ends them
            os._exit(0)
for line in sys.stdin:
    word = line.strip()
    if word == "children": stay(5)
    if word == "threads": [threading.Thread(target=spin, daemon=True).start() for _ in range(2)]
    print("done", flush=True)
    while word == "on" and not select.select([sys.stdin], [], [], 0)[0]: pass
`

// burn keeps this process busy for the given processor time, however busy the machine is.
func burn(d time.Duration) {
	for begun := clockOf(0); time.Duration(clockOf(0)-begun) < d; {
	}
}

// Between its turns a paused program uses much less than this process does meanwhile, though every task of it wants to run.
func TestAPausedProgramDoesNotRun(t *testing.T) {
	for _, level := range append(tested(Full, Namespaces, Landlock), None) {
		for _, form := range []string{"children", "threads", "on"} {
			t.Run(fmt.Sprintf("%v/%s", level, form), func(t *testing.T) {
				onOneProcessor(t)
				s := opened(t, level)
				c := with(t, "/usr/bin/python3", "-c", spins)
				c.Sessions = true
				p := begin(t, s, c)
				const turns, each = 8, 20 * time.Millisecond
				var meanwhile time.Duration
				p.Resume()
				p.say(form)
				for turn := range turns {
					p.Pause()
					before := p.CPU()
					burn(each)
					if form == "on" && turn == 0 {
						p.noticed(before)
					}
					after := p.CPU()
					p.Resume()
					if turn > 0 { // a program that keeps computing is noticed only by doing so
						meanwhile += after - before
					}
					if form != "on" {
						p.say("more")
						continue
					}
					p.say(form)
				}
				if meanwhile > turns*each/4 {
					t.Errorf("it used %v outside its turns, while this process used %v", meanwhile, turns*each)
				}
			})
		}
	}
}

// A program that computes on is noticed by what it has used: enough, and what accounting may lack, which is in ticks, or lags behind for
// tasks on another processor.
const enough, behind = 5 * time.Millisecond, 50 * time.Millisecond

// noticed waits until a program that computes on has used so much that it is noticed, for which it needs a processor that others may hold.
func (p talk) noticed(before time.Duration) {
	for end := time.Now().Add(guard); time.Now().Before(end); burn(20 * time.Millisecond) {
		if now := p.CPU(); now-before > enough+behind {
			return
		}
	}
}

// What the children of a program use is its own while they run, at every level.
func TestChildrenAreCharged(t *testing.T) {
	for _, level := range append(tested(Full, Namespaces, Landlock), None) {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			c := with(t, "/usr/bin/python3", "-c", spins)
			c.Sessions = true
			p := begin(t, s, c)
			p.say("children")
			before := p.CPU()
			for end := time.Now().Add(guard); ; time.Sleep(10 * time.Millisecond) {
				if now := p.CPU(); now-before > 100*time.Millisecond {
					break
				}
				if time.Now().After(end) {
					t.Fatalf("five busy children have used less than 100ms in %v", guard)
				}
			}
		})
	}
}

// Resume returns the processor time that a program used after its answer, and 0 for one that waited.
func TestPonderingIsMeasured(t *testing.T) {
	for _, level := range append(tested(Full, Namespaces, Landlock), None) {
		t.Run(level.String(), func(t *testing.T) {
			onOneProcessor(t)
			s := opened(t, level)
			pondered := func(word string) (sum time.Duration) {
				p := begin(t, s, with(t, "/usr/bin/python3", "-c", spins)) // it has not been stopped yet
				for turn := range 5 {
					p.Resume()
					p.say(word)
					p.Pause()
					before := p.CPU()
					burn(20 * time.Millisecond)
					if word == "on" && turn == 0 {
						p.noticed(before)
					}
					sum += p.Resume()
					p.say("still")
				}
				return sum
			}
			if got := pondered("quiet"); got > 2*time.Millisecond {
				t.Errorf("a program that waited used %v by Resume, want 0", got)
			}
			if got := pondered("on"); got < enough {
				t.Errorf("a program that computed on used %v by Resume", got)
			}
		})
	}
}

// A stopped program can be killed, and none of its processes is left.
func TestAPausedProgramCanBeKilled(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		p := begin(t, s, with(t, "/usr/bin/python3", "-c", spins))
		p.say("children")
		p.Pause()
		p.Kill()
		if e := p.Wait(); !e.Killed {
			t.Errorf("it ended with %v", e)
		}
		p.Close()
	})
}

// Programs with several threads give the same answers with and without pauses.
func TestRuntimesBearBeingPaused(t *testing.T) {
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"node", []string{"/usr/bin/node", "-e",
			"require('readline').createInterface({input: process.stdin}).on('line', l => { setTimeout(() => console.log(l), 1); " +
				"globalThis.x = new Array(1e5).fill(l) })"}},
		{"numpy", []string{"/usr/bin/python3", "-c",
			"import sys, numpy, concurrent.futures as c\ne = c.ThreadPoolExecutor(3)\nfor l in sys.stdin: e.submit(numpy.linalg.inv, " +
				"numpy.eye(80)).result(); print(l.strip(), flush=True)"}},
		{"processes", []string{"/bin/bash", "-c",
			"coproc cat; while read l; do echo $l >&${COPROC[1]}; read m <&${COPROC[0]}; echo $m; done"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			atLevels(t, func(t *testing.T, s *Sandbox) {
				c := with(t, tt.args[0], tt.args[1:]...)
				c.Sessions = true
				p := begin(t, s, c)
				for i := range 200 {
					p.Resume()
					if got := p.say(fmt.Sprint(i)); got != fmt.Sprint(i) {
						t.Fatalf("the answer to %d is %q", i, got)
					}
					p.Pause()
				}
			})
		})
	}
}
