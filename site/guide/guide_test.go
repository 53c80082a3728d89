package guide

import (
	"archive/zip"
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/contest/config"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/tron"
)

// written returns the guide of a contest of a file.
func written(t *testing.T, text string) *Guide {
	t.Helper()
	f, err := config.Parse(filepath.Join(t.TempDir(), "contest.toml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	g, err := New(f, game.New(tron.Spec), formats.Formats, Limits{Bots: 2, Bytes: 16 << 20, Hourly: 12})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A guide has the contest's own settings, changed ones first, and nothing from which deals could be foreseen.
func TestGuide(t *testing.T) {
	g := written(t, `
kind = "tron"
name = "Cup"
[options]
width = 17
deal = "[[1,1],[5,5]]"
[limits]
memory = "64MiB"
packages = []
[[bots]]
folder = "entries"
[[bots]]
ref = "rider=builtin:hugger"
[[bots]]
ref = "/srv/house/bot.py"
[[stages]]
format = "round-robin"
games = 7
`)
	facts := map[string]string{}
	for _, f := range g.Facts {
		facts[f.Name] = f.Text
	}
	for name, want := range map[string]string{
		"Memory": "64 MiB", "Python libraries": "the standard library only", "Bots of one person or team": "2",
		"A submission": "at most 16 MiB, and 12 in an hour", "Built-in bots that play": "rider",
	} {
		if facts[name] != want {
			t.Errorf("%s: %q", name, facts[name])
		}
	}
	if o := g.Options[0]; o.Name != "width" || o.Value != "17" || !o.Changed {
		t.Errorf("%+v", o)
	}
	if slices.ContainsFunc(g.Options, func(o Setting) bool { return o.Name == "deal" || strings.Contains(o.Value, "[1,1]") }) {
		t.Errorf("the guide tells the deal: %+v", g.Options)
	}
	if len(g.Stages) != 1 || g.Stages[0].Name != "stage 1" || g.Stages[0].Keys[0].Name != "games" || g.Stages[0].Keys[0].Value != "7" {
		t.Errorf("%+v", g.Stages)
	}
	if !strings.Contains(string(g.Rules), "<h") || len(g.Starters) == 0 || g.Starters[0].File != "bot.py" {
		t.Errorf("%d starters, the first is %s; the rules: %s", len(g.Starters), g.Starters[0].File, g.Rules)
	}
}

// A starter of one Python file is downloaded as it is, any other as an archive.
func TestStarterOf(t *testing.T) {
	k := game.New(tron.Spec)
	x, err := StarterOf(k, "java")
	if err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(x.Content), int64(len(x.Content)))
	if err != nil || x.File != "tron-java.zip" || x.Title != "Java" || len(archive.File) != len(x.Files) {
		t.Errorf("%v: %s, %s of %v", err, x.Title, x.File, x.Files)
	}
	if x, err := StarterOf(k, "python"); err != nil || x.File != "bot.py" || len(x.Content) == 0 {
		t.Errorf("%+v %v", x, err)
	}
	if _, err := StarterOf(k, "cobol"); err == nil {
		t.Error("there is a starter in COBOL")
	}
}
