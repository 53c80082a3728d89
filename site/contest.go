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

	"agon/format/tournament"
	"agon/game"
	"agon/show/markdown"
	"agon/show/report/folder"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/entries"
	"agon/site/figures"
	"agon/site/making"
	"agon/site/people"
	"agon/site/schedule"
)

// contestPage is the data of a contest's page.
type contestPage struct {
	page
	Line     contestLine
	Why      string
	Since    time.Time
	At       time.Time // of the table
	Table    template.HTML
	Climbs   bool // places over time are drawn
	Left     string
	Report   bool // it has a report
	Gallery  bool // it has art, or a vote
	CanStart bool
	CanPause bool
	Live     bool     // a game is on its screen
	Shown    string   // the bot whose games are shown first
	Bots     []string // those that the screen may show first, for organisers

	Boards boardsPart
	Stages []stageLine
	Field  []entrant        // before the first table
	Pinned []figures.Pinned // bots of the reader
	Value  string           // what ranks them

	Dates  schedule.Dates
	Dated  bool             // it has some
	Coming []schedule.Event // the first that its timetable and its dates have; nil: it has no timetable
	Frozen time.Time        // since when the table is; zero: it is not
	Hidden bool             // the freeze holds newer results back from the reader
	Out    []contests.Bot

	Before, Next contestLine // seasons; without a name: there is none

	Takes    bool              // submissions, now
	Mine     []entries.Bot     // of the reader
	Places   map[string]string // of these bots in the table, by name
	MoreBots bool              // the reader may have another
	LastUsed int64             // the reader's bot with the newest version; 0: there is none
	MostMiB  int64             // of a submission
	Endings  []string          // of usual sources
	Texts    bool              // a bot is a file that is not run
	Limits   *limits           // of the reader; nil: none
	Deadline *deadline         // of submissions; nil: there is none
	Agents   []agentLine       // while agents edit
	Round    string            // of these: "round 2 of 3"
	Fetched  int64             // MiB of what an address may name; 0: no addresses are taken

	About    template.HTML // the description
	Markdown string        // of it
	Prizes   []string
	Unbegun  bool // an organiser may still change everything
}

// contestPages are the pages that list, show and make contests, and what organisers do there.
type contestPages struct {
	*pages
	*catalogue
	entries *entries.Entries
	decided *decisions.Log
	now     func() time.Time
	offers  []*game.Kind      // of new contests
	formats []tournament.Spec // of new contests
	maker   *making.Maker
	fetches bool // addresses are taken

	author func(ctx context.Context, b *entries.Bot) string
	quotas *quotas
	games  *gamePages
	around func(ctx context.Context, by *people.Person, contest string) (before, next contestLine, err error) // the seasons
}

func (x *contestPages) page(w http.ResponseWriter, r *http.Request) error {
	p, t, err := x.contestFor(r.Context(), reader(r), r.PathValue("contest"))
	if err != nil {
		return err
	}
	p.Title, p.Note = p.Line.Title, x.noted(r)
	if !p.Line.Private {
		p.Card = card{x.base(r) + contestAddress(p.Line.Name) + "/card.png", p.Line.Title, aboutTable(t)}
	}
	if t != nil {
		own := map[string]bool{}
		for i := range p.Mine {
			own[p.Mine[i].Name] = true
		}
		if p.Table, err = x.games.tables.html(r.Context(), p.Line.Name, t, func(bot string) bool { return own[bot] }); err != nil {
			return err
		}
		p.Climbs = t.Stage.By == tournament.ByRating && t.Stage.Played > 0 && !p.Hidden
		p.Pinned, p.Value = figures.Pin(t, contestAddress(p.Line.Name), p.Mine)
		if t.Left > 0 && p.CanPause {
			p.Left = t.Left.Round(time.Second).String()
		}
	}
	if p.Boards.Shown = p.CanPause && !p.Hidden; p.Boards.Shown {
		p.Boards.Turn = p.Line.Turn
		p.Boards.From = contestAddress(p.Line.Name) + "/boards"
		if p.Boards.List, err = x.games.boards.Contest(r.Context(), reader(r), p.Line.Name); err != nil {
			return err
		}
		if p.Live {
			p.Boards.Screen = contestAddress(p.Line.Name) + "/live/?hall"
		}
	}
	x.render(w, r, "contest", p)
	return nil
}

// contestFor returns what a person sees of a contest, and its newest table, which may be nil.
func (x *contestPages) contestFor(ctx context.Context, by *people.Person, name string) (*contestPage, *contests.Table, error) {
	c, err := x.contests.Find(name)
	if err != nil {
		return nil, nil, err
	}
	p := &contestPage{Line: x.line(c)}
	var state contests.State
	state, p.Why, p.Since = c.State()
	p.CanPause = state == contests.Playing
	p.CanStart = p.Line.Doing == "" && (state == contests.Waiting || state == contests.Paused || state == contests.Failed)
	if !by.Role.May(people.Inspect) && state == contests.Failed {
		p.Why = "" // it may name files
	}
	p.Dates = x.schedule.Of(c.Name).Dates
	p.Dated = p.Dates != schedule.Dates{}
	if closes := x.schedule.Closes(c.Name); !closes.IsZero() {
		p.Deadline = &deadline{closes, x.now()}
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
	if err := x.fillFile(ctx, p, c, t, state); err != nil {
		return nil, nil, err
	}
	if err := x.fillOwn(ctx, p, by, c, t); err != nil {
		return nil, nil, err
	}
	if p.Before, p.Next, err = x.around(ctx, by, c.Name); err != nil {
		return nil, nil, err
	}
	if s := c.Agents(); s != nil {
		p.Agents, p.Round = agentLines(s), fmt.Sprintf("round %d of %d", s.Round, s.Rounds)
	}
	p.Report = folder.Public(c.ReportDir())
	_, err = os.Stat(c.ArtDir())
	p.Gallery = err == nil
	return p, t, nil
}

// mostComing is how much of what comes a page of a contest shows.
const mostComing = 12

// fillFile sets what the contest's file says; nothing if it cannot be read.
func (x *contestPages) fillFile(ctx context.Context, p *contestPage, c *contests.Contest, t *contests.Table,
	state contests.State) (err error) {
	f, unread := x.contests.File(c)
	if unread != nil {
		return nil
	}
	p.Stages = stagesOf(c, p.Dates.Starts, f, t)
	if len(f.Timetable) > 0 {
		p.Dated, p.Coming = true, x.schedule.Coming(c.Name, mostComing)
	}
	if t == nil {
		if p.Field, err = x.field(ctx, c, f); err != nil {
			return err
		}
	}
	if f.Folder != "" && state != contests.Over {
		p.Texts = x.texts(f)
		p.Takes, p.MostMiB, p.Endings = true, x.entries.Limits().Bytes>>20, []string{".py", ".cpp", ".java", ".js", ".go", ".rs"}
		if x.fetches {
			p.Fetched = x.entries.Limits().Fetched >> 20
		}
	}
	p.Prizes, p.Markdown, p.Unbegun = f.Prizes, f.Description, !c.Begun()
	p.About, err = markdown.HTML([]byte(f.Description))
	return err
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
func (x *contestPages) fillOwn(ctx context.Context, p *contestPage, by *people.Person, c *contests.Contest, t *contests.Table) (err error) {
	if by.ID == 0 {
		return nil
	}
	if p.Mine, err = x.entries.Kept(ctx, c.Name, by.ID); err != nil {
		return err
	}
	p.Places = placesOf(p.Mine, t)
	for i := range p.Mine {
		if b := &p.Mine[i]; p.Places[b.Name] == "" && b.Active != 0 && decisions.Out(c, b.Name) == "" {
			p.Places[b.Name] = x.contests.FirstGame(c, b.Name)
		}
	}
	if !p.Takes || !by.Role.May(people.Submit) {
		return nil
	}
	if p.LastUsed, err = x.entries.Newest(ctx, c.Name, by.ID); err != nil {
		return err
	}
	p.Limits, err = x.quotas.of(ctx, by, c)
	p.MoreBots = err == nil && p.Limits.Bots < p.Limits.MostBots
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
			places[l.Name] = figures.PlaceOf(l, &t.Stage)
		}
	}
	return places
}

// reportFile serves a file of a contest's report, if it is for everybody: one that agon run wrote has the seed and what bots printed.
// Nothing outside its folder is reached, by no name and no link.
func (x *contestPages) reportFile(w http.ResponseWriter, r *http.Request) error {
	c, err := x.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if !x.unhidden(w, r, c) {
		return nil
	}
	name := r.PathValue("path")
	if name == "" {
		name = "index.html"
	}
	if strings.HasPrefix(path.Base(name), ".") || !fs.ValidPath(name) || !folder.Public(c.ReportDir()) {
		x.missing(w, r)
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
		x.missing(w, r)
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

// start starts or resumes a contest.
func (x *contestPages) start(ctx context.Context, by *people.Person, in *ContestPath) (string, error) {
	c, err := x.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	if err := c.Busy(); err != nil {
		return "", err
	}
	if err := x.contests.Start(ctx, c); err != nil {
		return "", err
	}
	return "", x.decided.Record(ctx, by.Name, "started "+c.Name, "", c.Name, nil)
}

// pause stops a contest until it is started again, whether or not whoever asked waits for that.
func (x *contestPages) pause(ctx context.Context, by *people.Person, in *pausing) (string, error) {
	c, err := x.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	why, err := decisions.Reason(in.Body.Why)
	if err != nil {
		return "", err
	}
	if err := c.Busy(); err != nil {
		return "", err
	}
	if err := x.contests.Pause(context.WithoutCancel(ctx), c, why); err != nil {
		return "", err
	}
	done := "is paused"
	if c.Doing() != "" {
		done = "is being paused"
	}
	return done, x.decided.Record(ctx, by.Name, "paused "+c.Name, why, c.Name, nil)
}
