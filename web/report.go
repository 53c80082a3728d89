package web

import (
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

	"agon/film"
	"agon/internal/wholefile"
	"agon/report"
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
	watchable, err := writeGames(dir, r)
	if err != nil {
		return err
	}
	for _, write := range []func(string, *report.Run, map[int]bool) error{writeLadders, writeMatches, writeJury, writeTables} {
		if err := write(dir, r, watchable); err != nil {
			return err
		}
	}
	return nil
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

// writeGames writes the pages of the games that have a film, and returns which games have a page. A game whose film fails is only listed,
// with the error in Lost.
func writeGames(dir string, r *report.Run) (map[int]bool, error) {
	before, err := os.ReadDir(filepath.Join(dir, "games"))
	if err != nil {
		return nil, err
	}
	written := make(map[string]bool, len(before)) // by an earlier report
	for _, page := range before {
		written[page.Name()] = true
	}
	w := &gameWriter{dir: dir, run: r, watchable: make(map[int]bool), films: make([]*film.Film, len(r.Games)), missing: make([]int8, len(r.Games))}
	for i, g := range r.Games {
		if g.Film != nil || len(written) > 0 && written[filepath.Base(gamePath(g.Number))] {
			w.watchable[g.Number] = true
		}
		for range w.around(i) {
			w.missing[i]++
		}
	}
	var done sync.WaitGroup
	for range min(max(runtime.GOMAXPROCS(0), 2), mostFilms) {
		done.Go(w.work)
	}
	done.Wait()
	return w.watchable, w.err
}

// mostFilms bounds how many films are made at once. Up to two more for each wait for it.
const mostFilms = 8

// A gameWriter writes the pages of games, several at once. A page links to the games before and after it, so it is written when their films
// are made: a film that fails has no page. Nobody waits for that: who makes the last of the three films writes the page.
type gameWriter struct {
	dir  string
	run  *report.Run
	next atomic.Int64 // index of the next game

	mu        sync.Mutex   // guards all below
	films     []*film.Film // by index of the game, until its page is written
	missing   []int8       // by index of the game: how many films its page waits for, its own among them
	watchable map[int]bool
	err       error // the first
}

// around returns the indices of a game and of those before and after it.
func (w *gameWriter) around(i int) []int {
	all := [3]int{i - 1, i, i + 1}
	from, to := 0, 3
	if i == 0 {
		from = 1
	}
	if i == len(w.run.Games)-1 {
		to = 2
	}
	return all[from:to]
}

// work makes films and writes pages until there are no more games. After an error it writes no page.
func (w *gameWriter) work() {
	for {
		i := int(w.next.Add(1)) - 1
		if i >= len(w.run.Games) {
			return
		}
		for _, ready := range w.made(i, w.film(i)) {
			if err := w.page(ready); err != nil {
				w.mu.Lock()
				if w.err == nil {
					w.err = fmt.Errorf("game %d: %w", w.run.Games[ready].Number, err)
				}
				w.mu.Unlock()
			}
		}
	}
}

// made keeps a game's film, nil for none, and returns the games whose pages wait for no film any more.
func (w *gameWriter) made(i int, f *film.Film) (ready []int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.films[i] = f
	for _, j := range w.around(i) {
		if w.missing[j]--; w.missing[j] == 0 && w.films[j] != nil {
			ready = append(ready, j)
		}
	}
	return ready
}

// film makes the film of a game; nil if there is none.
func (w *gameWriter) film(i int) *film.Film {
	g := &w.run.Games[i]
	if g.Film == nil {
		return nil
	}
	f, err := g.Film()
	if err == nil {
		return f
	}
	g.Lost = fmt.Errorf("live it again: %w", err)
	_, err = os.Stat(filepath.Join(w.dir, gamePath(g.Number)))
	w.mu.Lock()
	defer w.mu.Unlock()
	w.watchable[g.Number] = err == nil // the page of an earlier report, when there was a replay
	return nil
}

// page writes the page of a game, unless another page has failed.
func (w *gameWriter) page(i int) error {
	g := &w.run.Games[i]
	w.mu.Lock()
	f := w.films[i]
	w.films[i] = nil
	failed, before, after := w.err != nil, neighbour(g.Number-1, w.watchable), neighbour(g.Number+1, w.watchable)
	w.mu.Unlock()
	if failed {
		return nil
	}
	defer f.Release()
	page := newGamePage(f)
	page.Home, page.Policy, page.Verified = "../index.html", filePolicy, true
	page.Crumbs = []crumb{{w.run.Contest, "../index.html"}, {"Games", "../games.html"}, {"game " + grouped(g.Number) + " of " + grouped(len(w.run.Games)), ""}}
	if g.Title != "" {
		page.Title = g.Title
	}
	page.Replay = address("../", g.Replay)
	page.Before, page.After = before, after
	page.Head = `<link rel="stylesheet" href="../assets/game.css"><script src="../assets/theme.js"></script>`
	page.Foot = reelElement(f, true, gzip.DefaultCompression) + `<script src="../assets/viewer.js"></script>`
	return writePage(filepath.Join(w.dir, gamePath(g.Number)), "game", page)
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
