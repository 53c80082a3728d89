package gamefolder_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/game"
	"agon/games/folder"
	"agon/internal/tier"
)

// noughts is the skeleton in C, compiled.
const noughts = "testdata/noughts"

// Rules of a module are played, and the same in another process.
func TestRulesOfAModule(t *testing.T) {
	t.Parallel()
	f, err := gamefolder.Open(noughts, here(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for seed := range int64(20) {
		table, err := play(t, f, seed, "random", "greedy")
		if err != nil {
			t.Fatal(err)
		}
		rec := table.Record().Clone()
		other, err := gamefolder.Open(noughts, here(t))
		if err != nil {
			t.Fatal(err)
		}
		r, err := other.Kind.Rerun(rec)
		if err == nil {
			err = r.Finish()
		}
		if err != nil {
			t.Error(err)
		}
		other.Close()
	}
	var frame game.Frame
	table, err := play(t, f, 3, "random", "random")
	if err != nil {
		t.Fatal(err)
	}
	table.View(&frame, game.Audience)
	if frame.Width("grid") != 3 {
		t.Errorf("the audience sees %s", frame.AppendJSON(nil))
	}
}

// The skeletons build, and are the same game.
func TestSkeletonsAreOneGame(t *testing.T) {
	tier.Long(t)
	var hashes [][]uint64
	for _, language := range []string{"go", "rust", "c", "assemblyscript"} {
		files, err := gamefolder.Skeleton(language, "noughts")
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		line := gamefolder.BuildOf(files)
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			if language == "go" {
				t.Fatalf("%s: %v\n%s", line, err, out)
			}
			t.Logf("%s cannot be built here: %.300s", language, out)
			continue
		}
		f, err := gamefolder.Open(dir, here(t))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var all []uint64
		for seed := range int64(30) {
			table, err := play(t, f, seed, "random", "random")
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, table.Record().Hashes...)
		}
		hashes = append(hashes, all)
	}
	for i := range hashes {
		if !slices.Equal(hashes[0], hashes[i]) {
			t.Error("the games differ")
		}
	}
	t.Logf("%d languages", len(hashes))
}

// A module that is none, lacks a function, or wants what is not there is named.
func TestModulesThatAreNone(t *testing.T) {
	t.Parallel()
	const toml = "name = \"x\"\nversion = \"1\"\nseats = \"2\"\nrules = \"rules.wasm\"\nbuild = \"make it\"\n"
	uleb := func(n int) byte { return byte(n) }
	text := func(s string) []byte { return append([]byte{uleb(len(s))}, s...) }
	head := []byte("\x00asm\x01\x00\x00\x00")
	memory := []byte{5, 3, 1, 0, 1}
	imports := append([]byte{1, 4, 1, 0x60, 0, 0}, 2)                               // a type without parameters; the section of imports
	body := append(append(append([]byte{1}, text("env")...), text("now")...), 0, 0) // one import
	imports = append(append(imports, uleb(len(body))), body...)
	for _, tt := range []struct {
		code []byte
		want string
	}{
		{[]byte("nothing"), "fail in the file: rules.wasm: it is no WebAssembly module of version 1"},
		{head, "it has no memory of its own"},
		{append(slices.Clone(head), memory...), "the module exports no function agon_buffer"},
		{append(append(slices.Clone(head), imports...), memory...), "the module exports no function agon_buffer"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"game.toml": toml, "rules.wasm": string(tt.code)} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		f, err := gamefolder.Open(dir, here(t))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := play(t, f, 1, "random", "random"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v, want %q", err, tt.want)
		}
		f.Close()
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "game.toml"), []byte(toml), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := gamefolder.Open(dir, here(t)); err == nil ||
		!strings.Contains(err.Error(), "there is no file rules.wasm beside game.toml: build it in "+dir+" with make it") {
		t.Error(err)
	}
}

// A module says why it fails.
func TestAModuleThatFails(t *testing.T) {
	t.Parallel()
	f, err := gamefolder.Open("testdata/failing", here(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := play(t, f, 1, "random", "random"); err == nil ||
		!strings.Contains(err.Error(), "fail in step: rules.wasm: there is no such stone") {
		t.Error(err)
	}
}

// A module that does not return is ended.
func TestAModuleThatHangs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/stuck")); err != nil {
		t.Fatal(err)
	}
	host := here(t)
	host.Steps = 100_000_000
	f, err := gamefolder.Open(dir, host)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := play(t, f, 1, "random", "random"); err == nil ||
		!strings.Contains(err.Error(), "fail in step: rules.wasm: it has not returned after 100 million steps") {
		t.Error(err)
	}
}

func BenchmarkNoughts(b *testing.B) { benchmark(b, noughts) }
