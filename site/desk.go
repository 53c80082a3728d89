package site

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"agon/contest/config"
	"agon/show/report"
	"agon/site/alerts"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/people"
	"agon/site/seasons"
)

// deskPage is the data of the organiser's desk of a contest.
type deskPage struct {
	page
	Line     contestLine
	Decides  bool      // the reader may decide; else the desk is read only
	Needs    []need    // what is stuck
	Doing    string    // what runs, or why nothing does
	Games    string    // "618 of 1000 games"
	Left     string    // "about 3m0s"; empty if unknown
	Since    time.Time // of the reader's visit before
	Bots     []deskBot
	States   string // "3 play, 1 rests"
	Pending  []entries.Pending
	Dates    *schedule
	Frozen   time.Time
	Zone     string // of the dates
	CanStart bool
	CanPause bool
	Limits   []string
	Log      []decision
	Workers  []report.Worker // other machines, those with trouble first
	Link     string          // new, to the private contest; shown once
	Season   seasons.Proposal
	Stages   []stageLine
	Ledger   bool // there is one to download
}

// need is something that waits for an organiser.
type need struct {
	What, Why string
	Bad       bool
}

// deskBot is a bot on a desk.
type deskBot struct {
	contests.Bot
	Page   string // of a submitted bot
	Word   string // of its state
	Tone   string
	Why    string
	Faults string // since the visit before
	N      int    // of them
}

// datetime returns a date as a form has it.
func datetime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(time.Local).Format(dateForm)
}

func (s *Site) desk(w http.ResponseWriter, r *http.Request) error {
	c, err := s.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	p, err := s.deskFor(r.Context(), c, reader(r))
	if err != nil {
		return err
	}
	p.Title, p.Note = "Desk of "+p.Line.Title, s.noted(r)
	if path := s.sessions.PopString(r.Context(), keyPrivate); path != "" {
		p.Link = s.base(r) + path
	}
	s.render(w, r, "desk", p)
	return nil
}

// deskFor returns the desk of a contest for a person.
func (s *Site) deskFor(ctx context.Context, c *contests.Contest, by *people.Person) (*deskPage, error) {
	state, why, _ := c.State()
	d := s.datesOf(c.Name)
	p := &deskPage{Line: s.line(c), Decides: by.Role.May(people.Decide), Dates: &d, Limits: config.Decidable}
	p.Zone, _ = s.options.Now().In(time.Local).Zone()
	p.Frozen, _ = c.Frozen()
	p.CanPause = state == contests.Playing
	p.CanStart = state == contests.Waiting || state == contests.Paused || state == contests.Failed
	p.Doing = map[contests.State]string{
		contests.Waiting: "It waits for its start.", contests.Paused: "It is paused: " + why, contests.Over: "It is over.", contests.Failed: "It has stopped.",
		contests.Playing: "Its games are being played.",
	}[state]
	if state == contests.Playing && !c.OnCores() {
		p.Doing = "It waits for the cores: contests play in turns."
	}
	if state == contests.Failed {
		p.Needs = append(p.Needs, need{p.Line.Title + " has stopped.", why + " Mend it, then start the contest again.", true})
	}
	var err error
	if p.Season, err = s.seasons.Propose(ctx, c); err != nil {
		return nil, err
	}
	if p.Pending, err = s.entries.Pending(ctx, c.Name); err != nil {
		return nil, err
	}
	if p.Log, err = s.decisionsAbout(ctx, c.Name); err != nil {
		return nil, err
	}
	var before alerts.Faults
	if p.Since, before, err = s.visitBefore(ctx, by.ID, c.Name); err != nil {
		return nil, err
	}
	p.Workers = s.contests.Workers(c)
	slices.SortStableFunc(p.Workers, func(a, b report.Worker) int { return cmp.Compare(b.Trouble, a.Trouble) })
	for i := range p.Workers {
		if x := &p.Workers[i]; x.Trouble != "" && x.Trouble != "left" {
			p.Needs = append(p.Needs, need{"Worker " + x.Name + " does not play.", x.Trouble + ".", false})
		}
	}
	t := c.Newest()
	if f, err := s.contests.File(c); err == nil {
		p.Stages = stagesOf(c, d.Starts, f, t)
	}
	p.Ledger = p.Decides && c.HasLedger()
	if t == nil {
		return p, nil
	}
	p.Games = progress(&t.Stage)
	if t.Left > 0 && state == contests.Playing {
		p.Left = "about " + t.Left.Round(time.Second).String() + " left"
	}
	return p, s.deskBots(ctx, p, c, t, before)
}

// deskBots fills in the bots, those with something to look at first.
func (s *Site) deskBots(ctx context.Context, p *deskPage, c *contests.Contest, t *contests.Table, before alerts.Faults) error {
	mine, err := s.entries.Bots(ctx, c.Name, 0)
	if err != nil {
		return err
	}
	faults := s.alerts.Faults(c.Name)
	for _, b := range mine {
		if why := c.LeftOut(b.Name); why != "" {
			p.Needs = append(p.Needs, need{b.Name + " is left out.", why + ". Its author sees that on its page.", false})
		}
	}
	count := map[string]int{}
	for _, b := range t.Bots {
		d := deskBot{Bot: b, Word: "plays", Tone: "done"}
		if i := slices.IndexFunc(mine, func(x entries.Bot) bool { return x.Name == b.Name }); i >= 0 {
			d.Page = fmt.Sprintf("/c/%s/bots/%d", c.Name, mine[i].ID)
		}
		rest, _, err := s.alerts.Rests(ctx, c.Name, b.Name)
		if err != nil {
			return err
		}
		switch word, why, _ := strings.Cut(b.Out, ": "); {
		case rest != "":
			d.Word, d.Tone, d.Why = "rests", "warn", rest
			p.Needs = append(p.Needs, need{b.Name + " rests.", "Because " + rest + ". Its author can wake it, and so can you.", false})
		case b.Out != "":
			d.Word, d.Tone, d.Why = word, "warn", why
			if word == "disqualified" {
				d.Tone = "bad-p"
			}
		}
		count[d.Word]++
		now := faults[b.Name]
		for fault, n := range before[b.Name] {
			now[fault] -= n
		}
		for _, n := range now {
			d.N += n
		}
		d.Faults = alerts.Text(now)
		p.Bots = append(p.Bots, d)
	}
	slices.SortStableFunc(p.Bots, func(a, b deskBot) int {
		look := func(d deskBot) int { return map[string]int{"rests": 2, "plays": 0}[d.Word] }
		return cmp.Or(cmp.Compare(look(b), look(a)), cmp.Compare(b.N, a.N))
	})
	var states []string
	for _, word := range []string{"plays", "rests", "withdrawn", "disqualified"} {
		if count[word] > 0 {
			states = append(states, fmt.Sprintf("%d %s", count[word], strings.TrimSuffix(word, map[bool]string{true: "s"}[count[word] > 1])))
		}
	}
	p.States = strings.Join(states, ", ")
	return nil
}

// visitBefore returns when a person has last marked the faults of a contest as seen, zero if never, and the faults of then.
func (s *Site) visitBefore(ctx context.Context, person int64, contest string) (at time.Time, faults alerts.Faults, err error) {
	var millis int64
	var text string
	err = s.db.Row(ctx, `SELECT at, faults FROM visit WHERE person = ? AND contest = ?`, person, contest).Scan(&millis, &text)
	if errors.Is(err, sql.ErrNoRows) {
		return at, nil, nil
	}
	if err != nil {
		return at, nil, fmt.Errorf("read the visit before: %w", err)
	}
	return time.UnixMilli(millis), faults, json.Unmarshal([]byte(text), &faults)
}

// seen marks the faults of a contest as seen by the reader.
func (s *Site) seen(w http.ResponseWriter, r *http.Request) error {
	c, err := s.markSeen(r.Context(), reader(r), r.PathValue("contest"))
	if err != nil {
		return err
	}
	return s.note(w, r, "/c/"+c.Name+"/desk", "The faults until now are marked as seen.")
}

// markSeen marks the faults of a contest as seen by a person.
func (s *Site) markSeen(ctx context.Context, by *people.Person, name string) (*contests.Contest, error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(s.alerts.Faults(c.Name))
	if err != nil {
		return nil, err
	}
	return c, s.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO visit (person, contest, at, faults) VALUES (?, ?, ?, ?)`, by.ID, c.Name, s.options.Now().UnixMilli(), string(text))
		return err
	})
}

// dateField is a date in the form.
type dateField struct {
	Label, Name, Value string
	Done               bool
}

// Fields returns the dates of the form.
func (p *deskPage) Fields() []dateField {
	d := p.Dates
	return []dateField{
		{"Submissions open", "opens", datetime(d.Opens), false}, {"Submissions close", "closes", datetime(d.Closes), d.closed},
		{"Start", "starts", datetime(d.Starts), d.started}, {"End", "ends", datetime(d.Ends), d.ended}, {"Freeze the table", "freezes", datetime(d.Freezes), d.froze},
	}
}

// Closed reports whether submissions have closed.
func (d *schedule) Closed() bool { return d.closed }

// Checks says how many versions wait.
func (p *deskPage) Checks() string { return report.Counted(len(p.Pending), "version") }
