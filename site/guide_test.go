package site

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/bot/program/clients"
	"agon/games/all"
	"agon/site/contests"
	"agon/site/people"
)

// The guide of a contest has the rules of its game, its own settings, and starters; nothing from which its deals could be foreseen.
func TestGuide(t *testing.T) {
	s := serve(t, nil)
	write(t, filepath.Join(s.dir, "contests", "open", contests.FileName), `
kind = "tron"
name = "Open <Cup>"
seed = 31337
max_per_author = 2
[options]
width = 17
deal = "[[1,1],[5,5]]"
draws = "4711"
[limits]
memory = "64MiB"
clock = "cpu"
average = "20ms"
packages = ["numpy"]
[[bots]]
folder = "entries"
[[bots]]
ref = "rider=builtin:hugger?x=1"
[[bots]]
ref = "secret=/srv/house/bot.py"
[[stages]]
name = "all meet"
format = "round-robin"
games = 7
`)
	anybody := s.browser(t)
	a := anybody.get("/c/open/guide")
	if a.code != 200 {
		t.Fatal(a.code, a.text)
	}
	for _, part := range []string{
		"Open &lt;Cup&gt;", "<h2>Tron</h2>", "2 to 4 bots", "first move 1s, a move 100ms; processor time alone counts", "64 MiB",
		"20ms a move; slower bots are flagged", "the standard library, numpy",
		"<td>2</td>", "<td>rider</td>", "Stage all meet", "<code>games</code></th><td><b>7</b>", "<code>width</code></th><td><b>17</b>",
		`href="/c/open/starters/python" download="bot.py"`, `href="/c/open/starters/java" download="tron-java.zip"`,
		`href="/c/open#submit"`,
	} {
		if !strings.Contains(a.text, part) {
			t.Errorf("the guide has no %q", part)
		}
	}
	for _, part := range []string{"31337", "4711", "[1,1]", "/srv/house", "style=", s.dir} {
		if strings.Contains(a.text, part) {
			t.Errorf("the guide has %q", part)
		}
	}
	if t.Failed() {
		t.Log(a.text)
	}
	for _, by := range []*browser{anybody, s.as(t, people.Participant)} {
		if a := by.get("/c/open"); strings.Count(a.text, `href="/c/open/guide"`) != 2 {
			t.Error("the contest's page does not lead to the guide, beside its name and beside its form")
		}
	}
	if a := anybody.get("/c/cup/guide"); a.code != 200 || !strings.Contains(a.text, "takes no submissions now") ||
		strings.Contains(a.text, "#submit") {
		t.Error("the guide of a contest without submissions:", a.code, a.text)
	}
	for _, path := range []string{"/c/open/starters/cobol", "/c/open/starters/..%2fREADME.md", "/c/open/starters/", "/c/none/guide",
		"/c/none/starters/python"} {
		if a := anybody.get(path); a.code != 404 {
			t.Errorf("%s: %d", path, a.code)
		}
	}
	write(t, mustFind(t, s, "cup").Path, "kind = ")
	if a := anybody.get("/c/cup/guide"); a.code != 422 || !strings.Contains(a.text, "cannot be read") || strings.Contains(a.text, s.dir) {
		t.Error("the guide of a contest with a broken file:", a.code, a.text)
	}
}

// Every starter of every kind is offered with all its files, in a form that can be submitted as it is.
func TestStarters(t *testing.T) {
	s := serve(t, nil)
	for _, k := range all.Kinds() {
		write(t, filepath.Join(s.dir, "contests", k.Name, contests.FileName),
			fmt.Sprintf("kind = %q\n[[bots]]\nfolder = \"entries\"\n", k.Name))
		b := s.browser(t)
		if a := b.get("/c/" + k.Name + "/guide"); a.code != 200 || !strings.Contains(a.text, "<h2>"+k.Title+"</h2>") {
			t.Errorf("%s: %d %s", k.Name, a.code, a.text)
		}
		if a := b.get("/c/" + k.Name + "/guide"); strings.Contains(a.text, "A Dockerfile is") != (k.Name == "rps") {
			t.Errorf("%s: the guide says what a Dockerfile is for: %v", k.Name, k.Name != "rps")
		}
		languages := clients.Languages(k.Files)
		if !slices.Contains(languages, "python") {
			t.Errorf("%s has no starter in Python", k.Name)
		}
		for _, language := range languages {
			files, err := clients.Starter(k.Files, language)
			if err != nil {
				t.Fatal(err)
			}
			a := b.get("/c/" + k.Name + "/starters/" + language)
			name, archived := strings.CutPrefix(a.head.Get("Content-Disposition"), "attachment; filename="+k.Name+"-"+language)
			if a.code != 200 || archived != (name == ".zip") {
				t.Errorf("%s %s: %d %q", k.Name, language, a.code, a.head.Get("Content-Disposition"))
				continue
			}
			got := map[string]string{}
			if !archived {
				name := strings.TrimPrefix(a.head.Get("Content-Disposition"), "attachment; filename=")
				if filepath.Ext(name) != ".py" {
					t.Errorf("%s %s: the form does not take %s", k.Name, language, name)
				}
				got[name] = a.text
			} else {
				archive, err := zip.NewReader(strings.NewReader(a.text), int64(len(a.text)))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range archive.File {
					in, err := f.Open()
					if err != nil {
						t.Fatal(err)
					}
					var text bytes.Buffer
					if _, err := io.Copy(&text, in); err != nil {
						t.Fatal(err)
					}
					got[f.Name] = text.String()
				}
			}
			if !maps.Equal(got, files) {
				t.Errorf("%s %s has other files than agon new writes", k.Name, language)
			}
		}
	}
}
