package attack

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// escape is a bot of three kinds that writes to a file outside its sandbox, when it is loaded and when it is asked.
const escape = `
-- program.sh --
#!/bin/sh
echo escaped >>"$MARK" 2>/dev/null
echo escaped >>MARKED 2>/dev/null
while read -r line; do echo UP; done
-- class.py --
open("MARKED", "a").write("escaped")

class Escape:
    def get_name(self):
        return "Escape"

    def get_contributor(self):
        return "built-in"

    def determine_next_move(self, grid, enemies, game_info):
        open("MARKED", "a").write("escaped")
`

// escaping writes the files of bots that write to a file that anybody may write.
func escaping(t *testing.T) (dir, mark string) {
	t.Helper()
	mark = filepath.Join(t.TempDir(), "mark")
	if err := os.WriteFile(mark, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	os.Chmod(mark, 0o666)
	return written(t, strings.ReplaceAll(escape, "MARKED", mark)), mark
}

// short runs agon in a shell that first lowers one of its limits.
func short(t *testing.T, dir, taken string, args ...string) outcome {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the sandbox needs Linux")
	}
	cmd := exec.Command("/bin/sh", append([]string{"-c", taken + `; exec "$@"`, "sh", binary}, args...)...)
	r := &run{Cmd: cmd, t: t, ended: make(chan error, 1)}
	r.Dir, r.Stdout, r.Stderr = dir, &r.out, &r.err
	r.Env = append(os.Environ(), "HOME="+dir, "NO_COLOR=1")
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { r.ended <- r.Cmd.Wait() }()
	t.Cleanup(func() { r.Process.Kill() })
	return r.wait()
}

// A probe that fails because of a transient lack (descriptors, processes) does not mean a machine without a sandbox: no bot is started.
func TestARunWithoutASandboxIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, taken, want string }{
		{"few descriptors", "ulimit -n 64", "too many open files (64 allowed, 96 needed); raise the limit on open files (ulimit -n 1024)"},
		{"hardly any descriptors", "ulimit -n 20", "too many open files"},
		{"no place for temporary files", "export TMPDIR=/nowhere", "set TMPDIR to a writable folder"},
	} {
		for _, args := range [][]string{
			{"run", "tron", "./program.sh", "builtin:voronoi", "--games", "1"},
			{"run", "colour-battle", "./class.py", "builtin:steve", "--games", "1", "--set", "rounds=2"},
		} {
			t.Run(tt.name+", "+args[1], func(t *testing.T) {
				t.Parallel()
				dir, mark := escaping(t)
				o := short(t, dir, tt.taken, append(args, "--out", "out")...)
				if o.Code != 1 || strings.Count(o.Err, "\n") != 1 || !strings.HasPrefix(o.Err, "agon: open the sandbox: ") ||
					!strings.Contains(o.Err, tt.want) {
					t.Errorf("it exits with %d\n%s\n%s", o.Code, o.Out, o.Err)
				}
				if text, _ := os.ReadFile(mark); len(text) > 0 {
					t.Error("a bot ran unconfined")
				}
			})
		}
	}
}

// TestPlayWithoutASandboxWarns: play and check, which are for bots of one's own, go on without a sandbox, after a warning.
func TestPlayWithoutASandboxWarns(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"play", "tron", "./program.sh", "builtin:voronoi", "--set", "turn_ms=2000"},
		{"check", "tron", "./program.sh", "--set", "turn_ms=2000"},
	} {
		t.Run(args[0], func(t *testing.T) {
			t.Parallel()
			dir, _ := escaping(t)
			o := short(t, dir, "ulimit -n 64", args...)
			if !strings.HasPrefix(o.Err, "agon: no sandbox (") ||
				!strings.Contains(o.Err, "ulimit -n 1024)): bots run with all your rights.") {
				t.Errorf("it exits with %d\n%s\n%s", o.Code, o.Out, o.Err)
			}
		})
	}
	t.Run("a required level", func(t *testing.T) {
		dir, mark := escaping(t)
		o := short(t, dir, "ulimit -n 64", "play", "tron", "./program.sh", "builtin:voronoi", "--require-sandbox", "landlock")
		if text, _ := os.ReadFile(mark); o.Code != 1 || len(text) > 0 || !strings.Contains(o.Err, "ulimit -n 1024") {
			t.Errorf("it exits with %d\n%s\n%s%s", o.Code, o.Out, o.Err, text)
		}
	})
}

// The first line of a run names the sandbox level of its first game.
func TestTheHeaderNamesTheSandbox(t *testing.T) {
	t.Parallel()
	dir, _ := escaping(t)
	for _, tt := range []struct {
		bot, want string
		more      []string
	}{
		{"./program.sh", ", sandbox none\n", []string{"--sandbox", "none"}},
		{"builtin:voronoi", ", sandbox unused\n", nil},
	} {
		o := must(t, dir, append([]string{"run", "tron", tt.bot, "builtin:voronoi", "--games", "1", "--fresh", "--set", "turn_ms=2000"},
			tt.more...)...)
		if first, _, _ := strings.Cut(o.Err, "\n"); !strings.HasSuffix(first+"\n", tt.want) {
			t.Errorf("%s: %q, want %q", tt.bot, first, tt.want)
		}
	}
	o := agon(t, dir, "run", "tron", "./program.sh", "builtin:voronoi", "--games", "1", "--fresh", "--set", "turn_ms=2000")
	if strings.Contains(o.Err, "sandbox unused") || o.Code == 0 && !strings.Contains(o.Err, ", sandbox ") {
		t.Errorf("%d: %s", o.Code, o.Err)
	}
}
