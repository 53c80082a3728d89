package site

import (
	"net/http"
	"slices"

	"agon/site/contests"
)

// homePage is the data of the list of contests.
type homePage struct {
	page
	Running, Upcoming, Finished []contestLine
	Makes                       bool         // organisers can make contests here
	First                       *contestLine // the first that takes bots; nil: none does
	Boards                      boardsPart
}

func (x *contestPages) home(w http.ResponseWriter, r *http.Request) error {
	all, err := x.lines(r.Context(), reader(r), r)
	if err != nil {
		return err
	}
	p := &homePage{page: page{Title: "Contests", Note: x.noted(r)}, Makes: len(x.offers) > 0}
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
