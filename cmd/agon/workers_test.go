package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/internal/tier"
	"agon/show/report"
)

// meeting is a contest with bots in Python and C++, whose moves depend on the generators that agon seeds, not on time.
const meeting = `
kind = "colour-battle"
name = "Meeting"
seed = 5
[options]
rounds = 40
[[bots]]
ref = "walker=walker.py"
[[bots]]
ref = "fast=fast.cpp"
[[bots]]
ref = "rambo=builtin:rambo"
[[bots]]
ref = "steve=builtin:steve"
[[stages]]
name = "all"
format = "round-robin"
games = %d
seats = 2
`

// walker is a bot in Python with the body of its move.
const walker = `from ..bot_control import Move


class Walker:
    def get_name(self): return "walker"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        %s
`

// fast is a bot in C++ that speaks the agon protocol: it moves in a pattern.
const fast = `#include <iostream>
#include <string>
int main() {
	std::string line;
	std::getline(std::cin, line);
	std::cout << "{\"name\":\"fast\"}" << std::endl;
	int turn = 0;
	while (std::getline(std::cin, line))
		if (line.find("\"turn\"") != std::string::npos)
			std::cout << (turn++ % 2 ? "UP" : "LEFT") << std::endl;
}
`

// A fleetTest is a contest on this machine's loopback address with workers in processes of their own.
type fleetTest struct {
	t       *testing.T
	agon    string
	dir     string
	address string

	mu  sync.Mutex
	all []*exec.Cmd
}

func newFleetTest(t *testing.T, games int) *fleetTest {
	f := &fleetTest{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(f.dir, 0o755) // bots run as other users
	text := fmt.Sprintf(meeting, games)
	if _, err := exec.LookPath("g++"); err != nil {
		text = strings.Replace(text, "[[bots]]\nref = \"fast=fast.cpp\"\n", "", 1)
	}
	for name, content := range map[string]string{"here.toml": text, "away.toml": text,
		"walker.py": fmt.Sprintf(walker, "import random; return random.choice([Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT])"),
		"fast.cpp":  fast} {
		if err := os.WriteFile(filepath.Join(f.dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f.address = l.Addr().String()
	l.Close()
	t.Cleanup(func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, cmd := range f.all {
			cmd.Process.Kill()
			cmd.Wait()
		}
	})
	return f
}

// run runs the contest of a file to its end and returns the games of each bot: places, scores and faults, without times.
func (f *fleetTest) run(file string, args ...string) string {
	f.t.Helper()
	out, err := f.command(append([]string{"run", file, "--json"}, args...)...).Output()
	if err != nil {
		f.t.Fatalf("%v\n%s", err, stderr(err))
	}
	return untimed(f.t, out)
}

func stderr(err error) []byte {
	if exit, ok := err.(*exec.ExitError); ok {
		return exit.Stderr
	}
	return nil
}

// untimed returns the standings of a run as JSON without what differs from run to run.
func untimed(t *testing.T, text []byte) string {
	t.Helper()
	var run struct {
		Stages []struct {
			Standings []map[string]any `json:"standings"`
		} `json:"stages"`
	}
	if err := json.Unmarshal(text, &run); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	var lines []string
	for _, s := range run.Stages {
		for _, line := range s.Standings {
			if line["faults"] != 0.0 {
				t.Errorf("%v has %v faults", line["bot"], line["faults"])
			}
			var values []string
			for _, key := range []string{"rank", "bot", "author", "played", "score", "deviation", "best", "wins", "draws", "losses",
				"points", "faults", "lost_on_time"} {
				value, ok := line[key]
				if !ok {
					t.Errorf("the standings have no %s", key)
				}
				values = append(values, fmt.Sprint(key, " ", value))
			}
			lines = append(lines, strings.Join(values, ", "))
		}
	}
	if len(lines) == 0 {
		t.Fatalf("no standings in %s", text)
	}
	return strings.Join(lines, "\n")
}

func (f *fleetTest) command(args ...string) *exec.Cmd {
	cmd := exec.Command(f.agon, args...)
	cmd.Dir = f.dir
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(f.dir, "cache"))
	return cmd
}

// start starts a process that ends with the test.
func (f *fleetTest) start(args ...string) (cmd *exec.Cmd, out *bytes.Buffer) {
	f.t.Helper()
	cmd, out = f.command(args...), &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		f.t.Fatal(err)
	}
	f.mu.Lock()
	f.all = append(f.all, cmd)
	f.mu.Unlock()
	return cmd, out
}

// invite returns the line of an invitation.
func (f *fleetTest) invite(name string) string {
	f.t.Helper()
	line, err := f.command("invite", "worker", name, "away.toml", "--at", f.address).Output()
	if err != nil {
		f.t.Fatalf("%v\n%s", err, stderr(err))
	}
	return strings.TrimPrefix(strings.TrimSpace(string(line)), "agon worker ")
}

func (f *fleetTest) join(name, invitation string) *exec.Cmd {
	f.t.Helper()
	cmd, out := f.start("worker", invitation, "--cores", "1", "--cache", filepath.Join(f.dir, "files-"+name))
	f.t.Cleanup(func() { f.t.Logf("%s: %s", name, out) })
	return cmd
}

// TestAWorkerIsKilled: a contest is played by two workers, one of which is killed with orders. The table is that of a run on one machine,
// and the run says what each worker did.
func TestAWorkerIsKilled(t *testing.T) {
	t.Parallel()
	f := newFleetTest(t, 8)
	want := f.run("here.toml")
	one, two := f.invite("one"), f.invite("two")
	server := f.command("run", "away.toml", "--json", "--plain", "--no-cores", "--workers", f.address)
	var out bytes.Buffer
	server.Stdout = &out
	messages, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	victim := f.join("one", one)
	var lines []string
	for in := bufio.NewScanner(messages); in.Scan(); {
		lines = append(lines, in.Text())
		if strings.Contains(in.Text(), "worker one is here") {
			victim.Process.Kill()
			f.join("two", two)
		}
	}
	if err := server.Wait(); err != nil {
		t.Fatalf("%v: %s", err, strings.Join(lines, "\n"))
	}
	if got := untimed(t, out.Bytes()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	var run struct {
		Workers []report.Worker
		Limit   string
	}
	if err := json.Unmarshal(out.Bytes(), &run); err != nil || len(run.Workers) != 2 || run.Workers[1].Games == 0 {
		t.Errorf("the run says %+v of its workers, %v", run.Workers, err)
	}
	if killed := run.Workers[0]; killed.Here || killed.Out > 0 || !killed.NeedsLook() || killed.Version == "" || killed.System == "" {
		t.Errorf("the run says of the worker that was killed: %+v", killed)
	}
	if !strings.Contains(run.Limit, " limits the contest: ") && !strings.Contains(run.Limit, " limit the contest: ") &&
		!strings.Contains(run.Limit, "waits for workers") {
		t.Errorf("the run says of what limited it: %q", run.Limit)
	}
	if text, err := f.command("verify", "away").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, text)
	}
}

// TestWorkersAndServerAreKilled: workers are killed again and again, and so is the server. The table is that of a run on one machine.
func TestWorkersAndServerAreKilled(t *testing.T) {
	tier.Alone(t)
	games, rounds := 150, 1
	if n, err := strconv.Atoi(os.Getenv("AGON_SOAK")); err == nil {
		games, rounds = 700, n
	}
	for range rounds {
		f := newFleetTest(t, games)
		want := f.run("here.toml")
		invitations := map[string]string{}
		for _, name := range []string{"one", "two", "three"} {
			invitations[name] = f.invite(name)
		}
		f.join("three", invitations["three"])
		kills := make(chan struct{})
		var killer sync.WaitGroup
		killer.Go(func() {
			for nth := 0; ; nth++ {
				name := []string{"one", "two"}[nth%2]
				cmd := f.join(name, invitations[name])
				select {
				case <-kills:
					return
				case <-time.After(3 * time.Second): // a life
				}
				cmd.Process.Kill()
				cmd.Wait()
			}
		})
		var got string
		for nth := 0; ; nth++ {
			server := f.command("run", "away.toml", "--json", "--no-cores", "--workers", f.address)
			var out, messages bytes.Buffer
			server.Stdout, server.Stderr = &out, &messages
			if err := server.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- server.Wait() }()
			var err error
			select {
			case err = <-ended:
			case <-time.After(time.Duration(3+3*nth) * time.Second): // each life longer than the one before
				if nth < 3 {
					server.Process.Kill()
				}
				err = <-ended
			}
			t.Logf("%v: %s", err, &messages)
			if err == nil {
				if nth == 0 {
					t.Error("the contest was over before the server was killed")
				}
				got = untimed(t, out.Bytes())
				break
			}
			if nth >= 3 {
				t.Fatal("the run fails")
			}
		}
		close(kills)
		killer.Wait()
		if got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
		if text, err := f.command("verify", "away").CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, text)
		}
	}
}
