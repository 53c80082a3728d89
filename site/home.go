package site

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"agon/contest/config"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/people"
)

// homePage is the data of the list of contests.
type homePage struct {
	page
	Running, Upcoming, Finished []contestLine
	Makes                       bool         // organisers can make contests here
	First                       *contestLine // that takes bots; nil: none does
	Boards                      boardsPart
}

// contestLine is a contest in a list.
type contestLine struct {
	Name, Title, Kind string
	State             contests.State
	Word, Tone        string // of the state
	What              string // "Ladder, 618 of 1000 games"
	Bots              int
	Leader            string
	LeaderSlot        int
	Wrong             string // why it cannot be shown
	Private           bool
	Entry             string // "takes bots until 2 Jan 2026, 15:04"; empty: it never takes any, or is over
	Takes             bool   // bots that people submit now play in it
	Live              bool   // games of it can be watched
	Join              bool   // the reader may submit a bot, or may after signing in
}

func (s *Site) home(w http.ResponseWriter, r *http.Request) error {
	all, err := s.lines(r.Context(), reader(r), r)
	if err != nil {
		return err
	}
	p := &homePage{page: page{Title: "Contests", Note: s.noted(r)}, Makes: len(s.options.Offers) > 0}
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
		if p.Boards.List, err = s.gamePages.running(r.Context(), reader(r), r); err != nil {
			return err
		}
	}
	s.render(w, r, "home", p)
	return nil
}

// lines returns the lines of all contests that a person sees. r is the request, whose cookies count as well; it may be nil.
func (s *Site) lines(ctx context.Context, by *people.Person, r *http.Request) (list []contestLine, err error) {
	all, err := s.contests.All(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		seen, err := s.guests.Sees(ctx, by, c.Name, guestCode(r, c.Name))
		if err != nil {
			return nil, err
		}
		if seen {
			l := s.line(c)
			l.Live = l.Live && !hidden(c, by)
			l.Join = l.Takes && (by.ID == 0 || by.Role.May(people.Submit))
			list = append(list, l)
		}
	}
	return list, nil
}

// words of the states, and their tones.
var words = map[contests.State][2]string{
	contests.Waiting: {"to come", ""},
	contests.Playing: {"live", "done"},
	contests.Paused:  {"paused", "warn"},
	contests.Over:    {"finished", ""},
	contests.Failed:  {"stopped", "warn"},
}

// line returns a contest's line.
func (s *Site) line(c *contests.Contest) contestLine {
	state, _, _ := c.State()
	l := contestLine{Name: c.Name, Title: c.Name, State: state, Word: words[state][0], Tone: words[state][1], Private: s.guests.Private(c.Name)}
	f, err := s.contests.File(c)
	if err != nil {
		l.Wrong = "its file cannot be read"
		return l
	}
	l.Title, l.Kind = f.Name, s.kind(f)
	if f.Folder != "" && state != contests.Over {
		l.Entry, l.Takes = s.entry(c.Name)
	}
	l.Live = state == contests.Playing && onScreen(c)
	if t := c.Table(); t != nil {
		l.What = fmt.Sprintf("%s, %s", t.Stage.Name, progress(&t.Stage))
		l.Bots = len(t.Stage.Standings)
		if len(t.Stage.Standings) > 0 && t.Stage.Played > 0 {
			l.Leader, _ = t.Stage.Leaders()
			l.LeaderSlot = t.Stage.Standings[0].Entry
		}
	}
	return l
}

// kind returns the title of a contest's kind.
func (s *Site) kind(f *config.File) string {
	if title, ok := s.kinds.Load(f.Kind); ok {
		return title.(string)
	}
	k, err := s.options.Kinds(f.Kind)
	if err != nil {
		return f.Kind
	}
	s.kinds.Store(f.Kind, k.Title)
	return k.Title
}

// progress says how far a stage is.
func progress(s *report.Stage) string {
	if s.Planned > s.Played {
		return fmt.Sprintf("%d of %d games", s.Played, s.Planned)
	}
	return report.Counted(s.Played, "game")
}
