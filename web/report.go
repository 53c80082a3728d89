package web

import (
	"compress/gzip"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"strconv"

	"agon/film"
	"agon/game"
	"agon/internal/wholefile"
)

// A Report is all that the folder of a contest shows. It holds plain facts: who plays contests fills it, nothing is computed
// here but pictures of them.
type Report struct {
	Contest    string
	Kind       *game.Kind
	Bots       int      // that play
	Authors    int      // that they come from
	Seed       int64    // of the contest
	Options    []string // of the kind that differ from their defaults, "name=value"
	Efficiency float64  // CPU time within bots over cores and wall, 0 to 1; 0 is not known
	Sandbox    string   // its level, and what of it was enforced
	Facts      []Fact   // what else is to be said of the arena, in order
	Stages     []StageTable
	Games      []GameLink
	Jury       *Jury // the short list, once the contest is over; nil for none
	Times      bool  // keep the times of moves in the games' pages, which makes them about half as large again
}

// A Fact is a line of the arena's panel.
type Fact struct{ Name, Value string }

// A StageTable is the standing of one stage.
type StageTable struct {
	Name, Format string
	Unit         string        // of the scores: "%", "points", "rating"
	Played       int           // games so far
	Planned      int           // games in all, 0 when that depends on the games
	Note         string        // what is settled and what is not, in a sentence
	Rating       bool          // scores are ratings: the axis need not begin at 0
	Limit        float64       // of the mean time of a move, µs; 0 for none
	Standings    []StandingRow // by rank
	BinLow       float64       // where the first bin of every histogram begins
	BinHigh      float64       // where the last one ends; equal to BinLow: there are no histograms
	Ladder       bool          // it has a leaderboard, and each bot a page with its curve and games
	Bracket      template.HTML // an SVG picture of a knockout, trusted as it is; empty for other formats

	Meetings []Meeting // who met whom, where within a group everybody does; each group then has its cross table
	Elo      bool      // ratings depend on the order of the matches
	Next     string    // the stage that the best of each group go on to; empty where there is none
	Over     bool      // all its games are played
}

// A StandingRow is a bot's line in a stage. Scores are in the stage's unit.
type StandingRow struct {
	Rank              int // from 1
	RankLow, RankHigh int // the places it may hold, at 95 %; equal when that is certain
	Name, Author      string
	Slot              int // of its look
	Played            int
	Mean, Low, High   float64 // with its 95 % interval
	P10, P90          float64 // eight games of ten lie between
	SD                float64 // standard deviation of the scores
	AvgMicros         float64 // mean time of a move; negative is not known
	Efficiency        float64 // score per µs; 0 is not known
	Faults            int
	Best              float64 // its highest score
	BestGame          int     // the number of the game in which it was
	Histogram         []int   // games by score, in equal bins from BinLow to BinHigh
	Remark            string  // why it is listed last, or over which limit it is
	Log               string  // the address of its log, relative to the folder

	Rating, RatingError float64      // of a ladder, with its standard error
	Won, Drawn, Lost    int          // its games
	Curve               []CurvePoint // how its rating came about

	Group               int     // from 0; 0 for everybody where there is one group
	Wins, Draws, Losses int     // its matches
	Points              float64 // of matches, where nothing is rated
	OrderLow, OrderHigh int     // the places that Elo leaves it in 95 of 100 orders of the same matches
	Through             bool    // it goes on to the next stage
	Note                string  // by which rule it does, where that is not plain
}

// A GameLink is one game of the contest.
type GameLink struct {
	Number int    // from 1; it names the page
	Stage  int    // from 0
	Title  string // "Final, game 318"
	Seed   int64
	Rounds int
	Faults int
	OnTime []string   // names of those who lost it on time
	Seats  []GameSeat // by place
	Replay string     // the address of the replay, relative to the folder; may be empty
	// File reads the replay, where the folder is to hold a copy of it; it is then the Replay. Where it fails there is no copy.
	File func() ([]byte, error)
	// Film lives the game again for its page. It is called once, while the report is written. Where it is nil, a page that an
	// earlier report wrote is kept, and a game without one is listed only; so is one whose film fails.
	Film func() (*film.Film, error)
	lost error // of Film or File; the list says so
}

// A GameSeat is who played in a game.
type GameSeat struct {
	Name  string
	Slot  int
	Place int
	Score float64
}

// WriteReport writes a contest's report: index.html, the list of its games, a page for each game that has a film, the
// leaderboards of ladders, the matches of groups, the jury's page, and what they share. A browser opens all of it from the disk. Where
// the replays of some games are lost everything else is written, and the error is an [*Incomplete].
//
// Pages of games share one script and one sheet beside them and carry their reel within, packed. That is smaller than a page
// of its own for each (by the viewer, some 75 KB a game), and, unlike a viewer that fetches data, works for file addresses, where
// browsers fetch nothing; each page still has its table without a script.
func WriteReport(dir string, r *Report) error {
	for _, sub := range []string{"assets", "games", "replays"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	files := []struct {
		name string
		text func() (string, error)
	}{
		{"assets/game.css", func() (string, error) { return sheet(gameSheets), nil }},
		{"assets/report.css", func() (string, error) { return sheet(reportSheets), nil }},
		{"assets/theme.js", func() (string, error) { return asset("theme.js"), nil }},
		{"assets/viewer.js", func() (string, error) { return gameScript(r.Kind) }},
		{"assets/report.js", func() (string, error) { return bundle(reportModules, asset) }},
		{"assets/ladder.js", func() (string, error) { return bundle(ladderModules, asset) }},
	}
	for _, f := range files {
		text, err := f.text()
		if err == nil {
			err = wholefile.WriteBytes(filepath.Join(dir, f.name), []byte(text))
		}
		if err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	if err := writeReplays(dir, r); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	watchable, err := writeGames(dir, r)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	for _, write := range []func(string, *Report, map[int]bool) error{writeLadders, writeMatches, writeJury, writeTables} {
		if err := write(dir, r, watchable); err != nil {
			return fmt.Errorf("report: %w", err)
		}
	}
	return r.incomplete()
}

// Incomplete is the error of a report that was written, and shows games without their replays because these are lost.
type Incomplete struct {
	Games []int   // by number
	Errs  []error // beside them
}

func (e *Incomplete) Error() string {
	text := fmt.Sprintf("report: game %d: %v", e.Games[0], e.Errs[0])
	if n := len(e.Games) - 1; n > 0 {
		text += fmt.Sprintf("; %d other games have no replay either", n)
	}
	return text
}

func (r *Report) incomplete() error {
	var e Incomplete
	for _, g := range r.Games {
		if g.lost != nil {
			e.Games, e.Errs = append(e.Games, g.Number), append(e.Errs, g.lost)
		}
	}
	if len(e.Games) == 0 {
		return nil
	}
	return &e
}

// writeReplays writes the replays that are to lie in the folder, and notes where.
func writeReplays(dir string, r *Report) error {
	for i := range r.Games {
		g := &r.Games[i]
		if g.File == nil {
			continue
		}
		text, err := g.File()
		if err != nil {
			g.lost = err
			continue
		}
		g.Replay = "replays/" + strconv.Itoa(g.Number) + ".agon"
		if err := wholefile.WriteBytes(filepath.Join(dir, g.Replay), text); err != nil {
			return err
		}
	}
	return nil
}

// writeGames writes the pages of the games that have a film, and tells which games have a page. A game whose film fails is listed only;
// whoever gave the film knows why.
func writeGames(dir string, r *Report) (map[int]bool, error) {
	watchable := make(map[int]bool)
	for _, g := range r.Games {
		if _, err := os.Stat(filepath.Join(dir, gamePath(g.Number))); g.Film != nil || err == nil {
			watchable[g.Number] = true
		}
	}
	// A page links to the next, so the next film is there before a page is written.
	var before *film.Film
	for i := range len(r.Games) + 1 {
		var f *film.Film
		if i < len(r.Games) && r.Games[i].Film != nil {
			var err error
			if f, err = r.Games[i].Film(); err != nil {
				f, r.Games[i].lost = nil, fmt.Errorf("live it again: %w", err)
				_, err := os.Stat(filepath.Join(dir, gamePath(r.Games[i].Number)))
				watchable[r.Games[i].Number] = err == nil // the page of a time when there was a replay
			}
		}
		if before != nil {
			if err := writeGame(dir, r, &r.Games[i-1], before, watchable); err != nil {
				return nil, fmt.Errorf("game %d: %w", r.Games[i-1].Number, err)
			}
		}
		before = f
	}
	return watchable, nil
}

func gamePath(number int) string { return "games/" + strconv.Itoa(number) + ".html" }

func writeGame(dir string, r *Report, g *GameLink, f *film.Film, watchable map[int]bool) error {
	page := newGamePage(f)
	page.Home, page.Policy, page.Verified = "../index.html", filePolicy, true
	page.Crumbs = []crumb{{r.Contest, "../index.html"}, {"Games", "../games.html"}, {"game " + grouped(g.Number) + " of " + grouped(len(r.Games)), ""}}
	if g.Title != "" {
		page.Title = g.Title
	}
	page.Replay = address("../", g.Replay)
	page.Before, page.After = neighbour(g.Number-1, watchable), neighbour(g.Number+1, watchable)
	page.Head = `<link rel="stylesheet" href="../assets/game.css"><script src="../assets/theme.js"></script>`
	page.Foot = reelElement(f, r.Times, gzip.DefaultCompression) + `<script src="../assets/viewer.js"></script>`
	text, err := render("game", page)
	if err != nil {
		return err
	}
	return wholefile.WriteBytes(filepath.Join(dir, gamePath(g.Number)), []byte(text))
}

func neighbour(number int, watchable map[int]bool) string {
	if !watchable[number] {
		return ""
	}
	return strconv.Itoa(number) + ".html"
}

// address is a relative address seen from a page; an empty one stays empty.
func address(up, to string) string {
	if to == "" {
		return ""
	}
	return up + filepath.ToSlash(to)
}
