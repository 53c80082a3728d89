//go:build linux && (amd64 || arm64)

package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"agon/bot"
)

// within moves the control groups of a sandbox below one with a memory limit in bytes, as a container or a service would have.
func within(t *testing.T, s *Sandbox, bytes int64) {
	t.Helper()
	var parent *string
	switch g := s.platform.(*linux).groups.(type) {
	case *groups1:
		g.folders = append([]string(nil), g.folders...)
		parent = &g.folders[memory1]
	case *groups2:
		parent = &g.folder
	}
	outer := filepath.Join(*parent, ownName()+"-outer")
	if err := os.Mkdir(outer, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { removeGroup(outer) })
	*parent = outer
	if two, ok := s.platform.(*linux).groups.(*groups2); ok {
		if err := usable2(two.folder); err != nil {
			t.Fatal(err)
		}
		put(outer, "memory.swap.max", 0)
		if err := put(outer, "memory.max", bytes); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := put(outer, "memory.limit_in_bytes", bytes); err != nil {
		t.Fatal(err)
	}
	put(outer, "memory.memsw.limit_in_bytes", bytes)
}

func TestTheHostsWantOfMemoryIsNotThePrograms(t *testing.T) {
	nothingLeft(t)
	s := opened(t, Full)
	if o := ended(t, s, bad(t, "memory")); o.exit.Host != nil || o.exit.Cause() != bot.MemoryLimit {
		t.Errorf("beyond its own limit: %+v", o.exit)
	}
	within(t, s, 24<<20)
	for _, what := range []string{"memory", "family"} {
		o := ended(t, s, bad(t, what))
		if what == "family" && o.exit.Signal == 0 {
			continue // a child was killed, and not the program itself
		}
		if o.exit.Host == nil || o.exit.Hit != 0 || o.exit.Cause() != 0 || !strings.Contains(o.exit.String(), "too little memory") {
			t.Errorf("%s, within its limit: %v: %+v", what, o.exit, o.exit)
		}
	}
	c := bad(t, "memory")
	c.Limits.Memory = 16 << 20
	if o := ended(t, s, c); o.exit.Host != nil || o.exit.Cause() != bot.MemoryLimit {
		t.Errorf("beyond its own limit again: %+v", o.exit)
	}
}

func TestWhoeverKillsPid1IsOutside(t *testing.T) {
	atLevels(t, func(t *testing.T, s *Sandbox) {
		start := func() *bot.Process {
			p, err := s.start(bad(t, "deaf"))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { p.Close() })
			p.Out.Read(make([]byte, 8)) // wait until it runs
			return p
		}
		p := start()
		syscall.Kill(p.Pid, syscall.SIGKILL)
		if e := p.Wait(); e.Host != errOutside || e.Killed || e.Cause() != 0 {
			t.Errorf("its pid 1 was killed from outside: %+v", e)
		}
		p = start()
		p.Kill()
		if e := p.Wait(); e.Host != nil || !e.Killed {
			t.Errorf("this test killed it: %+v", e)
		}
		for _, args := range [][]string{{"signalled", "9"}, {"killer", "1"}} {
			if o := ended(t, s, bad(t, args...)); o.exit.Host != nil || o.exit.Signal != syscall.SIGKILL {
				t.Errorf("it kills itself: %+v", o.exit)
			}
		}
		if o := ended(t, s, bad(t, "memory")); o.exit.Host != nil || o.exit.Cause() != bot.MemoryLimit {
			t.Errorf("it passes its limit: %+v", o.exit)
		}
	})
}
