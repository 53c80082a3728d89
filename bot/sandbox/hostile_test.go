//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"agon/bot"
)

// What a hostile program tries and is refused. Each line that it prints is an attempt and its errno.
func TestEveryAttemptIsRefused(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	os.WriteFile(secret, []byte("the opponent's code"), 0o644)
	self := fmt.Sprint(os.Getpid())
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"its own code, the system and the root are read-only",
			[]string{"vandal", "$0", "/usr/bin/env", "/usr/new", "/new", "/etc/passwd", "/dev/new", HomePath + "/new"}},
		{"files of the host are not there",
			[]string{"spy", secret, "/etc/shadow", "/etc/hostname", "/root", "/var/log", "/sys", "/dev/kmsg", "/dev/mem", "/dev/tty",
				"/run", "/boot"}},
		{"other processes are not its own", []string{"tracer", self}},
		{"the kernel is not to be looked into or set by way of /proc", []string{"poke"}},
		{"no new namespaces, mounts or roots", []string{"worlds"}},
		{"interfaces of the kernel that no program needs are closed", []string{"surface"}},
		{"no priority over others, no greater limits", []string{"priority"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			atLevels(t, func(t *testing.T, s *Sandbox) {
				c := bad(t, tt.args...)
				for i, a := range c.Args {
					c.Args[i] = strings.ReplaceAll(a, "$0", c.Path)
				}
				o := ended(t, s, c)
				if o.exit.Code != 0 {
					t.Fatalf("it ended with %v: %s", o.exit, o.out)
				}
				for _, line := range lines(o.out) {
					if !strings.Contains(line, " ") || strings.HasSuffix(line, " 0") {
						t.Errorf("not refused: %q", line)
					}
				}
			})
		})
	}
}

// How a hostile program ends, for each thing that it is made to do.
func TestHostile(t *testing.T) {
	for _, tt := range []struct {
		name  string
		args  []string
		limit func(*bot.Limits)
		kill  deed      // when; nil: it ends by itself
		out   string    // all output expected; empty: any
		want  bot.Exit  // Code, Signal, Killed
		hit   bot.Limit // must be one of the limits hit
		cause bot.Limit
	}{
		{name: "fork bomb: forks fail at the limit", args: []string{"forkbomb"}, kill: overcrowded,
			want: bot.Exit{Code: -1, Signal: syscall.SIGKILL, Killed: true}, hit: bot.TasksLimit},
		{name: "memory bomb", args: []string{"memory"}, want: bot.Exit{Code: -1, Signal: syscall.SIGKILL}, hit: bot.MemoryLimit,
			cause: bot.MemoryLimit},
		{name: "thread bomb: threads fail at the limit", args: []string{"threads"}, out: "threads 24\nerror 11", hit: 0},
		{name: "endless complaints", args: []string{"complain"}, kill: complained,
			want: bot.Exit{Code: -1, Signal: syscall.SIGKILL, Killed: true}},
		{name: "closes its output and sleeps", args: []string{"silent"}, kill: closed,
			want: bot.Exit{Code: -1, Signal: syscall.SIGKILL, Killed: true}},
		{name: "ignores all signals", args: []string{"ignore"}, kill: ready, out: "ready 1",
			want: bot.Exit{Code: -1, Signal: syscall.SIGKILL, Killed: true}},
		{name: "stops its parent and itself", args: []string{"stop"}, kill: stopped, out: "ready 1",
			want: bot.Exit{Code: -1, Signal: syscall.SIGKILL, Killed: true}},
		{name: "daemon that holds its output: gone at once", args: []string{"daemonize"}, out: "daemon 1"},
		{name: "busy on all processors", args: []string{"spin"}, limit: cpu(200 * time.Millisecond),
			want: bot.Exit{Code: -1, Signal: syscall.SIGKILL}, hit: bot.CPULimit, cause: bot.CPULimit},
		{name: "busy family: time of the tree", args: []string{"spinfamily"}, limit: cpu(200 * time.Millisecond),
			want: bot.Exit{Code: -1, Signal: syscall.SIGKILL}, hit: bot.CPULimit, cause: bot.CPULimit},
		{name: "fills /tmp", args: []string{"fill", "/tmp"}, out: "write 28\nkib 8192\nfallocate 28", limit: noFileSize,
			hit: bot.DiskLimit},
		{name: "a file over the limit", args: []string{"fill", "/tmp"}, out: "write 27\nkib 1024\nfallocate 27", limit: fileSize(1 << 20)},
		{name: "a sparse file over the limit ends it", args: []string{"bigfile", "/tmp"}, out: "open 0",
			want: bot.Exit{Code: -1, Signal: syscall.SIGXFSZ}, hit: bot.DiskLimit, cause: bot.DiskLimit},
		{name: "many files", args: []string{"inodes", "/tmp"}, out: "create 28\nfiles 2048", hit: bot.DiskLimit},
		{name: "/tmp without a size cannot be written", args: []string{"inodes", "/tmp"}, limit: noDisk, out: "create 30\nfiles 0"},
		{name: "sockets other than unix are not made", args: []string{"sockets"}, out: "unix 0"},
		{name: "kills whom it can", args: []string{"killer", fmt.Sprint(os.Getpid())}, out: "seen 0\nhost 3\nalive 1",
			want: bot.Exit{Code: -1, Signal: syscall.SIGKILL}},
		{name: "device nodes", args: []string{"nodes"}, out: "char 1\nblock 1\nfifo 0\nsuid 0"},
		{name: "crash", args: []string{"crash"}, want: bot.Exit{Code: -1, Signal: syscall.SIGABRT}},
		{name: "recursion without end", args: []string{"recurse"}, want: bot.Exit{Code: -1, Signal: syscall.SIGSEGV}},
		{name: "exit code 0 without an answer", args: []string{"early"}},
		{name: "exit code", args: []string{"ended", "3"}, want: bot.Exit{Code: 3}},
		{name: "answers, then a signal", args: []string{"signalled", "11"}, out: "answer 1",
			want: bot.Exit{Code: -1, Signal: syscall.SIGSEGV}},
		{name: "arguments are not interpreted", args: []string{"arguments", "", "a b", "$(id)", "`id`", "';id", "a\nb", "--"},
			out: "[][a b][$(id)][`id`][';id][a\nb][--]"},
		{name: "only three descriptors", args: []string{"descriptors"}, out: "fd 0\nfd 1\nfd 2"},
		{name: "nothing but its own environment", args: []string{"environment"}, out: "HOME=/home/bot\nTMPDIR=/tmp"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			atLevels(t, func(t *testing.T, s *Sandbox) {
				c := bad(t, tt.args...)
				if tt.limit != nil {
					tt.limit(&c.Limits)
				}
				o := until(t, s, c, guard, tt.kill)
				got := bot.Exit{Code: o.exit.Code, Signal: o.exit.Signal, Killed: o.exit.Killed}
				if got != tt.want {
					t.Errorf("it ended with %+v, not %+v", o.exit, tt.want)
				}
				if tt.out != "" && strings.TrimSpace(o.out) != tt.out {
					t.Errorf("it told %q, not %q", o.out, tt.out)
				}
				if o.exit.Hit&tt.hit != tt.hit || o.exit.Cause() != tt.cause {
					t.Errorf("it hit %v, caused by %v; want %v and %v", o.exit.Hit, o.exit.Cause(), tt.hit, tt.cause)
				}
			})
		})
	}
}

func cpu(d time.Duration) func(*bot.Limits) { return func(l *bot.Limits) { l.CPU = d } }
func fileSize(n int64) func(*bot.Limits)    { return func(l *bot.Limits) { l.FileSize = n } }
func noFileSize(l *bot.Limits)              { l.FileSize = 0 }
func noDisk(l *bot.Limits)                  { l.Disk = 0 }

func TestMemoryOfAFamilyIsCountedTogether(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		o := ended(t, s, bad(t, "family"))
		if o.exit.Cause() != bot.MemoryLimit {
			t.Errorf("four children with 24 MiB each under 64 MiB: %+v", o.exit)
		}
	})
}

func TestTasksThatFailAreNamed(t *testing.T) {
	nothingLeft(t)
	s := opened(t, Full)
	if o := ended(t, s, bad(t, "threads")); o.exit.Hit != bot.TasksLimit || o.exit.Cause() != 0 {
		t.Errorf("it survived the limit on tasks: %+v", o.exit)
	}
}

func TestOutputWithoutEndIsCutByTheReader(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		p, err := s.start(bad(t, "output"))
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		buffer := make([]byte, 1<<20)
		for n := 0; n < len(buffer); {
			m, err := p.Out.Read(buffer[n:])
			if err != nil {
				t.Fatal(err)
			}
			n += m
		}
		p.Kill() // nobody reads any more: the program blocks in a write
		if e := p.Wait(); !e.Killed {
			t.Errorf("%+v", e)
		}
	})
}

func TestWritingToADeafProgramHasADeadline(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		p, err := s.start(bad(t, "deaf"))
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		p.In.SetWriteDeadline(time.Now().Add(50 * time.Millisecond))
		if _, err := p.In.Write(make([]byte, 1<<20)); !os.IsTimeout(err) {
			t.Errorf("a write of 1 MiB that nobody reads: %v", err)
		}
		p.Kill()
		p.Wait()
		if _, err := p.In.Write([]byte("late")); err == nil {
			t.Error("a write to a dead program did not fail")
		}
	})
}

func TestNothingIsLeftForTheNextRun(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		for range 2 {
			if o := ended(t, s, bad(t, "leave", "/tmp/state")); o.out != "/tmp/state 0\n" {
				t.Errorf("new files: %q", o.out)
			}
			want := "found 2\nmade 0\nposix 0\n"
			if s.level == Namespaces {
				want = "found 38\nmade 38\nposix 0\n" // nothing would count such memory
			}
			if o := ended(t, s, bad(t, "share")); o.out != want {
				t.Errorf("shared memory: %q", o.out)
			}
		}
	})
}

func TestASetUserIDProgramGainsNothing(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		c := bad(t, "runsetuid")
		text, err := os.ReadFile(c.Path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "setuid")
		os.WriteFile(name, text, 0o755)
		os.Chmod(name, 0o755|os.ModeSetuid|os.ModeSetgid)
		c.Args, c.Readable = append(c.Args, name), []string{name}
		want := "uid 1000\neuid 1000\nsetuid 1\nsetgid 1\n"
		if os.Geteuid() != 0 {
			want = "uid 1000\neuid 1000\nsetuid 22\nsetgid 22\n" // its namespace has no other user
		}
		if o := ended(t, s, c); o.out != want {
			t.Errorf("it told %q %v", o.out, o.exit)
		}
	})
}

// foreignCalls reports whether this kernel takes 32-bit calls from a program in no sandbox. One without an entry for them, as in some
// guests, kills the program by SIGSEGV.
func foreignCalls(t *testing.T) bool {
	t.Helper()
	cmd := exec.Command(bad(t).Path, "foreign")
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return !status.Signaled() || status.Signal() != syscall.SIGSEGV || strings.Contains(string(out), "int80")
}

// TestThisKernelHasForeignCalls is skipped where it has none: then no test can notice that the filter lets them pass.
func TestThisKernelHasForeignCalls(t *testing.T) {
	if !foreignCalls(t) {
		t.Skip("this kernel has no entry for 32-bit calls")
	}
}

func TestForeignCallsAreRefused(t *testing.T) {
	here := foreignCalls(t)
	atLevels(t, func(t *testing.T, s *Sandbox) {
		o := ended(t, s, bad(t, "foreign"))
		refused := o.exit.Code == 99 || o.exit.Signal == syscall.SIGSYS
		if !here && o.exit.Signal == syscall.SIGSEGV {
			t.Log("32-bit code dies by SIGSEGV, in a sandbox as without one")
			refused = true
		}
		if !refused || strings.Contains(o.out, "int80") {
			t.Errorf("32-bit code: %q %v", o.out, o.exit)
		}
		if o := ended(t, s, bad(t, "x32")); o.exit.Code != 99 && o.out != "x32 1\n" {
			t.Errorf("x32: %q %v", o.out, o.exit)
		}
	})
}
