package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWorkersAreSentRules: a game of a folder, in Python or a module, is played by a worker that has nothing of it, and the table is that
// of this machine.
func TestWorkersAreSentRules(t *testing.T) {
	t.Parallel()
	f := newFleetTest(t, 1)
	if out, err := f.command("new", "game", "own").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f.playsAway("rules.py")
	f = newFleetTest(t, 1)
	if err := os.CopyFS(filepath.Join(f.dir, "own"), os.DirFS("../../games/folder/testdata/noughts")); err != nil {
		t.Fatal(err)
	}
	f.playsAway("rules.wasm")
}

// playsAway plays the game in the folder own here and at a worker.
func (f *fleetTest) playsAway(rules string) {
	t := f.t
	t.Helper()
	const text = `
kind = "./own"
name = "Own"
seed = 5
[[bots]]
ref = "builtin:random"
[[bots]]
ref = "builtin:greedy"
[[bots]]
ref = "first=first.py"
[[stages]]
format = "round-robin"
seats = 2
games = 6
`
	const first = `import json, sys
view = {}
for line in sys.stdin:
    told = json.loads(line)
    if "agon" in told:
        view = {}
        print('{"name": "first"}', flush=True)
    elif "over" not in told:
        view.update(told)
        print(view["moves"][0], flush=True)
`
	for name, content := range map[string]string{"here.toml": text, "away.toml": text, "first.py": first} {
		if err := os.WriteFile(filepath.Join(f.dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := f.run("here.toml", "--plain")
	f.join("one", f.invite("one"))
	if got := f.run("away.toml", "--plain", "--no-cores", "--workers", f.address); got != want {
		t.Errorf("here\n%s\nand at a worker\n%s", want, got)
	}
	found, err := filepath.Glob(filepath.Join(f.dir, "cache", "agon", "rules", "sent-*", rules))
	if err != nil || len(found) != 1 {
		t.Errorf("the worker has kept %q, %v", found, err)
	}
	if out, err := f.command("verify", "away").CombinedOutput(); err != nil || !strings.Contains(string(out), "0 refused") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRulesThatFailAtAWorker: the run ends with what the rules did wrong, and the worker is not to blame, with and without cores of this
// machine.
func TestRulesThatFailAtAWorker(t *testing.T) {
	t.Parallel()
	f := newFleetTest(t, 1)
	if err := os.CopyFS(filepath.Join(f.dir, "own"), os.DirFS("../../games/folder/testdata/failing")); err != nil {
		t.Fatal(err)
	}
	const text = "kind = \"./own\"\nseed = 5\n[[bots]]\nref = \"builtin:random\"\n[[bots]]\nref = \"builtin:greedy\"\n[[stages]]\nformat " +
		"= \"round-robin\"\nseats = 2\ngames = 6\n"
	if err := os.WriteFile(filepath.Join(f.dir, "away.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	f.join("one", f.invite("one"))
	out, err := f.command("run", "away.toml", "--plain", "--no-cores", "--workers", f.address).CombinedOutput()
	if err == nil || !strings.Contains(string(out),
		": game 1: failing, turn 1: the rules fail in step: rules.wasm: there is no such stone") ||
		strings.Contains(string(out), "set aside") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestAWorkerLacksWhatRulesNeed: a worker without Python for the rules says so, and is not set aside; one that has it plays.
func TestAWorkerLacksWhatRulesNeed(t *testing.T) {
	t.Parallel()
	f := newFleetTest(t, 1)
	if out, err := f.command("new", "game", "own").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const text = "kind = \"./own\"\nseed = 5\n[[bots]]\nref = \"builtin:random\"\n[[bots]]\nref = \"builtin:greedy\"\n[[stages]]\nformat " +
		"= \"round-robin\"\nseats = 2\ngames = 6\n"
	if err := os.WriteFile(filepath.Join(f.dir, "away.toml"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	lacking := f.invite("lacking")
	server := f.command("run", "away.toml", "--plain", "--no-cores", "--workers", f.address)
	messages, err := server.StderrPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Kill()
		server.Wait()
	})
	worker := f.command("worker", lacking, "--cores", "1", "--cache", filepath.Join(f.dir, "files-lacking"))
	worker.Env = append(worker.Env, "AGON_PYTHON=/none")
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		worker.Process.Kill()
		worker.Wait()
	})
	all, reported := "", false
	for lines := bufio.NewScanner(messages); lines.Scan(); {
		all += lines.Text() + "\n"
		if !reported && strings.Contains(lines.Text(), "worker lacking takes no games: ") &&
			strings.Contains(lines.Text(), "there is none at /none: install it") {
			reported = true
			f.join("one", f.invite("one"))
		}
	}
	if err := server.Wait(); err != nil || !reported || strings.Contains(all, "set aside") {
		t.Errorf("%v, told %v\n%s", err, reported, all)
	}
}
