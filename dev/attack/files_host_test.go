//go:build linux

package attack

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"agon/internal/tier"
)

// TestHostsDisks runs agon where its cache cannot be written: an error of the host, which names its cause first, and no bot's fault.
func TestHostsDisks(t *testing.T) {
	dir := written(t, `
-- class.py --
from bot_control import Move
class Ann:
    def get_name(self): return "Ann"
    def get_contributor(self): return "a"
    def determine_next_move(self, grid, enemies, info): return Move.UP
-- program.py --
while True:
    for _ in range(int(input().split()[0])): input()
    print("UP", flush=True)
-- contest.toml --
kind = "colour-battle"
seed = 1
[[bots]]
ref = "class.py"
[[bots]]
ref = "builtin:steve"
[[stages]]
name = "s"
format = "arena"
games = 1
-- file --
`)
	readOnly, full := filepath.Join(dir, "readonly"), filepath.Join(dir, "full")
	mounted := func(place string, flags uintptr, options string) bool {
		if err := os.Mkdir(place, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := unix.Mount("tmpfs", place, "tmpfs", flags, options); err != nil {
			t.Logf("no disk of this test's own: %v", err)
			return false
		}
		t.Cleanup(func() { unix.Unmount(place, unix.MNT_DETACH) })
		return true
	}
	caches := map[string]string{
		filepath.Join(dir, "file", "cache"):          "not a directory: ",
		filepath.Join(dir, strings.Repeat("a", 300)): "file name too long: ",
	}
	if mounted(readOnly, unix.MS_RDONLY, "") {
		caches[filepath.Join(readOnly, "cache")] = "read-only file system: "
	}
	if mounted(full, 0, "size=4k,nr_inodes=5") {
		caches[full] = "no space left on device: "
	}
	for cache, cause := range caches {
		t.Setenv("AGON_CACHE", cache)
		for _, args := range [][]string{
			{"play", "colour-battle", "class.py", "builtin:steve", "--set", "rounds=3"},
			{"play", "tron", "program.py", "builtin:voronoi"},
			{"check", "colour-battle", "class.py"},
			{"run", "contest.toml", "--plain"},
		} {
			o := agon(t, dir, args...)
			if o.Code != 1 || !strings.HasPrefix(o.Err, "agon: "+cause) || strings.Contains(o.Err, "interpreter") ||
				strings.Count(o.Err, "\n") != 1 {
				t.Errorf("%v with its cache in %.60s: exit %d, want 1 and the cause first\n%s", args, filepath.Base(cache), o.Code, o.Err)
			}
		}
	}
}

// TestHostsTemporaryFiles runs agon where temporary files cannot be written: no bot loses a game because of that.
func TestHostsTemporaryFiles(t *testing.T) {
	dir := written(t, `
-- class.py --
from bot_control import Move
class Ann:
    def get_name(self): return "Ann"
    def get_contributor(self): return "a"
    def determine_next_move(self, grid, enemies, info): return Move.UP
-- program.py --
import json
print(json.dumps({"move": "ROCK", "art": []}))
`)
	cache := t.TempDir()
	t.Setenv("TMPDIR", filepath.Join(dir, "none"))
	t.Setenv("AGON_CACHE", cache)
	for _, args := range [][]string{
		{"play", "colour-battle", "class.py", "builtin:steve", "--set", "rounds=3", "--sandbox", "none"},
		{"play", "rps", "program.py", "builtin:predictor", "--set", "rounds=3", "--sandbox", "none"},
	} {
		o := agon(t, dir, args...)
		if o.Code != 1 || o.Out != "" || !strings.Contains(o.Err, "no such file or directory") || strings.Contains(o.Err, "interpreter") {
			t.Errorf("%v: exit %d, want 1\n%s%s", args, o.Code, o.Out, o.Err)
		}
	}
}

// mortal is a player of Tron that ends in its second turn, so that the next game starts it again.
const mortal = "#!/usr/bin/python3\nimport sys\nfor turn in 1, 2:\n    for i in range(int(sys.stdin.readline().split()[0])): " +
	"sys.stdin.readline()\n    if turn == 1: print(\"UP\", flush=True)\n"

// TestTemporaryFilesAreRemoved takes away the folder for temporary files while a contest runs: it ends with a sentence, and with the
// folder back the same command finishes it.
func TestTemporaryFilesAreRemoved(t *testing.T) {
	tier.Long(t)
	dir := written(t, "-- calm.sh --\n"+calmLines+"-- other.sh --\n"+mortal)
	temporary := filepath.Join(dir, "temporary")
	t.Setenv("TMPDIR", temporary)
	os.Mkdir(temporary, 0o700)
	args := []string{"run", "tron", "./calm.sh", "./other.sh", "--games", "60", "--seed", "3", "--set", "turn_ms=60000", "--sandbox",
		"none", "--out", "cup"}
	r := start(t, dir, args...)
	until(t, "a game is kept", func() bool { return keptBytes(filepath.Join(dir, "cup")) > 0 || !alive(r.Process.Pid) })
	// programs go on to make folders in it, so it cannot be removed at once
	if err := os.Rename(temporary, filepath.Join(dir, "away")); err != nil {
		t.Fatal(err)
	}
	r.wait().sentence(t, "make "+temporary+" again", "run the same command again")
	agon(t, dir, "verify", "cup").sentence(t, temporary, "name a folder for temporary files with TMPDIR")
	os.Mkdir(temporary, 0o700)
	must(t, dir, "verify", "cup")
	if o := must(t, dir, args...); !strings.Contains(o.Out, "120 games, seed 3") {
		t.Errorf("the second run says\n%s%s", o.Out, o.Err)
	}
	must(t, dir, "verify", "cup")
}
