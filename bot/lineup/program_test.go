package lineup_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"agon/bot/program/clients"
	"agon/game"
	"agon/internal/tier"
)

// TestStarters enters every kind's starters as agon new writes them, in each language, and plays a game with each.
func TestStarters(t *testing.T) {
	options := map[string]map[string]any{"colour-battle": {"rounds": 5}, "fence": {"max_plies": 10}, "rps": {"rounds": 5}}
	for _, kind := range []*game.Kind{colourBattle, fences, trons, hands, bombers} {
		o := opener(kind)
		starters, err := os.ReadDir(filepath.Join("..", "..", "games", strings.ReplaceAll(kind.Name, "-", ""), "starters"))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range starters {
			t.Run(kind.Name+"/"+s.Name(), func(t *testing.T) {
				if s.Name() != "python" {
					tier.Long(t)
				}
				files, err := clients.Starter(kind.Files, s.Name())
				if err != nil {
					t.Fatal(err)
				}
				dir := t.TempDir()
				for name, text := range files {
					if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				e := one(t, o, dir)
				if kind == bombers {
					ctx, cancel := context.WithCancel(context.Background())
					defer cancel()
					if few(t, ctx, cancel, e, "123456") == 0 {
						t.Error("it was never asked")
					}
					return
				}
				moves, faults := answers(t, kind, e, options[kind.Name])
				if moves == 0 || len(faults) > 0 {
					t.Errorf("%d moves, faults %q", moves, faults)
				}
			})
		}
	}
}

// agonBot is a Python bot with the agon protocol that plays the moves that it is given.
const agonBot = `#!/usr/bin/python3
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if "turn" in told:
        print(%MOVE%, flush=True)
`

// TestManners enters programs into kinds of each form, with the right protocols.
func TestManners(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the bots of this test are scripts")
	}
	agon := func(move string) string { return strings.ReplaceAll(agonBot, "%MOVE%", `"`+move+`"`) }
	for _, tt := range []struct {
		name    string
		kind    *game.Kind
		files   map[string]string
		ref     string // relative to the folder
		options map[string]any
	}{
		{"a program where bots are classes speaks the agon protocol", colourBattle, map[string]string{"prog": agon("UP")}, "prog",
			map[string]any{"rounds": 5}},
		{"a folder of another language where bots are classes", colourBattle, map[string]string{"bot.js": `
require('readline').createInterface({ input: process.stdin }).on('line', (line) => { if ('turn' in JSON.parse(line)) console.log('UP'); });`}, "", map[string]any{"rounds": 5}},
		{"Python of which bot.toml says that it is a program", colourBattle,
			map[string]string{"x.py": agon("UP"), "bot.toml": "run = \"x.py\"\nprotocol = \"agon\"\n"}, "", map[string]any{"rounds": 5}},
		{"a program that lives on", trons,
			map[string]string{"x.py": "while True:\n    n = int(input().split()[0])\n    for _ in range(n): input()\n    print('UP', " +
				"flush=True)\n"}, "x.py", nil},
		{"a program that lives on and wants the agon protocol", trons,
			map[string]string{"x.py": agon("UP"), "bot.toml": "run = \"x.py\"\nprotocol = \"agon\"\n"}, "", nil},
		{"a program for each move", hands, map[string]string{"x.py": "import json\nprint(json.dumps({'move': 'ROCK', 'art': []}))\n"},
			"x.py", map[string]any{"rounds": 3}},
		{"a kind of a program for each move, and a bot that wants the agon protocol", hands,
			map[string]string{"x.py": agon("ROCK"), "bot.toml": "run = \"x.py\"\nprotocol = \"agon\"\n"}, "", map[string]any{"rounds": 3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := one(t, opener(tt.kind), filepath.Join(write(t, t.TempDir(), tt.files), tt.ref))
			moves, faults := answers(t, tt.kind, e, tt.options)
			if moves == 0 || len(faults) > 0 {
				t.Errorf("%d moves, faults %q", moves, faults)
			}
		})
	}
}

// TestModule plays with a WebAssembly module compiled from Go.
func TestModule(t *testing.T) {
	source := `package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	s := bufio.NewScanner(os.Stdin)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if strings.Contains(s.Text(), "\"turn\"") {
			fmt.Println("UP")
		}
	}
}
`
	dir := write(t, t.TempDir(), map[string]string{"bot.go": source})
	compile(t, dir)
	e := one(t, opener(trons), filepath.Join(dir, "bot.wasm"))
	moves, faults := answers(t, trons, e, nil)
	if moves == 0 || len(faults) > 0 {
		t.Errorf("%d moves, faults %q", moves, faults)
	}
	broken := one(t, opener(trons), filepath.Join(write(t, t.TempDir(), map[string]string{"bot.wasm": "no module"}), "bot.wasm"))
	if !strings.Contains(broken.Broken, "not a WebAssembly module") {
		t.Errorf("a broken module: %q", broken.Broken)
	}
}

// TestLastArguments appends RunArgs to the arguments of each move, and runs the program in its folder.
func TestLastArguments(t *testing.T) {
	dir := write(t, t.TempDir(), map[string]string{
		"bot.json": `{"Author":"Ann","NickName":"Fuse","BotType":"PYTHON3","ProjectLocation":"","RunFile":"src\\bot.py","RunArgs":"last"}`,
		"src/bot.py": "import os, sys\nassert len(sys.argv) == 4 and sys.argv[1] == 'A' and sys.argv[3] == 'last', sys.argv\nassert " +
			"os.path.exists('bot.json')\n" +
			"open(os.path.join(sys.argv[2], 'move.txt'), 'w').write('1')\n",
	})
	e := one(t, opener(bombers), dir)
	if e.Name != "Fuse" || e.Author != "Ann" {
		t.Errorf("it is %s of %s", e.Name, e.Author)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if calls := few(t, ctx, cancel, e, "1"); calls == 0 {
		t.Error("it was never asked")
	}
}

// TestBroken: each broken bot has a reason, and the others play.
func TestBroken(t *testing.T) {
	for _, tt := range []struct {
		name, want string
		kind       *game.Kind
		files      map[string]string
		ref        string
	}{
		{"a compiler's words", "expected", trons, map[string]string{"bot.c": "int main( { }"}, "bot.c"},
		{"a mistake in bot.toml", "bot.toml:1:1: unknown key \"nam\"", trons, map[string]string{"bot.toml": "nam = \"x\"\n"}, ""},
		{"bot.json without RunFile", "RunFile", bombers, map[string]string{"bot.json": `{"BotType":0,"ProjectLocation":""}`}, ""},
		{"two bots in a folder", "its main file is unclear", trons, map[string]string{"bot.py": "", "bot.sh": ""}, ""},
		{"the contest's own protocol where bots are classes", "Python classes", colourBattle,
			map[string]string{"bot.sh": "", "bot.toml": "run = \"bot.sh\"\nprotocol = \"contest\"\n"}, ""},
		{"an archive that is none", "not a zip archive", trons, map[string]string{"bot.zip": "hello"}, "bot.zip"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ref := filepath.Join(write(t, t.TempDir(), tt.files), tt.ref)
			e := one(t, opener(tt.kind), ref)
			if !strings.Contains(e.Broken, tt.want) {
				t.Errorf("the reason is %q, want one with %q", e.Broken, tt.want)
			}
			if e.Hash == "" || e.Name == "" || e.Ref == "" {
				t.Errorf("it has no hash, no name or no reference: %+v", e)
			}
		})
	}
}

// TestNoBot: references that name nothing are errors of the user.
func TestNoBot(t *testing.T) {
	dir := write(t, t.TempDir(), map[string]string{"notes.txt": "hello", "empty/readme": "", "bot.py": ""})
	for ref, want := range map[string]string{
		filepath.Join(dir, "none.cpp"): "no such file", filepath.Join(dir, "notes.txt"): "not a bot of Tron",
		filepath.Join(dir, "empty"):        "the folder holds no bot of Tron",
		filepath.Join(dir, "bot.py:Class"): "programs, not classes", "git+ftp://host/x@main": "unknown repository address",
	} {
		if _, err := opener(trons).Open(context.Background(), []string{ref}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", ref, err, want)
		}
	}
}

// TestOddNames enters a bot whose file name needs quoting everywhere.
func TestOddNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no file can have that name there")
	}
	name := "-rf $(touch x); 'a\" \n\x1b[31m.sh"
	e := one(t, opener(trons), filepath.Join(
		write(t, t.TempDir(), map[string]string{name: "while read -r n p; do i=0; while [ $i -lt $n ]; do read -r l; i=$((i+1)); done; " +
			"echo UP; done\n"}), name))
	if strings.ContainsAny(e.Name, "\n\x1b") {
		t.Errorf("it is shown as %q", e.Name)
	}
	if moves, faults := answers(t, trons, e, nil); moves == 0 || len(faults) > 0 {
		t.Errorf("%d moves, faults %q", moves, faults)
	}
}
