//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
)

// rooted returns a root with the misbehaving program and little else.
func rooted(t *testing.T) (root string, c bot.Command) {
	t.Helper()
	root = t.TempDir()
	for _, dir := range []string{"app", "etc", "tmp", "dev", "proc"} {
		os.Mkdir(filepath.Join(root, dir), 0o755)
	}
	for name, text := range map[string]string{"etc/mark": "own", "tmp/brought": "own", "dev/null": "no device",
		"proc/version": "no process", "app/x": ""} {
		os.WriteFile(filepath.Join(root, name), []byte(text), 0o644)
	}
	os.Symlink("/app", filepath.Join(root, "bin"))
	os.Symlink("/../../../../../etc", filepath.Join(root, "up"))
	os.Symlink("nowhere", filepath.Join(root, "broken"))
	c = bad(t)
	if err := copyFile(filepath.Join(root, "app", "bot"), c.Path); err != nil {
		t.Fatal(err)
	}
	c.Path, c.Dir, c.Root = "/bin/bot", "/app", root
	return root, c
}

func TestRoot(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		_, c := rooted(t)
		secret := filepath.Join(t.TempDir(), "secret")
		os.WriteFile(secret, nil, 0o644)
		// spy prints the errno of opening each file, 0 for success.
		c.Args = []string{"spy", "/etc/mark", "/up/mark", "/tmp/brought", "/etc/passwd", "/usr/bin/env", "/bin/sh", secret,
			"/proc/self/status", "/proc/version", "/dev/null"}
		want := "/etc/mark 0\n/up/mark 0\n/tmp/brought 0\n/etc/passwd 2\n/usr/bin/env 2\n/bin/sh 2\n" + secret +
			" 2\n/proc/self/status 0\n/proc/version 2\n/dev/null 0\n"
		if o := ended(t, s, c); o.out != want {
			t.Errorf("%v: got\n%s\nwant\n%s%s", o.exit, o.out, want, o.err)
		}
	})
}

func TestRootIsReadOnlyAndTheUserItsOwn(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		root := t.TempDir()
		os.Mkdir(filepath.Join(root, "d"), 0o755)
		for _, system := range []string{"/usr", "/bin", "/lib", "/lib64"} {
			if target, err := os.Readlink(system); err == nil {
				os.Symlink(target, filepath.Join(root, system))
			}
		}
		// The system folders are bound in addition to the files of the root.
		c := bot.Command{Path: "/usr/bin/env",
			Args: []string{"sh", "-c", `touch /d/x /x 2>/dev/null; touch /tmp/x && ls -d /d/* /x /tmp/* 2>/dev/null; id -u; id -g; echo $HOME; pwd`}, Env: []string{"PATH=/bin", "PATH=/usr/bin:/bin"}, Root: root, Readable: []string{"/usr"}, User: 1234, Group: 77, Limits: bad(t).Limits}
		if o := ended(t, s, c); o.out != "/tmp/x\n1234\n77\n/\n/\n" {
			t.Errorf("%v: %q %q", o.exit, o.out, o.err)
		}
	})
}

func TestRootsThatCannotBe(t *testing.T) {
	root, c := rooted(t)
	for _, level := range []Level{None, Landlock} {
		t.Run(level.String(), func(t *testing.T) {
			p, err := opened(t, level).Start(c)
			if err == nil {
				p.Close()
			}
			if err == nil || !strings.Contains(err.Error(), "needs level namespaces or full") {
				t.Errorf("%v", err)
			}
		})
	}
	s := opened(t, Namespaces)
	for name, change := range map[string]func(*bot.Command){
		"is not absolute":                   func(c *bot.Command) { c.Root = "x" },
		"absolute and clean":                func(c *bot.Command) { c.Root = root + "/../x" },
		"no such file":                      func(c *bot.Command) { c.Root = "/nowhere" },
		"invalid user -1":                   func(c *bot.Command) { c.User = -1 },
		"execute: no such file":             func(c *bot.Command) { c.Path = "/usr/bin/env" },
		"enter /nowhere: no such file":      func(c *bot.Command) { c.Dir = "/nowhere" },
		"execute: permission denied":        func(c *bot.Command) { c.Path = "/etc/mark" },
		"300 files and folders at its top":  func(c *bot.Command) { c.Root = crowded(t, "") },
		"300 files and folders in its /tmp": func(c *bot.Command) { c.Root = crowded(t, "tmp") },
	} {
		t.Run(name, func(t *testing.T) {
			c := c
			change(&c)
			p, err := s.start(c)
			if err == nil {
				p.Close()
			}
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%v", err)
			}
		})
	}
}

// crowded returns a root with too many files in one of its folders.
func crowded(t *testing.T, dir string) string {
	root := t.TempDir()
	os.MkdirAll(filepath.Join(root, dir), 0o755)
	for i := range 300 {
		os.WriteFile(filepath.Join(root, dir, itoa(i)), nil, 0o644)
	}
	return root
}
