package check

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/game"
	"agon/games/tron"
	"agon/play/worker"
)

// counter is a progress that counts.
type counter struct {
	mu           sync.Mutex
	games, moves int
}

func (h *counter) Begin(games, _ int) { h.games += games }
func (h *counter) Moved(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.moves += n
}

// TestExamine: a bot that plays well passes and repeats its games, one whose answer is no move of the game fails with that answer, and a
// stopped check keeps what it has found.
func TestExamine(t *testing.T) {
	kind := game.New(tron.Spec)
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "moves.txt")
	if err := os.WriteFile(file, []byte("UP\nSIDEWAYS\nUP\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	opener := &lineup.Opener{Kind: kind, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
	entries, err := opener.Open(context.Background(), []string{"builtin:hugger", "script:" + file})
	if err != nil {
		t.Fatal(err)
	}
	progress := &counter{}
	x := &Examination{
		Play:  worker.Play{Kind: kind, Settings: settings, Cores: 1, Secret: bot.DeriveSecret(7), Pages: true},
		Sizes: Sizes(kind), Games: 2, Opener: opener, Repeat: true, Enforced: true, Progress: progress,
	}
	findings := func(v *Verdict) (all string) {
		for _, f := range v.Findings {
			all += f.What + ": " + f.Told + "\n"
		}
		return all
	}
	good := &Verdict{Passed: true}
	if err := x.Examine(context.Background(), good, entries[0], 7); err != nil {
		t.Fatal(err)
	}
	if !good.Passed || good.Moves == 0 || !strings.Contains(findings(good), "repeats: equal seeds gave equal moves") {
		t.Errorf("a built-in bot: %s", findings(good))
	}
	if !strings.Contains(findings(good), "results: first in ") {
		t.Errorf("how the games of a built-in bot ended: %s", findings(good))
	}
	if progress.games != 2*len(x.Sizes) || progress.moves == 0 {
		t.Errorf("the progress has heard of %+v", progress)
	}
	bad := &Verdict{Passed: true}
	if err := x.Examine(context.Background(), bad, entries[1], 7); err != nil {
		t.Fatal(err)
	}
	if bad.Passed || !strings.Contains(findings(bad), "SIDEWAYS") {
		t.Errorf("a bot that makes no moves of the game: %s", findings(bad))
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	cut := &Verdict{Passed: true}
	if err := x.Examine(stopped, cut, entries[0], 7); err == nil || !cut.Stopped || len(cut.Findings) == 0 {
		t.Errorf("a stopped check: %v, %+v", err, cut)
	}
}
