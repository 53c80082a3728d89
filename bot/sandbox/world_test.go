//go:build linux && (amd64 || arm64)

package sandbox

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"agon/bot"
	"agon/internal/schedstat"

	"golang.org/x/sys/unix"
)

// with returns a command with an interpreter, and skips the test if that is absent.
func with(t *testing.T, interpreter string, args ...string) bot.Command {
	t.Helper()
	if _, err := os.Stat(interpreter); err != nil {
		absent(t, "%v", err)
	}
	return bot.Command{Path: interpreter, Args: args, Env: []string{"PATH=/usr/bin:/bin", "LANG=C.UTF-8"},
		Limits: bot.Limits{Memory: 512 << 20, Tasks: 128, Disk: 16 << 20}}
}

func TestLanguagesRun(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		args       []string
	}{
		{"shell and its tools, through links", "/home/bot 2\n", []string{"/bin/sh", "-c", "echo $(pwd) $(ls / | grep -c '^bin$\\|^lib$')"}},
		{"numpy", "45 bot /home/bot\n", []string{"/usr/bin/python3", "-c",
			"import numpy, getpass, os; print(numpy.arange(10).sum(), getpass.getuser(), os.path.expanduser('~'))"}},
		{"processes of python", "[0, 1, 4]\n",
			[]string{"/usr/bin/python3", "-c",
				"import multiprocessing as m; p = m.Pool(2); print(p.map(abs, [0, -1, 4])); p.close(); p.join()"}},
		{"node", "2\n", []string{"/usr/bin/node", "-e", "console.log(1+1)"}},
		{"java", "", []string{"/usr/bin/java", "-Xshare:auto", "-version"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			atLevels(t, func(t *testing.T, s *Sandbox) {
				o := ended(t, s, with(t, tt.args[0], tt.args[1:]...))
				if o.exit.Code != 0 || o.out != tt.want {
					t.Errorf("%v: %q %q", o.exit, o.out, o.err)
				}
			})
		})
	}
}

func TestReadablePaths(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		folder := t.TempDir()
		other := t.TempDir()
		os.WriteFile(filepath.Join(folder, "code"), []byte("code"), 0o644)
		os.Symlink(folder, filepath.Join(other, "link"))
		os.Symlink("/nowhere", filepath.Join(other, "broken"))
		c := with(t, "/bin/sh", "-c", `cat "$1/code" "$2/link/code"; ls -A "$2"`, "sh", folder, other)
		c.Readable = []string{filepath.Join(other, "link"), folder, filepath.Join(folder, "code")}
		if o := ended(t, s, c); o.out != "codecodelink\n" {
			t.Errorf("%v: %q %q", o.exit, o.out, o.err)
		}
	})
}

func TestWhatOthersMayNotReadIsRefusedWithTheMend(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("an ordinary user's programs may read what the user may")
	}
	s := opened(t, Namespaces)
	folder := t.TempDir()
	os.Chmod(folder, 0o700)
	p, err := s.start(bot.Command{Path: "/bin/true", Readable: []string{folder}})
	if err == nil {
		p.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "chmod -R o+rX "+folder) {
		t.Errorf("mode 700: %v", err)
	}
}

func TestExtraDescriptors(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		fd, err := unix.MemfdCreate("grid", unix.MFD_CLOEXEC)
		if err != nil {
			t.Fatal(err)
		}
		grid := os.NewFile(uintptr(fd), "grid")
		defer grid.Close()
		grid.WriteString("shared")
		c := bad(t, "descriptors")
		c.Extra = []*os.File{grid, grid}
		if o := ended(t, s, c); o.out != "fd 0\nfd 1\nfd 2\nfd 3\nfd 4\n" {
			t.Errorf("%q", o.out)
		}
		c = with(t, "/bin/sh", "-c", "cat /proc/self/fd/3")
		c.Extra = []*os.File{grid}
		if o := ended(t, s, c); o.out != "shared" {
			t.Errorf("%q %q", o.out, o.err)
		}
	})
}

// onOneProcessor keeps the test's thread on one processor.
func onOneProcessor(t testing.TB) {
	runtime.LockOSThread()
	var before, one unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		t.Fatal(err)
	}
	for cpu := range 1024 {
		if before.IsSet(cpu) {
			one.Set(cpu)
			break
		}
	}
	unix.SchedSetaffinity(0, &one)
	t.Cleanup(func() {
		unix.SchedSetaffinity(0, &before)
		runtime.UnlockOSThread()
	})
}

func TestAProgramStaysOnItsProcessor(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		onOneProcessor(t)
		if o := ended(t, s, bad(t, "affinity")); o.out != "cpus 1\nsetaffinity 1\n" {
			t.Errorf("%q", o.out)
		}
	})
}

// The host has bound the name, and it is free for the program: their networks are separate. Nothing connects.
func TestAbstractSocketsAreOfAnotherNetwork(t *testing.T) {
	name := fmt.Sprintf("agon-test-%d", os.Getpid())
	l, err := net.Listen("unix", "@"+name)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	atLevels(t, func(t *testing.T, s *Sandbox) {
		if o := ended(t, s, bad(t, "bindname", name)); o.out != "bind 0\n" {
			t.Errorf("%q", o.out)
		}
	})
}

func TestTimeOfTheTreeAndStalls(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			nothingLeft(t)
			s := opened(t, level)
			p := grow(t, s, bad(t, "spinfamily"))
			defer p.Close()
			for used := time.Duration(0); used < 20*time.Millisecond; {
				now := p.CPU()
				if now < used {
					t.Fatalf("after %v it was %v", used, now)
				}
				used = now
			}
			first := p.Stalled()
			if len(p.box.stall.tasks) == 0 {
				absent(t, "%v", schedstat.ErrUnknown)
			}
			if again := p.Stalled(); len(p.box.stall.tasks) == 0 || again < first {
				t.Errorf("stalled for %v and then %v", first, again)
			}
			p.Kill()
			if e := p.Wait(); e.CPU < 20*time.Millisecond {
				t.Errorf("in the end it used %v", e.CPU)
			}
		})
	}
}

// Landlock cannot hide processes or count them, but it hides files and kills the tree.
func TestLandlock(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	os.WriteFile(secret, nil, 0o644)
	for _, tt := range []struct {
		name  string
		args  []string
		kill  deed // when; nil: it ends by itself
		out   string
		cause bot.Limit
	}{
		{"files of the host", []string{"spy", secret, "/etc/shadow", "/var/log", "/etc/hostname"}, nil,
			secret + " 13\n/etc/shadow 13\n/var/log 13\n/etc/hostname 13\n", 0},
		{"sockets", []string{"sockets"}, nil, "unix 0\n", 0},
		{"daemon", []string{"daemonize"}, nil, "daemon 1\n", 0},
		{"memory", []string{"memory"}, nil, "", bot.MemoryLimit},
		{"family", []string{"family"}, nil, "", bot.MemoryLimit},
		{"time", []string{"spin"}, nil, "", bot.CPULimit},
		{"ignores all signals", []string{"ignore"}, ready, "ready 1\n", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			nothingLeft(t)
			s := opened(t, Landlock)
			c := bad(t, tt.args...)
			c.Limits.CPU = time.Second
			o := until(t, s, c, guard, tt.kill)
			if o.out != tt.out || o.exit.Cause() != tt.cause || o.exit.Killed != (tt.kill != nil) {
				t.Errorf("%+v: %q", o.exit, o.out)
			}
		})
	}
}

func TestForkBombUnderLandlock(t *testing.T) {
	nothingLeft(t)
	s := opened(t, Landlock)
	c := bad(t, "forkbomb")
	c.Limits.CPU = time.Second
	if o := ended(t, s, c); o.exit.Hit&bot.TasksLimit == 0 {
		t.Errorf("%+v", o.exit)
	}
}

// While the guard cannot run, its program starts processes and ends them: no look at the tree is complete.
func TestAStoppedGuardUnderLandlock(t *testing.T) {
	for _, name := range []string{"forkbomb", "relay"} {
		t.Run(name, func(t *testing.T) {
			nothingLeft(t)
			o := until(t, opened(t, Landlock), bad(t, name), guard, func(p grown, _, _ *tail) bool {
				crowd := len(new(processTree).below(p.Pid).living) > 3
				if crowd {
					syscall.Kill(p.Pid, syscall.SIGSTOP)
				}
				return crowd
			})
			if o.exit.Signal != syscall.SIGKILL {
				t.Errorf("%+v", o.exit)
			}
		})
	}
}

// Runs the whole package again as a user without privileges on this machine.
func TestOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("it is one already")
	}
	program := bad(t).Path
	folder := t.TempDir()
	copyOf := filepath.Join(folder, "sandbox.test")
	if err := copyFile(copyOf, "/proc/self/exe"); err != nil {
		t.Fatal(err)
	}
	for dir := folder; dir != os.TempDir() && dir != "/"; dir = filepath.Dir(dir) {
		os.Chmod(dir, 0o755)
	}
	cmd := exec.Command(copyOf, "-test.v", "-test.run",
		"TestEveryAttempt|TestHostile|TestMemoryOf|TestLanguages|TestAFailedStart|TestTimeOf|"+
			"Landlock|TestNothingIsLeft|TestAKilledHost|TestReadable|TestLayer")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "AGON_TEST_ORDINARY=1", "AGON_TEST_HOSTILE="+program, "HOME=/")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if strings.Contains(string(out), "is not available") {
		absent(t, "%s", out)
	}
	if !strings.Contains(string(out), "--- PASS: TestHostile/memory_bomb/namespaces") {
		t.Errorf("the tests did not run:\n%s", out)
	}
}

// Any combination of what programs may need is started.
func TestEveryNeedHasAFilter(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		for n := range 16 {
			c := bot.Command{Path: "/bin/true", Sessions: n&1 != 0, Locks: n&2 != 0, Loopback: n&4 != 0, Continues: n&8 != 0,
				Limits: bot.Limits{Disk: 1 << 20}}
			if o := ended(t, s, c); o.exit.Code != 0 {
				t.Errorf("%+v: %+v", c, o)
			}
		}
	})
}
