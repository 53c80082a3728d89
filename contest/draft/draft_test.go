package draft

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"agon/contest/config"
	"agon/format/tournament"
	formats "agon/format/tournament/all"
	"agon/games/all"
)

// What was chosen is in the file, what was not is a comment, and the file can be read.
func TestText(t *testing.T) {
	kind, err := all.Find("colour-battle")
	if err != nil {
		t.Fatal(err)
	}
	format, err := tournament.Find(formats.Formats, "round-robin")
	if err != nil {
		t.Fatal(err)
	}
	d := Draft{Name: `A "cup"`, Kind: kind, Stages: []Stage{{Format: format}}, Entries: true, PerAuthor: 2, Options: map[string]string{"rounds": "50"}}
	text, err := d.Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\nname = \"A \\\"cup\\\"\"\n", "\nrounds = 50\n", "\nmax_per_author = 2\n", "\nfolder = \"entries\"",
		"\n# seed = "} {
		if !strings.Contains(text, want) {
			t.Errorf("the file has no %q:\n%s", want, text)
		}
	}
	f, err := config.Parse("contest.toml", []byte(text))
	if err != nil || f.Sample || f.Name != `A "cup"` || f.Options["rounds"] != int64(50) {
		t.Errorf("it reads as %+v: %v", f, err)
	}
	if err := d.Check(t.TempDir()); err != nil {
		t.Error(err)
	}
	d.Sample = true
	if text, err = d.Text(); err != nil {
		t.Fatal(err)
	}
	if f, err = config.Parse("contest.toml", []byte(text)); err != nil || !f.Sample {
		t.Errorf("verify = \"sample\" is read as %v: %v", f.Sample, err)
	}
	d.Options["rounds"] = "-1"
	if err := d.Check(t.TempDir()); err == nil {
		t.Error("a contest of -1 rounds passes")
	}
}

// A draft is read back from the file that it has written, whatever its texts have; a file that says more is not a draft's.
func TestOf(t *testing.T) {
	kind, err := all.Find("tron")
	if err != nil {
		t.Fatal(err)
	}
	var stages []Stage
	for _, name := range []string{"groups", "swiss", "knockout"} {
		format, err := tournament.Find(formats.Formats, name)
		if err != nil {
			t.Fatal(err)
		}
		stages = append(stages, Stage{Name: name + " \"x\"", Format: format, Keys: map[string]string{"advance": "4"}})
	}
	seed := int64(7)
	path := filepath.Join(t.TempDir(), "contest.toml")
	for name, d := range map[string]Draft{
		"the least": {Name: "x", Kind: kind, Entries: true, Stages: stages[:1]},
		"all": {
			Name: "x\\", Kind: kind, Entries: true, Stages: stages, Seed: &seed, PerAuthor: 3, Builtins: kind.Builtins[:2],
			About:   "# Cup\n\n\"\"\"\n[[bots]]\nref = '/etc'\n\\ \x00 \u2028 end\\",
			Prizes:  []string{"a \"book\"", "a\nhat"},
			Options: map[string]string{"width": "12", "fair_start": "true", "draws": "1 2"},
			Limits:  map[string]string{"memory": "256MiB", "guard": "2s", "clock": "cpu", "packages": "numpy scipy", "tasks": "9"},
		},
	} {
		text, err := d.Text()
		if err != nil {
			t.Fatal(err)
		}
		f, err := config.Confined(path, []byte(text))
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		again, err := Of(f, kind, formats.Formats)
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if second, err := again.Text(); err != nil || second != text && name == "the least" {
			t.Errorf("%s: %v\n%s\nafter\n%s", name, err, second, text)
		}
		for _, more := range []string{"\n[[bots]]\nref = \"builtin:random\"\nname = \"Ann\"\n", "\n[packages]\nfolder = \"libs\"\n"} {
			if f, err = config.Confined(path, []byte(text+more)); err != nil {
				t.Fatal(err)
			}
			if _, err := Of(f, kind, formats.Formats); !errors.Is(err, ErrForm) {
				t.Errorf("%s with %q: %v", name, more, err)
			}
		}
	}
}
