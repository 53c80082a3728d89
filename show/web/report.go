package web

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"

	"github.com/klauspost/compress/gzip"

	"agon/game"
	"agon/internal/numerals"
	"agon/internal/wholefile"
	"agon/show/report"
)

// WriteReport writes a contest's report: index.html, the list of its games, a page for each game that has a film, the leaderboards of
// ladders, the matches of groups, the jury's page, and the files that they share. A browser opens all of it from the disk. If the replay of
// a game is lost, everything else is written, and the game's Lost has the reason.
//
// Pages of games share one script and one style sheet beside them and contain their compressed reel. That is smaller than
// self-contained pages (by the viewer, some 75 KB per game). A viewer that fetches data would not work for file addresses, from which
// browsers fetch nothing. Each page has its table without JavaScript.
func WriteReport(dir string, r *report.Run) error {
	if err := writeReport(dir, r); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

func writeReport(dir string, r *report.Run) error {
	for _, sub := range []string{"assets", "games", "replays"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	files := []struct {
		name string
		text func() (string, error)
	}{
		{"assets/game.css", func() (string, error) { return sheet(gameSheets), nil }},
		{"assets/report.css", func() (string, error) { return sheet(reportSheets), nil }},
		{"assets/theme.js", func() (string, error) { return asset("theme.js"), nil }},
		{"assets/viewer.js", func() (string, error) { return gameScript(r.Kind.Kind) }},
		{"assets/report.js", func() (string, error) { return bundle(reportModules, asset) }},
		{"assets/games.js", func() (string, error) { return bundle(gamesModules, asset) }},
		{"assets/ladder.js", func() (string, error) { return bundle(ladderModules, asset) }},
	}
	for _, f := range files {
		text, err := f.text()
		if err == nil {
			err = wholefile.WriteBytes(filepath.Join(dir, f.name), []byte(text))
		}
		if err != nil {
			return err
		}
	}
	if err := writeReplays(dir, r); err != nil {
		return err
	}
	watchable, seen, err := writeGames(dir, r)
	if err != nil {
		return err
	}
	for _, write := range []func(string, *report.Run, map[int]bool) error{writeLadders, writeMatches, writeJury, writeDecisions} {
		if err := write(dir, r, watchable); err != nil {
			return err
		}
	}
	return writeTables(dir, r, watchable, seen)
}

// writeReplays writes the replays that belong in the folder, and records their paths.
func writeReplays(dir string, r *report.Run) error {
	for i := range r.Games {
		g := &r.Games[i]
		if g.File == nil {
			continue
		}
		text, err := g.File()
		if err != nil {
			g.Lost = err
			continue
		}
		g.Replay = "replays/" + strconv.Itoa(g.Number) + ".agon"
		if err := wholefile.WriteBytes(filepath.Join(dir, g.Replay), text); err != nil {
			return err
		}
	}
	return nil
}

// sights are what the films of games show for the first page; nil: nothing.
type sights struct {
	fall *fall // the largest of a chance
	heat *heat
}

// writeGames writes the pages of the games that have a film, and returns which games have a page, and what is seen in them. A game whose
// film fails is only listed, with the error in Lost.
func writeGames(dir string, r *report.Run) (watchable map[int]bool, seen sights, err error) {
	watchable = make(map[int]bool)
	before, err := os.ReadDir(filepath.Join(dir, "games"))
	if err != nil {
		return nil, seen, err
	}
	written := make(map[string]bool, len(before)) // by an earlier report
	for _, page := range before {
		written[page.Name()] = true
	}
	for _, g := range r.Games {
		if g.Film != nil || len(written) > 0 && written[filepath.Base(gamePath(g.Number))] {
			watchable[g.Number] = true
		}
	}
	pages := makePages(r)
	defer pages.stop()
	// A page links to the next one, so that is made before a page is written.
	var last *gamePage
	for i := range len(r.Games) + 1 {
		var page *gamePage
		if i < len(r.Games) && r.Games[i].Film != nil {
			made := pages.next()
			page, seen = made.page, sights{larger(seen.fall, made.fall), seen.heat.with(made.heat)}
			if err := made.err; err != nil {
				r.Games[i].Lost = fmt.Errorf("live it again: %w", err)
				_, err := os.Stat(filepath.Join(dir, gamePath(r.Games[i].Number)))
				watchable[r.Games[i].Number] = err == nil // the page of an earlier report, when there was a replay
			}
		}
		if last != nil {
			number := r.Games[i-1].Number
			last.Before, last.After = neighbour(number-1, watchable), neighbour(number+1, watchable)
			if err := writePage(filepath.Join(dir, gamePath(number)), "game", last); err != nil {
				return nil, seen, fmt.Errorf("game %d: %w", number, err)
			}
		}
		last = page
	}
	return watchable, seen, nil
}

// pagesAhead are the pages of a report's games, without their links to each other. They are made on all cores, and come in the order of the
// games.
type pagesAhead struct {
	made  chan chan madePage
	ended chan struct{}
	busy  sync.WaitGroup
}

// madePage is the page of a game and what is seen in it, or why its film could not be made.
type madePage struct {
	page *gamePage
	sights
	err error
}

// makePages begins the pages of the games that have a film.
func makePages(r *report.Run) *pagesAhead {
	// Few are made ahead: each has its whole film in memory until it is made.
	p := &pagesAhead{made: make(chan chan madePage, runtime.GOMAXPROCS(0)-1), ended: make(chan struct{})}
	p.busy.Go(func() {
		for i := range r.Games {
			g := &r.Games[i]
			if g.Film == nil {
				continue
			}
			page := make(chan madePage, 1)
			select {
			case p.made <- page:
			case <-p.ended:
				return
			}
			p.busy.Go(func() { page <- makePage(r, g) })
		}
	})
	return p
}

// next returns the next page.
func (p *pagesAhead) next() madePage { return <-<-p.made }

// stop waits for the pages that are being made.
func (p *pagesAhead) stop() {
	close(p.ended)
	p.busy.Wait()
}

func makePage(r *report.Run, g *report.Game) madePage {
	f, err := g.Film()
	if err != nil {
		return madePage{err: err}
	}
	page := newGamePage(f)
	page.Home, page.Policy, page.Proof = "../index.html", filePolicy, "verified"
	if r.Kind.Uncertain {
		page.Proof = game.NotAgain
	}
	page.Crumbs = []crumb{{r.Contest, "../index.html"}, {"Games", "../games.html"},
		{"game " + numerals.Grouped(g.Number) + " of " + numerals.Grouped(len(r.Games)), ""}}
	if g.Title != "" {
		page.Title = g.Title
	}
	page.Replay = address("../", g.Replay)
	page.Head = feedLink("../") + `<link rel="stylesheet" href="../assets/game.css"><script src="../assets/theme.js"></script>`
	page.Foot = reelElement(f, true, gzip.DefaultCompression) + `<script src="../assets/viewer.js"></script>`
	return madePage{page: &page, sights: sights{fallOf(g, f), heatOf(r, f)}}
}

func gamePath(number int) string { return "games/" + strconv.Itoa(number) + ".html" }

func neighbour(number int, watchable map[int]bool) string {
	if !watchable[number] {
		return ""
	}
	return strconv.Itoa(number) + ".html"
}

// address returns a relative address as seen from a page; an empty address stays empty.
func address(up, to string) string {
	if to == "" {
		return ""
	}
	return up + filepath.ToSlash(to)
}
