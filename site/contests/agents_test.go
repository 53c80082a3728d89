package contests

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest/config"
	"agon/lab/agents"
	"agon/lab/agents/remote"
)

// A site plays a contest of agents once, if it plays any. A token makes no contest begun, and is one of a remote agent.
func TestAgentsOfASite(t *testing.T) {
	h := opened(t, t.TempDir(), nil)
	defer h.close(t)
	write := func(keys string) *Contest {
		t.Helper()
		folder := filepath.Join(h.dir, "contests", "arena")
		text := "name = \"Arena\"\nkind = \"tron\"\n[agents]\n" + keys + "[[agents.agent]]\nname = \"ann\"\nremote = true\n" +
			"[[agents.agent]]\nname = \"bob\"\nrun = \"./bob.sh\"\n"
		if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, FileName), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		return h.find(t, "arena")
	}
	refused := func(c *Contest, want string) {
		t.Helper()
		var conflict *Conflict
		if err := h.Start(t.Context(), c); !errors.As(err, &conflict) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	refused(write(""), "This site plays no contests of agents.")
	h.setup.Agents = func(*config.File, string) (*agents.Setup, error) { return nil, errors.New("no") }
	c := write("repeat = 3\n")
	refused(c, "A site plays a contest of agents once: remove repeat from its file")
	for agent, fails := range map[string]bool{"ann": false, "bob": true, "../ann": true, "": true} {
		var conflict *Conflict
		if token, err := h.NewAgentToken(c, agent); (err != nil) != fails || fails && !errors.As(err, &conflict) || !fails && token == "" {
			t.Errorf("a token of %q: %q, %v", agent, token, err)
		}
	}
	if c.Begun() {
		t.Error("a contest with a token has begun")
	}
	if s := h.Remote(c); s == nil || s != h.Remote(c) {
		t.Error("its remote agents are not served")
	}
	if err := os.MkdirAll(filepath.Join(c.Dir(), remote.Folder, "ann", "rounds", "01"), 0o755); err != nil {
		t.Fatal(err)
	}
	if !c.Begun() {
		t.Error("a contest with an edit has not begun")
	}
}
