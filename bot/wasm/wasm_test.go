package wasm_test

import (
	"bytes"
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
	"agon/bot/build"
	"agon/bot/program"
	"agon/bot/program/clients"
	"agon/bot/sandbox"
	"agon/bot/wasm"
	"agon/bot/wasm/inside"
	"agon/game"
	"agon/games/colourbattle"
	"agon/play/referee"
)

// scratch is the folder of the tests' modules, including compiled ones: one module has many behaviours.
var scratch string

// TestMain lets the test binary compile and run modules, as agon does.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "wasm" {
		os.Exit(inside.Main(os.Args[2:], os.Getenv, inside.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "agon-wasm-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		scratch = dir
		return m.Run()
	}())
}

// code is the bot of testdata.
var code = sync.OnceValues(func() (string, error) { return compile(filepath.Join(scratch, "bot.wasm"), "./testdata/bot") })

// compile compiles Go to WebAssembly, and returns the compiler's output.
func compile(to string, sources ...string) (words string, err error) {
	c := exec.Command("go", append([]string{"build", "-ldflags=-s -w", "-o", to}, sources...)...)
	c.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	out, err := c.CombinedOutput()
	return string(out), err
}

// built builds a program from a module.
func built(t *testing.T, file string, memory int64, args ...string) (*build.Program, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cache, err := build.OpenCache(filepath.Join(scratch, "cache"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := build.Finder{}.Find(file)
	if err != nil {
		t.Fatal(err)
	}
	s.Args = args
	b := &build.Builder{Cache: cache, Launcher: sandbox.Plain(), Tools: &build.Tools{Modules: []string{self, "wasm"}}}
	return b.Make(context.Background(), s, build.Use{Memory: memory})
}

// player returns a player of a module.
func player(t *testing.T, p *build.Program, memory int64, launcher bot.Launcher, log *bot.Log) *program.Player {
	t.Helper()
	return program.NewAgon(program.Config{Command: p.Command(bot.Limits{Memory: memory}), Launcher: launcher, Log: log, Anew: p.PerGame,
		Ending: p.Ending})
}

// mannered builds the bot of testdata with a behaviour.
func mannered(t *testing.T, memory int64, manner string) *build.Program {
	t.Helper()
	words, err := code()
	if err != nil {
		t.Fatalf("%v: %s", err, words)
	}
	p, err := built(t, filepath.Join(scratch, "bot.wasm"), memory, manner)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const (
	long  = 60 * time.Second
	short = 300 * time.Millisecond
)

// play plays a game of four rounds alone and returns the fault of each move, and the notes.
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
	defer p.Leave(0)
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
		{"beyond", 0, long, "crashed. gone. gone. gone.", "code 200 or above", "ended with code 250"},
		{"panic", 0, long, "crashed. gone. gone. gone.", "code 2", "panic: lost"},
		{"hungry", 64 << 20, long, "memory. gone. gone. gone.", "MiB of memory; its limit is 64", "out of memory"},
	} {
		t.Run(tt.manner, func(t *testing.T) {
			log := bot.NewLog(0)
			p := player(t, mannered(t, tt.memory, tt.manner), tt.memory, sandbox.Plain(), log)
			for range 2 {
				got, notes := play(t, p, tt.limit)
				if got != tt.want || !strings.Contains(notes[0], tt.note) {
					t.Errorf("its moves were %q, want %q; notes %q", got, tt.want, notes)
				}
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if text := string(log.Text()); !strings.Contains(text, tt.log) {
				t.Errorf("the log does not contain %q: %.500q", tt.log, text)
			}
		})
	}
}

// watched is a launcher that exposes the process that it has started.
type watched struct {
	*sandbox.Sandbox
	started chan *bot.Process
}

func (w watched) Start(c bot.Command) (*bot.Process, error) {
	p, err := w.Sandbox.Start(c)
	if err == nil {
		w.started <- p
	}
	return p, err
}

// A module in an endless loop does not block the garbage collector: it is killed after a collection, before its limit.
func TestCollectorGoesOn(t *testing.T) {
	w, log := watched{sandbox.Plain(), make(chan *bot.Process, 1)}, bot.NewLog(0)
	p := player(t, mannered(t, 0, "loop"), 0, w, log)
	defer p.Close()
	over := make(chan struct{})
	go func() {
		process := <-w.started
		for log.Total() == 0 { // it prints that it runs, and loops
			select {
			case <-over:
				return
			default:
				runtime.Gosched()
			}
		}
		runtime.GC()
		process.Kill()
	}()
	got, notes := play(t, p, long)
	close(over)
	if got != "crashed. gone. gone. gone." {
		t.Errorf("its moves were %q: %q", got, notes)
	}
}

// header begins a module.
const header = "\x00asm\x01\x00\x00\x00"

// assembled returns the file of a module with a page of memory and one function, _start, with one local number.
func assembled(t *testing.T, instructions string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "bot.wasm")
	body := "\x01\x01\x7f" + instructions + "\x0b"
	code := header + "\x01\x04\x01\x60\x00\x00" + "\x03\x02\x01\x00" + "\x05\x03\x01\x00\x01" + "\x07\x0a\x01\x06_start\x00\x00" +
		"\x0a" + string(rune(2+len(body))) + "\x01" + string(rune(len(body))) + body
	if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// A module that is stopped by a trap has crashed, and the note names the trap.
func TestTrap(t *testing.T) {
	for name, instructions := range map[string]string{
		"unreachable":                 "\x00",
		"integer divide by zero":      "\x41\x01\x41\x00\x6d\x1a",
		"out of bounds memory access": "\x41\x7f\x28\x02\x00\x1a",
		"stack overflow":              "\x10\x00",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			made, err := built(t, assembled(t, instructions), 0)
			if err != nil {
				t.Fatal(err)
			}
			log := bot.NewLog(0)
			p := player(t, made, 0, sandbox.Plain(), log)
			defer p.Close()
			want := "it was stopped by an error: wasm error: " + name
			if got, notes := play(t, p, long); got != "crashed. gone. gone. gone." || notes[0] != want {
				t.Errorf("its moves were %q: %q, want %q", got, notes[0], want)
			}
			if text := string(log.Text()); !strings.Contains(text, "function[_start] failed: ") {
				t.Errorf("the log does not say where: %.500q", text)
			}
		})
	}
}

// A folder may contain a forged compiled form of its module: machine code by its author. It is not kept.
func TestPlantedCodeIsNotKept(t *testing.T) {
	plain := assembled(t, "\x00")
	made, err := built(t, plain, 0)
	if err != nil {
		t.Fatal(err)
	}
	genuine, err := filepath.Glob(filepath.Join(made.Dir, wasm.Folder, "*", "*"))
	if err != nil || len(genuine) != 1 {
		t.Fatalf("compiled to %q, %v", genuine, err)
	}
	want, err := os.ReadFile(genuine[0])
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name, err := filepath.Rel(made.Dir, genuine[0])
	if err != nil {
		t.Fatal(err)
	}
	planted := bytes.Clone(want)
	planted[len(planted)/2] ^= 1
	code, err := os.ReadFile(plain)
	for _, f := range []struct {
		name string
		text []byte
	}{{"bot.wasm", code}, {name, planted}, {filepath.Join(wasm.Folder, "more"), planted}} {
		path := filepath.Join(dir, f.name)
		err = errors.Join(err, os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, f.text, 0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
	if made, err = built(t, dir, 0); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(made.Dir, name)); err != nil || !bytes.Equal(got, want) {
		t.Errorf("the kept form is not the compiled one: %v", err)
	}
	if _, err := os.Stat(filepath.Join(made.Dir, wasm.Folder, "more")); err == nil {
		t.Error("a planted file is kept")
	}
}

func TestCompileRefuses(t *testing.T) {
	for name, tt := range map[string]struct{ code, want string }{
		"noise":     {"#!/bin/sh\n", "not a WebAssembly module"},
		"nothing":   {"", "not a WebAssembly module"},
		"a library": {header, "no function _start"},
		"too much memory at its start": {header + "\x01\x04\x01\x60\x00\x00" + "\x03\x02\x01\x00" + "\x05\x04\x01\x00\x80\x10" +
			"\x07\x13\x02\x06_start\x00\x00\x06memory\x02\x00" + "\x0a\x04\x01\x02\x00\x0b",
			"needs 128 MiB of memory to start; its limit is 64"},
		"a function of the host": {header + "\x01\x04\x01\x60\x00\x00" + "\x02\x0b\x01\x03env\x03run\x00\x00" +
			"\x07\x0a\x01\x06_start\x00\x00", "imports run from env"},
	} {
		file := filepath.Join(t.TempDir(), "bot.wasm")
		if err := os.WriteFile(file, []byte(tt.code), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := built(t, file, 64<<20)
		if why, own := build.Reason(err); !own || !strings.Contains(why, tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

// The Go starter of Colour Battle, compiled to WebAssembly, paints its whole canvas.
func TestStarter(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bot.wasm")
	files, err := clients.Starter(os.DirFS("../../games/colourbattle"), "go")
	if err != nil {
		t.Fatal(err)
	}
	var sources []string
	for name, text := range files {
		source := filepath.Join(filepath.Dir(file), name)
		sources = append(sources, source)
		if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if words, err := compile(file, sources...); err != nil {
		t.Fatalf("%v: %s", err, words)
	}
	made, err := built(t, file, 0)
	if err != nil {
		t.Fatal(err)
	}
	k := game.New(colourbattle.Spec)
	settings, err := k.Settings(map[string]any{"rounds": 130})
	if err != nil {
		t.Fatal(err)
	}
	p := player(t, made, 0, sandbox.Plain(), bot.NewLog(0))
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
