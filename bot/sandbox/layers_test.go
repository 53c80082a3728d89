//go:build linux && (amd64 || arm64)

package sandbox

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"agon/bot"
	"agon/bot/sandbox/entry"
)

// The layers of the sandbox overlap, so that one stops what another lets through. These tests ask the kernel about each layer alone, so
// that removing a layer fails a test. Package mutants removes them one at a time.

// A mount is a line of proc_pid_mountinfo(5).
type mount struct {
	place   string
	flags   []string
	kind    string
	options []string // of the file system
}

// mountsOf returns the mounts that a program sees.
func mountsOf(t *testing.T, s *Sandbox, c bot.Command) []mount {
	t.Helper()
	o := ended(t, s, c)
	var all []mount
	for _, line := range lines(o.out) {
		left, right, _ := strings.Cut(line, " - ")
		l, r := strings.Fields(left), strings.Fields(right)
		if len(l) < 6 || len(r) < 3 {
			t.Fatalf("not a mount: %q of %q", line, o.out)
		}
		all = append(all, mount{l[4], strings.Split(l[5], ","), r[0], strings.Split(r[2], ",")})
	}
	return all
}

func (m mount) has(flag string) bool { return slices.Contains(m.flags, flag) }

// device reports whether it is one of the few devices.
func (m mount) device() bool { return strings.HasPrefix(m.place, "/dev/") }

func TestLayerMounts(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		given := t.TempDir()
		c := bad(t, "mounts")
		c.Readable = []string{given}
		all := mountsOf(t, s, c)
		places := map[string]bool{}
		for _, m := range all {
			places[m.place] = true
			own := m.place == "/tmp" || m.place == "/proc"
			if !m.has("nosuid") {
				t.Errorf("set-uid bits are honoured at %s: %v", m.place, m.flags)
			}
			if !m.has("nodev") && !m.device() {
				t.Errorf("device nodes are honoured at %s: %v", m.place, m.flags)
			}
			if !m.has("ro") && !own {
				t.Errorf("%s can be written: %v", m.place, m.flags)
			}
			if own && m.kind != "tmpfs" && m.kind != "proc" {
				t.Errorf("%s is a %s of the host", m.place, m.kind)
			}
		}
		for _, want := range []string{"/", "/usr", "/proc", "/tmp", given, c.Path, "/dev/null"} {
			if !places[want] {
				t.Errorf("nothing is mounted at %s: %+v", want, all)
			}
		}
	})
}

func TestLayerHiddenProcesses(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		for _, m := range mountsOf(t, s, bad(t, "mounts")) {
			if m.kind != "proc" {
				continue
			}
			hidden := slices.Contains(m.options, "hidepid=2") || slices.Contains(m.options, "hidepid=invisible")
			if !hidden || !slices.Contains(m.options, "subset=pid") {
				t.Errorf("/proc shows more than the program: %v", m.options)
			}
		}
	})
}

// /proc is mounted writable; only Landlock keeps its files from being written.
func TestLayerLandlock(t *testing.T) {
	if landlockVersion() == 0 {
		absent(t, "the kernel has no Landlock")
	}
	atLevels(t, func(t *testing.T, s *Sandbox) {
		if o := ended(t, s, bad(t, "rename_self")); o.out != "comm 13\n" {
			t.Errorf("its own name in /proc, to be written: %q", o.out)
		}
	})
}

// Without the filter the call would fail with ENOTTY, since a pipe is no terminal.
func TestLayerTerminalInput(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			if o := ended(t, opened(t, level), bad(t, "terminal")); o.out != "type 1\n" {
				t.Errorf("typing into a terminal: %q", o.out)
			}
		})
	}
}

func TestLayerSession(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			if o := ended(t, opened(t, level), bad(t, "session")); o.out != "session is its own 1\ngroup is its own 1\n" {
				t.Errorf("%q", o.out)
			}
		})
	}
}

func TestLayerDeathSignal(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			if o := ended(t, opened(t, level), bad(t, "deathsignal")); o.out != "signal 9\n" {
				t.Errorf("it gets when pid 1 ends: %q", o.out)
			}
		})
	}
}

func TestLayerResourceLimits(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			c := bad(t, "rlimits")
			c.Limits.FileSize, c.Limits.CPU = 3<<20, 1500*time.Millisecond
			o := ended(t, opened(t, level), c)
			for _, want := range []struct {
				name     string
				resource int
				soft     uint64
				hard     uint64
			}{
				{"core", unix.RLIMIT_CORE, 1, 1},
				{"memlock", unix.RLIMIT_MEMLOCK, 64 << 10, 64 << 10},
				{"msgqueue", unix.RLIMIT_MSGQUEUE, 0, 0},
				{"rtprio", unix.RLIMIT_RTPRIO, 0, 0},
				{"nice", unix.RLIMIT_NICE, 0, 0},
				{"fsize", unix.RLIMIT_FSIZE, 3 << 20, 3 << 20},
				{"cpu", unix.RLIMIT_CPU, 2, 3},
			} {
				var own unix.Rlimit
				unix.Getrlimit(want.resource, &own)
				// a hard limit cannot be raised
				line := fmt.Sprintf("%s %d %d\n", want.name, min(want.soft, own.Max), min(want.hard, own.Max))
				if !strings.Contains(o.out, line) {
					t.Errorf("want %q among\n%s", line, o.out)
				}
			}
		})
	}
}

// Each program and each pid 1 has a user ID of its own, which separates two programs at level landlock, and the kernel's counts per user.
func TestLayerUsers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("an ordinary user's programs are that user")
	}
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			nothingLeft(t)
			s := opened(t, level)
			seen := map[string]int{"0": os.Getpid()}
			for range 3 {
				p, err := s.start(bad(t, "deaf"))
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				p.Out.Read(make([]byte, 8)) // wait until it runs
				tree := new(processTree).below(p.Pid).living
				if level != Landlock { // its guard runs as the host's user
					tree = append(tree, p.Pid)
				}
				for _, pid := range tree {
					user := userOf(t, pid)
					if other, taken := seen[user]; taken {
						t.Errorf("processes %d and %d are both user %s", other, pid, user)
					}
					seen[user] = pid
				}
			}
		})
	}
}

// userOf returns the effective user ID of a process on the host.
func userOf(t *testing.T, pid int) string {
	t.Helper()
	_, rest, found := strings.Cut(text(fmt.Sprintf("/proc/%d/status", pid)), "\nUid:")
	fields := strings.Fields(rest)
	if !found || len(fields) < 2 {
		t.Fatalf("process %d has no user", pid)
	}
	return fields[1]
}

// asked starts a program with steps added before the last one of a section, and returns its output and theirs.
func asked(t *testing.T, s *Sandbox, c bot.Command, section int, add func(*plan)) []byte {
	t.Helper()
	_, out := planned(t, s, c, func(p *plan) {
		steps := p.steps[section]
		last := steps[len(steps)-1]
		p.steps[section] = steps[:len(steps)-1]
		add(p)
		p.steps[section] = append(p.steps[section], last)
	})
	return out
}

// planned starts a program with a changed plan, and returns its exit and the output of both.
func planned(t *testing.T, s *Sandbox, c bot.Command, change func(*plan)) (bot.Exit, []byte) {
	t.Helper()
	l := s.platform.(*linux)
	b := &box{level: l.level, limits: c.Limits}
	p, err := l.plan(&c, b)
	if err != nil {
		t.Fatal(err)
	}
	change(p)
	if err := l.launch(p, &c, b); err != nil {
		b.discard()
		t.Fatal(err)
	}
	b.watch()
	process := limited(b.process(), c.Limits)
	defer process.Close()
	process.In.Close()
	timer := time.AfterFunc(guard, process.Kill)
	defer timer.Stop()
	exit := process.Wait()
	out, err := io.ReadAll(process.Out)
	if err != nil {
		t.Fatal(err)
	}
	return exit, out
}

// A program may end before its pid 1 has set its signal dispositions, and setting one drops a pending signal. In this test pid 1 waits for
// the program's end before it continues.
func TestLayerEndsBeforeItIsWatched(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			exit, _ := planned(t, opened(t, level), with(t, "/bin/sh", "-c", "exit 7"), func(p *plan) {
				steps := p.steps[entry.Keep]
				p.steps[entry.Keep] = nil
				p.do(entry.Keep, "wait for the end", unix.SYS_WAITID, number(unix.P_ALL), number(0), number(0),
					number(unix.WEXITED|unix.WNOWAIT), number(0))
				p.steps[entry.Keep] = append(p.steps[entry.Keep], steps...)
			})
			if exit.Killed || exit.Code != 7 {
				t.Errorf("it ended by itself with code 7, and Wait returned %+v", exit)
			}
		})
	}
}

// Exec drops capabilities once more, so they are read right before it. A change of user drops them too: only the programs of an ordinary
// user, which keep them, show the call by itself (TestOrdinaryUser).
func TestLayerCapabilities(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			out := asked(t, s, bad(t, "early"), entry.Bot, func(p *plan) {
				sets := p.words(0, 0, 0)
				p.do(entry.Bot, "ask for capabilities", unix.SYS_CAPGET, at(p.words(unix.LINUX_CAPABILITY_VERSION_3)), at(sets))
				p.do(entry.Bot, "tell them", unix.SYS_WRITE, number(1), at(sets), number(24))
			})
			if len(out) != 24 || strings.Trim(string(out), "\x00") != "" {
				t.Errorf("effective, permitted and inheritable, low and then high: %x", out)
			}
			status := ended(t, s, with(t, "/bin/sh", "-c", "while read line; do echo $line; done </proc/self/status")).out
			for _, set := range []string{"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"} {
				if level == Landlock && set == "CapBnd" && os.Geteuid() != 0 {
					continue // only root may narrow it, and it is useless to a process that cannot gain privileges
				}
				if !strings.Contains(status, set+": 0000000000000000\n") {
					t.Errorf("%s is not empty:\n%s", set, status)
				}
			}
			if !strings.Contains(status, "NoNewPrivs: 1\n") || !strings.Contains(status, "Seccomp: 2\n") {
				t.Errorf("new rights or all calls:\n%s", status)
			}
		})
	}
}

// The guard's memory and files cannot be reached through /proc by any process of its user. A change of user hides them too, and only an
// ordinary user's guard does not change.
func TestLayerHiddenGuard(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			out := asked(t, s, bad(t, "early"), entry.Keep, func(p *plan) {
				answer := p.words(2)
				p.do(entry.Keep, "ask whether it is dumpable", unix.SYS_PRCTL, number(unix.PR_GET_DUMPABLE)).to(answer)
				p.do(entry.Keep, "tell it", unix.SYS_WRITE, number(1), at(answer), number(8))
			})
			if len(out) != 8 || binary.NativeEndian.Uint64(out) != 0 {
				t.Errorf("pid 1 is dumpable: %x", out)
			}
		})
	}
}

// The launcher keeps the processors that the host had when it was started; a program gets those of the thread that starts it.
func TestLayerProcessors(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			if o := ended(t, s, bad(t, "affinity")); o.out == "cpus 1\nsetaffinity 1\n" {
				t.Skip("this machine has one processor")
			} else if !strings.HasSuffix(o.out, "\nsetaffinity 1\n") {
				t.Errorf("%q", o.out)
			}
			onOneProcessor(t)
			if o := ended(t, s, bad(t, "affinity")); o.out != "cpus 1\nsetaffinity 1\n" {
				t.Errorf("on one processor: %q", o.out)
			}
		})
	}
}

// A program has three descriptors and none of the host's others, not even those opened as inheritable.
func TestLayerDescriptors(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			out := asked(t, s, bad(t, "descriptors"), entry.Root, func(p *plan) {
				p.do(entry.Root, "open what is inherited", unix.SYS_DUP, number(0))
			})
			if string(out) != "fd 0\nfd 1\nfd 2\n" {
				t.Errorf("%q", out)
			}
		})
	}
}
