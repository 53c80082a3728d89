package module_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/folder/module"
)

// TestMain runs this test binary as the process that compiles modules.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "rules" {
		if err := module.Serve(os.Args[2:], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// started is a launcher that reports each start.
type started struct {
	bot.Launcher
	starts chan bot.Command
}

func (s *started) Start(c bot.Command) (*bot.Process, error) {
	p, err := s.Launcher.Start(c)
	s.starts <- c
	return p, err
}

// host returns a configuration for a module with this content, and its launcher.
func host(t *testing.T, code []byte, level sandbox.Level) (module.Config, *started) {
	t.Helper()
	box, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rules.wasm"), code, 0o600); err != nil {
		t.Fatal(err)
	}
	l := &started{box, make(chan bot.Command, 10)}
	return module.Config{
		Folder: dir, File: "rules.wasm", Cache: filepath.Join(dir, "cache"),
		Program: []string{self, "rules"}, Launcher: func() bot.Launcher { return l },
	}, l
}

func vector(entries ...[]byte) []byte {
	return append(binary.AppendUvarint(nil, uint64(len(entries))), bytes.Join(entries, nil)...)
}

func sized(b []byte) []byte { return append(binary.AppendUvarint(nil, uint64(len(b))), b...) }

// rules returns a module with the functions that rules export, in the first of which is code, functions more, and sections that are added
// before the functions' code.
func rules(code []byte, functions int, more map[byte][]byte) []byte {
	sections := map[byte][]byte{
		1: vector([]byte{0x60, 1, 0x7f, 1, 0x7f}, []byte{0x60, 2, 0x7f, 0x7f, 1, 0x7e}, []byte{0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7e}),
		5: vector([]byte{0, 1}),
	}
	types, bodies := [][]byte{{0}, {1}, {1}, {2}}, [][]byte{sized(append(append([]byte{0}, code...), 0x41, 0, 0x0b))}
	for range 3 {
		bodies = append(bodies, sized([]byte{0, 0x42, 0, 0x0b}))
	}
	for range functions {
		types, bodies = append(types, []byte{1}), append(bodies, sized([]byte{0, 0x42, 0, 0x0b}))
	}
	var exports [][]byte
	for i, name := range []string{"agon_buffer", "agon_deal", "agon_step", "agon_ask"} {
		exports = append(exports, append(sized([]byte(name)), 0, byte(i)))
	}
	sections[3], sections[7], sections[10] = vector(types...), vector(append(exports, append(sized([]byte("memory")), 2, 0))...),
		vector(bodies...)
	maps.Copy(sections, more)
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, id := range []byte{1, 3, 4, 5, 7, 9, 10, 11, 0} {
		if s := sections[id]; s != nil {
			out = append(append(out, id), sized(s)...)
		}
	}
	return out
}

// nested returns blocks in each other.
func nested(n int) []byte {
	return append(bytes.Repeat([]byte{0x02, 0x40}, n), bytes.Repeat([]byte{0x0b}, n)...)
}

func deal(c module.Config) error {
	e := module.New(c)
	defer e.Close()
	_, err := e.Deal("{}", 2, dice())
	return err
}

// Modules that take long to compile, or much memory, are refused at the limits at each level.
func TestCostlyModules(t *testing.T) {
	t.Parallel()
	best, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	huge := binary.AppendUvarint(nil, 1<<32-1)
	for name, tt := range map[string]struct {
		code  []byte
		level sandbox.Level
		limit time.Duration
		want  string
	}{
		"nested blocks": {rules(nested(200_000), 0, nil), best, 200 * time.Millisecond,
			"took more than 200ms of processor time"},
		"nested blocks, without a sandbox": {rules(nested(200_000), 0, nil), sandbox.None, 200 * time.Millisecond,
			"took more than 200ms of processor time"},
		"functions": {rules(nil, 200_000, nil), best, 100 * time.Millisecond,
			"took more than 100ms of processor time"},
		"a table":                      {rules(nil, 0, map[byte][]byte{4: append([]byte{1, 0x70, 0}, huge...)}), best, 0, "table"},
		"a memory":                     {rules(nil, 0, map[byte][]byte{5: append([]byte{1, 0}, huge...)}), best, 0, "memory"},
		"data":                         {rules(nil, 0, map[byte][]byte{11: huge}), best, 0, "rules.wasm"},
		"functions that are not there": {rules(nil, 0, map[byte][]byte{3: huge}), best, 0, "rules.wasm"},
		"elements":                     {rules(nil, 0, map[byte][]byte{9: huge}), best, 0, "rules.wasm"},
		"code that is not there":       {rules(nil, 0, map[byte][]byte{10: huge}), best, 0, "cut short"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _ := host(t, tt.code, tt.level)
			c.Compile = tt.limit
			if err := deal(c); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// The end of the context ends a compilation.
func TestEndOfACompilation(t *testing.T) {
	t.Parallel()
	best, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	c, l := host(t, rules(nested(1_000_000), 0, nil), best)
	c.Ended, c.Compile = ctx.Done(), time.Hour
	go func() {
		<-l.starts
		cancel()
	}()
	if err := deal(c); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(c.Cache, "*")); len(left) > 0 {
		t.Errorf("the cache has %q", left)
	}
}

// A module is compiled once, where there is a cache, and gives the same positions as one that is compiled in this process.
func TestCompiledOnce(t *testing.T) {
	t.Parallel()
	best, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	code, err := os.ReadFile("../testdata/noughts/rules.wasm")
	if err != nil {
		t.Fatal(err)
	}
	c, l := host(t, code, best)
	positions := map[string]bool{}
	position := func(c module.Config) {
		e := module.New(c)
		defer e.Close()
		p, err := e.Deal("{}", 2, dice())
		if err != nil {
			t.Fatal(err)
		}
		positions[fmt.Sprint(p)] = true
	}
	position(c)
	position(c)
	if n := len(l.starts); n != 1 {
		t.Errorf("%d processes compiled it, want 1", n)
	}
	found, _ := filepath.Glob(filepath.Join(c.Cache, "*", "*", "*"))
	if len(found) != 1 {
		t.Fatalf("the cache has %q, want 1 module", found)
	}
	if err := os.Remove(found[0]); err != nil {
		t.Fatal(err)
	}
	position(c) // a broken entry
	c.Cache = ""
	position(c)
	if n := len(l.starts); n != 3 {
		t.Errorf("%d processes compiled it, want 3", n)
	}
	position(module.Config{Folder: c.Folder, File: c.File})
	if len(positions) != 1 {
		t.Errorf("the positions differ: %v", positions)
	}
}

func dice() *game.Dice {
	d := game.NewDice(1, nil)
	return &d
}
