package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/internal/tier"
)

// boxed returns a builder with the best sandbox that this machine has.
func boxed(t *testing.T) *Builder {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	if want := os.Getenv("AGON_EXPECT_SANDBOX"); level == sandbox.None && want != "" {
		t.Fatalf("this machine should have the sandbox level %s and has none", want)
	}
	if level == sandbox.None {
		t.Skip("this machine has no sandbox to build in")
	}
	c, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := builder(t)
	b.Launcher, b.Command = c, []string{program, "build"}
	return b
}

// TestLanguagesInTheSandbox builds bots in the sandbox and runs them there too.
func TestLanguagesInTheSandbox(t *testing.T) {
	tier.Long(t)
	b := boxed(t)
	for name, text := range echoes {
		t.Run(name, func(t *testing.T) {
			p, err := b.make(t, write(t, t.TempDir(), map[string]string{name: text}), Use{Readline: true, PerMove: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := talkTo(t, b.Launcher, p, bot.Limits{Memory: p.Memory}, "up\nleft\n"); got != "UP\nLEFT\n" {
				t.Errorf("it answers %q", got)
			}
		})
	}
}

// TestHostileBuild: what a build tries and must not succeed in.
func TestHostileBuild(t *testing.T) {
	if _, err := exec.LookPath("/usr/bin/python3"); err != nil {
		t.Skip(err)
	}
	b := boxed(t)
	outside := write(t, t.TempDir(), map[string]string{"secret": "hunter2"})
	attempt := func(t *testing.T, script string) (*Program, error) {
		files := map[string]string{"bot.toml": "build = \"/usr/bin/python3 build.py\"\nrun = \"./prog\"\n",
			"build.py": "import os, socket, subprocess, sys, time\nout = " + quoted(outside) + "\n" + script,
			"prog":     "#!/bin/sh\ncat result\n"}
		return b.make(t, write(t, t.TempDir(), files), Use{})
	}
	t.Run("sees, writes and reaches nothing of the host", func(t *testing.T) {
		p, err := attempt(t, `
got = []
def may(name, f):
    try:
        f()
        got.append(name)
    except Exception:
        pass
may("read", lambda: open(out + "/secret").read())
may("write", lambda: open(out + "/written", "w").write("x"))
may("sources", lambda: open([l.split()[4] for l in open("/proc/self/mountinfo") if ".from" in l][0] + "/written", "w"))
may("network", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
may("root", lambda: os.listdir("/root"))
may("others", lambda: os.kill(os.getppid() if os.getppid() > 5 else 4242, 0))
open("result", "w").write(" ".join(got))
`)
		if err != nil {
			t.Fatal(err)
		}
		if got := talk(t, p, ""); got != "" {
			t.Errorf("a build may: %s", got)
		}
		if _, err := os.Stat(filepath.Join(outside, "written")); err == nil {
			t.Error("it wrote outside")
		}
	})
	for _, tt := range []struct{ name, script, want string }{
		{"a link to the host is not copied", "os.symlink('/etc/passwd', 'result')", "is a link"},
		{"too many files are not copied", "for i in range(10100): open('f%d' % i, 'w')", "more than 10000 entries"},
		{"too many bytes are not copied", "open('f', 'w').truncate(300 << 20)", "more than 256 MiB"},
		{"a program's output before the archive makes it invalid", "open('/proc/%d/fd/1' % os.getppid(), 'w').write('x' * 100000)", ""},
		{"a process that is left running does not block the build", "subprocess.Popen(['sleep', '600']); sys.exit(7)", "failed"},
		{"output without end", "sys.stderr.write('no\\n' * 10000000); sys.exit(7)", "lines more"},
		{"a disk that is filled", "f = open('f', 'wb')\nwhile True: f.write(bytes(1 << 20))", ""},
		{"more memory than allowed", "x = b'x' * (3 << 30)", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := attempt(t, tt.script)
			why, ok := Reason(err)
			if !ok || !strings.Contains(why, tt.want) {
				t.Errorf("got %v, want a reason with %q", err, tt.want)
			}
		})
	}
	if left, err := os.ReadDir(b.Cache.Dir("part", "")); err != nil || len(left) > 0 {
		t.Errorf("%v is left in the cache (%v)", left, err)
	}
}

func quoted(path string) string { return "'" + path + "'" }

// TestPatience: builds that would never end are ended.
func TestPatience(t *testing.T) {
	for name, script := range map[string]string{"processor time": "while True: pass", "more than 300ms": "import time; time.sleep(600)"} {
		t.Run(name, func(t *testing.T) {
			b := boxed(t)
			b.CPU, b.Wall = 100*time.Millisecond, time.Minute
			if name != "processor time" {
				b.CPU, b.Wall = time.Minute, 300*time.Millisecond
			}
			_, err := b.make(t, write(t, t.TempDir(),
				map[string]string{"bot.toml": "build = \"python3 build.py\"\nrun = \"./prog\"\n", "build.py": script}), Use{})
			if why, ok := Reason(err); !ok || !strings.Contains(why, name) {
				t.Errorf("got %v, want a reason with %q", err, name)
			}
		})
	}
}

func TestCancelledBuild(t *testing.T) {
	b := builder(t)
	dir := write(t, t.TempDir(), map[string]string{"bot.toml": "build = \"/usr/bin/env sleep 600\"\nrun = \"./prog\"\n",
		"prog": "#!/bin/sh\n"})
	s, err := Finder{}.Find(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.Launcher = cancelling{sandbox.Plain(), cancel}
	if _, err = b.Make(ctx, s, Use{}); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// cancelling is a launcher whose user cancels when a build has begun.
type cancelling struct {
	bot.Launcher
	cancel func()
}

func (c cancelling) Start(command bot.Command) (*bot.Process, error) {
	defer c.cancel()
	return c.Launcher.Start(command)
}
