package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"agon/show/web"
	"agon/site/challenges"
	"agon/site/contests"
	"agon/site/films"
	"agon/site/matches"
	"agon/site/people"
)

// matchPages are the pages of matches on demand.
type matchPages struct {
	*pages
	*catalogue
	challenges *challenges.Challenges
	matches    *matches.Matches // nil: there are none
	films      films.Matches
}

// matchesPage is the data of the page on which matches are asked for.
type matchesPage struct {
	page
	Contest string // its title
	Link    string // of the contest
	Choices *challenges.Choices
	Seats   []string // chosen values, one for each seat of the form
	Least   int      // seats that must be taken
	Map     string
	Wrong   string
	Matches []*matches.Match
	Waits   bool // one of them waits or is played
}

// mostFormSeats is how many seats the form has at most; programs can ask for more.
const mostFormSeats = 8

func (p *matchPages) matchList(w http.ResponseWriter, r *http.Request) error {
	chosen := r.URL.Query()["seat"]
	return p.showMatches(w, r, challenges.Request{Seats: chosen[:min(len(chosen), mostFormSeats)], Map: r.URL.Query().Get("map")}, "")
}

// showMatches shows the form with what was typed, and the reader's matches.
func (p *matchPages) showMatches(w http.ResponseWriter, r *http.Request, typed challenges.Request, wrong string) error {
	c, f, k, err := p.challenges.Contest(r.PathValue("contest"))
	if err != nil {
		return err
	}
	data := &matchesPage{page: page{Title: "Matches", Note: p.noted(r)}, Contest: p.contests.Title(c), Link: contestAddress(c.Name),
		Map: typed.Map, Wrong: wrong, Least: k.MinSeats}
	if data.Choices, err = p.challenges.Choices(r.Context(), reader(r), c, f); err != nil {
		return err
	}
	data.Seats = make([]string, min(max(k.MinSeats, k.UsualSeats), mostFormSeats))
	data.Seats = append(data.Seats, make([]string, max(0, min(k.MaxSeats, mostFormSeats)-len(data.Seats)))...)
	copy(data.Seats, typed.Seats)
	least := data.Least
	if len(typed.Seats) == 0 {
		least = max(least, 2) // who asks for a match of one bot takes the other out
	}
	data.propose(least)
	if data.Matches, err = p.matches.Of(r.Context(), reader(r).ID, c.Name); err != nil {
		return err
	}
	data.Waits = slices.ContainsFunc(data.Matches, func(m *matches.Match) bool {
		return m.State == matches.Waiting ||
			m.State == matches.Playing
	})
	if wrong != "" {
		w.WriteHeader(http.StatusUnprocessableEntity)
	}
	p.render(w, r, "matches", data)
	return nil
}

// propose fills the first seats, where they are not taken: the reader's bot first, and then others.
func (d *matchesPage) propose(least int) {
	rivals := slices.Concat(d.Choices.House, d.Choices.Others)
	for i := range d.Seats[:min(least, len(d.Seats))] {
		switch {
		case d.Seats[i] != "":
		case i == 0 && len(d.Choices.Mine) > 0:
			d.Seats[i] = d.Choices.Mine[0].Value
		case len(rivals) > 0:
			d.Seats[i] = rivals[i%len(rivals)].Value
		}
	}
}

func (p *matchPages) newMatch(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	typed := challenges.Request{Map: strings.TrimSpace(r.PostFormValue("map"))}
	for _, value := range r.PostForm["seat"] {
		if value != "" {
			typed.Seats = append(typed.Seats, value)
		}
	}
	c, m, err := p.challenges.Ask(r.Context(), reader(r), r.PathValue("contest"), typed)
	var wrong *people.Problem
	if errors.As(err, &wrong) && p.matches != nil {
		return p.showMatches(w, r, typed, wrong.Text)
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, matchAddress(c.Name, m.ID), http.StatusSeeOther)
	return nil
}

func matchAddress(contest string, id int64) string {
	return fmt.Sprintf("%s/matches/%d", contestAddress(contest), id)
}

// sharedAddress is the address of a match for everybody who has its code.
func sharedAddress(code string) string { return "/match/" + code }

// matchPage is the data of the page of a match.
type matchPage struct {
	page
	Contest string // its title
	Link    string // of the contest
	Self    string // address of this page
	Match   *matches.Match
	Seed    int64
	Lines   []matchLine // by place; by seat before the end
	Before  int         // matches that are played earlier, about
	Waits   bool
	Live    bool // the reader may see the game while it is played
	Mine    bool // the reader asked for it
	Again   string
}

// matchLine is a seat of a match.
type matchLine struct {
	matches.Seat
	matches.SeatResult
	Number int // of the seat, from 1
}

// own returns the match of an address, which the reader asked for.
func (p *matchPages) own(r *http.Request) (*contests.Contest, *matches.Match, error) {
	var in MatchPath
	if err := fromAddress(r, &in); err != nil {
		return nil, nil, err
	}
	return p.challenges.Own(r.Context(), reader(r), in.Contest, in.Match)
}

func (p *matchPages) match(w http.ResponseWriter, r *http.Request) error {
	c, m, err := p.own(r)
	if err != nil {
		return err
	}
	return p.showMatch(w, r, c, m, matchAddress(c.Name, m.ID), true)
}

func (p *matchPages) sharedMatch(w http.ResponseWriter, r *http.Request) error {
	c, m, err := p.matchByLink(r)
	if err != nil {
		return err
	}
	return p.showMatch(w, r, c, m, sharedAddress(r.PathValue("code")), false)
}

// matchByLink returns the match whose shared address is asked for.
func (p *matchPages) matchByLink(r *http.Request) (*contests.Contest, *matches.Match, error) {
	if p.matches == nil {
		return nil, nil, people.ErrNobody
	}
	m, err := p.matches.Find(r.Context(), r.PathValue("code"))
	if err != nil {
		return nil, nil, err
	}
	// A link to a match does not open a private contest.
	seen, err := p.visible(r, m.Contest)
	if err != nil {
		return nil, nil, err
	}
	if !seen {
		return nil, nil, people.ErrNobody
	}
	c, err := p.contests.Find(m.Contest)
	return c, m, err
}

func (p *matchPages) showMatch(w http.ResponseWriter, r *http.Request, c *contests.Contest, m *matches.Match,
	self string, mine bool) error {
	data := &matchPage{page: page{Title: fmt.Sprintf("Match %d", m.ID), Note: p.noted(r)}, Contest: p.contests.Title(c),
		Link: contestAddress(c.Name), Self: self, Match: m, Seed: matches.Seed(m.Map), Mine: mine}
	data.Waits = m.State == matches.Waiting || m.State == matches.Playing
	data.Live = mine && m.State == matches.Playing && p.matches.Shown(m)
	if m.State == matches.Waiting {
		var err error
		if data.Before, err = p.matches.Before(r.Context(), m); err != nil {
			return err
		}
	}
	for i, seat := range m.Seats {
		l := matchLine{Seat: seat, Number: i + 1}
		if m.Result != nil {
			l.SeatResult = m.Result.Seats[i]
		}
		data.Lines = append(data.Lines, l)
	}
	slices.SortStableFunc(data.Lines, func(a, b matchLine) int { return a.Place - b.Place })
	p.render(w, r, "match", data)
	return nil
}

func (p *matchPages) shareMatch(w http.ResponseWriter, r *http.Request) error {
	var in MatchPath
	if err := fromAddress(r, &in); err != nil {
		return err
	}
	c, m, code, err := p.challenges.Share(r.Context(), reader(r), in.Contest, in.Match)
	if err != nil {
		return err
	}
	return p.note(w, r, matchAddress(c.Name, m.ID),
		"Everybody with this address sees the match; it is not shown again: "+p.base(r)+sharedAddress(code))
}

// unshareMatch makes the address by which others saw a match invalid.
func (p *matchPages) unshareMatch(ctx context.Context, by *people.Person, in *MatchPath) (string, error) {
	return "", p.challenges.Unshare(ctx, by, in.Contest, in.Match)
}

// matchGame serves the page of a match's game, and what it loads, to who asked for it: with what the bots of that person printed.
func (p *matchPages) matchGame(w http.ResponseWriter, r *http.Request) error {
	c, m, err := p.own(r)
	if err != nil {
		return err
	}
	return p.showGame(w, r, c, m, matchAddress(c.Name, m.ID), true)
}

// sharedGame serves the same to everybody with the link, without output.
func (p *matchPages) sharedGame(w http.ResponseWriter, r *http.Request) error {
	c, m, err := p.matchByLink(r)
	if err != nil {
		return err
	}
	return p.showGame(w, r, c, m, sharedAddress(r.PathValue("code")), false)
}

func (p *matchPages) showGame(w http.ResponseWriter, r *http.Request, c *contests.Contest, m *matches.Match, self string, mine bool) error {
	g, err := p.films.Of(m, self, mine, p.way(c, web.Link{Text: fmt.Sprintf("Match %d", m.ID), Href: self}, web.Link{Text: "Game"})...)
	if err != nil {
		return err
	}
	if r.PathValue("path") == "" {
		r = p.headed(r)
	}
	http.StripPrefix(self+"/game", g).ServeHTTP(w, r)
	return nil
}
