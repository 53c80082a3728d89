package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"agon/internal/tier"
)

// outsider is an engine: the greater sum of some numbers wins. It reads a file beside it.
const outsider = `#!/usr/bin/env python3
import json, os, random, sys, time

bonus = int(open(os.path.join("lib", "bonus.txt")).read())
hello = json.loads(input())["hello"]
luck = random.Random(hello["seed"])
sums = [0] * hello["seats"]
for frame in range(6):
    print(json.dumps({"ask": [{"seat": seat, "lines": ["%d" % luck.randrange(9), "%d" % frame], "answer": 2, "ms": 5000}
                              for seat in range(len(sums))]}), flush=True)
    for answer in json.loads(input())["answers"]:
        sums[answer["seat"]] += sum(int(line or "0") for line in answer.get("lines", ["0"])) + luck.randrange(bonus)
    time.sleep(PAUSE)
    print(json.dumps({"frame": {"round": frame + 1, "text": ["sums %s" % sums], "scores": sums}}), flush=True)
print(json.dumps({"end": {"scores": sums, "text": "{%d} has most" % sums.index(max(sums))}}), flush=True)
`

// writeEngine writes the engine's game into a folder own, and a contest of the number of games.
func writeEngine(t *testing.T, dir, pause, contest string, games int) {
	t.Helper()
	engine := strings.ReplaceAll(outsider, "PAUSE", pause)
	os.Chmod(dir, 0o755) // engines run as other users
	for name, text := range map[string]string{
		"own/engine": engine, "own/lib/bonus.txt": "3\n",
		"own/game.toml": "name = \"outsider\"\nversion = \"1\"\nseats = \"2\"\nmoves = [\"1\", \"2\"]\n[engine]\nrun = \"./engine\"\n" +
			"protocol = \"agon\"\nfiles = [\"engine\", \"lib\"]\n",
		contest: fmt.Sprintf("kind = \"./own\"\nname = \"Own\"\nseed = 5\n[[bots]]\nref = \"one=builtin:random\"\n[[bots]]\n"+
			"ref = \"two=builtin:random\"\n[[stages]]\nformat = \"round-robin\"\nseats = 2\ngames = %d\n", games),
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// A game of an engine is played by a worker that is sent the engine's files, which it may execute.
func TestWorkersAreSentEngines(t *testing.T) {
	t.Parallel()
	f := newFleetTest(t, 1)
	writeEngine(t, f.dir, "0", "here.toml", 2)
	writeEngine(t, f.dir, "0", "away.toml", 2)
	want := f.run("here.toml", "--plain")
	f.join("one", f.invite("one"))
	if got := f.run("away.toml", "--plain", "--no-cores", "--workers", f.address); got != want {
		t.Errorf("here\n%s\nand at a worker\n%s", want, got)
	}
	if found, err := filepath.Glob(filepath.Join(f.dir, "cache", "agon", "rules", "sent-*", "lib", "bonus.txt")); len(found) != 1 {
		t.Errorf("the worker has kept %q, %v", found, err)
	}
	out, err := f.command("verify", "away").Output()
	if err != nil || !strings.HasPrefix(string(out), "4 games verified, 0 refused") {
		t.Errorf("%v\n%s", err, out)
	}

	// Reports of games that nothing plays again cannot be checked.
	text, err := os.ReadFile(filepath.Join(f.dir, "own", "game.toml"))
	if err == nil {
		err = os.WriteFile(filepath.Join(f.dir, "own", "game.toml"), append(text, "deterministic = false\n"...), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	writeContestFile(t, f.dir, "sure.toml")
	out, err = f.command("run", "sure.toml", "--plain", "--no-cores", "--workers", f.address).CombinedOutput()
	if want := "so reports of workers cannot be checked: play them on this machine, without --no-cores"; err == nil ||
		!strings.Contains(string(out), want) {
		t.Errorf("%v\n%s", err, out)
	}
}

// writeContestFile writes the contest of [writeEngine] alone.
func writeContestFile(t *testing.T, dir, name string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "away.toml"))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name), text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// enginesIn returns the processes that work in the folder of the engine's game.
func enginesIn(dir string) (pids []int) {
	found, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, cwd := range found {
		if at, err := os.Readlink(cwd); err == nil && at == filepath.Join(dir, "own") {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(cwd)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// TestKilledEngines kills runs of a contest, and processes of its engine: the table is that of an undisturbed run, and all is verified.
func TestKilledEngines(t *testing.T) {
	tier.Long(t)
	t.Parallel()
	agon, quiet, dir := program(t), t.TempDir(), t.TempDir()
	writeEngine(t, quiet, "0.002", "cup.toml", 20)
	writeEngine(t, dir, "0.002", "cup.toml", 20)
	run := func(at string) *exec.Cmd {
		cmd := exec.Command(agon, "run", "cup.toml", "--json", "--plain", "--sandbox", "none", "--pages", "1")
		cmd.Dir = at
		return cmd
	}
	want, err := run(quiet).Output()
	if err != nil {
		t.Fatal(err)
	}
	killing, stop := context.WithCancel(t.Context())
	defer stop()
	var killer sync.WaitGroup
	killer.Go(func() {
		for killed := 0; killed < 5 && killing.Err() == nil; time.Sleep(100 * time.Millisecond) {
			if pids := enginesIn(dir); len(pids) > 0 && syscall.Kill(pids[0], syscall.SIGKILL) == nil {
				killed++
			}
		}
	})
	for _, moment := range []int{1, 8, 16, 24, 32} {
		cmd := run(dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			cmd.Wait()
			close(ended)
		}()
		for going := true; going && shelved(dir) < moment; { // a run ends where a process was killed twice in one turn
			select {
			case <-ended:
				going = false
			case <-time.After(time.Millisecond):
			}
		}
		cmd.Process.Kill()
		<-ended
		for deadline := time.Now().Add(20 * time.Second); len(enginesIn(dir)) > 0; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("processes %v live on", enginesIn(dir))
			}
		}
	}
	if n := shelved(dir); n >= 40 {
		t.Fatalf("all %d games had been played when it was killed: the test proves nothing", n)
	}
	stop()
	killer.Wait()
	var messages bytes.Buffer
	last := run(dir)
	last.Stderr = &messages
	got, err := last.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, messages.String())
	}
	tables := func(text []byte) string {
		var all map[string]any
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		return timeless(t, all["stages"])
	}
	if tables(got) != tables(want) {
		t.Errorf("the table is\n%s\nand that of the undisturbed contest\n%s", tables(got), tables(want))
	}
	cmd := exec.Command(agon, "verify", "cup")
	cmd.Dir = dir
	if out, err := cmd.Output(); err != nil || !strings.HasPrefix(string(out), "40 games verified, 0 refused\n") {
		t.Errorf("%v: %s", err, out)
	}
}
