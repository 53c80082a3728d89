package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/bot/sandbox"
	"agon/internal/tier"
)

// TestKilledAgents: a contest of scripted agents whose process is killed again and again ends with the table and the verdict of one that
// nobody disturbed. The agents are real programs: one tries a parameter, one mends what its check refused, one gets worse, one does
// nothing, and one is a client of the MCP server.
func TestKilledAgents(t *testing.T) {
	tier.Long(t)
	if level, err := sandbox.Best(); err != nil || level < sandbox.Namespaces {
		t.Skipf("no namespaces: level %v, %v", level, err)
	}
	agon, whole := linked(t), agentsContest(t)
	if out, err := exec.Command(agon, "agents", filepath.Join(whole, "contest.toml")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	killed, kills := agentsContest(t), 0
	for kills < 30 {
		var out bytes.Buffer
		cmd := exec.Command(agon, "agents", filepath.Join(killed, "contest.toml"))
		cmd.Stderr = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(rand.IntN(2000))*time.Millisecond, func() { cmd.Process.Kill() })
		if err := cmd.Wait(); err == nil {
			break
		} else if cmd.ProcessState.ExitCode() >= 0 {
			t.Fatalf("after %d kills: %v\n%s", kills, err, out.String())
		}
		kills++
	}
	if out, err := exec.Command(agon, "agents", filepath.Join(killed, "contest.toml")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("killed %d times", kills)
	for _, file := range []string{"standings.md", "agents/verdict.md", "agents/index.html"} {
		one, other := pageOf(t, whole, file), pageOf(t, killed, file)
		if one != other {
			t.Errorf("%s differs:\n%s\n\n%s", file, one, other)
		}
	}
	if !strings.Contains(pageOf(t, whole, "agents/verdict.md"), "| mender |") {
		t.Error("the verdict has no line of an agent")
	}
}

// linked returns the path of this test binary as agon, which finds itself by that name in the sandbox, too.
func linked(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "agon")
	if os.Link(self, name) != nil { // on another file system
		copyFile(t, self, name)
		err = os.Chmod(name, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// decidedAt matches when something was decided.
var decidedAt = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`)

// pageOf returns a file of a report without the times that were measured.
func pageOf(t *testing.T, dir, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "contest", "report", file))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	timed, byTime := 0, false // the column of times in a table, from 1, and whether its order follows from times
	for line := range strings.Lines(decidedAt.ReplaceAllString(string(text), "")) {
		cells := strings.Split(line, "|")
		switch at := slices.IndexFunc(cells, func(c string) bool { return strings.Contains(c, `us\]`) }); {
		case len(cells) == 1:
			timed, byTime = 0, false
		case at > 0:
			timed, byTime = at, strings.Contains(line, `/us\]`)
		}
		if timed > 0 {
			cells[timed] = ""
		}
		if !byTime && !strings.Contains(line, " s</td>") {
			lines = append(lines, strings.Join(cells, "|"))
		}
	}
	return strings.Join(lines, "")
}

// agentsContest writes a contest of five scripted agents into a folder.
func agentsContest(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{"tuner", "mender", "worsener", "idler", "client"} {
		copyFile(t, filepath.Join("testdata", "agents", name+".py"), filepath.Join(dir, name+".py"))
	}
	copyFile(t, filepath.Join("testdata", "agents", "bot.py"), filepath.Join(dir, "first", "bot.py"))
	var file strings.Builder
	file.WriteString(`name = "Scripted agents"
kind = "colour-battle"
seed = 5
[options]
rounds = 20
[agents]
rounds = 10
edit = "1m"
start = "first"
`)
	for _, name := range []string{"tuner", "mender", "worsener", "idler", "client"} {
		fmt.Fprintf(&file, "[[agents.agent]]\nname = %q\nrun = \"python3 %s.py\"\n", name, name)
	}
	file.WriteString(`[[bots]]
ref = "builtin:steve"
[[stages]]
format = "arena"
seats = 3
games = 3
`)
	if err := os.WriteFile(filepath.Join(dir, "contest.toml"), []byte(file.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// copyFile copies a file, and makes its folder.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
