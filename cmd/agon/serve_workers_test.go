package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"agon/internal/tier"
	"agon/site/wire"
)

// hall is a contest of a site whose games workers play.
const hall = `
kind = "colour-battle"
name = "Hall"
seed = %d
[options]
rounds = 60
[[bots]]
ref = "walker=walker.py"
[[bots]]
ref = "rambo=builtin:rambo"
[[bots]]
ref = "steve=builtin:steve"
[[stages]]
name = "all"
format = "round-robin"
games = 150
seats = 2
`

// TestSiteWorkers: workers play the contests of a site, one after the other; the server is killed meanwhile. The desk shows them, and the
// tables are those of runs on one machine.
func TestSiteWorkers(t *testing.T) {
	tier.Alone(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	l.Close()
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir(),
		more: []string{"--workers", at, "--no-cores", "--slice", "2s", "--pages", "3"}}
	os.Chmod(s.dir, 0o755) // bots run as other users
	want := map[string]string{}
	for seed, name := range []string{"one", "two"} {
		text := fmt.Sprintf(hall, seed)
		s.writeContest(name, text)
		alone := t.TempDir()
		os.Chmod(alone, 0o755)
		for path, text := range map[string]string{
			filepath.Join(s.dir, "contests", name, "walker.py"): fmt.Sprintf(siteWalker, "return Move.LEFT"),
			filepath.Join(alone, "walker.py"):                   fmt.Sprintf(siteWalker, "return Move.LEFT"),
			filepath.Join(alone, "contest.toml"):                text,
		} {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		out, err := exec.Command(s.agon, "run", filepath.Join(alone, "contest.toml"), "--json").Output()
		var run struct {
			Stages []struct{ Standings []wire.Standing }
		}
		if err == nil {
			err = json.Unmarshal(out, &run)
		}
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, line := range run.Stages[0].Standings {
			want[name] += resultOf(t, line)
		}
	}
	s.start()
	olga := s.join(s.invited, "Olga")
	c := &caller{t: t, at: s.address, token: olga.token()}
	for name := range want {
		if code, text := c.callJSON("POST", "/api/v1/contests/"+name+"/start", nil); code != 200 {
			t.Fatalf("%s does not start: %d %s", name, code, text)
		}
	}
	for _, name := range []string{"hall-1", "hall-2"} {
		worker, out := s.worker(name)
		t.Cleanup(func() {
			worker.Process.Signal(syscall.SIGTERM)
			if err := worker.Wait(); err != nil {
				t.Errorf("%s does not leave: %v", name, err)
			}
			t.Logf("%s: %s", name, out)
		})
	}
	limits := false                   // a desk has said what limits its contest
	played := func() map[string]int { // games by worker, as the desks say
		games := map[string]int{}
		for name := range want {
			_, text := c.call("GET", "/api/v1/contests/"+name+"/desk", nil)
			var desk wire.Desk
			if err := json.Unmarshal([]byte(text), &desk); err != nil {
				t.Errorf("%v: %s", err, text)
			}
			page := olga.text("/c/" + name + "/desk")
			limits = limits || desk.Limited != "" && strings.Contains(desk.Limited, "the contest")
			for _, w := range desk.Workers {
				games[w.Name] += w.Games
				if w.Agon == "" || w.Host == "" {
					t.Errorf("the desk does not know the host or the agon of a worker: %+v", w)
				}
				if !strings.Contains(page, w.Name) {
					t.Errorf("the desk of %s does not show worker %s:\n%s", name, w.Name, page)
				}
			}
		}
		return games
	}
	for begun, games := time.Now(), played(); games["hall-1"] == 0 || games["hall-2"] == 0 || !limits; games = played() {
		if time.Since(begun) > patience {
			t.Fatalf("the desks say that workers have played these games: %v; what limits a contest: %v", games, limits)
		}
	}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	s.start()
	t.Cleanup(s.stop)
	for name, table := range want {
		over := c.contest(name, func(c *wire.Contest) bool { return c.State == "over" || c.State == "failed" })
		got := ""
		if over.Table != nil {
			for _, line := range over.Table.Standings {
				got += resultOf(t, line)
			}
		}
		if got != table {
			t.Errorf("%s, which is %s %s:\n%s\nwant\n%s", name, over.State, over.Why, got, table)
		}
	}
}

// resultOf returns what a line of a table says of a bot's games.
func resultOf(t *testing.T, line wire.Standing) string {
	t.Helper()
	var l struct {
		Rank, Played  int
		Bot           string
		Score, Points float64
	}
	if err := json.Unmarshal(line.RawMessage, &l); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintln(l.Rank, l.Bot, l.Played, l.Score, l.Points)
}

// worker starts a worker of one core that the site invites; out has what it says, once it has ended.
func (s *servedSite) worker(name string) (worker *exec.Cmd, out *strings.Builder) {
	s.t.Helper()
	line, err := exec.Command(s.agon, "invite", "worker", name, s.dir).Output()
	if err != nil {
		s.t.Fatalf("%v: %s", err, stderr(err))
	}
	worker, out = exec.Command(s.agon, "worker", strings.TrimPrefix(strings.TrimSpace(string(line)), "agon worker "), "--cores", "1",
		"--cache", filepath.Join(s.dir, "files-"+name)), &strings.Builder{}
	worker.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(s.dir, "cache"))
	worker.Stdout, worker.Stderr = out, out
	if err := worker.Start(); err != nil {
		s.t.Fatal(err)
	}
	return worker, out
}
