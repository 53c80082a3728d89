package site

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"agon/contest/config"
	"agon/game"
	"agon/internal/numerals"
	"agon/show/report"
	"agon/show/web"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/guests"
	"agon/site/people"
	"agon/site/schedule"
)

// contestLine is a contest in a list.
type contestLine struct {
	Name, Title, Kind string
	State             contests.State
	Word, Tone        string // of the state
	Doing             string // "pausing"; empty: nothing is being done with it
	Turn              string // "waits for its turn, goes on in 40 s"; empty: it does not wait
	What              string // "Ladder, 618 of 1000 games"
	Bots              int
	Leader            string
	LeaderSlot        int
	Wrong             string // why it cannot be shown
	Private           bool
	Entry             string // "takes bots until 2 Jan 2026, 15:04 UTC"; empty: it never takes any, or is over
	Next              string // the date that comes next, "ends 2 Jan 2026, 15:04 UTC"; empty: none does, or Entry has it
	Takes             bool   // bots that people submit now play in it
	Live              bool   // games of it can be watched
	Join              bool   // the reader may submit a bot, or may after signing in
}

// A catalogue knows what lists and titles say of contests.
type catalogue struct {
	contests *contests.Contests
	schedule *schedule.Schedule
	kindOf   func(name string) (*game.Kind, error)
	guests   *guests.Guests

	titles sync.Map // of kinds, by name
}

// texts reports whether the bots of a contest are files that are not run.
func (x *catalogue) texts(f *config.File) bool {
	k, err := x.kindOf(f.Kind)
	return err == nil && k.Launch.Form == game.Texts
}

// reasoned returns a contest and the reason of what is done about it.
func (x *catalogue) reasoned(contest, text string) (c *contests.Contest, why string, err error) {
	if c, err = x.contests.Find(contest); err == nil {
		why, err = decisions.Reason(text)
	}
	return c, why, err
}

// lines returns the lines of all contests that a person sees. r is the request, whose cookies count as well; it may be nil.
func (x *catalogue) lines(ctx context.Context, by *people.Person, r *http.Request) (list []contestLine, err error) {
	all, err := x.contests.All(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		seen, err := x.guests.Sees(ctx, by, c.Name, guestCode(r, c.Name))
		if err != nil {
			return nil, err
		}
		if seen {
			l := x.line(c)
			l.Live = l.Live && !hidden(c, by)
			l.Join = l.Takes && (by.ID == 0 || by.Role.May(people.Submit))
			list = append(list, l)
		}
	}
	return list, nil
}

// guestCookie returns the name of the cookie with the code of a private contest's link.
func guestCookie(contest string) string { return "agon_guest_" + contest }

// guestCode returns the code of a private contest's link that a browser has kept. r is its request, which may be nil.
func guestCode(r *http.Request, contest string) string {
	if r == nil {
		return ""
	}
	cookie, err := r.Cookie(guestCookie(contest))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// visible reports whether the contest that an address names exists for who made the request. An address without a contest is visible.
func (x *catalogue) visible(r *http.Request, contest string) (bool, error) {
	if contest == "" {
		return true, nil
	}
	return x.guests.Sees(r.Context(), reader(r), contest, guestCode(r, contest))
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
func (x *catalogue) line(c *contests.Contest) contestLine {
	state, _, _ := c.State()
	l := contestLine{Name: c.Name, Title: c.Name, State: state, Word: words[state][0], Tone: words[state][1]}
	l.Private = x.guests.Private(c.Name)
	if l.Doing = c.Doing(); l.Doing != "" {
		l.Word, l.Tone = l.Doing+"…", "warn"
	}
	f, err := x.contests.File(c)
	if err != nil {
		l.Wrong = "its file cannot be read"
		return l
	}
	l.Title, l.Kind = f.Name, x.kind(f)
	if f.Folder != "" && state != contests.Over {
		l.Entry, l.Takes = x.schedule.Entry(c.Name)
	}
	if l.Next = x.schedule.Next(c.Name); l.Entry != "" && strings.HasPrefix(l.Next, "submissions ") {
		l.Next = ""
	}
	l.Live = state == contests.Playing && onScreen(c)
	l.Turn = x.contests.Turn(c)
	if t := c.Table(); t != nil {
		l.What = fmt.Sprintf("%s, %s", t.Stage.Name, progress(&t.Stage))
		l.Bots = len(t.Stage.Standings)
		if len(t.Stage.Standings) > 0 && t.Stage.Played > 0 {
			l.Leader, _ = t.Stage.Leaders()
			l.LeaderSlot = t.Stage.Standings[0].Look()
		}
	}
	return l
}

// way returns the way to a page of a contest.
func (x *catalogue) way(c *contests.Contest, further ...web.Link) []web.Link {
	return append([]web.Link{{Text: "Contests", Href: "/"}, {Text: x.contests.Title(c), Href: contestAddress(c.Name)}}, further...)
}

// kind returns the title of a contest's kind.
func (x *catalogue) kind(f *config.File) string {
	if title, ok := x.titles.Load(f.Kind); ok {
		return title.(string)
	}
	k, err := x.kindOf(f.Kind)
	if err != nil {
		return f.Kind
	}
	x.titles.Store(f.Kind, k.Title)
	return k.Title
}

// progress returns how far a stage is.
func progress(s *report.Stage) string {
	if s.Planned > s.Played {
		return numerals.Grouped(s.Played) + " of " + numerals.Counted(s.Planned, "game")
	}
	return numerals.Counted(s.Played, "game")
}
