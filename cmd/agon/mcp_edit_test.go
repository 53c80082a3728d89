package main

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest/config"
	"agon/lab/agents/desk"
	"agon/lab/tools"
)

// TestToolsOfAnEdit: in an edit agon mcp and agon tool use the desk of the edit.
func TestToolsOfAnEdit(t *testing.T) {
	t.Parallel()
	dir := toolFiles(t)
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(dir, "right.py"), filepath.Join(work, "right.py")); err != nil {
		t.Fatal(err)
	}
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	d := desk.New(desk.Setup{
		Contest: filepath.Join(dir, "contest.toml"), Workspace: work, Limits: config.EditLimits{Submissions: 2, Practice: 20}, Sees: "own",
		Agents: []string{"ann", "bob"}, Name: "ann", Own: own, Bots: []string{"--sandbox", "none"},
		Handed: filepath.Join(dir, "handed"), Dir: filepath.Join(dir, "contest"),
	})
	server := httptest.NewServer(tools.Handler(d))
	defer server.Close()
	env := []string{"AGON_TOOLS=" + server.URL, "AGON_WORKSPACE=" + work}
	s := toolClient(t, env)
	calls(t, s, []toolCall{
		{"play", inputs{"bots": []string{"right.py", "builtin:steve"}, "games": 2, "replay": "practice/g.agon"}, `"rounds":25`},
		{"compare", inputs{"old": "right.py", "new": "right.py", "games": 4}, `"same":true`},
		{"check", inputs{"bot": "right.py"}, `"passed":true`},
		{"play", inputs{"bots": []string{"right.py"}, "games": 20}, "refused: this takes 20 practice games, and "},
		{"replay", inputs{"file": "practice/g-1.agon"}, "26 positions in all"},
		{"submit", inputs{"bot": "right.py"}, `"passed":true`},
		{"opponents", nil, "builtin:steve"},
		{"play", inputs{"bots": []string{"rival:bob@1"}}, "refused: does not show rivals' bots"},
		{"play", inputs{"bots": []string{"../broken.py"}}, "refused: not below the folder"},
		{"logs", nil, "refused: no such contest"},
		{"budget", nil, `"submissions":{"left":1,"most":2,"used":1}`},
	})
	agon := func(words ...string) string {
		cmd := exec.Command(program(t), append([]string{"tool"}, words...)...)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		if exit, ok := err.(*exec.ExitError); ok {
			return string(out) + exit.Error()
		}
		return string(out)
	}
	for _, tt := range []struct {
		words, want string
	}{
		{"", "submit\n    Hand in"},
		{"submit bot=nothing", `agon: there is no "nothing" in the workspace` + "\nexit status 2"},
		{"submit bot=broken.py", "exit status 3"},
		{"submit bot=right.py", "all 2 submissions of this edit are used"},
		{"eat", `no such tool`},
	} {
		if tt.words == "submit bot=broken.py" {
			os.Rename(filepath.Join(dir, "broken.py"), filepath.Join(work, "broken.py"))
		}
		if got := agon(strings.Fields(tt.words)...); !strings.Contains(got, tt.want) {
			t.Errorf("agon tool %s: %s; want %q", tt.words, got, tt.want)
		}
	}
	if err := d.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "handed", "right.py"))
	if sum, why := d.Handed(); err != nil || string(text) != theRight || sum == "" || why == "" {
		t.Errorf("handed in: %.20q, %v (%s; %s)", text, err, sum, why)
	}
	if got := agon("budget"); !strings.Contains(got, "the edit is over") {
		t.Errorf("after the bell: %s", got)
	}
}
