//go:build linux && (amd64 || arm64)

package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"agon/bot"
)

// doomedHost starts a program at a level, prints its pid 1 and the host's name, and waits to be killed.
func doomedHost(level string) {
	l, _ := ParseLevel(level)
	s, err := Open(l)
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	p, err := s.start(bot.Command{Path: os.Getenv("AGON_TEST_HOSTILE"), Args: []string{"daemonize"},
		Limits: bot.Limits{Memory: 64 << 20, Tasks: 24}})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	p.Wait()
	p, err = s.start(bot.Command{Path: os.Getenv("AGON_TEST_HOSTILE"), Args: []string{"ignore"},
		Limits: bot.Limits{Memory: 64 << 20, Tasks: 24}})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println(p.Pid, ownName())
	select {}
}

func TestAKilledHostTakesItsProgramsWithIt(t *testing.T) {
	program := bad(t).Path
	for _, level := range tested(Full, Namespaces, Landlock) {
		t.Run(level.String(), func(t *testing.T) {
			nothingLeft(t)
			opened(t, level)
			host := exec.Command("/proc/self/exe")
			host.Env = append(os.Environ(), "AGON_TEST_HOST="+level.String(), "AGON_TEST_HOSTILE="+program)
			out, err := host.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := host.Start(); err != nil {
				t.Fatal(err)
			}
			line, _ := bufio.NewReader(out).ReadString('\n')
			var pid int
			var name string
			if n, _ := fmt.Sscan(line, &pid, &name); n != 2 {
				host.Process.Kill()
				host.Wait()
				t.Fatalf("the host said %q", line)
			}
			tree := append(new(processTree).below(pid).living, pid)
			if len(tree) != 2 {
				t.Errorf("pid 1 and the program were expected: %v", tree)
			}
			host.Process.Kill()
			host.Wait()
			gone(t, tree)
			s, err := Open(level)
			if err != nil {
				t.Fatal(err)
			}
			s.Close()
			if left := traces(name); len(left) > 0 {
				t.Errorf("the next host did not clear away %v", left)
			}
		})
	}
}

// gone waits until processes have ended.
func gone(t *testing.T, pids []int) {
	t.Helper()
	for end := time.Now().Add(guard); time.Now().Before(end); time.Sleep(time.Millisecond) {
		left := 0
		for _, pid := range pids {
			if f := statFields(pid); len(f) > 0 && !strings.HasPrefix(f[0], "Z") && !strings.HasPrefix(f[0], "X") {
				left++
			}
		}
		if left == 0 {
			return
		}
	}
	t.Errorf("still there: %v", pids)
}

func TestALiveHostIsLeftAlone(t *testing.T) {
	own := ownName() + "-1234-1"
	if abandoned(own) {
		t.Errorf("%s is this process", own)
	}
	for _, name := range []string{"agon-", "agon-1-2", "agon-1-2-3-4", "agon-x-y-z-w",
		strings.Replace(own, fmt.Sprint(pidNamespace()), "1", 1)} {
		if abandoned(name) {
			t.Errorf("%s may belong to somebody", name)
		}
	}
	dead := fmt.Sprintf("agon-%d-%d-%s-1", pidNamespace(), os.Getpid(), "1")
	if !abandoned(dead) {
		t.Errorf("%s is another process that had this number", dead)
	}
}

func TestAFailedStartLeavesNothing(t *testing.T) {
	for _, level := range tested(Full, Namespaces, Landlock, None) {
		t.Run(level.String(), func(t *testing.T) {
			nothingLeft(t)
			s := opened(t, level)
			for name, c := range map[string]bot.Command{
				"no such program":  {Path: "/usr/bin/no-such-program"},
				"not a program":    {Path: "/etc/ld.so.cache"},
				"relative":         {Path: "bin/true"},
				"no such folder":   {Path: "/bin/true", Dir: "/no/such/folder"},
				"no such readable": {Path: "/bin/true", Readable: []string{"/no/such/folder"}},
				"environment":      {Path: "/bin/true", Env: []string{"PATH"}},
				"NUL":              {Path: "/bin/true", Args: []string{"a\x00b"}},
			} {
				if level == None && name == "no such readable" {
					continue
				}
				p, err := s.start(c)
				if err == nil {
					t.Errorf("%s: it started: %v", name, p.Wait())
					p.Close()
					continue
				}
				if !strings.HasPrefix(err.Error(), "sandbox: start ") {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
}

func TestWhatWouldHideOrShowTooMuchIsRefused(t *testing.T) {
	s := opened(t, Namespaces)
	for _, p := range []string{"/", "/etc", "/home", "/tmp", "/proc", "/proc/1", "/sys", "/dev/sda", "relative", "/usr/../etc"} {
		if q, err := s.start(bot.Command{Path: "/bin/true", Readable: []string{p}}); err == nil {
			q.Close()
			t.Errorf("%s was made readable", p)
		}
	}
}

func TestKillMayComeAtAnyTime(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		p, err := s.start(bad(t, "ended", "0"))
		if err != nil {
			t.Fatal(err)
		}
		p.Wait()
		p.Kill()
		if e := p.Wait(); e.Killed || e.Code != 0 {
			t.Errorf("killed after its end: %+v", e)
		}
		p.Close()
		p.Close()
		if err := syscall.Kill(p.Pid, 0); err == nil {
			t.Errorf("%d is still there", p.Pid)
		}
	})
}
