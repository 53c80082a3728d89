package site

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"agon/show/report/folder"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/figures"
	"agon/site/people"
)

// contestPage is the data of a contest's page.
type contestPage struct {
	page
	Line     contestLine
	Why      string
	Since    time.Time
	At       time.Time // of the table
	Table    template.HTML
	Left     string
	Report   bool // it has a report
	Gallery  bool // it has art, or a vote
	CanStart bool
	CanPause bool
	Live     bool     // a game is on its screen
	Shown    string   // the bot whose games are shown first
	Bots     []string // that the screen may show first, for organisers

	Boards boardsPart
	Stages []stageLine
	Pinned []figures.Pinned // bots of the reader
	Value  string           // what ranks them

	Dates  dates
	Frozen time.Time // since when the table is; zero: it is not
	Hidden bool      // the freeze holds newer results back from the reader
	Out    []contests.Bot

	Before, Next contestLine // seasons; without a name: there is none

	Takes    bool              // submissions, now
	Mine     []entries.Bot     // of the reader
	Places   map[string]string // of these bots in the table, by name
	MoreBots bool              // the reader may have another
	MostMiB  int64             // of a submission
	Limits   *limits           // of the reader; nil: none
	Deadline *deadline         // of submissions; nil: there is none
	Fetched  int64             // MiB of what an address may name; 0: no addresses are taken
}

func (s *Site) contest(w http.ResponseWriter, r *http.Request) error {
	p, t, err := s.contestFor(r.Context(), reader(r), r.PathValue("contest"))
	if err != nil {
		return err
	}
	p.Title, p.Note = p.Line.Title, s.noted(r)
	if t != nil {
		own := map[string]bool{}
		for i := range p.Mine {
			own[p.Mine[i].Name] = true
		}
		if p.Table, err = s.tables.html(r.Context(), p.Line.Name, t, func(bot string) bool { return own[bot] }); err != nil {
			return err
		}
		p.Pinned, p.Value = figures.Pin(t, contestAddress(p.Line.Name), p.Mine)
		if t.Left > 0 && p.CanPause {
			p.Left = t.Left.Round(time.Second).String()
		}
	}
	if p.Boards.Shown = p.CanPause && !p.Hidden; p.Boards.Shown {
		p.Boards.From = contestAddress(p.Line.Name) + "/boards"
		if p.Boards.List, err = s.gamePages.boards.Contest(r.Context(), reader(r), p.Line.Name); err != nil {
			return err
		}
		if p.Live {
			p.Boards.Screen = contestAddress(p.Line.Name) + "/live/?hall"
		}
	}
	s.render(w, r, "contest", p)
	return nil
}

// contestFor returns what a person sees of a contest, and its newest table, which may be nil.
func (s *Site) contestFor(ctx context.Context, by *people.Person, name string) (*contestPage, *contests.Table, error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return nil, nil, err
	}
	p := &contestPage{Line: s.line(c)}
	var state contests.State
	state, p.Why, p.Since = c.State()
	p.CanPause = state == contests.Playing
	p.CanStart = state == contests.Waiting || state == contests.Paused || state == contests.Failed
	if !by.Role.May(people.Inspect) && state == contests.Failed {
		p.Why = "" // it may name files
	}
	p.Dates = s.datesOf(c.Name).dates
	if !p.Dates.Closes.IsZero() {
		p.Deadline = &deadline{p.Dates.Closes, s.options.Now()}
	}
	t := c.Table()
	if by.Role.May(people.Inspect) {
		t = c.Newest()
	}
	p.Frozen, _ = c.Frozen()
	p.Hidden = hidden(c, by)
	if onScreen(c) {
		p.Live, p.Shown = true, c.Live().Wanted()
	}
	p.fillTable(t)
	if f, err := s.contests.File(c); err == nil {
		p.Stages = stagesOf(c, p.Dates.Starts, f, t)
		if f.Folder != "" && state != contests.Over {
			p.Takes, p.MostMiB = true, s.entries.Limits().Bytes>>20
			if s.options.Fetch != nil {
				p.Fetched = s.entries.Limits().Fetched >> 20
			}
		}
	}
	if err := s.fillOwn(ctx, p, by, c, t); err != nil {
		return nil, nil, err
	}
	if p.Before, p.Next, err = s.privatePages.around(ctx, by, c.Name); err != nil {
		return nil, nil, err
	}
	p.Report = folder.Public(c.ReportDir())
	_, err = os.Stat(c.ArtDir())
	p.Gallery = err == nil
	return p, t, nil
}

// fillTable sets what the newest table says, which may be nil.
func (p *contestPage) fillTable(t *contests.Table) {
	if t == nil {
		return
	}
	p.At = t.At
	for _, b := range t.Bots {
		if b.Out != "" {
			p.Out = append(p.Out, b)
		}
	}
	if p.Live && p.CanPause {
		for i := range t.Stage.Standings {
			p.Bots = append(p.Bots, t.Stage.Standings[i].Name)
		}
	}
}

// fillOwn sets what the page has of a reader's own bots.
func (s *Site) fillOwn(ctx context.Context, p *contestPage, by *people.Person, c *contests.Contest, t *contests.Table) (err error) {
	if by.ID == 0 {
		return nil
	}
	if p.Mine, err = s.entries.Bots(ctx, c.Name, by.ID); err != nil {
		return err
	}
	p.MoreBots = len(p.Mine) < s.mostBots(c)
	p.Places = placesOf(p.Mine, t)
	if p.Takes && by.Role.May(people.Submit) {
		p.Limits, err = s.quotas.of(ctx, by, c)
	}
	return err
}

// placesOf returns the places of bots in a table, which may be nil, by name; of those that have played.
func placesOf(bots []entries.Bot, t *contests.Table) map[string]string {
	places := map[string]string{}
	if t == nil {
		return places
	}
	for i := range t.Stage.Standings {
		l := &t.Stage.Standings[i]
		if l.Played > 0 && slices.ContainsFunc(bots, func(b entries.Bot) bool { return b.Name == l.Name }) {
			places[l.Name] = figures.PlaceOf(l, len(t.Stage.Standings))
		}
	}
	return places
}

// reportFile serves a file of a contest's report, if it is for everybody: one that agon run wrote has the seed and what bots printed. Nothing
// outside its folder is reached, by no name and no link.
func (s *Site) reportFile(w http.ResponseWriter, r *http.Request) error {
	c, err := s.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if !s.unhidden(w, r, c) {
		return nil
	}
	name := r.PathValue("path")
	if name == "" {
		name = "index.html"
	}
	if strings.HasPrefix(path.Base(name), ".") || !fs.ValidPath(name) || !folder.Public(c.ReportDir()) {
		s.missing(w, r)
		return nil
	}
	root, err := os.OpenRoot(c.ReportDir())
	if err != nil {
		return missingFile(err)
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return missingFile(err)
	}
	if !info.Mode().IsRegular() {
		s.missing(w, r)
		return nil
	}
	f, err := root.Open(name)
	if err != nil {
		return missingFile(err)
	}
	defer f.Close()
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, name, info.ModTime(), f)
	return nil
}

// missingFile returns the error of a file that is not there, or leads outside, as one that does not exist.
func missingFile(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return fs.ErrNotExist
	}
	return err
}

func (s *Site) start(w http.ResponseWriter, r *http.Request) error {
	c, err := s.startContest(r.Context(), reader(r), r.PathValue("contest"))
	if err != nil {
		return err
	}
	return s.note(w, r, "/c/"+c.Name, "Its games are being played.")
}

// startContest starts or resumes a contest.
func (s *Site) startContest(ctx context.Context, by *people.Person, name string) (*contests.Contest, error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return nil, err
	}
	if err := s.contests.Start(ctx, c); err != nil {
		return nil, err
	}
	return c, s.record(ctx, by, "started "+c.Name, "", c.Name)
}

func (s *Site) pause(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	c, err := s.pauseContest(r.Context(), reader(r), r.PathValue("contest"), r.PostFormValue("why"))
	if err != nil {
		return err
	}
	return s.note(w, r, "/c/"+c.Name, fmt.Sprintf("%s is paused; no game is lost.", c.Name))
}

// pauseContest stops a contest until it is started again, whether or not whoever asked waits for that.
func (s *Site) pauseContest(ctx context.Context, by *people.Person, name, why string) (*contests.Contest, error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return nil, err
	}
	if why, err = reason(why); err != nil {
		return nil, err
	}
	if err := s.contests.Pause(context.WithoutCancel(ctx), c, why); err != nil {
		return nil, err
	}
	return c, s.record(ctx, by, "paused "+c.Name, why, c.Name)
}
