package fleet_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"agon/bot/image/imagetest"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/fleet"
	"agon/contest/fleet/member"
	"agon/contest/run"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
)

// hands is a contest of two container images and a bot that came with the kind.
const hands = `
kind = "rps"
name = "Hands"
seed = 5
[options]
rounds = 7
[[bots]]
ref = "One=docker-archive:%[1]s"
[[bots]]
ref = "Two=docker-archive:%[1]s"
[[bots]]
ref = "Three=builtin:%[2]s"
[[stages]]
name = "all"
format = "round-robin"
games = 3
`

// boxed returns an opener with a sandbox and a cache of its own.
func boxed(t *testing.T) func(*game.Kind) *lineup.Opener {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil || level < sandbox.Namespaces {
		t.Skipf("the best sandbox here is %v, and images need level namespaces (%v)", level, err)
	}
	launcher, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.MkdirTemp("", "agon-fleet-images-")
	if err != nil {
		t.Fatal(err)
	}
	os.Chmod(cache, 0o755) // bots run as other users
	t.Cleanup(func() { launcher.Close(); os.RemoveAll(cache) })
	return func(k *game.Kind) *lineup.Opener {
		o := opener(t, k)
		o.Launcher, o.Cache = launcher, cache
		return o
	}
}

// TestImagesPlayAtWorkers: container images travel in layers to a worker with a sandbox, and a worker without one gets none of their games.
func TestImagesPlayAtWorkers(t *testing.T) {
	t.Parallel()
	here := boxed(t)
	kind, err := all.Find("rps")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	archive := filepath.Join(dir, "bot.tar")
	imagetest.Archive(t, archive, imagetest.Static(t), "bot:1")
	open := func() *contest.Contest {
		t.Helper()
		file := filepath.Join(t.TempDir(), "contest.toml")
		if err := os.WriteFile(file, fmt.Appendf(nil, hands, archive, kind.Builtins[0].Name), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := config.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := contest.Open(t.Context(), f,
			contest.Setup{Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
				Opener: func(k *game.Kind, _ *config.File) *lineup.Opener { return here(k) }})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		for _, e := range c.Entries {
			if e.Broken != "" {
				t.Fatalf("%s cannot play: %s", e.Name, e.Broken)
			}
		}
		return c
	}
	alone := open()
	if _, err := run.Run(t.Context(), alone, run.Options{Cores: 2}); err != nil {
		t.Fatal(err)
	}
	want := results(t, alone)

	h := hallOf(t, open(), 10*time.Second)
	there := boxed(t)
	h.worker("bare", nil) // its bots are started without a sandbox
	h.join(member.Options{Name: "boxed", Link: h.link.Worker("boxed", fleet.Classes("boxed")...),
		Opener: func(k *game.Kind, _ run.Terms) *lineup.Opener { return there(k) }})
	same(t, h.play(), want)
	if h.noted("played on this machine only") {
		t.Error("an image does not travel")
	}
	for _, w := range h.server.Workers() {
		if w.Name == "boxed" && w.Played == 0 || w.Aside != "" {
			t.Errorf("worker %s has played %d games; set aside: %q", w.Name, w.Played, w.Aside)
		}
	}
}
