package module_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/games/folder/module"
)

// A crowd is a launcher that counts compilations, and starts processes of rules when as many are asked for at once as it waits for.
type crowd struct {
	bot.Launcher
	compiled atomic.Int32
	awaited  sync.WaitGroup
}

func (c *crowd) Start(command bot.Command) (*bot.Process, error) {
	if slices.Contains(command.Args, "compile") {
		c.compiled.Add(1)
	} else {
		c.awaited.Done()
		c.awaited.Wait()
	}
	return c.Launcher.Start(command)
}

// A module of another machine's is compiled once, however many processes run it at once, and what is compiled goes with the engine.
func TestConfinedIsCompiledOnce(t *testing.T) {
	best, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("../testdata/noughts/rules.wasm")
	if err != nil {
		t.Fatal(err)
	}
	c, l := host(t, code, best)
	below, err := os.MkdirTemp("", "modules") // where other users may look: the sandbox has one
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(below) })
	t.Setenv("TMPDIR", filepath.Join(below, "tmp"))
	for _, dir := range []string{below, filepath.Join(below, "rules"), filepath.Join(below, "tmp")} {
		os.Mkdir(dir, 0o755)
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if c.Folder = filepath.Join(below, "rules"); os.WriteFile(filepath.Join(c.Folder, c.File), code, 0o644) != nil {
		t.Fatal("the module cannot be written")
	}
	all := &crowd{Launcher: l.Launcher}
	c.Launcher = func() bot.Launcher { return all }
	e := module.NewConfined(c)
	const players = 4
	all.awaited.Add(players)
	var playing sync.WaitGroup
	dealt := make([]string, players)
	for i := range dealt {
		playing.Go(func() {
			p, err := e.Deal("{}", 2, dice())
			dealt[i] = fmt.Sprint(p, err)
		})
	}
	playing.Wait()
	if same := slices.Compact(dealt); len(same) != 1 || !strings.HasSuffix(same[0], "<nil>") {
		t.Errorf("dealt %q", same)
	}
	if n := all.compiled.Load(); n != 1 {
		t.Errorf("%d processes compiled it for %d that run it, want 1", n, players)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(below, "tmp", "agon-modules*")); len(left) > 0 {
		t.Errorf("%q are left", left)
	}
}

// A process that runs a module never compiles it.
func TestConfinedNeedsWhatIsCompiled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rules.wasm"), rules(nil, 0, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	err := deal(module.Config{Folder: dir, File: "rules.wasm", Compiled: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "there are 0 compiled modules in") {
		t.Error(err)
	}
	if err := module.Serve([]string{filepath.Join(dir, "rules.wasm"), "1000"}, strings.NewReader(""), os.Stdout); err == nil ||
		!strings.Contains(err.Error(), "no folder of the compiled module") {
		t.Error(err)
	}
}
