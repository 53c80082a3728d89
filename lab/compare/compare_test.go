package compare

import (
	"context"
	"strings"
	"testing"

	"agon/contest"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/format/tournament/compare"
	"agon/game"
	"agon/games/all"
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
			"margin": 0.0, "by": "points"}, Seed: 1, Seeded: true, Dir: t.TempDir(), Cores: 1,
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

// TestSame: two versions with equal names are called by their references, and the same bot twice is noticed.
func TestSame(t *testing.T) {
	t.Parallel()
	s := setup(t, "builtin:random", "builtin:random")
	var notes []string
	s.Note = func(text string) { notes = append(notes, text) }
	known, err := Compare(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	want := "it is not known whether NEW is better than OLD: they are the same bot, so that all differences are luck; "
	if !known.Same || len(notes) != 1 || !strings.Contains(notes[0], "are the same bot") || !strings.HasPrefix(known.Text, want) {
		t.Errorf("%q, %+v", notes, known)
	}
	s = setup(t, "builtin:random", "two=builtin:random")
	if known, err := Compare(t.Context(), s); err != nil || !known.Same || known.Bots[1].Name != "two" {
		t.Errorf("%v, %+v", err, known)
	}
}

// TestClaims: the answer of a ratio test names its hypotheses, and says no more than they do; versions without a difference played alike.
func TestClaims(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		low, high float64
		answer    compare.Answer
		want      string
	}{
		{0, 10, compare.Better, "is better than a: the ratio test accepts H1, a difference of +10 rating points, over H0, one of 0; +5"},
		{0, 10, compare.Alike, "no improvement on a: the ratio test accepts H0, a difference of 0 rating points, over H1, one of +10; +5"},
		{-10, 0, compare.Better, "against a: the ratio test accepts H1, a difference of 0 rating points, over H0, one of -10; +5"},
		{-10, 0, compare.Alike, "against a: the ratio test accepts H0, a difference of -10 rating points, over H1, one of 0; +5"},
		{-5, 5, compare.Unknown,
			"is better than a: the ratio test has not decided between H0, a difference of -5 rating points, and H1, " +
				"one of +5; +5"},
	} {
		k := &Comparison{Pairs: 3, Games: 6, Most: 10, Answer: tt.answer, Bots: []Bot{{Name: "a"}, {Name: "b"}},
			Ratio: &Ratio{Low: tt.low, High: tt.high}}
		if got := k.sentence(&compare.Measure{Rating: 5}); !strings.Contains(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	k := &Comparison{Pairs: 3, Games: 6, Most: 10, Even: true, Bots: []Bot{{Name: "a"}, {Name: "b"}}}
	want := ": the versions played alike, without a difference in 3 pairs; +0 rating points"
	if got := k.sentence(&compare.Measure{}); !strings.Contains(got, want) {
		t.Errorf("without a difference: %q", got)
	}
}

// TestRankedBy: of each kind what its usual contest ranks by is compared.
func TestRankedBy(t *testing.T) {
	t.Parallel()
	for _, k := range all.Kinds() {
		settings, err := k.Settings(nil)
		if err != nil {
			t.Fatal(err)
		}
		want := "points"
		if k.Name == "colour-battle" {
			want = "score"
		}
		if got := RankedBy(k, settings, formats.Formats); got != want {
			t.Errorf("%s: %s, want %s", k.Name, got, want)
		}
	}
	if got := RankedBy(&game.Kind{}, game.Settings{}, nil); got != "points" {
		t.Errorf("without a format: %s", got)
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
