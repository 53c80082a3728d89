package site

import (
	"database/sql"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"agon/site/contests"
	"agon/site/people"
)

// seasonCup is a ladder of submitted bots with a file beside it.
const seasonCup = `# for the school
kind = "tron"
name = "Open Cup"
seed = 3
[[bots]]
folder = "entries"
[[bots]]
ref = "one=builtin:voronoi"
[[bots]]
ref = "two=builtin:random"
[[stages]]
name = "ladder"
format = "ladder"
games = 6
`

// seasoned returns a site with a finished contest, and a bot of Paul's in it whose table is invented: tests here run no submitted
// bot.
func seasoned(t *testing.T) (*served, *browser) {
	t.Helper()
	s := serve(t, func(o *Options) {
		withOpenCup(o)
		write(t, filepath.Join(o.Dir, "contests", "open", contests.FileName), seasonCup)
		write(t, filepath.Join(o.Dir, "contests", "open", "rules", "house.txt"), "be kind")
	})
	s.named(t, "Paul")
	if a := s.call(t, s.tokenOf(t, "Paul"), "POST", apiRoot+"/contests/open/bots?file=bot.py&bot=Flood", octets,
		"print(1)"); a.code != 202 {
		t.Fatal(a.code, a.text)
	}
	s.settle(t)
	olga := s.as(t, people.Organiser)
	return s, olga
}

// ended lets a contest be over without playing it.
func (s *served) ended(t *testing.T, name string) {
	t.Helper()
	c := mustFind(t, s, name)
	if err := s.site.contests.End(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for c.Busy() != nil {
		runtime.Gosched()
	}
}

// A season begins with the bots that play, in the same folder of files, with another title and no seed; the contest before stays as it is.
func TestASeasonFollows(t *testing.T) {
	s, olga := seasoned(t)
	olga.refuses("over or paused", "/c/open/season", "name", "open-2", "title", "Open Cup 2", "why", "spring")
	s.ended(t, "open")
	if page := olga.get("/c/open/desk").text; !strings.Contains(page, `value="Open Cup 2"`) || !strings.Contains(page, `value="open-2"`) {
		t.Error(page)
	}
	for words, values := range map[string][]string{
		"Give a reason":                      {"name", "open-2", "title", "x"},
		"A title has":                        {"name", "open-2", "title", " ", "why", "x"},
		"The name in addresses must":         {"name", "../open-2", "title", "x", "why", "x"},
		"There is a contest &#34;cup&#34; a": {"name", "cup", "title", "x", "why", "x"},
	} {
		olga.refuses(words, "/c/open/season", values...)
	}
	token, link := s.tokenOf(t, "Paul"), ""
	olga.does("/c/open/private", "why", "for the school")
	if at := privateLink.FindStringSubmatch(olga.get("/c/open/desk").text); at != nil {
		link = at[1]
	}
	olga.does("/c/open/season", "name", "open-2", "title", "Spring \"Cup\"", "why", "spring")
	folder := filepath.Join(s.dir, "contests", "open-2")
	file, err := os.ReadFile(filepath.Join(folder, contests.FileName))
	if err != nil || !strings.Contains(string(file), "# for the school") || !strings.Contains(string(file), `Spring`) ||
		strings.Contains(string(file), "seed") {
		t.Errorf("%s %v", file, err)
	}
	for at, want := range map[string]string{"rules/house.txt": "be kind", "entries/Flood/bot.py": "print(1)",
		"entries/.author-Flood": "Paul"} {
		if got, err := os.ReadFile(filepath.Join(folder, at)); err != nil || string(got) != want {
			t.Errorf("%s: %q %v", at, got, err)
		}
	}
	if a := s.call(t, token, "GET", apiRoot+"/contests/open-2", "", ""); a.code != 200 || !strings.Contains(a.text, `"state":"waiting"`) ||
		!strings.Contains(a.text, `"name":"Flood"`) || !strings.Contains(a.text, `"private":true`) {
		t.Error(a.code, a.text)
	}
	if a := s.browser(t).get("/c/open-2"); a.code != http.StatusNotFound {
		t.Error("the season of a private contest is public:", a.code)
	}
	if guest := s.browser(t); link == "" || guest.get(link).code != http.StatusSeeOther {
		t.Error("the link of the contest before")
	}
	if page := olga.get("/c/open").text; !strings.Contains(page, `Next season: <a class="ln" href="/c/open-2">Spring &#34;Cup&#34;`) {
		t.Error(page)
	}
	if page := olga.get("/c/open-2").text; !strings.Contains(page, `Season before: <a class="ln" href="/c/open">Open Cup`) {
		t.Error(page)
	}
	olga.refuses("next season already", "/c/open/season", "name", "open-3", "title", "x", "why", "x")
	var bot string
	if err := s.site.db.Row(t.Context(), `SELECT id FROM bot WHERE contest = 'open-2'`).Scan(&bot); err != nil {
		t.Fatal(err)
	}
	if a := s.call(t, token, "GET", apiRoot+"/contests/open-2/bots/"+bot, "", ""); !strings.Contains(a.text,
		`"seasons":[{"title":"Spring \"Cup\""`) || !strings.Contains(a.text, `"title":"Open Cup"`) {
		t.Error(a.text)
	}
	if page := olga.get("/c/open-2/bots/" + bot).text; !strings.Contains(page, `id="seasons"`) || !strings.Contains(page, "Version 1") {
		t.Error(page)
	}
	// A new version of the season changes nothing in the contest before.
	if a := s.call(t, token, "POST", apiRoot+"/contests/open-2/bots?file=bot.py&bot=Flood", octets, "print(2)"); a.code != 202 {
		t.Fatal(a.code, a.text)
	}
	s.settle(t)
	for at, want := range map[string]string{"open-2/entries/Flood/bot.py": "print(2)", "open/entries/Flood/bot.py": "print(1)"} {
		if got, err := os.ReadFile(filepath.Join(s.dir, "contests", at)); err != nil || string(got) != want {
			t.Errorf("%s: %q %v", at, got, err)
		}
	}
}

// A site that was killed while it made a season finishes it, or forgets it if it cannot.
func TestASeasonSurvivesAKill(t *testing.T) {
	s, olga := seasoned(t)
	s.ended(t, "open")
	killed := func() {
		t.Helper()
		err := s.site.entries.Follow(t.Context(), "open", "open-2", nil, func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO season (contest, before, title) VALUES ('open-2', 'open', 'Spring')`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	killed()
	write(t, filepath.Join(s.dir, "contests", ".season-open-2", "half"), "x")
	s.reopen(t)
	olga.at = s.URL
	if page := olga.get("/c/open-2").text; !strings.Contains(page, "Spring") {
		t.Error(page)
	}
	if got, err := os.ReadFile(filepath.Join(s.dir, "contests", "open-2", "entries", "Flood", "bot.py")); err != nil ||
		string(got) != "print(1)" {
		t.Errorf("%q %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "contests", "open-2", "half")); err == nil {
		t.Error("what a kill left is in the season")
	}

	s, olga = seasoned(t)
	s.ended(t, "open")
	killed()
	path := filepath.Join(s.dir, "contests", "open", contests.FileName)
	write(t, path, "kind =")
	s.reopen(t)
	write(t, path, seasonCup)
	olga.at = s.URL
	olga.does("/c/open/season", "name", "open-2", "title", "Spring", "why", "again")
}

// The page of a bot has the curve of its rating over its seasons, and a reader who does not see a season gets nothing of it.
func TestTheCurveOfSeasons(t *testing.T) {
	s := serve(t, decided)
	forever(t, s)
	s.rewrite(t, strings.Replace(seasonCup, "[[bots]]\nfolder = \"entries\"\n", "", 1))
	olga := s.as(t, people.Organiser)
	olga.does("/c/cup/start")
	olga.until("/c/cup", "finished")
	first := s.insertBot(t, "one", 1)
	olga.does("/c/cup/season", "name", "cup-2", "title", "Spring", "why", "spring")
	olga.does("/c/cup-2/start")
	olga.until("/c/cup-2", "finished")
	err := s.site.db.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO bot (contest, name, folded, owner, before) VALUES ('cup-2', 'one', 'one', 1, ?)`, first)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b := s.browser(t)
	page := b.get("/c/cup-2/bots/2").text
	if strings.Count(page, `<path class="version"`) != 2 || !strings.Contains(page, ">Spring</text>") ||
		!strings.Contains(page, ">Open Cup</text>") || strings.Count(page, " ± ") < 2 {
		t.Error(page)
	}
	olga.hideCup()
	if page := b.get("/c/cup-2/bots/2").text; strings.Contains(page, "Open Cup") {
		t.Error(page)
	}
	if page := b.get("/c/cup-2").text; strings.Contains(page, "Open Cup") {
		t.Error(page)
	}
}
