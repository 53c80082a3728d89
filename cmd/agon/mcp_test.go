package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// theRight is a bot that passes its check.
const theRight = `
from .bot_control import Move


class Right:
    def get_name(self):
        return "Right"

    def get_contributor(self):
        return "a"

    def determine_next_move(self, grid, enemies, game_info):
        print("thinking")
        return Move.RIGHT
`

// shortGames is a contest of short games.
const shortGames = `
kind = "colour-battle"
seed = 3
[options]
rounds = 25
[[bots]]
ref = "builtin:steve"
`

// toolFiles makes a folder with a contest and bots.
func toolFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"contest.toml": shortGames, "right.py": theRight, "broken.py": "class ("} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// toolClient starts agon mcp and returns a session with it.
func toolClient(t *testing.T, env []string, words ...string) *mcp.ClientSession {
	t.Helper()
	cmd := exec.Command(program(t), append([]string{"mcp"}, words...)...)
	cmd.Env, cmd.Stderr = append(os.Environ(), env...), os.Stderr
	c := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	s, err := c.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("agon mcp ends with %v", err)
		}
	})
	return s
}

// calls calls tools in turn. Each answer must have a text, and fail if it begins with "refused: ".
func calls(t *testing.T, s *mcp.ClientSession, list []toolCall) {
	t.Helper()
	for _, c := range list {
		r, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: c.input})
		if err != nil {
			t.Errorf("%s %v: %v", c.tool, c.input, err)
			continue
		}
		text := r.Content[0].(*mcp.TextContent).Text
		want, fails := strings.CutPrefix(c.want, "refused: ")
		if r.IsError != fails || !strings.Contains(text, want) {
			t.Errorf("%s %v: failed %v: %.2000s; want %q", c.tool, c.input, r.IsError, text, c.want)
		}
	}
}

type toolCall struct {
	tool  string
	input map[string]any
	want  string
}

type inputs = map[string]any

// TestMCP: a client at home lists the tools, plays, looks at a game, keeps a moment of it, and compares.
func TestMCP(t *testing.T) {
	t.Parallel()
	dir := toolFiles(t)
	s := toolClient(t, nil, "--dir", dir, "--sandbox", "none")
	list, err := s.ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) < 12 {
		t.Fatal(list, err)
	}
	resource, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "agon://rules"})
	if err != nil || !strings.Contains(resource.Contents[0].Text, "Colour Battle") {
		t.Errorf("%+v, %v", resource, err)
	}
	calls(t, s, []toolCall{
		{"rules", nil, "builtin:steve"},
		{"protocol", nil, "hello"},
		{"starter", inputs{"language": "python", "to": "new/bot"}, "The starter is in new/bot."},
		{"starter", inputs{"language": "klingon", "to": "other"}, `refused: "klingon"`},
		{"check", inputs{"bot": "right.py"}, `"passed":true`},
		{"check", inputs{"bot": "broken.py"}, `"passed":false`},
		{"play", inputs{"bots": []string{"right.py", "builtin:steve"}, "games": 2, "seed": 5, "replay": "games/g.agon", "log": "logs"},
			`"rounds":25`},
		{"replay", inputs{"file": "games/g-2.agon", "from": 3, "to": 4}, "26 positions in all"},
		{"explain", inputs{"file": "games/g-1.agon"}, "Colour Battle, 25 rounds"},
		{"pin", inputs{"file": "games/g-1.agon", "seat": 0, "turn": 3, "must": []string{"RIGHT"}}, "which answered RIGHT"},
		{"test", inputs{"bot": "right.py", "cases": []string{"cases"}}, `"passed":true`},
		{"compare", inputs{"old": "right.py", "new": "right.py", "games": 2}, `"same":true`},
		{"trial", inputs{"bots": []string{"right.py"}, "games": 1}, `"trials"`},
		{"play", inputs{"bots": []string{"../right.py"}}, "refused: not below the folder"},
		{"play", inputs{"bots": []string{"nothing.py"}}, "refused: no such file"},
		{"play", inputs{"bots": []string{"builtin:nobody"}}, "refused: nobody"},
		{"play", inputs{"bots": "right.py"}, "refused: bots: type: right.py has type"},
		{"replay", inputs{"file": "contest.toml"}, "refused: "},
	})
	for _, name := range []string{"new/bot", "games/g-1.agon", "logs-1"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.CallTool(t.Context(), &mcp.CallToolParams{Name: "eat"}); err == nil {
		t.Error("an unknown tool is called")
	}
}
