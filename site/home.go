package site

import (
	"context"
	"net/http"
	"slices"

	"agon/game"
	"agon/site/contests"
	"agon/site/people"
)

// homePage is the data of the list of contests.
type homePage struct {
	page
	Running, Upcoming, Finished []contestLine
	Games                       []*game.Kind // of new contests; none: contests are made in their folders alone
	First                       *contestLine // the first that takes bots; nil: none does
	Takes                       int          // contests that take bots
	New                         bool         // the reader has no account, or no bot yet
	Mine                        []homeBot    // of the reader
	Boards                      boardsPart
}

func (x *contestPages) home(w http.ResponseWriter, r *http.Request) error {
	all, err := x.lines(r.Context(), reader(r), r)
	if err != nil {
		return err
	}
	p := &homePage{page: page{Title: "Contests", Note: x.noted(r)}, Games: x.offers}
	for _, line := range all {
		switch line.State {
		case contests.Waiting:
			p.Upcoming = append(p.Upcoming, line)
		case contests.Over:
			p.Finished = append(p.Finished, line)
		default:
			p.Running = append(p.Running, line)
		}
	}
	for _, line := range slices.Concat(p.Running, p.Upcoming) {
		if line.Takes && p.First == nil {
			p.First = &line
		}
		if line.Takes {
			p.Takes++
		}
	}
	if err := x.fillMine(r.Context(), p, reader(r), all); err != nil {
		return err
	}
	if p.Boards.Shown = slices.ContainsFunc(p.Running, func(l contestLine) bool { return l.State == contests.Playing }); p.Boards.Shown {
		p.Boards.From = "/boards"
		if p.Boards.List, err = x.games.running(r.Context(), reader(r), r); err != nil {
			return err
		}
	}
	x.render(w, r, "home", p)
	return nil
}

// A homeBot is a bot of the reader's own on the list of contests.
type homeBot struct {
	Name, Href     string
	Contest, Place string // Place is empty before its first game
	Plays          bool
}

// fillMine sets the reader's own bots in contests that are not over, and whether the reader is new here: without an account, or a
// participant without a bot.
func (x *contestPages) fillMine(ctx context.Context, p *homePage, by *people.Person, all []contestLine) error {
	p.New = by.ID == 0 || by.Role.May(people.Submit) && !by.Role.May(people.Inspect)
	if by.ID == 0 {
		return nil
	}
	for i := range all {
		bots, err := x.entries.Bots(ctx, all[i].Name, by.ID)
		if err != nil {
			return err
		}
		p.New = p.New && len(bots) == 0
		c, err := x.contests.Find(all[i].Name)
		if err != nil || all[i].State == contests.Over {
			continue
		}
		places := placesOf(bots, c.Table())
		for j := range bots {
			b := &bots[j]
			p.Mine = append(p.Mine, homeBot{b.Name, botAddress(c.Name, b.ID), all[i].Title, places[b.Name], b.Active != 0})
		}
	}
	return nil
}
