package site

import (
	"cmp"
	"fmt"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"agon/contest/config"
	formats "agon/format/tournament/all"
	"agon/games/all"
	"agon/internal/tier"
	"agon/site/contests"
	"agon/site/people"
)

var (
	inputs   = regexp.MustCompile(`<input type="(\w+)" name="([^"]+)" value="([^"]*)"([^>]*)>`)
	selects  = regexp.MustCompile(`<select name="([^"]+)">(.*?)</select>`)
	selected = regexp.MustCompile(`<option(?: value="([^"]*)")? selected>([^<]*)</option>`)
)

// filled returns what a browser sends of a form that nobody changed but for some values.
func filled(text string, values ...string) url.Values {
	form := url.Values{}
	for _, m := range inputs.FindAllStringSubmatch(text, -1) {
		if m[1] != "checkbox" && m[1] != "radio" || strings.Contains(m[4], "checked") {
			form.Add(m[2], html.UnescapeString(m[3]))
		}
	}
	for _, m := range selects.FindAllStringSubmatch(text, -1) {
		if o := selected.FindStringSubmatch(m[2]); o != nil {
			form.Add(m[1], html.UnescapeString(cmp.Or(o[1], o[2])))
		}
	}
	for i := 0; i < len(values); i += 2 {
		form.Set(values[i], values[i+1])
	}
	return form
}

// Every game and format can be made a contest by the page alone, and a form that is sent as it is changes no option.
func TestEveryContestCanBeMade(t *testing.T) {
	s := serve(t, nil)
	olga := s.as(t, people.Organiser)
	if home := olga.get("/").text; !strings.Contains(home, `href="/new"`) {
		t.Errorf("the home page does not lead to new contests:\n%s", home)
	}
	first := olga.get("/new").text
	for _, k := range all.Kinds() {
		if !strings.Contains(first, `value="`+k.Name+`"`) {
			t.Errorf("%s cannot be chosen", k.Name)
		}
		for _, f := range formats.Formats {
			page := olga.get("/new?kind=" + k.Name + "&format=" + f.Name)
			name := k.Name + "-" + f.Name
			if a := olga.send("/new", filled(page.text, "name", name)); a.code != 303 || a.to != "/c/"+name {
				t.Fatalf("%s: %d %s", name, a.code, a.text)
			}
			made, err := config.Read(filepath.Join(s.dir, "contests", name, contests.FileName))
			if err != nil {
				t.Fatal(err)
			}
			if made.Kind != k.Name || made.Stages[0].Format != f.Name || len(made.Options) != 0 ||
				len(made.Stages[0].Keys) != len(made.Yardsticks) || made.Folder == "" { // tables [[marks]] are a key of their stage
				t.Errorf("%s: %+v", name, made)
			}
			if a := olga.get(contestAddress(name)); a.code != 200 || !strings.Contains(a.text, k.Title) ||
				strings.Contains(a.text, "bad-b") {
				t.Errorf("%s: its page: %d %s", name, a.code, a.text)
			}
		}
	}
}

// What is typed is kept and its mistake named; nothing is made of it.
func TestContestsThatAreNotMade(t *testing.T) {
	s := serve(t, nil)
	olga := s.as(t, people.Organiser)
	page := olga.get("/new?kind=tron&format=round-robin").text
	before, err := os.ReadDir(filepath.Join(s.dir, "contests"))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		values []string
		says   string
	}{
		"a name that leads out":    {[]string{"name", "../../x"}, "name in addresses"},
		"a hidden name":            {[]string{"name", ".new-1"}, "name in addresses"},
		"a long name":              {[]string{"name", strings.Repeat("x", 65)}, "name in addresses"},
		"no name":                  {[]string{"name", ""}, "name in addresses"},
		"a name that is taken":     {[]string{"name", "cup"}, "a contest &#34;cup&#34; already"},
		"no title":                 {[]string{"name", "x", "title", " "}, "title must have"},
		"a title of two lines":     {[]string{"name", "x", "title", "a\nledger = \"postgres://\""}, "title must have"},
		"half a bot":               {[]string{"name", "x", "per_author", "0.5"}, "bots of one person"},
		"no number":                {[]string{"name", "x", "option.width", "wide"}, "must be a whole number"},
		"too many tiles":           {[]string{"name", "x", "option.width", "-3"}, "must be from"},
		"games that are not there": {[]string{"name", "x", "kind", "chess"}, "no game &#34;chess&#34;"},
		"no such format":           {[]string{"name", "x", "format", "league of nations"}, "format"},
	} {
		a := olga.send("/new", filled(page, tt.values...))
		if a.code != 422 || !strings.Contains(a.text, tt.says) {
			t.Errorf("%s: %d %s", name, a.code, a.text)
		}
		if tt.values[1] == "x" && len(tt.values) > 2 && strings.HasPrefix(tt.values[2], "option") &&
			!strings.Contains(a.text, html.EscapeString(tt.values[3])) {
			t.Errorf("%s: what was typed is gone:\n%s", name, a.text)
		}
	}
	after, err := os.ReadDir(filepath.Join(s.dir, "contests"))
	if err != nil || len(after) != len(before) {
		t.Errorf("%d folders, want %d: %v, %v", len(after), len(before), after, err)
	}
}

// Text that would end a string of the file stays a text.
func TestTextOfAFormStaysText(t *testing.T) {
	s := serve(t, nil)
	olga := s.as(t, people.Organiser)
	const title, about = `"" # '`, "\"\"\"\n[[bots]]\nref = \"/etc\"\n\\"
	form := filled(olga.get("/new?kind=tron").text, "name", "x", "title", title, "about", about, "prizes", about)
	if a := olga.send("/new", form); a.code != 303 {
		t.Fatalf("%d %s", a.code, a.text)
	}
	f, err := config.Read(filepath.Join(s.dir, "contests", "x", contests.FileName))
	if err != nil || f.Name != title || f.Description != about || strings.Join(f.Prizes, "\n") != about {
		t.Errorf("%v: %+v", err, f)
	}
}

// What a server left that was killed while it made a contest is removed when it starts again.
func TestUnmadeContestsAreRemoved(t *testing.T) {
	s := serve(t, nil)
	left := filepath.Join(s.dir, "contests", ".new-1234")
	write(t, filepath.Join(left, contests.FileName), cup)
	s.reopen(t)
	if _, err := os.Lstat(left); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
}

// A contest that was made on the page is played to its end.
func TestAContestFromThePageIsPlayed(t *testing.T) {
	tier.Long(t)
	s := serve(t, nil)
	olga := s.as(t, people.Organiser)
	page := olga.get("/new?kind=tron&format=round-robin").text
	if a := olga.send("/new", filled(page, "name", "small", "title", `A "small" one`, "option.width", "12", "option.height", "9",
		"key.games", "1")); a.code != 303 {
		t.Fatalf("%d %s", a.code, a.text)
	}
	olga.post("/c/small/start")
	text := olga.until("/c/small", ">finished<")
	for _, want := range []string{"A &#34;small&#34; one", "voronoi", "hugger"} {
		if !strings.Contains(text, want) {
			t.Errorf("its page has no %s:\n%s", want, text)
		}
	}
	text = olga.get("/audit").text
	if !strings.Contains(text, "made small") {
		t.Error(fmt.Sprint("the log of decisions does not have it:\n", text))
	}
}
