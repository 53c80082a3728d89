package build

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/build/inside"
	"agon/bot/sandbox"
)

// TestMain lets the test binary be the build's process, as agon's binary is.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "build" {
		os.Exit(inside.Main(os.Stdin, os.Stdout, os.Stderr))
	}
	dir, err := os.MkdirTemp("", "agon-build-")
	if err != nil {
		panic(err)
	}
	os.Setenv("AGON_CACHE", dir)
	code := m.Run()
	makeWritable(dir)
	os.RemoveAll(dir)
	os.Exit(code)
}

// builder returns a builder without a sandbox, with the cache that all tests share.
func builder(t *testing.T) *Builder {
	t.Helper()
	cache, err := OpenCache("")
	if err != nil {
		t.Fatal(err)
	}
	return &Builder{Cache: cache, Launcher: sandbox.Plain(), Tools: &Tools{}}
}

// forging is a launcher that claims to be a sandbox, so that builds go through package inside.
type forging struct{ *sandbox.Sandbox }

func forged() bot.Launcher { return forging{sandbox.Plain()} }

func (forging) Level() string { return "forging" }

// write writes files under their names; those that begin with #! are made executable.
func write(t *testing.T, dir string, files map[string]string) string {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// make finds and builds the bot at a path, and skips the test if this machine lacks the language.
func (b *Builder) make(t *testing.T, path string, use Use) (*Program, error) {
	t.Helper()
	s, err := Finder{}.Find(path)
	if err != nil {
		return nil, err
	}
	p, err := b.Make(context.Background(), s, use)
	var missing *Missing
	if errors.As(err, &missing) {
		t.Skip(err)
	}
	return p, err
}

// talk starts a program, sends it its input and returns its output.
func talk(t *testing.T, p *Program, input string, args ...string) string {
	t.Helper()
	return talkTo(t, sandbox.Plain(), p, bot.Limits{}, input, args...)
}

func talkTo(t *testing.T, launcher bot.Launcher, p *Program, limits bot.Limits, input string, args ...string) string {
	t.Helper()
	c := p.Command(limits)
	c.Args = append(append(append([]string(nil), c.Args...), args...), p.After...)
	process, err := launcher.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	stuck := time.AfterFunc(time.Minute, process.Kill)
	defer stuck.Stop()
	io.WriteString(process.In, input)
	process.In.Close()
	complaints := make(chan []byte)
	go func() {
		b, _ := io.ReadAll(process.Err)
		complaints <- b
	}()
	out, _ := io.ReadAll(process.Out)
	words := <-complaints
	if exit := process.Wait(); exit.Code != 0 {
		t.Fatalf("it ended with %+v: %s%s", exit, out, words)
	}
	return string(bytes.ReplaceAll(out, []byte("\r"), nil))
}
