package web

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/internal/tier"
	"agon/show/report"
)

// makeLadder returns the report of a ladder with made-up curves.
func makeLadder(t testing.TB, bots, games int) *report.Run {
	t.Helper()
	r := makeReport(t, bots, games, 1)
	s := &r.Stages[0]
	s.Name, s.Format, s.Unit, s.Planned = "Ladder", "ladder", "", 0
	for i := range s.Standings {
		row := &s.Standings[i]
		row.Rating, row.RatingError = 1200-20*float64(i), 14
		row.GamesWon, row.GamesDrawn, row.GamesLost = games-2, 0, 2
		for n := 1; n <= 40; n++ {
			row.Curve = append(row.Curve, tournament.CurvePoint{Games: 5 * n,
				Rating: row.Rating + 300*math.Exp(-float64(n)/6)*math.Sin(float64(n)), Error: 90 / math.Sqrt(float64(n))})
		}
		row.Curve = append(row.Curve, tournament.CurvePoint{Games: 204, Rating: row.Rating, Error: row.RatingError})
	}
	return r
}

func read(t *testing.T, parts ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(parts...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestLeaderboard(t *testing.T) {
	dir := t.TempDir()
	r := makeLadder(t, 21, 6)
	row := &r.Stages[0].Standings[12]
	row.RankLow, row.RankHigh = 12, 15
	row.Name = "<b>Mole"
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	if index := read(t, dir, "index.html"); !strings.Contains(index, `href="ladder-1.html"`) {
		t.Error("the report does not lead to the leaderboard")
	}
	board := read(t, dir, "ladder-1.html")
	page := botPath(0, row.Entry)
	for _, want := range []string{"13th<span> of 21</span><td>(12–15)", `href="` + page + `"`, "&lt;b&gt;Mole", "<td>960<td>27<td><svg"} {
		if !strings.Contains(board, want) {
			t.Errorf("the leaderboard does not say %q", want)
		}
	}
	text := read(t, dir, page)
	for _, want := range []string{"13th of 21 (12–15)", `rating 960 ± 27 after 204 games`, `href="../ladder-1.html"`,
		`href="../games/1.html"`, "of 21</td>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the bot's page does not say %q", want)
		}
	}
	if n := strings.Count(text, "<tr data-bots="); n != 6 {
		t.Errorf("the bot's page lists %d games of 6", n)
	}
}

// A bot's page has only games of the ladder's own stage, the latest first, and of very many only the latest.
func TestABotsGames(t *testing.T) {
	s := &report.Stage{Standings: make([]report.Standing, 3)}
	r := &report.Run{Stages: []report.Stage{{}, *s}}
	for n := 1; n <= 3*listedGames; n++ {
		r.Games = append(r.Games, report.Game{Number: n, Stage: n % 2,
			Seats: []report.Seat{{Slot: n % 3, Place: 1}, {Slot: (n + 1) % 3, Place: 2}}})
	}
	games := gamesBySlot(r, 1)
	p := &botPage{ladderPage: ladderPage{Stage: s}, Row: &ladderRow{Standing: &report.Standing{Standing: tournament.Standing{Entry: 2}}}}
	p.list(r, games[2], nil)
	if len(p.Games)+p.Hidden != len(games[2]) || len(p.Games) != min(listedGames, len(games[2])) {
		t.Errorf("%d games are listed and %d hidden, of %d", len(p.Games), p.Hidden, len(games[2]))
	}
	if !p.Pageless {
		t.Error("it is not said that the games have no page")
	}
	for i, g := range p.Games {
		if g.Number%2 != 1 || i > 0 && g.Number >= p.Games[i-1].Number || g.Won == g.Lost || g.Won != (g.Number%3 == 2) {
			t.Fatalf("game %d of the list is %+v", i, g)
		}
	}
}

func TestOrdinal(t *testing.T) {
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st",
		111: "111th", 133: "133rd", 3102: "3\u2009102nd"} {
		if got := ordinal(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

// TestALadderShowsNamesAndRatings: whatever columns a leaderboard has, each bot's name has room and its rating and number of games are
// seen, and no head lies over another.
func TestALadderShowsNamesAndRatings(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	for _, tt := range []struct {
		name   string
		change func(s *report.Standing)
	}{
		{"plain", func(*report.Standing) {}},
		{"climbed, and chances", func(s *report.Standing) { s.Climbed, s.ChanceFirst, s.ChanceNext = s.Entry%3-1, 0.05, 0.4 }},
	} {
		dir := t.TempDir()
		r := makeLadder(t, 21, 12)
		for i := range r.Stages[0].Standings {
			tt.change(&r.Stages[0].Standings[i])
		}
		if err := WriteReport(dir, r); err != nil {
			t.Fatal(err)
		}
		for _, s := range sizes {
			t.Run(fmt.Sprintf("%s %d", tt.name, s.width), func(t *testing.T) {
				tab := newTab(t, browser)
				dress(t, tab, s.width, s.height, "light")
				open(t, tab, "file://"+filepath.Join(dir, "ladder-1.html"))
				sound(t, tab)
				for _, wrong := range eval[[]string](t, tab, `(() => {
					const wrong = [], table = document.querySelector(".board"), heads = [...table.tHead.rows[0].cells], row = table.tBodies[0].rows[0];
					for (const [i, head] of heads.entries()) {
						const cell = row.cells[i], shown = e => e.getClientRects().length > 0;
						if (shown(head) !== shown(cell)) wrong.push(head.textContent + ": the head is shown " + shown(head) + ", its cell " + shown(cell));
						if (["Rank", "Bot", "Rating", "Games"].includes(head.textContent) && !shown(cell)) wrong.push(head.textContent + " is hidden");
						if (shown(head) && head.scrollWidth > head.clientWidth) wrong.push(head.textContent + " is cut off or lies over the next head");
						if (shown(cell) && head.textContent !== "Bot" && cell.scrollWidth > cell.clientWidth) wrong.push(head.textContent + ": " + cell.textContent + " is wider than its column");
					}
					const name = row.querySelector("tbody th").clientWidth;
					if (name < 120) wrong.push("a name has " + name + " px");
					return wrong;
				})()`) {
					t.Error(wrong)
				}
			})
		}
	}
}

func TestLadderPagesAreSoundAtEverySize(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	dir := t.TempDir()
	r := makeLadder(t, 21, 6)
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"ladder-1.html", botPath(0, r.Stages[0].Standings[2].Entry)} {
		for _, s := range sizes {
			t.Run(fmt.Sprintf("%s %d", page, s.width), func(t *testing.T) {
				tab := newTab(t, browser)
				dress(t, tab, s.width, s.height, "light")
				open(t, tab, "file://"+filepath.Join(dir, page))
				inEachTheme(t, tab, s.width, s.height, func(theme string) {
					sound(t, tab)
					shoot(t, tab, fmt.Sprintf("%s-%d-%s", strings.NewReplacer("/", "-", ".html", "").Replace(page), s.width, theme))
				})
			})
		}
	}
}
