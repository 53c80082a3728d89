package web

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"agon/internal/wholefile"
	"agon/show/report"
)

// A list of more than mostListed games is cut to the newest and the most interesting; gamesFile has all of them.
const (
	mostListed      = 2000
	mostInteresting = 250 // of each of the three sorts
	gamesFile       = "games.csv"
)

// listing describes which games the page of games has.
type listing struct {
	All, Newest int // Newest is 0 if all are listed
	File        string
	Stages      bool // games are of several stages
	Marked      bool // some have a decision
	Faulty      bool // some have faults
	Pageless    bool // some have no page
	Dated       bool // the day of some is known
	Two         bool // none has more than two seats
	Bots        []listedBot
}

// listedBot is a bot that plays in one of the games.
type listedBot struct {
	Name string
	Slot int
}

// writeGameList writes the page of all games, and a file of them if the page cannot list all.
func writeGameList(dir string, r *report.Run, page reportPage, watchable map[int]bool) error {
	page.Page = "Games"
	page.Foot = `<script src="assets/games.js"></script>`
	page.Games = nil
	page.Listing = listing{Two: true, All: len(r.Games) + len(r.Annulled), Stages: len(r.Stages) > 1}
	chosen := chosenGames(r)
	if len(chosen) < page.Listing.All {
		page.Listing.Newest, page.Listing.File = mostListed-3*mostInteresting, gamesFile
		if err := wholefile.Write(filepath.Join(dir, gamesFile), func(w io.Writer) error { return writeGamesFile(w, r) }); err != nil {
			return err
		}
	}
	names := map[int]string{}
	for _, g := range chosen {
		v := newGameView(g, r, watchable)
		if g.Void {
			v.Href = "" // the page shows the valid result
		}
		page.Games = append(page.Games, v)
		page.Listing.Pageless = page.Listing.Pageless || v.Href == "" && !g.Void
		page.Listing.Marked = page.Listing.Marked || g.Mark != ""
		page.Listing.Two = page.Listing.Two && len(g.Seats) < 3
		page.Listing.Dated = page.Listing.Dated || g.Day != ""
		page.Listing.Faulty = page.Listing.Faulty || g.Faults > 0
		for _, s := range g.Seats {
			names[s.Slot] = s.Name
		}
	}
	slices.Reverse(page.Games) // the newest first
	page.Listing.bots(names)
	return writePage(filepath.Join(dir, "games.html"), "games", page)
}

// bots lists the names of slots.
func (l *listing) bots(names map[int]string) {
	for slot, name := range names {
		l.Bots = append(l.Bots, listedBot{name, slot})
	}
	slices.SortFunc(l.Bots, func(a, b listedBot) int { return a.Slot - b.Slot })
}

// chosenGames returns the games to list, in the order of the plan. Annulled results come before the valid one.
func chosenGames(r *report.Run) []*report.Game {
	all := make([]*report.Game, 0, len(r.Games)+len(r.Annulled))
	for i := range r.Annulled {
		all = append(all, &r.Annulled[i])
	}
	for i := range r.Games {
		all = append(all, &r.Games[i])
	}
	byNumber := func(a, b *report.Game) int { return a.Number - b.Number }
	slices.SortStableFunc(all, byNumber)
	if len(all) <= mostListed {
		return all
	}
	newest := len(all) - (mostListed - 3*mostInteresting)
	chosen, older := slices.Clone(all[newest:]), slices.Clone(all[:newest])
	take := func(figure func(g *report.Game) (float64, bool)) {
		slices.SortStableFunc(older, func(a, b *report.Game) int {
			x, known := figure(a)
			y, too := figure(b)
			switch {
			case known != too && known:
				return -1
			case known != too:
				return 1
			}
			return compare(x, y)
		})
		chosen, older = append(chosen, older[:mostInteresting]...), older[mostInteresting:]
	}
	take(margin)
	take(func(g *report.Game) (float64, bool) { return -float64(g.Rounds), true })
	take(func(g *report.Game) (float64, bool) { return -float64(g.Faults), g.Faults > 0 || g.Mark != "" })
	slices.SortStableFunc(chosen, byNumber)
	return chosen
}

// margin returns the difference of the best two scores of a game, or false if there are no two scores.
func margin(g *report.Game) (float64, bool) {
	if len(g.Seats) < 2 || g.Seats[0].Place == 0 {
		return 0, false
	}
	return math.Abs(g.Seats[0].Score - g.Seats[1].Score), true
}

// writeGamesFile writes a line for each seat of each game.
func writeGamesFile(w io.Writer, r *report.Run) error {
	out := csv.NewWriter(w)
	write := func(fields ...string) { _ = out.Write(fields) } // out.Error returns the error
	write("game", "stage", "round", "seed", "length", "faults", "decision", "place", "bot", "score", "day")
	for _, list := range [][]report.Game{r.Games, r.Annulled} {
		for i := range list {
			g := &list[i]
			stage := strconv.Itoa(g.Stage + 1)
			if g.Stage < len(r.Stages) {
				stage = r.Stages[g.Stage].Name
			}
			for _, s := range g.Seats {
				write(strconv.Itoa(g.Number), formulaSafe(stage), strconv.Itoa(g.Round), strconv.FormatInt(g.Seed, 10),
					strconv.Itoa(g.Rounds), strconv.Itoa(g.Faults),
					formulaSafe(g.Mark), strconv.Itoa(s.Place), formulaSafe(s.Name), strconv.FormatFloat(s.Score, 'f', -1, 64), g.Day)
			}
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("write %s: %w", gamesFile, err)
	}
	return nil
}

// formulaSafe prevents spreadsheets from running a name as a formula.
func formulaSafe(name string) string {
	if name != "" && slices.Contains([]byte("=+-@\t\r\n"), name[0]) {
		return "'" + name
	}
	return name
}
