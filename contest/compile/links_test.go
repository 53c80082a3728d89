package compile

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/contest"
	"agon/contest/config"
	"agon/contest/run"
	"agon/contest/store"
	"agon/contest/store/ledgers"
	formats "agon/format/tournament/all"
	"agon/game"
	"agon/games/all"
	"agon/show/film"
	"agon/show/report"
	"agon/show/report/folder"
)

// A season is a contest of built-in bots that is run several times, with other bots each time.
type season struct {
	dir    string
	bots   []string // "Ann=steve"
	stages string   // of contest.toml
	after  int      // days since it began
}

func (s *season) open(t *testing.T) *contest.Contest {
	t.Helper()
	text := "kind = \"colour-battle\"\nname = \"Season\"\nseed = 5\n[options]\nrounds = 20\n"
	for _, b := range s.bots {
		name, builtin, _ := strings.Cut(b, "=")
		text += fmt.Sprintf("[[bots]]\nref = \"builtin:%s\"\nname = %q\n", builtin, name)
	}
	f, err := config.Parse(filepath.Join(s.dir, "season.toml"), []byte(text+s.stages))
	if err != nil {
		t.Fatal(err)
	}
	c, err := contest.Open(context.Background(), f, contest.Setup{
		Kinds: all.Find, Formats: formats.Formats, Ledgers: ledgers.Ledgers{},
		Opener: func(k *game.Kind, _ *config.File) *lineup.Opener {
			return &lineup.Opener{Kind: k, Launcher: sandbox.Plain(), Log: bot.NewLog(0)}
		},
		Now: func() time.Time { return time.Date(2023, 1, 2+s.after, 12, 0, 0, 0, time.Local) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// play runs the contest until this many rounds of play, or to its end for 0, and writes its report. Decisions are taken after the run.
func (s *season) play(t *testing.T, rounds int, decisions ...contest.Decision) (*report.Run, string) {
	t.Helper()
	c := s.open(t)
	defer c.Close()
	result, err := run.Run(context.Background(), c, run.Options{Cores: 2, Rounds: rounds})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range decisions {
		if _, err := c.Decide(context.Background(), d); err != nil {
			t.Fatal(err)
		}
	}
	if len(decisions) > 0 {
		if result, _, err = c.Recount(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	filmed := func([]byte) (*film.Film, error) { return shortFilm(c.Kind), nil }
	run, err := Report(context.Background(), c, result, Options{Pages: 6, Film: filmed})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(c.Dir, report.Folder)
	if err := folder.Write(dir, run); err != nil {
		t.Fatal(err)
	}
	return run, dir
}

// shortFilm returns a film without shots, for pages of which only the links are read.
func shortFilm(k *game.Kind) *film.Film {
	f := film.New(film.Info{Kind: k, Title: "A game"})
	f.End("over", 1)
	return f
}

var links = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
var anchors = regexp.MustCompile(` id="([^"]*)"`)

// deadLinks returns the links of all pages and pictures of a folder that lead to nothing in a copy of it elsewhere.
func deadLinks(t *testing.T, dir string) (dead []string, walked int) {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "report")
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	err := filepath.WalkDir(copied, func(path string, d os.DirEntry, err error) error {
		if err == nil && slices.Contains([]string{".html", ".svg"}, filepath.Ext(path)) {
			text, err := os.ReadFile(path)
			texts[path] = string(text)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range texts {
		page, _ := filepath.Rel(copied, path)
		if filepath.Ext(path) == ".html" && !strings.Contains(text, `<link rel="alternate" type="application/atom+xml"`) {
			t.Errorf("%s does not name the feed", page)
		}
		for _, m := range links.FindAllStringSubmatch(text, -1) {
			u, err := url.Parse(m[1])
			if err == nil && (u.Scheme == "data" || u.Scheme == "http" || u.Scheme == "https") {
				continue
			}
			walked++
			target := path
			if err == nil && u.Path != "" {
				target = filepath.Join(filepath.Dir(path), filepath.FromSlash(u.Path))
			}
			inside, _ := filepath.Rel(copied, target)
			if _, found := os.Stat(target); err != nil || found != nil || !filepath.IsLocal(inside) {
				dead = append(dead, page+" -> "+m[1])
			} else if u.Fragment != "" && !slices.ContainsFunc(anchors.FindAllStringSubmatch(texts[target], -1),
				func(a []string) bool { return a[1] == u.Fragment }) {
				dead = append(dead, page+" -> "+m[1]+" (no such place on the page)")
			}
		}
	}
	return dead, walked
}

// TestNoLinkIsDead: every link of a report leads to something that is part of it, whatever the format, and whoever came and left.
func TestNoLinkIsDead(t *testing.T) {
	four := []string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve", "Eve=rambo"}
	for _, tt := range []struct{ name, stages, page string }{
		{"knockout", "[[stages]]\nname = \"cup\"\nformat = \"knockout\"\n", "bracket.html"},
		{"swiss with byes", "[[stages]]\nname = \"open\"\nformat = \"swiss\"\nrounds = 3\n", "games.html"},
		{"groups and a final", "[[stages]]\nname = \"groups\"\nformat = \"groups\"\ngroups = 2\nadvance = 1\n[[stages]]\nname = " +
			"\"final\"\nformat = \"arena\"\ngames = 3\n", "matches-1.html"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, dir := (&season{dir: t.TempDir(), bots: four, stages: tt.stages}).play(t, 0)
			if _, err := os.Stat(filepath.Join(dir, tt.page)); err != nil {
				t.Error(err)
			}
			dead, walked := deadLinks(t, dir)
			if len(dead) > 0 || walked < 20 {
				t.Errorf("%d links, of which dead:\n%s", walked, strings.Join(dead, "\n"))
			}
		})
	}
}

// TestALadderThatChanges: bots come, are replaced and are withdrawn, and the organiser decides every week; the pages say who left and why,
// and lead from version to version.
func TestALadderThatChanges(t *testing.T) {
	s := &season{dir: t.TempDir(), bots: []string{"Ann=steve", "Bob=rambo", "Cid=painter", "Dot=steve"},
		stages: "[[stages]]\nname = \"season\"\nformat = \"ladder\"\n"}
	s.play(t, 3, contest.Decision{What: store.Withdrawn, Bot: "Dot", Why: "its <author> asked"})
	s.bots, s.after = []string{"Ann=painter", "Bob=rambo", "Cid=painter", "Eve=steve"}, 7
	s.play(t, 6, contest.Decision{What: store.Barred, Bot: "Cid", Why: "two bots of one author", By: "the jury"})
	s.bots, s.after = []string{"Ann=rambo", "Bob=rambo", "Cid=painter", "Eve=steve", "Fay=painter"}, 14
	run, _ := s.play(t, 9)
	run, dir := s.play(t, 9, contest.Decision{What: store.Again, Games: []int{run.Played - 1}, Why: "the power failed"})
	if dead, walked := deadLinks(t, dir); len(dead) > 0 || walked < 60 {
		t.Errorf("%d links, of which dead:\n%s", walked, strings.Join(dead, "\n"))
	}
	page := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	index := page("index.html")
	if n := run.Bots(); n != 4 || !strings.Contains(index, "<span>4 bots") {
		t.Errorf("%d bots play, and the head of the report counts others", n)
	}
	board, tail, _ := strings.Cut(index[strings.Index(index, `class="data ranks`):], "No longer playing")
	for _, gone := range []string{"Dot", "Cid", "(version"} {
		if strings.Contains(board, gone) || !strings.Contains(tail, gone) {
			t.Errorf("%s is not in the tail of the table alone", gone)
		}
	}
	for where, wants := range map[string][]string{
		"index.html": {"Newest games", "its &lt;author&gt; asked", "disqualified in round 7: two bots of one author",
			"replaced in round 4", `id="decisions"`, ">the jury<", ">1 game<", ">played again<"},
		"decisions.html": {"By the contest file", ">version 2<", ">version 3<", ">joins<"},
		"bots/1-1.html": {"<h1>Ann</h1>", "version 1, replaced in round 4", `<a href="1-5.html">version 2</a> replaced it`,
			"Head to head"},
		"bots/1-5.html": {"version 2, replaced in round 7", `href="1-1.html">version 1</a>`, `href="1-7.html">version 3</a>`,
			`class="line old"`, `class="version"`},
		"bots/1-7.html": {`<span class="pill">version 3</span>`, `href="1-5.html">version 2</a>`, "from round 7", `data-result="`},
		"bots/1-4.html": {">withdrawn in round 4<", "<span>its &lt;author&gt; asked</span>"},
		"games.html":    {"2 Jan 2023", "9 Jan 2023", "16 Jan 2023"},
	} {
		text := page(where)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q", where, want)
			}
		}
	}
	decisions := index[strings.Index(index, `id="decisions"`):]
	order := []int{strings.Index(decisions, "the power failed"), strings.Index(decisions, "two bots of one author"),
		strings.Index(decisions, "author&gt; asked")}
	if !slices.IsSorted(order) || order[0] < 0 {
		t.Errorf("the decisions are not the newest first: %d", order)
	}
}

// TestASwissTableShowsWhatBreaksTies: the points of the opponents, games won minus lost, and who had no opponent.
func TestASwissTableShowsWhatBreaksTies(t *testing.T) {
	s := &season{dir: t.TempDir(), bots: []string{"Ann=steve", "Bob=rambo", "Cid=painter"},
		stages: "[[stages]]\nname = \"open\"\nformat = \"swiss\"\nrounds = 3\n"}
	run, dir := s.play(t, 0)
	points, byes := 0.0, 0
	for _, l := range run.Stages[0].Standings {
		points, byes = points+l.Points, byes+l.Byes
	}
	if points != 6 || byes != 3 {
		t.Errorf("three rounds of three bots have %v points and %d byes", points, byes)
	}
	for name, wants := range map[string][]string{"index.html": {">Opponents<", ">Games ±<", ">Byes<"},
		folder.ResultFile: {`"opposition":`, `"byes": 1`}} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		for _, want := range wants {
			if err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%s does not have %q: %v", name, want, err)
			}
		}
	}
}

// TestNoHistogramOfTwoValues: scores of which there are only two say nothing as a histogram.
func TestNoHistogramOfTwoValues(t *testing.T) {
	for want, scores := range map[bool][]float64{false: {0, 1, 1, 0}, true: {0, 1, 2, 0}} {
		s := report.Stage{Standings: make([]report.Standing, 1)}
		var games []report.Game
		for _, score := range scores {
			games = append(games, report.Game{Seats: []report.Seat{{Score: score}}})
		}
		if s.Count(0, games); (s.BinHigh > s.BinLow) != want {
			t.Errorf("scores %v have a histogram from %v to %v", scores, s.BinLow, s.BinHigh)
		}
	}
}
