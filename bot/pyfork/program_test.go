//go:build linux && (amd64 || arm64)

package pyfork_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"agon/bot"
	"agon/bot/pyfork"
	"agon/bot/sandbox"
)

// python returns the path of an interpreter.
func python(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 on this machine")
	}
	out, err := exec.Command(path, "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// opened returns a sandbox; without one a test is skipped unless it is expected.
func opened(t *testing.T, level sandbox.Level) *sandbox.Sandbox {
	t.Helper()
	s, err := sandbox.Open(level)
	if err != nil {
		if expected := os.Getenv("AGON_EXPECT_SANDBOX"); expected == "full" || expected == level.String() {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// environment is what agon gives programs in Python.
var environment = []string{
	"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "PYTHONUNBUFFERED=1", "PYTHONDONTWRITEBYTECODE=1", "PYTHONNOUSERSITE=1", "PYTHONHASHSEED=0",
	"PYTHONIOENCODING=utf-8", "PYTHONFAULTHANDLER=1",
}

// program returns the command of a program in a folder of its own, to which its arguments are added.
func program(t *testing.T, path, source string) bot.Command {
	t.Helper()
	dir := t.TempDir()
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		os.Chmod(d, 0o755)
	}
	if err := os.WriteFile(filepath.Join(dir, "bot.py"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	return bot.Command{Path: path, Args: []string{"-u", "./bot.py"}, Env: environment, Dir: dir, Readable: []string{dir, filepath.Dir(filepath.Dir(path))}, Limits: bot.Limits{Memory: 512 << 20, Tasks: 16, Disk: 1 << 20}}
}

// ending is what a program has done.
type ending struct {
	Out, Err string
	Exit     sandbox.Exit
	Answer   string
}

// play runs a program with the folder of its answer and further arguments.
func play(t *testing.T, s *sandbox.Sandbox, c bot.Command, args ...string) (e ending) {
	t.Helper()
	answer := filepath.Join(filepath.Dir(c.Dir), "answer")
	if err := os.MkdirAll(answer, 0o755); err != nil {
		t.Fatal(err)
	}
	c.Writable = append(c.Writable, answer)
	c.Args = append(append(c.Args[:len(c.Args):len(c.Args)], answer), args...)
	c.Readable = readable(c.Readable)
	p, err := s.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.In().Close()
	wrong := make(chan string)
	go func() {
		text, _ := io.ReadAll(p.Err())
		wrong <- string(text)
	}()
	out, err := io.ReadAll(p.Out())
	if err != nil {
		t.Fatal(err)
	}
	e.Out, e.Err, e.Exit = string(out), <-wrong, p.Wait()
	e.Exit.CPU, e.Exit.Peak = 0, 0
	text, _ := os.ReadFile(filepath.Join(answer, "answer.json"))
	e.Answer = string(text)
	os.Remove(filepath.Join(answer, "answer.json"))
	return e
}

// readable leaves out the system's own folders.
func readable(paths []string) (kept []string) {
	for _, p := range paths {
		if p != "/usr" {
			kept = append(kept, p)
		}
	}
	return kept
}

// forked returns a command with its template.
func forked(t *testing.T, c bot.Command) bot.Command {
	t.Helper()
	var err error
	if c.Template, c.Note, err = pyfork.Program(c); err != nil {
		t.Fatal(err)
	}
	return c
}

// address is one of an object, which differs from start to start.
var address = regexp.MustCompile(`0x[0-9a-f]+`)

// facts are what the probe saw.
type facts struct {
	Same   map[string]string `json:"same"`
	Chance []any             `json:"chance"`
	Line   string            `json:"line"` // its command line according to /proc, which shows a template's
}

// A program that goes on in a copy of a template sees and does what an executed one sees and does; only chance differs, as from start to start.
func TestForkedProgramsAreAsExecuted(t *testing.T) {
	source, err := os.ReadFile("testdata/probe.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []sandbox.Level{sandbox.Full, sandbox.Namespaces} {
		t.Run(level.String(), func(t *testing.T) {
			s := opened(t, level)
			executed := program(t, python(t), string(source))
			copied := forked(t, executed)
			drawn := map[string]bool{}
			for _, how := range []string{"0", "0", "7", "raise", "message", "hook", "signal", "interrupt"} {
				a, b := play(t, s, executed, how), play(t, s, copied, how)
				var one, two facts
				for _, side := range []struct {
					text string
					to   *facts
				}{{a.Answer, &one}, {b.Answer, &two}} {
					if side.text == "" && how == "signal" {
						continue // it is lost with the process
					}
					if err := json.Unmarshal([]byte(side.text), side.to); err != nil {
						t.Fatalf("%s: %v in %d bytes; executed %+v, forked %+v", how, err, len(side.text), a, b)
					}
					for _, n := range side.to.Chance {
						if drawn[fmt.Sprint(n)] {
							t.Errorf("%v was drawn before", n)
						}
						drawn[fmt.Sprint(n)] = true
					}
				}
				for name, value := range one.Same {
					if x, y := address.ReplaceAllString(value, "0x"), address.ReplaceAllString(two.Same[name], "0x"); x != y {
						at := 0
						for at < min(len(x), len(y)) && x[at] == y[at] {
							at++
						}
						from := max(at-100, 0)
						t.Errorf("%s, %s\nexecuted …%.200s\n  forked …%.200s", how, name, x[from:], y[from:])
					}
				}
				if how != "signal" && (strings.Contains(one.Line, "deque") || !strings.Contains(two.Line, "deque")) {
					t.Fatalf("executed as %q, forked as %q", one.Line, two.Line)
				}
				a.Answer, b.Answer, a.Err, b.Err = "", "", address.ReplaceAllString(a.Err, "0x"), address.ReplaceAllString(b.Err, "0x")
				if len(one.Same) != len(two.Same) || a != b {
					t.Errorf("%s:\nexecuted %+v\n  forked %+v", how, a, b)
				}
			}
		})
	}
}

// A bot may write files beside its program. One that its imports would find first, or another program, is found as by an executed interpreter.
func TestForkedProgramsSeeFilesThatHaveChanged(t *testing.T) {
	s := opened(t, sandbox.Full)
	for _, tt := range []struct{ name, file, text, want string }{
		{"nothing new", "notes.txt", "", "json/__init__.py"},
		{"a module of the same name", "json.py", "dumps = None\n", "json.py"},
		{"a module that another imports, unless the interpreter has imported it at its start", "re.py", "raise SystemExit('mine')\n", ""},
		{"another beginning", "bot.py", "import re, json\nprint(list(__import__('sys').modules)[-1], 'changed')\n", "json changed"},
		{"another end", "bot.py", beginning + "print('changed')\n", "changed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := forked(t, program(t, python(t), beginning+"print(json.__file__)\n"))
			play(t, s, c)
			if err := os.WriteFile(filepath.Join(c.Dir, tt.file), []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			executed := c
			executed.Template = nil
			a, b := play(t, s, executed), play(t, s, c)
			if a != b || !strings.HasSuffix(strings.TrimSpace(b.Out+b.Err), tt.want) {
				t.Errorf("executed %+v, forked %+v", a, b)
			}
		})
	}
}

const beginning = "import os\nimport json\n"

// Rounds of a bot that remembers in files what it has seen are the same, forked and executed: its answers, its output and its files.
// AGON_FORKED_ROUNDS=1000 makes it the long test.
func TestForkedRoundsAreAsExecuted(t *testing.T) {
	rounds, _ := strconv.Atoi(os.Getenv("AGON_FORKED_ROUNDS"))
	if rounds == 0 {
		rounds = 12
	}
	s := opened(t, sandbox.Full)
	sides := [2]bot.Command{}
	for i := range sides {
		sides[i] = program(t, python(t), remembering)
		sides[i].Writable = []string{sides[i].Dir}
	}
	sides[1] = forked(t, sides[1])
	for round := range rounds {
		var ends [2]ending
		for i, c := range sides {
			ends[i] = play(t, s, c, strconv.Itoa(round))
			memory, err := os.ReadFile(filepath.Join(c.Dir, "memory.json"))
			if err != nil {
				t.Fatal(err, ends[i])
			}
			ends[i].Out += string(memory)
			ends[i].Err = strings.ReplaceAll(ends[i].Err, c.Dir, "")
		}
		if ends[0] != ends[1] || ends[0].Answer == "" {
			t.Fatalf("round %d: executed %+v, forked %+v", round, ends[0], ends[1])
		}
	}
}

const remembering = `import json
import os
import random
import sys
from collections import Counter

if os.path.exists("memory.json"):
    with open("memory.json") as f:
        memory = json.load(f)
else:
    memory = {"rounds": [], "words": {}}
number = int(sys.argv[2])
random.seed(number)
memory["rounds"] = memory["rounds"][-20:] + [[number, random.randrange(1000), hash("word %d" % number)]]
words = Counter(memory["words"])
words.update(random.choices("abcdef", k=5))
memory["words"] = dict(words)
json.dump(memory, open("memory.json", "w"))
print(number, sorted(set(map(str, words))), {str(n) for n in range(number % 7)})
answer = open(os.path.join(sys.argv[1], "answer.json"), "w")
answer.write(str(random.random()))
if number % 5 == 4:
    raise RuntimeError(number)
sys.exit(number % 3)
`
