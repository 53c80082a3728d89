package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/bot/sandbox"
)

// TestRemoteAgents: two agents that join from elsewhere, one by agon tool and one by the MCP server, and a local one give the tables that
// the same agents give when all are local. What a command leaves behind ends with it.
func TestRemoteAgents(t *testing.T) {
	t.Parallel()
	if level, err := sandbox.Best(); err != nil || level < sandbox.Namespaces {
		t.Skipf("no namespaces: level %v, %v", level, err)
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	agon, local := linked(t), agentsContest(t)
	shorten(t, local, "worsener idler", "")
	if out, err := exec.Command(agon, "agents", filepath.Join(local, "contest.toml")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	remote := agentsContest(t)
	shorten(t, remote, "worsener idler", "tuner client")
	file := filepath.Join(remote, "contest.toml")
	if out, err := exec.Command(agon, "agents", file).CombinedOutput(); err == nil || !strings.Contains(string(out), "--listen :8001") {
		t.Errorf("without --listen: %v\n%s", err, out)
	}
	tokens := map[string]string{"tuner": tokenOf(t, agon, file, "tuner"), "client": tokenOf(t, agon, file, "client")}
	host := startHost(t, agon, "agents", file, "--fresh", "--listen", "127.0.0.1:0", "--plain")
	var joined sync.WaitGroup
	for name, token := range tokens {
		joined.Go(func() {
			out, err := joining(t, agon, host.address, token, "python3", filepath.Join(remote, name+".py")).CombinedOutput()
			if err != nil || !strings.Contains(string(out), "is over") {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		})
	}
	if err := <-host.ended; err != nil {
		t.Fatalf("%v\n%s", err, host.told())
	}
	joined.Wait()
	for _, want := range []string{"round 3, tuner: tuner ended after", "it edited on a machine of its own; a new version plays"} {
		if !strings.Contains(host.told(), want) {
			t.Errorf("it does not say %q:\n%s", want, host.told())
		}
	}
	if one, other := tablesOf(t, local), tablesOf(t, remote); one != other {
		t.Errorf("the tables differ:\n%s\n\n%s", one, other)
	}
}

// tablesOf returns the standings of all rounds of a contest and what is said of its agents, without times.
func tablesOf(t *testing.T, dir string) string {
	t.Helper()
	lines := strings.Split(pageOf(t, dir, "agents/verdict.md"), "\n")
	for line := range strings.Lines(pageOf(t, dir, "standings.md")) {
		if cells := strings.Split(line, "|"); len(cells) == 12 {
			lines = append(lines, strings.Join(cells[:10], "|"))
		}
	}
	if len(lines) < 20 {
		t.Errorf("the report of %s has no tables: %q", dir, lines)
	}
	return strings.Join(lines, "\n")
}

// TestSiteHostsAgents: a site plays a contest of two remote agents to its end, though it is killed in the middle, and its table is that of
// agon agents. Its page says who edits, and a token of the desk is the agent's.
func TestSiteHostsAgents(t *testing.T) {
	t.Parallel()
	if level, err := sandbox.Best(); err != nil || level < sandbox.Namespaces {
		t.Skipf("no namespaces: level %v, %v", level, err)
	}
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	agon, local := linked(t), agentsContest(t)
	shorten(t, local, "worsener idler mender", "")
	if out, err := exec.Command(agon, "agents", filepath.Join(local, "contest.toml")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := &servedSite{t: t, agon: agon, dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	arena, from := filepath.Join(s.dir, "contests", "arena"), agentsContest(t)
	shorten(t, from, "worsener idler mender", "tuner client")
	if err := os.CopyFS(arena, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	s.start()
	t.Cleanup(func() {
		s.cmd.Process.Kill()
		s.cmd.Wait()
	})
	olga := s.join(s.invited, "Olga")
	api := &caller{t, s.address, olga.token()}
	if code, text := api.callJSON("POST", "/api/v1/contests/arena/agents/token", []byte(`{"agent":"bob","why":"x"}`)); code != 422 ||
		!strings.Contains(text, "is no agent of Scripted agents that edits") {
		t.Errorf("a token of nobody: %d %s", code, text)
	}
	code, text := api.callJSON("POST", "/api/v1/contests/arena/agents/token", []byte(`{"agent":"tuner","why":"it joins"}`))
	if code != 201 {
		t.Fatalf("a token: %d %s", code, text)
	}
	olga.post("/c/arena/agents/token", "agent", "client", "why", "it joins")
	tokens := map[string]string{"tuner": text, "client": olga.text("/c/arena/desk")}
	olga.post("/c/arena/start")
	olga.until("/c/arena", "edits, ", "failed")
	if page := olga.text("/c/arena"); !strings.Contains(page, "round 1 of 3") {
		t.Errorf("the page of the contest: %s", page)
	}
	for _, path := range []string{"arena", "none"} {
		wrong := &caller{t, s.address, "agon_agent_WRONG"}
		code, text := wrong.call("GET", "/api/v1/contests/"+path+"/agent/edit", nil)
		if code != 401 || !strings.Contains(text, "this token is not valid: the") {
			t.Errorf("%s with a wrong token: %d %s", path, code, text)
		}
	}
	var joined sync.WaitGroup
	defer joined.Wait()
	for name, text := range tokens {
		token := regexp.MustCompile(`agon_agent_[A-Z0-9]+`).FindString(text)
		joined.Go(func() {
			out, err := joining(t, agon, s.address+"/c/arena", token, "python3", filepath.Join(arena, name+".py")).CombinedOutput()
			if err != nil || !strings.Contains(string(out), "is over") {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		})
	}
	for _, err := os.Stat(filepath.Join(arena, "contest", "agents", "tuner", "rounds", "02", "transcript.log")); err != nil; {
		_, err = os.Stat(filepath.Join(arena, "contest", "agents", "tuner", "rounds", "02", "transcript.log"))
		time.Sleep(10 * time.Millisecond)
	}
	s.cmd.Process.Kill()
	s.cmd.Wait()
	s.start()
	olga.until("/c/arena", ">finished<", "failed")
	if one, other := tablesOf(t, local), tablesOf(t, arena); one != other {
		t.Errorf("the tables differ:\n%s\n\n%s", one, other)
	}
	if page := olga.text("/c/arena/report/agents/index.html"); !strings.Contains(page, "tuner") {
		t.Errorf("the page about the agents: %s", page)
	}
}

// shorten makes a contest of three rounds, in which some agents are missing and some are remote.
func shorten(t *testing.T, dir, missing, remote string) {
	t.Helper()
	file := filepath.Join(dir, "contest.toml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	seats := fmt.Sprintf("seats = %d\n", min(3, 5-len(strings.Fields(missing)))) // of the agents that are left
	short := strings.NewReplacer("rounds = 10\n", "rounds = 3\n", "edit = \"1m\"", "edit = \"10m\"", "seats = 3\n", seats).Replace(
		string(text))
	for _, name := range strings.Fields(missing) {
		short = strings.Replace(short, "[[agents.agent]]\nname = \""+name+"\"\nrun = \"python3 "+name+".py\"\n", "", 1)
	}
	for _, name := range strings.Fields(remote) {
		short = strings.Replace(short, "run = \"python3 "+name+".py\"", "remote = true", 1)
	}
	if err := os.WriteFile(file, []byte(short), 0o644); err != nil {
		t.Fatal(err)
	}
}

// tokenOf makes a token of an agent.
func tokenOf(t *testing.T, agon, file, agent string) string {
	t.Helper()
	out, err := exec.Command(agon, "agents", "token", file, agent).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// joining returns a command that takes part as the agent of a token, in a folder of its own.
func joining(t *testing.T, agon, address, token string, command ...string) *exec.Cmd {
	cmd := exec.Command(agon, append([]string{"agents", "join", address, "--folder", filepath.Join(t.TempDir(), "w"), "--"}, command...)...)
	cmd.Env = append(os.Environ(), "AGON_TOKEN="+token)
	return cmd
}

// A hosting is a process that agents connect to.
type hosting struct {
	*exec.Cmd
	address string
	mu      sync.Mutex
	text    bytes.Buffer
	found   chan string
	ended   chan error
}

var atAddress = regexp.MustCompile(`http://[0-9.:]+`)

// Write takes what the process says, and finds its address.
func (h *hosting) Write(b []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.text.Write(b)
	if at := atAddress.FindString(h.text.String()); at != "" && strings.Contains(h.text.String(), "\n") {
		select {
		case h.found <- at:
		default:
		}
	}
	return len(b), nil
}

func (h *hosting) told() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// startHost starts agon, which says at which address it listens.
func startHost(t *testing.T, agon string, words ...string) *hosting {
	t.Helper()
	h := &hosting{Cmd: exec.Command(agon, words...), found: make(chan string, 1), ended: make(chan error, 1)}
	h.Stderr = h
	if err := h.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Process.Kill() })
	go func() { h.ended <- h.Wait() }()
	select {
	case h.address = <-h.found:
	case err := <-h.ended:
		t.Fatalf("%v\n%s", err, h.told())
	}
	return h
}
