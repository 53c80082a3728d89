package lineup_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/pyhost"
)

// templates is a launcher that notes the libraries of the templates of what it starts, and of those that are prepared.
type templates struct {
	bot.Launcher
	mu                sync.Mutex
	started, prepared []string
}

// librariesOf returns the modules that a template loads: its last arguments, after those of the interpreter and three programs.
func librariesOf(t *bot.Template) string { return strings.Join(t.Args[5:], " ") }

func (s *templates) Start(c bot.Command) (*bot.Process, error) {
	if c.Template != nil {
		s.mu.Lock()
		s.started = append(s.started, librariesOf(c.Template))
		s.mu.Unlock()
	}
	return s.Launcher.Start(c)
}

func (s *templates) Prepare(t *bot.Template) { s.prepared = append(s.prepared, librariesOf(t)) }

// Bots that need no more libraries than their kind are forked from a process that has only those; the libraries of all others are loaded
// together, ahead.
func TestLibrariesOfOneBotAreNotLoadedForAll(t *testing.T) {
	if out, err := exec.Command(pyhost.Python(""), "-c", "import scipy.ndimage, scipy.signal").CombinedOutput(); err != nil {
		t.Skipf("%s has no scipy: %s", pyhost.Python(""), out)
	}
	dir, files := t.TempDir(), map[string]string{}
	for name, imports := range map[string]string{
		"a": "", "b": "import numpy as np\nfrom numpy import linalg\nimport numpy.random\n", "c": "from scipy import ndimage\n",
		"d": "import numpy\nimport scipy.signal\n",
	} {
		files["robots/"+name+"/bot.py"] = imports + strings.Replace(plainBot, "NAME", name, 1)
	}
	write(t, dir, files)
	o := opener(colourBattle)
	seen := &templates{Launcher: o.Launcher}
	o.Launcher = seen
	var refs []string
	for _, name := range []string{"c", "a", "d", "b"} {
		refs = append(refs, filepath.Join(dir, "robots", name, "bot.py"))
	}
	entries, err := o.Open(context.Background(), refs)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range entries {
		if want := i == 0 || i == 2; e.Broken != "" || e.Heavy() != want {
			t.Errorf("%s is heavy: %v, want %v; broken: %q", e.Name, e.Heavy(), want, e.Broken)
		}
	}
	all := lineup.Libraries(entries)
	const light = "numpy"
	if got := strings.Join(slices.DeleteFunc(slices.Clone(all), func(m string) bool { return m == "scipy" }),
		" "); got != "numpy scipy.ndimage scipy.signal" {
		t.Errorf("the contest's libraries are %q", got)
	}
	lineup.Prepare(entries, all)
	lineup.Prepare(entries[3:], all)
	if want := []string{strings.Join(all, " ")}; !slices.Equal(seen.prepared, want) {
		t.Errorf("prepared are %q, want %q", seen.prepared, want)
	}
	seen.started = nil
	for i := range entries {
		p := entries[i].Player(lineup.Station{Log: bot.NewLog(0), Core: &lineup.Core{}, Libraries: all})
		p.Traits().Start()
		if err := p.Traits().HostError(); err != nil {
			t.Error(err)
		}
		p.Close()
	}
	whole := strings.Join(all, " ")
	if want := []string{whole, light, whole, light}; !slices.Equal(seen.started, want) {
		t.Errorf("started with %q, want %q", seen.started, want)
	}
}
