package gamefolder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/games/folder"
	"agon/games/folder/external/shim"
	"agon/games/folder/module"
)

// TestMain runs this test binary as the process of a module.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "seat" {
		code, err := shim.Main(os.Args[2:])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
		os.Exit(code)
	}
	if len(os.Args) > 1 && os.Args[1] == "rules" {
		if err := module.Serve(os.Args[2:], os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// received returns a game as a worker has it: of files that came from a server.
func received(t *testing.T, dir string, change func(files map[string][]byte)) (*gamefolder.Folder, error) {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil {
		t.Fatal(err)
	}
	box, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	original, err := gamefolder.Open(dir, here(t))
	if err != nil {
		t.Fatal(err)
	}
	defer original.Close()
	files, err := original.Kind.RuleFiles()
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(files)
	}
	folders := &gamefolder.Folders{Host: gamefolder.Host{Launcher: func() bot.Launcher { return box }, Program: []string{self, "rules"},
		Steps: 500_000_000}}
	t.Cleanup(folders.Close)
	below, err := os.MkdirTemp("", "rules") // where other users may look: the sandbox has one
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(below) })
	if err := os.Chmod(below, 0o755); err != nil {
		t.Fatal(err)
	}
	return folders.Receive(below, files)
}

// A module of another machine's is played in the sandbox, and the games are those of this process: dice, given draws and failures too.
func TestAModuleOfAnotherMachine(t *testing.T) {
	t.Parallel()
	for _, dir := range []string{noughts, "../../examples/battlesnake"} {
		f, err := gamefolder.Open(dir, here(t))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		away, err := received(t, dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if away.Kind.Version != f.Kind.Version {
			t.Errorf("the version there is %s, and here %s", away.Kind.Version, f.Kind.Version)
		}
		for seed := range int64(3) {
			want, err := play(t, f, seed, "random", "random")
			if err != nil {
				t.Fatal(err)
			}
			got, err := play(t, away, seed, "random", "random")
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Record().Hashes, want.Record().Hashes) {
				t.Errorf("%s, seed %d: the games differ", dir, seed)
			}
		}
	}
}

// What a module of another machine's does wrong is reported like that of one of this machine's.
func TestAModuleOfAnotherMachineFails(t *testing.T) {
	t.Parallel()
	for dir, want := range map[string]string{
		"testdata/failing": "fail in step: rules.wasm: there is no such stone",
		"testdata/stuck":   "fail in step: rules.wasm: it has not returned after 500 million steps",
	} {
		f, err := received(t, dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := play(t, f, 1, "random", "random"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	f, err := received(t, noughts, func(files map[string][]byte) { files["rules.wasm"] = []byte("\x00asm\x01\x00\x00\x00") })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := play(t, f, 1, "random", "random"); err == nil ||
		!strings.Contains(err.Error(), "rules.wasm: it has no memory of its own") {
		t.Error(err)
	}
	for name, change := range map[string]func(map[string][]byte){
		"belongs to no rules": func(files map[string][]byte) { files["../out.wasm"] = nil },
		"more than 16 MiB":    func(files map[string][]byte) { files["rules.wasm"] = make([]byte, 17<<20) },
	} {
		if _, err := received(t, noughts, change); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A worker keeps the games that were asked for last, and processes of the last one alone.
func TestSentGamesAreForgotten(t *testing.T) {
	t.Parallel()
	folders := &gamefolder.Folders{Host: here(t)}
	defer folders.Close()
	below := t.TempDir()
	var before *gamefolder.Folder
	for i := range 20 {
		files := map[string][]byte{"game.toml": []byte(toml), "rules.py": []byte(fmt.Sprintf("%s\n# %d\n", counting, i))}
		f, err := folders.Receive(below, files)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil {
			if _, err := play(t, before, 1, "random", "random"); err == nil ||
				!strings.Contains(err.Error(), "the rules have been closed") {
				t.Errorf("the game before plays on: %v", err)
			}
		}
		before = f
	}
	if kept, err := filepath.Glob(filepath.Join(below, "sent-*")); err != nil || len(kept) != 16 {
		t.Errorf("%d games are kept, %v", len(kept), err)
	}
}
