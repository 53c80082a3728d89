package draft

import (
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
	d := Draft{Name: `A "cup"`, Kind: kind, Format: format, Entries: true, PerAuthor: 2, Options: map[string]string{"rounds": "50"}}
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
	if err != nil || f.Name != `A "cup"` || f.Options["rounds"] != int64(50) {
		t.Errorf("it reads as %+v: %v", f, err)
	}
	if err := d.Check(t.TempDir()); err != nil {
		t.Error(err)
	}
	d.Options["rounds"] = "-1"
	if err := d.Check(t.TempDir()); err == nil {
		t.Error("a contest of -1 rounds passes")
	}
}
