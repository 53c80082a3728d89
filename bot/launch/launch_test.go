package launch

import (
	"strings"
	"sync"
	"testing"

	"agon/bot"
	"agon/internal/cause"
)

// TestCheck: unknown levels, and a required level beside an engine, are the user's mistakes.
func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		o    Options
		want string
	}{
		{Options{}, ""},
		{Options{Level: "none", Require: "full"}, ""},
		{Options{Level: "nonsense"}, "and engine, docker and podman"},
		{Options{Require: "nonsense"}, "and engine, docker and podman"},
		{Options{Level: "docker", Require: "full"}, "--require-sandbox is about agon's own sandbox, and --sandbox docker uses an engine"},
	} {
		err := New(tt.o).Check()
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) ||
			cause.Of(err) != cause.User) {
			t.Errorf("%+v: %v", tt.o, err)
		}
	}
}

// TestOpen: it opens with the first bot that needs it, warns once that bots have all rights, and may be asked meanwhile what it is.
func TestOpen(t *testing.T) {
	var warned []string
	l := New(Options{Level: "none", Warn: func(text string) { warned = append(warned, text) }})
	if l.Level() != "unused" || l.Failed() != nil || l.Close() != nil {
		t.Error("it is open before a bot needs it")
	}
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() { l.About(); l.Open(); l.Level() })
	}
	work.Wait()
	defer l.Close()
	if l.Level() != "none" || len(warned) != 1 || !strings.HasPrefix(warned[0], "no sandbox: bots run with all your rights") {
		t.Errorf("level %s, warned of %q", l.Level(), warned)
	}
	p, err := l.Start(bot.Command{Path: "/bin/sh", Args: []string{"-c", "exit 0"}})
	if err != nil {
		t.Fatal(err)
	}
	p.Kill()
	p.Wait()
}

// TestRequired: a sandbox that is too weak is the host's failure, with which no bot starts.
func TestRequired(t *testing.T) {
	l := New(Options{Level: "none", Require: "full", Strangers: true})
	if err := l.Open(); cause.Of(err) != cause.OfHost || !strings.Contains(err.Error(), "and full is required") || l.Failed() == nil {
		t.Error(err)
	}
	if _, err := l.Start(bot.Command{}); err == nil {
		t.Error("a bot starts")
	}
	if l.Level() != "unused" || l.Rooted() == nil || l.Close() != nil {
		t.Error("it is open")
	}
}
