package gamefolder_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/sandbox"
	"agon/games/folder"
)

// confinedGame opens a game of an engine in Python that runs in the strongest sandbox here.
func confinedGame(t *testing.T, toml, engine string) (*gamefolder.Folder, error) {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil || level == sandbox.None {
		t.Skip("no sandbox here")
	}
	box, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "engine") // where other users may look
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	os.Chmod(dir, 0o755)
	os.Mkdir(filepath.Join(dir, "bots"), 0o755)
	if !strings.Contains(toml, "run = ") {
		toml = "run = \"python3 engine.py\"\nfiles = [\"engine.py\"]\n" + toml
	}
	for name, text := range map[string]string{"engine.py": engine, "bots/secret.py": "x = 1", "game.toml": fmt.Sprintf(
		"name = \"bad\"\nversion = \"1\"\nseats = \"2\"\n[engine]\nprotocol = \"agon\"\n%s", toml)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := gamefolder.Open(dir, gamefolder.Host{Launcher: func() bot.Launcher { return box }})
	if err == nil {
		t.Cleanup(func() { f.Close() })
	}
	return f, err
}

// opening is how an engine begins that asks both seats once.
const opening = `
import json, os, socket, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
def ask():
    say(ask=[{"seat": 0, "lines": ["?"]}, {"seat": 1, "lines": ["?"]}])
    return sys.stdin.readline()
sys.stdin.readline()
`

// An engine that does what it must not ends its game with one sentence, in bounded time and memory, and leaves nothing behind.
func TestEnginesThatMisbehave(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, toml, engine, want string }{
		{"reads the bots", "", opening + `ask(); open("bots/secret.py")`, "FileNotFoundError"},
		{"reads the host", "", opening + `ask(); open("/root/.profile"); open("/etc/shadow")`, "Error: "},
		{"opens the network", "", opening + `ask(); socket.create_connection(("1.1.1.1", 53), 5)`, "OSError: "},
		{"forks many", "", opening + "ask()\nwhile True:\n    if os.fork() == 0:\n        time.sleep(100)\n        os._exit(0)",
			"BlockingIOError"},
		{"writes a file of 1 GB", "",
			opening + "ask()\nwith open('/tmp/x', 'wb') as f:\n    for _ in range(1024):\n        f.write(bytes(1 << 20))",
			"OSError: "},
		{"writes to its folder", "", opening + "ask(); open('engine.py', 'a')", "Error: "},
		{"says 1 GB", "",
			opening + "ask()\nwhile True:\n    sys.stdout.write('{\"frame\": {}}\\n' * 10000)",
			"it says more than 32 MiB in one turn"},
		{"says an endless line", "",
			opening + "ask()\nwhile True:\n    sys.stdout.write('x' * 100000)", "it says more than 32 MiB in one turn"},
		{"takes memory", "memory = 64\n", opening + "ask()\nx = bytearray(1 << 30)\nfor i in range(0, 1 << 30, 4096):\n    x[i] = 1", ""},
		{"never ends", "turn = \"100ms\"\n", opening + "ask()\nwhile True: pass", "nothing that goes on with the game for 100ms"},
		{"sleeps", "turn = \"20ms\"\n", opening + "ask()\ntime.sleep(1000)", "nothing that goes on with the game for 20ms"},
		{"never begins", "start = \"100ms\"\n", "while True: pass", "nothing that goes on with the game for 100ms"},
		{"answers before it is asked", "", `print('{"end": {"scores": [1]}}', flush=True); import time; time.sleep(9)`,
			"it gives 1 scores to 2 seats"},
		{"ends mid-line", "", opening + "ask(); sys.stdout.write('{\"fra'); sys.exit(3)",
			"code 3 in the middle of a game, after the beginning of a line, \"{\\\"fra\""},
		{"ends at once", "", "", "code 0 in the middle of a game"},
		{"says nonsense", "", "print('hello', flush=True); input(); input()", "it says \"hello\": each line is an object of JSON"},
		{"is a folder", "run = \"./bots\"\nfiles = [\"bots\"]\n", "", "is a folder: run in [engine] of game.toml names a program in it"},
		{"may not be executed", "run = \"./engine.py\"\nfiles = [\"engine.py\"]\n", "", "may not be executed: chmod +x it"},
		{"is not there", "run = \"./none\"\n", "", "there is no file"},
		{"is not among the files", "run = \"python3 engine.py\"\n", "", "run names the file engine.py, which is not among files"},
		{"needs what is missing", "run = \"mono-of-no-machine x\"\n", "", "there is none on the PATH: install it, or name a file"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f, err := confinedGame(t, tt.toml, tt.engine)
			if err == nil {
				_, _, err = answers(t, f, 7, seven)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("%v\nwant %s", err, tt.want)
			}
			if f != nil {
				if err := f.Close(); err != nil {
					t.Error(err)
				}
				nothingRuns(t, f.Dir)
			}
		})
	}
}

// nothingRuns fails if a process works in a folder.
func nothingRuns(t *testing.T, dir string) {
	t.Helper()
	found, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, cwd := range found {
		if at, err := os.Readlink(cwd); err == nil && strings.HasPrefix(at, dir) {
			t.Errorf("%s works in %s", cwd, at)
		}
	}
}

// An engine that a browser hands in may not take more than others do.
func TestEnginesThatAreHandedIn(t *testing.T) {
	t.Parallel()
	for _, more := range []string{"start = \"100h\"", "turn = \"1h\"", "memory = 100000"} {
		f, err := confinedGame(t, more+"\n", opening)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(f.Dir, gamefolder.HandedIn), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := gamefolder.Open(f.Dir, here(t)); err == nil || !strings.Contains(err.Error(), "of an engine that is handed in are") {
			t.Errorf("%s: %v", more, err)
		}
	}
}
