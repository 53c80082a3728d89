package compare

import (
	"context"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/tron"
	"agon/lab/session"
)

// setup returns a comparison of two built-in bots, in a folder of its own.
func setup(t *testing.T, old, other string) *Setup {
	t.Helper()
	kind := game.New(tron.Spec)
	s := session.New(session.Options{Kinds: func(string) (*game.Kind, error) { return kind, nil }, Set: []string{"width=12", "height=8"},
		Seed: 1, Seeded: true})
	t.Cleanup(func() { s.Close() })
	c := &Setup{
		Session: s, Old: old, New: other, Keys: map[string]any{"games": 64, "seats": 0, "until": "95%",
			"margin": 0.0}, Seed: 1, Seeded: true, Dir: t.TempDir(), Cores: 1,
		Contest: contest.Setup{Kinds: s.Kinds, Formats: formats.Formats, Ledgers: ledgers.Ledgers{}, Opener: s.OpenerFor},
		Note:    func(string) {}, Look: func(Progress) {},
	}
	var err error
	if c.Kind, c.Settings, err = s.Kind("tron"); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCompare: the better bot is found, the same comparison goes on without a game, and a stopped one says so.
func TestCompare(t *testing.T) {
	t.Parallel()
	s := setup(t, "builtin:random", "builtin:voronoi")
	first, err := Compare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if !first.Better() || first.Stopped || first.Bots[1].Wins == 0 || first.Bots[1].Name != "voronoi" ||
		!strings.HasPrefix(first.Text, "voronoi is better than random: ") || first.Games > 64 {
		t.Errorf("%+v", first)
	}
	again, err := Compare(t.Context(), s)
	if err != nil || again.Games != first.Games || again.Text != first.Text {
		t.Errorf("again: %v, %+v", err, again)
	}
	s = setup(t, "one=builtin:random", "two=builtin:random")
	s.Keys["games"] = 1_000_000
	stopped, stop := context.WithCancel(t.Context())
	s.Look = func(Progress) { stop() }
	if c, err := Compare(stopped, s); err != nil || !c.Stopped {
		t.Errorf("stopped: %v, %+v", err, c)
	}
}

// TestFile: games are played with the tools that bots are built with.
func TestFile(t *testing.T) {
	t.Parallel()
	s := setup(t, "builtin:random", "builtin:hugger")
	s.Session.Tools = session.Tools{Runtimes: []string{"node=/opt/node"}, Libraries: "/opt/jars", Shims: []string{"numpy"}}
	f, err := s.file()
	if err != nil || f.Runtimes["node"] != "/opt/node" || f.Packages != "/opt/jars" || len(f.Shims) != 1 || len(f.Bots) != 2 {
		t.Errorf("%+v, %v", f, err)
	}
	s.Session.Tools.Runtimes = []string{"node"}
	if _, err := s.file(); err == nil {
		t.Error("a runtime without a path")
	}
}

// TestSum: another bot, other opponents and other keys are another comparison.
func TestSum(t *testing.T) {
	t.Parallel()
	s := setup(t, "builtin:random", "builtin:hugger")
	sums := map[string]string{}
	add := func(what string, refs ...string) {
		sum, err := Sum(t.Context(), s, refs...)
		if err != nil {
			t.Fatal(err)
		}
		if had := sums[sum]; had != "" {
			t.Errorf("%s has the sum of %s", what, had)
		}
		sums[sum] = what
	}
	add("two bots", "builtin:random", "builtin:hugger")
	add("another bot", "builtin:random", "builtin:voronoi")
	s.Against = []string{"builtin:random"}
	add("opponents", "builtin:random", "builtin:hugger")
	s.Keys["games"] = 10
	add("fewer games", "builtin:random", "builtin:hugger")
	if _, err := Sum(t.Context(), s, "builtin:nobody"); err == nil {
		t.Error("a bot that is not there has a sum")
	}
}
