package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/image/engine"
)

// onBoxes runs a test with each engine that can start programs of this machine, and logs why others cannot.
func onBoxes(t *testing.T, test func(t *testing.T, b *engine.Box)) {
	for _, name := range []string{"docker", "podman"} {
		t.Run(name, func(t *testing.T) {
			b, err := engine.OpenBox(context.Background(), name)
			if err != nil {
				t.Skip(err)
			}
			t.Cleanup(func() {
				if err := b.Close(); err != nil {
					t.Error(err)
				}
				if left := containers(t, name, fmt.Sprintf("-%d-", os.Getpid())); left != "" {
					t.Errorf("containers are left: %s", left)
				}
			})
			test(t, b)
		})
	}
}

// containers returns the names of containers that contain a text.
func containers(t *testing.T, engine, text string) string {
	t.Helper()
	out, err := exec.Command(engine, "ps", "--all", "--filter", "name="+text, "--format", "{{.Names}}").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}

// TestProgramsOfTheHostInContainers: what a shell script can see, do and not do in a container.
func TestProgramsOfTheHostInContainers(t *testing.T) {
	onBoxes(t, func(t *testing.T, b *engine.Box) {
		given, open, hidden := t.TempDir(), t.TempDir(), t.TempDir()
		for _, dir := range []string{given, open, hidden} {
			os.Chmod(dir, 0o755)
			if err := os.WriteFile(filepath.Join(dir, "text"), []byte("words\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		do := func(script string, limits bot.Limits, after time.Duration) result {
			return ran(t, b, bot.Command{
				Path: "/bin/sh", Args: []string{"-c", script, "sh", "an 'argument' of $its own", ""}, Env: []string{"A=a b", "HOME=/root"},
				Dir:      given,
				Readable: []string{given}, Writable: []string{open}, Limits: limits,
			}, after)
		}
		for _, tt := range []struct{ name, script, want string }{
			{"its arguments, its environment, its folder", `echo "$1|$2|$#|$A|$HOME"; pwd`,
				"an 'argument' of $its own||2|a b|/tmp\n" + given + "\n"},
			{"its own files are readable and not writable", "cat text; echo x 2>/dev/null >text || echo no", "words\nno\n"},
			{"its writable folder can be written", "echo mine >" + open + "/new && cat " + open + "/new", "mine\n"},
			{"other files do not exist", "cat " + hidden + "/text 2>/dev/null || echo no", "no\n"},
			{"its temporary files are private", "ls -A /tmp | grep -c agon-; echo x >/tmp/x && cat /tmp/x", "0\nx\n"},
			{"it runs as nobody, without network", `[ $(id -u) != 0 ] && echo user; ls /sys/class/net`, "user\nlo\n"},
		} {
			if s := do(tt.script, bot.Limits{}, 0); s.out != tt.want || s.exit.Host != nil {
				t.Errorf("%s: %+v, want %q", tt.name, s, tt.want)
			}
		}
		if text, err := os.ReadFile(filepath.Join(open, "new")); string(text) != "mine\n" {
			t.Errorf("what it wrote is %q: %v", text, err)
		}
		if s := do("echo why >&2; exit 7", bot.Limits{}, 0); s.exit.Code != 7 || s.err != "why\n" {
			t.Errorf("an exit code: %+v", s)
		}
		if s := do("kill -9 $$", bot.Limits{}, 0); s.exit.Signal != syscall.SIGKILL || s.exit.Cause() == bot.MemoryLimit {
			t.Errorf("it kills itself: %+v", s)
		}
		if s := do("kill -ABRT $$", bot.Limits{}, 0); s.exit.Signal != syscall.SIGABRT {
			t.Errorf("it aborts: %+v", s)
		}
		if s := do("x=aaaaaaaaaaaaaaaa; while :; do x=$x$x; done", bot.Limits{Memory: 64 << 20}, 0); s.exit.Cause() != bot.MemoryLimit ||
			!strings.Contains(s.exit.Fault, "64 MiB") {
			t.Errorf("memory: %+v", s)
		}
		if s := do("while :; do :; done", bot.Limits{CPU: time.Second}, 0); s.exit.Cause() != bot.CPULimit {
			t.Errorf("processor time: %+v", s)
		}
		if s := do("(sleep 1000 &) ; (sleep 1000 &); echo asleep; sleep 1000", bot.Limits{}, time.Second); s.out != "asleep\n" ||
			s.exit.Code == 0 {
			t.Errorf("killed: %+v", s)
		}
		if _, err := b.Start(bot.Command{Path: filepath.Join(given, "none")}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a program that is not there: %v", err)
		}
		if _, err := b.Start(bot.Command{Path: "/bin/sh", Extra: []*os.File{os.Stdin}}); err == nil ||
			!strings.Contains(err.Error(), "no descriptors") {
			t.Errorf("a descriptor: %v", err)
		}
	})
}

// TestAKilledHostLeavesNothing: the next box removes the container of a bot whose host was killed.
func TestAKilledHostLeavesNothing(t *testing.T) {
	if name := os.Getenv("AGON_TEST_BOX"); name != "" {
		b, err := engine.OpenBox(context.Background(), name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Start(bot.Command{Path: "/bin/sh", Args: []string{"-c", "while :; do sleep 1; done"}}); err != nil {
			t.Fatal(err)
		}
		fmt.Println("started")
		select {}
	}
	onBoxes(t, func(t *testing.T, _ *engine.Box) {
		name := filepath.Base(t.Name())
		cmd := exec.Command(os.Args[0], "-test.run=^TestAKilledHostLeavesNothing$")
		cmd.Env = append(os.Environ(), "AGON_TEST_BOX="+name)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 64)); err != nil {
			t.Fatal(err)
		}
		cmd.Process.Kill()
		cmd.Wait()
		pid := fmt.Sprintf("-%d-", cmd.Process.Pid)
		if containers(t, name, pid) == "" {
			t.Fatal("the killed host has left no container")
		}
		next, err := engine.OpenBox(context.Background(), name)
		if err != nil {
			t.Fatal(err)
		}
		defer next.Close()
		if left := containers(t, name, pid); left != "" {
			t.Errorf("containers are left: %s", left)
		}
		if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "agon-*"+pid+"*")); len(left) > 0 {
			t.Errorf("folders are left: %s", left)
		}
	})
}

func TestAnEngineThatIsNotThere(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := engine.OpenBox(context.Background(), "")
	if err == nil || !strings.HasPrefix(err.Error(),
		"no container engine can start bots here: docker is not installed; podman is not installed; install docker or podman") {
		t.Error(err)
	}
}
