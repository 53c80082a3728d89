package web

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/format/tournament"
	"agon/game"
	"agon/game/gametest"
	"agon/games/colourbattle"
	"agon/show/film"
	"agon/show/report"
)

// makeReport plays an arena of built-in bots and returns its report; the first games can be watched.
func makeReport(t testing.TB, seats, games, watchable int) *report.Run {
	t.Helper()
	kind := game.New(colourbattle.Spec)
	r := &report.Run{Contest: "Colour Battle, autumn", Kind: report.Kind{Kind: kind}, Played: games, Entries: make([]report.Entry, seats),
		Seed: 2023, Options: []string{"rounds=100"}, Efficiency: 0.93, Sandbox: "full", ReplayBytes: 41_200}
	for seat := range seats {
		r.Entries[seat] = report.Entry{Name: cast[seat%len(cast)][0], Author: cast[seat%len(cast)][1]}
	}
	scores := make([][]float64, seats)
	for n := 1; n <= games; n++ {
		table := gamePlayed(t, kind, seats, n)
		link := report.Game{Number: n, Title: fmt.Sprintf("Final, game %d", n), Seed: int64(n), Rounds: 100,
			Replay: fmt.Sprintf("replays/%d.agon", n)}
		for seat := range seats {
			o := table.Outcome(game.Seat(seat))
			scores[seat] = append(scores[seat], o.Score)
			link.Seats = append(link.Seats, report.Seat{Name: cast[seat%len(cast)][0], Slot: seat, Place: o.Place, Score: o.Score})
		}
		slices.SortFunc(link.Seats, func(a, b report.Seat) int { return a.Place - b.Place })
		if n <= watchable {
			record := *table.Record()
			link.Film = func() (*film.Film, error) { return liveAgain(t, kind, &record, 100), nil }
		}
		r.Games = append(r.Games, link)
	}
	r.Stages = []report.Stage{makeStage(scores, games)}
	return r
}

// games are the games of reports, by seats and seed.
var games = map[[2]int]*game.Table{}

// gamePlayed plays a game of 100 rounds for the first report that needs it.
func gamePlayed(t testing.TB, kind *game.Kind, seats, seed int) *game.Table {
	t.Helper()
	key := [2]int{seats, seed}
	if games[key] == nil {
		games[key] = gametest.Play(t, kind, seats, int64(seed), map[string]any{"rounds": 100})
	}
	return games[key]
}

// makeStage returns a table of scores by bot.
func makeStage(scores [][]float64, games int) report.Stage {
	s := report.Stage{Name: "Final", Format: "arena", Unit: "%", Played: games, Planned: games,
		NotApart: []tournament.Cluster{{From: 1, To: 3, More: 240}}, Limit: 20000, BinHigh: 16}
	for seat, list := range scores {
		row := report.Standing{Name: cast[seat%len(cast)][0], Author: cast[seat%len(cast)][1], Histogram: make([]int, 32)}
		row.Entry, row.Played, row.Faults = seat, games, seat%3
		row.Took, row.Moves = game.Micros(1000*math.Pow(10, 0.5+float64(seat%20)/4.4)), 1000
		sum, squares := 0.0, 0.0
		for n, v := range list {
			sum, squares = sum+v, squares+v*v
			if v > row.Best {
				row.Best, row.BestGame = v, n
			}
			row.Histogram[min(31, int(v/16*32))]++
		}
		row.Score = sum / float64(games)
		row.Deviation = math.Sqrt(math.Max(0, squares/float64(games)-row.Score*row.Score))
		half := 1.96 * row.Deviation / math.Sqrt(float64(games))
		row.Low, row.High, row.Tenth, row.Ninetieth = row.Score-half, row.Score+half, row.Score-1.28*row.Deviation,
			row.Score+1.28*row.Deviation
		s.Standings = append(s.Standings, row)
	}
	slices.SortStableFunc(s.Standings, func(a, b report.Standing) int { return compare(b.Score, a.Score) })
	for i := range s.Standings {
		s.Standings[i].Rank, s.Standings[i].RankLow, s.Standings[i].RankHigh = i+1, max(1, i), min(len(s.Standings), i+2)
	}
	return s
}

func TestReportOrdersAndSearches(t *testing.T) {
	browser := openBrowser(t)
	dir := t.TempDir()
	r := makeReport(t, 21, 12, 1)
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	open(t, tab, "file://"+dir+"/index.html")
	rows := r.Stages[0].Standings
	for _, tt := range []struct {
		by   string
		less func(a, b report.Standing) int
	}{
		{"efficiency", func(a, b report.Standing) int { return compare(b.PerMicro(), a.PerMicro()) }},
		{"steadiness", func(a, b report.Standing) int { return compare(a.Deviation, b.Deviation) }},
		{"score", func(a, b report.Standing) int { return compare(b.Score, a.Score) }},
	} {
		do(t, tab, chromedp.Click(chromedp.CSS("[data-by="+tt.by+"]")))
		want := slices.Clone(rows)
		slices.SortStableFunc(want, tt.less)
		got := eval[[]string](t, tab, `[...document.querySelectorAll(".ranks tbody tr")].map(r => r.cells[0].textContent)`)
		for i, row := range want {
			if got[i] != fmt.Sprint(row.Rank) {
				t.Fatalf("by %s row %d has rank %s, want %d (%s)", tt.by, i+1, got[i], row.Rank, row.Name)
			}
		}
		if hash := eval[string](t, tab, `location.hash`); tt.by != "score" && hash != "#by="+tt.by {
			t.Errorf("by %s the address ends in %q", tt.by, hash)
		}
	}
	press(t, tab, "/")
	do(t, tab, chromedp.KeyEvent("2 mole"), chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.Delete),
		chromedp.KeyEvent(kb.Delete))
	if got := eval[string](t, tab, `[...document.querySelectorAll(".ranks tbody tr")].filter(r => !r.hidden).map(r => r.cells[2].textContent).join()`); got != "ATidy MoleA. Berg" {
		t.Errorf("searching for \"mol\" finds %q", got)
	}
	if by := eval[string](t, tab, `document.querySelector("[data-by][aria-pressed=true]").dataset.by`); by != "score" {
		t.Errorf("typing 2 into a field orders by %s", by)
	}
}

func TestAReportOfAThousandBotsStaysSmall(t *testing.T) {
	scores := make([][]float64, 1000)
	dice := game.NewDice(1, nil)
	for i := range scores {
		for range 10 {
			scores[i] = append(scores[i], float64(dice.Intn(1600))/100)
		}
	}
	r := &report.Run{Contest: "Everybody", Kind: report.Kind{Kind: game.New(colourbattle.Spec)}, Entries: make([]report.Entry, 1000),
		Stages: []report.Stage{makeStage(scores, 10)}}
	for i := range r.Stages[0].Standings {
		row := &r.Stages[0].Standings[i]
		row.Name, row.Author = fmt.Sprintf("Bot %03d", row.Entry), "B. Author"
	}
	dir := t.TempDir()
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("a page of 1000 bots has %d bytes", info.Size())
	if info.Size() >= 200_000 {
		t.Errorf("the page has %d bytes, it is to stay below 200 000", info.Size())
	}
	if _, err := os.Stat(filepath.Join(dir, "histograms.html")); err != nil {
		t.Error(err)
	}
}

// A later report links to the pages that an earlier one wrote, and names the games that cannot be re-simulated.
func TestReportsGoOn(t *testing.T) {
	dir := t.TempDir()
	r := makeReport(t, 3, 3, 2)
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	r.Games[0].Film, r.Games[1].Film = nil, nil
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "games.html"))
	if err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]bool{"games/1.html": true, "games/2.html": true, "games/3.html": false} {
		if got := bytes.Contains(text, []byte(page)); got != want {
			t.Errorf("%s is linked: %v, want %v", page, got, want)
		}
	}
	r.Games[2].Film = func() (*film.Film, error) { return nil, errors.New("the record is cut short") }
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	if got, want := r.Lost(), []string{"the replay of game 3 cannot be shown: live it again: the record is cut short"}; !slices.Equal(got,
		want) {
		t.Errorf("a game that cannot be lived again: %q", got)
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{microsText(2.588), "2.6"}, {microsText(913.2), "913"}, {microsText(1800), "1.8 ms"}, {microsText(2.5e6), "2.5 s"},
		{microsText(-1), ""},
		{microsUnit(2.588), "2.6 µs"}, {microsUnit(1200), "1.2 ms"}, {microsUnit(-1), ""},
		{microsColumn(2.588), "2.6"}, {microsColumn(913.2), "913"}, {microsColumn(1800.4), "1\u2009800"},
		{microsColumn(2.5e6), "2\u2009500\u2009000"}, {microsColumn(-1), ""},
		{scoreText(6.3444, "%"), "6.34"}, {scoreText(1200, "points"), "1\u2009200"}, {faultsText(0), "·"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

// TestStandingsShowNames: in windows of every usual width a bot's name has room beside its bar and its figures, none of which is cut off.
func TestStandingsShowNames(t *testing.T) {
	browser := openBrowser(t)
	dir := t.TempDir()
	r := makeReport(t, 21, 12, 2)
	for i := range r.Stages[0].Standings {
		r.Stages[0].Standings[i].ChanceFirst = 0.5 // one column more
	}
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	tab := newTab(t, browser)
	for _, by := range []string{"", "#by=efficiency"} {
		open(t, tab, "file://"+filepath.Join(dir, "index.html")+by)
		for _, width := range []int64{1600, 1366, 1280, 1200, 1130, 1100, 900, 750, 390} {
			dress(t, tab, width, 900, "light")
			settle(t, tab)
			sound(t, tab)
			for _, wrong := range eval[[]string](t, tab, `(() => {
				const wrong = [], table = [...document.querySelectorAll(".ranks")].find(t => t.getClientRects().length), row = table.tBodies[0].rows[0];
				for (const [i, head] of [...table.tHead.rows[0].cells].entries()) {
					const cell = row.cells[i], shown = cell.getClientRects().length > 0;
					if (shown && head.scrollWidth > head.clientWidth) wrong.push(head.textContent + " is cut off");
					if (shown && cell.tagName === "TD" && cell.scrollWidth > cell.clientWidth) wrong.push(head.textContent + ": " + cell.textContent + " is cut off");
				}
				const name = row.querySelector("th").clientWidth;
				if (name < 110) wrong.push("a name has " + name + " px");
				return wrong;
			})()`) {
				t.Errorf("%d px wide%s: %s", width, by, wrong)
			}
		}
	}
}
