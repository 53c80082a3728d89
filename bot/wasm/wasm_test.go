package wasm_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/program"
	"agon/bot/wasm"
	"agon/game"
	"agon/games/colourbattle"
	"agon/referee"
)

// compiled is where the tests keep compiled modules: the same one has many manners.
var compiled string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "agon-wasm-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		compiled = dir
		return m.Run()
	}())
}

// code is the bot of testdata.
var code = sync.OnceValues(func() ([]byte, error) { return compile("./testdata/bot", filepath.Join(compiled, "bot.wasm")) })

func compile(source, to string) ([]byte, error) {
	c := exec.Command("go", "build", "-ldflags=-s -w", "-o", to, source)
	c.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := c.CombinedOutput(); err != nil {
		return out, err
	}
	return os.ReadFile(to)
}

func module(t *testing.T, memory int64, manner string) *wasm.Module {
	t.Helper()
	text, err := code()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	m, err := wasm.Compile(context.Background(), wasm.Config{Name: "bot.wasm", Args: []string{manner}, Code: text, Limits: bot.Limits{Memory: memory}, Cache: compiled})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

const (
	long  = 60 * time.Second
	short = 300 * time.Millisecond
)

// play plays a game of four rounds alone and tells what became of each move.
func play(t *testing.T, p bot.Player, limit time.Duration) (faults string, notes []string) {
	t.Helper()
	k := game.New(colourbattle.Spec)
	settings, err := k.Settings(map[string]any{"rounds": 4})
	if err != nil {
		t.Fatal(err)
	}
	table, err := k.Table(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.Deal(1, 1); err != nil {
		t.Fatal(err)
	}
	p.Sit(0, table, 0)
	defer p.Rise(0)
	var words []string
	for !table.Over() {
		c := &bot.Call{Table: table, Limit: limit}
		p.Ask([]*bot.Call{c})
		p.Answer([]*bot.Call{c})
		c.Put()
		words = append(words, c.Reply.Fault.String()+".")
		notes = append(notes, c.Reply.Note)
		table.Step()
	}
	return strings.Join(words, " "), notes
}

func TestWasm(t *testing.T) {
	for _, tt := range []struct {
		manner string
		memory int64
		limit  time.Duration
		want   string
		note   string
		log    string
	}{
		{"good", 64 << 20, long, ". . . .", "", "turn 3"},
		{"once", 0, long, ". . . .", "", ""},
		{"world", 0, long, ". . . .", "", ""},
		{"mute", 0, short, "late. gone. gone. gone.", "no answer within 300ms", ""},
		{"loop", 0, short, "late. gone. gone. gone.", "no answer within 300ms", ""},
		{"flood", 0, long, "output. gone. gone. gone.", "bytes for one move", ""},
		{"exit", 0, long, "crashed. gone. gone. gone.", "code 3", ""},
		{"panic", 0, long, "crashed. gone. gone. gone.", "code 2", "panic: lost"},
		{"hungry", 64 << 20, long, "memory. gone. gone. gone.", "MiB of memory and may have 64", "out of memory"},
	} {
		t.Run(tt.manner, func(t *testing.T) {
			log := bot.NewLog(0)
			p := module(t, tt.memory, tt.manner).Player(log, program.Caps{})
			for range 2 {
				got, notes := play(t, p, tt.limit)
				if got != tt.want || !strings.Contains(notes[0], tt.note) {
					t.Errorf("its moves were %q, want %q; notes %q", got, tt.want, notes)
				}
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if text := string(log.Take()); !strings.Contains(text, tt.log) {
				t.Errorf("the log does not hold %q: %.500q", tt.log, text)
			}
		})
	}
}

// A module that works without end does not hold up the collector, and with it everybody else.
func TestCollectorGoesOn(t *testing.T) {
	p := module(t, 0, "loop").Player(bot.NewLog(0), program.Caps{})
	defer p.Close()
	collected := make(chan struct{})
	go func() {
		defer close(collected)
		time.Sleep(short / 3) // it works by then, most likely
		runtime.GC()
	}()
	if got, notes := play(t, p, short); got != "late. gone. gone. gone." {
		t.Errorf("its moves were %q: %q", got, notes)
	}
	<-collected
}

func TestCompileRefuses(t *testing.T) {
	header := "\x00asm\x01\x00\x00\x00"
	for name, tt := range map[string]struct{ code, want string }{
		"noise":                        {"#!/bin/sh\n", "no WebAssembly module"},
		"nothing":                      {"", "no WebAssembly module"},
		"a library":                    {header, "no function _start"},
		"too much memory at its start": {header + "\x01\x04\x01\x60\x00\x00" + "\x03\x02\x01\x00" + "\x05\x04\x01\x00\x80\x10" + "\x07\x13\x02\x06_start\x00\x00\x06memory\x02\x00" + "\x0a\x04\x01\x02\x00\x0b", "needs 128 MiB of memory to start and may have 64"},
		"a function of the host":       {header + "\x01\x04\x01\x60\x00\x00" + "\x02\x0b\x01\x03env\x03run\x00\x00" + "\x07\x0a\x01\x06_start\x00\x00", "imports run from env"},
	} {
		_, err := wasm.Compile(context.Background(), wasm.Config{Name: "bot.wasm", Code: []byte(tt.code), Limits: bot.Limits{Memory: 64 << 20}})
		if !errors.Is(err, program.ErrOwn) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

// The Go starter of Colour Battle, compiled to WebAssembly, paints all of its canvas.
func TestStarter(t *testing.T) {
	dir := t.TempDir()
	text, err := compile("../../games/colourbattle/starters/go", filepath.Join(dir, "bot.wasm"))
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	m, err := wasm.Compile(context.Background(), wasm.Config{Name: "bot.wasm", Code: text})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	k := game.New(colourbattle.Spec)
	settings, err := k.Settings(map[string]any{"rounds": 130})
	if err != nil {
		t.Fatal(err)
	}
	p := m.Player(bot.NewLog(0), program.Caps{})
	defer p.Close()
	left := 1
	r := &referee.Referee{Kind: k, Settings: settings, Players: []bot.Player{p}, Lanes: 1, Guard: long}
	err = r.Play(context.Background(), referee.Hooks{
		Next: func() (referee.Fixture, bool) {
			left--
			return referee.Fixture{ID: 1, Seed: 7, Seats: []int{0}}, left == 0
		},
		Done: func(g referee.Played) error {
			if score := g.Table.Outcome(0).Score; score != 100 {
				t.Errorf("it paints %.1f %%", score)
			}
			return nil
		},
		Fault: func(_ referee.Fixture, _ *game.Table, c *bot.Call) { t.Errorf("%v: %s", c.Reply.Fault, c.Reply.Note) },
	})
	if err != nil {
		t.Fatal(err)
	}
}
