package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"agon/bot/download"
	"agon/contest/config"
	"agon/show/report"
	"agon/site/challenges"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/figures"
	"agon/site/people"
	"agon/site/seasons"
)

// entered returns what entries need to know of a contest.
func (s *Site) entered(name string) (*entries.Contest, error) {
	c, err := s.contests.Find(name)
	if err != nil {
		return nil, err
	}
	f, err := s.contests.File(c)
	if err != nil {
		return nil, err
	}
	state, _, _ := c.State()
	return &entries.Contest{
		Name: name, File: c.Path, Folder: f.Folder, Changed: func() { s.contests.Reload(c) }, Over: state == contests.Over, Most: f.MaxPerAuthor, Practice: s.practice(c), Others: listed(c, f),
	}, nil
}

// listed returns the names of a contest's bots, submitted or not.
func listed(c *contests.Contest, f *config.File) (names []string) {
	for _, b := range f.Bots {
		if b.Takes() != nil {
			continue // they are in the table
		}
		name, _ := challenges.HouseBot(b.Ref)
		names = append(names, name)
	}
	if t := c.Newest(); t != nil {
		for _, b := range t.Bots {
			names = append(names, b.Name)
		}
	}
	return names
}

// mostText bounds the fields of the form beside the file.
const mostText = 1 << 10

// submit takes a bot. In the form the other fields come before "file", which is read as it arrives.
func (s *Site) submit(w http.ResponseWriter, r *http.Request) error {
	contest := r.PathValue("contest")
	if _, err := s.takes(contest); err != nil {
		return err
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return unread(err)
	}
	given := map[string]string{}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) && given["address"] == "" {
			return &people.Problem{Text: "Choose a file, or give an address."}
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return unread(err)
		}
		switch {
		case err == nil && part.FormName() != "file":
			text, err := io.ReadAll(io.LimitReader(part, mostText))
			if err != nil {
				return unread(err)
			}
			given[part.FormName()] = strings.TrimSpace(string(text))
			continue
		case err == nil && part.FileName() == "": // none was chosen
			continue
		case err == nil && given["address"] != "":
			return &people.Problem{Text: "Choose a file or give an address, not both."}
		}
		handed := entries.Submission{Contest: contest, Bot: given["bot"], Address: given["address"]}
		if given["new"] != "" {
			handed.Bot = given["new"]
		}
		if err == nil {
			handed.File, handed.Content = part.FileName(), part
		}
		c, v, err := s.submitBot(r.Context(), reader(r), handed, given["branch"])
		if err != nil {
			return err
		}
		return s.submitted(w, r, c, v)
	}
}

// takes returns a contest that is not over.
func (s *Site) takes(contest string) (*contests.Contest, error) {
	c, err := s.contests.Find(contest)
	if err != nil {
		return nil, err
	}
	if state, _, _ := c.State(); state == contests.Over {
		return nil, &people.Problem{Text: "This contest is over."}
	}
	return c, nil
}

// submitBot keeps a version of a bot and has it checked. branch is that of an address.
func (s *Site) submitBot(ctx context.Context, by *people.Person, handed entries.Submission, branch string) (*contests.Contest, *entries.Version, error) {
	c, err := s.takes(handed.Contest)
	if err != nil {
		return nil, nil, err
	}
	if err := s.disk.Room(); err != nil {
		return nil, nil, err
	}
	if err := errors.Join(s.opened(c), tooLate(c, handed.Bot)); err != nil {
		return nil, nil, err
	}
	if handed.Address != "" {
		source, err := download.Parse(handed.Address, branch)
		if err != nil {
			return nil, nil, &people.Problem{Text: err.Error()}
		}
		handed.Address = source.String()
	}
	handed.Owner = by.ID
	v, err := s.entries.Submit(ctx, handed)
	if err != nil && reading(err) {
		err = unread(err)
	}
	return c, v, s.disk.Unkept(err)
}

// tooLate returns a [*people.Problem] if a bot is new in a contest whose first stage has finished: no new one can join then.
func tooLate(c *contests.Contest, bot string) error {
	t := c.Newest()
	if t == nil || t.Nth == 0 || slices.ContainsFunc(t.Bots, func(b contests.Bot) bool { return strings.EqualFold(b.Name, bot) }) {
		return nil
	}
	return &people.Problem{Text: "New bots cannot join any more: the first stage has finished. New versions of the bots that are in the contest are taken."}
}

// reading reports whether an error came from the request's body.
func reading(err error) bool {
	var large *http.MaxBytesError
	return errors.As(err, &large) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrDeadlineExceeded)
}

// submitted answers a submission: a program gets JSON, a browser the bot's page.
func (s *Site) submitted(w http.ResponseWriter, r *http.Request, c *contests.Contest, v *entries.Version) error {
	page := fmt.Sprintf("/c/%s/bots/%d", c.Name, v.Bot)
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusAccepted)
		return json.NewEncoder(w).Encode(map[string]any{"agon": 1, "bot": v.Bot, "version": v.Number, "hash": v.Hash, "page": s.base(r) + page})
	}
	http.Redirect(w, r, page, http.StatusSeeOther)
	return nil
}

// botPage is the data of the page of a submitted bot.
type botPage struct {
	page
	Contest  string
	Link     string // of the contest
	Bot      entries.Bot
	Owner    string
	Versions []versionView
	Mine     bool // it belongs to the reader or the reader's team
	Private  bool // the reader sees its versions
	Checking bool
	CanStop  bool // checks of its versions

	Rests      string // why; empty: it does not
	RestsSince time.Time
	CanWake    bool
	Out        string // why it is out of the contest by a decision; empty: it is not
	Idle       string // why it makes no move in its games; empty: it does
	Fixed      *entries.Fixed
	Seasons    *seasons.Career // nil: the bot has played in one contest alone
	Week       *figures.Week   // nil: it has not played, or a freeze hides it
	Record     *figures.Record // what games say of it; nil before the first, and while a freeze hides them
}

// versionView is a version on a page.
type versionView struct {
	*entries.Version
	Active   bool
	Findings []finding
	Steps    []checkStep
}

// finding is one test of a check, as agon check --json prints it.
type finding struct {
	What string `json:"what"`
	Good bool   `json:"good"`
	Told string `json:"told"`
}

// findings returns those of a verdict.
func findings(verdict string) []finding {
	var v struct {
		Findings []finding `json:"findings"`
	}
	if json.Unmarshal([]byte(verdict), &v) != nil {
		return nil
	}
	return v.Findings
}

// submittedBot returns a bot by the number in an address, and its contest.
func (s *Site) submittedBot(ctx context.Context, contest, bot string) (*contests.Contest, *entries.Bot, error) {
	c, err := s.contests.Find(contest)
	if err != nil {
		return nil, nil, err
	}
	id, err := strconv.ParseInt(bot, 10, 64)
	if err != nil {
		return nil, nil, people.ErrNobody
	}
	b, err := s.entries.Bot(ctx, c.Name, id)
	return c, b, err
}

func (s *Site) bot(w http.ResponseWriter, r *http.Request) error {
	p, err := s.botFor(r.Context(), reader(r), r.PathValue("contest"), r.PathValue("bot"))
	if err != nil {
		return err
	}
	p.Title, p.Note = p.Bot.Name, s.noted(r)
	c, err := s.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if !hidden(c, reader(r)) {
		f, err := s.contests.Figures(r.Context(), c)
		if err != nil {
			return err
		}
		if p.Record = figures.Of(f, contestAddress(c.Name), p.Bot.Name, r.URL.Query(), figures.Listed); p.Record != nil {
			p.Record.Week = p.Week
		}
	}
	s.render(w, r, "bot", p)
	return nil
}

// botFor returns what a person sees of a submitted bot.
func (s *Site) botFor(ctx context.Context, by *people.Person, contest, bot string) (*botPage, error) {
	c, b, err := s.submittedBot(ctx, contest, bot)
	if err != nil {
		return nil, err
	}
	p := &botPage{Contest: s.contests.Title(c), Link: "/c/" + c.Name, Bot: *b}
	p.Mine = b.Of(by)
	p.Private = p.Mine || by.Role.May(people.Inspect)
	p.Owner = s.author(ctx, b)
	if p.Rests, p.RestsSince, err = s.alerts.Rests(ctx, c.Name, b.Name); err != nil {
		return nil, err
	}
	p.CanStop = p.Mine || by.Role.May(people.Decide)
	p.CanWake = p.Mine || by.Role.May(people.Decide)
	p.Out = out(c, b.Name)
	if hidden(c, by) && !p.Mine {
		p.Out = ""
	}
	if p.Fixed, err = s.entries.Fixed(ctx, b.ID); err != nil {
		return nil, err
	}
	if p.Seasons, err = s.seasons.Career(ctx, by, b); err != nil {
		return nil, err
	}
	if t := c.Newest(); t != nil && !hidden(c, by) {
		if i := slices.IndexFunc(t.Stage.Standings, func(l report.Standing) bool { return l.Name == b.Name && l.Played > 0 }); i >= 0 {
			p.Week = figures.NewWeek(t.Week(&t.Stage.Standings[i], s.options.Now()))
			p.Idle = t.Stage.Standings[i].Idle
		}
	}
	if p.Private {
		versions, err := s.entries.Versions(ctx, b.ID)
		if err != nil {
			return nil, err
		}
		for _, v := range versions {
			v.File = filepath.Base(v.File)
			found := findings(v.Verdict)
			p.Versions = append(p.Versions, versionView{v, v.ID == b.Active, found, stepsOf(v, found)})
			p.Checking = p.Checking || v.State == entries.Checking
		}
	}
	return p, nil
}

// owned returns a bot if it belongs to a person or the person's team, or the person decides.
func (s *Site) owned(ctx context.Context, by *people.Person, contest, bot string) (*contests.Contest, *entries.Bot, error) {
	c, b, err := s.submittedBot(ctx, contest, bot)
	if err == nil && !b.Of(by) && !by.Role.May(people.Decide) {
		err = people.ErrNobody
	}
	return c, b, err
}

func (s *Site) activate(w http.ResponseWriter, r *http.Request) error {
	c, b, number, err := s.activateVersion(r.Context(), reader(r), r.PathValue("contest"), r.PathValue("bot"), r.PathValue("version"))
	if err != nil {
		return err
	}
	return s.note(w, r, fmt.Sprintf("/c/%s/bots/%d", c.Name, b.ID), fmt.Sprintf("Version %d plays.", number))
}

// activateVersion lets a good version of a bot play.
func (s *Site) activateVersion(ctx context.Context, by *people.Person, contest, bot, version string) (*contests.Contest, *entries.Bot, int, error) {
	c, b, err := s.owned(ctx, by, contest, bot)
	if err != nil {
		return nil, nil, 0, err
	}
	if err := s.changeable(c, by); err != nil {
		return nil, nil, 0, err
	}
	number, err := strconv.Atoi(version)
	if err != nil {
		return nil, nil, 0, people.ErrNobody
	}
	return c, b, number, s.entries.Activate(ctx, b, number)
}

func (s *Site) stopCheck(w http.ResponseWriter, r *http.Request) error {
	c, b, number, err := s.stopVersion(r.Context(), reader(r), r.PathValue("contest"), r.PathValue("bot"), r.PathValue("version"))
	if err != nil {
		return err
	}
	return s.note(w, r, botAddress(c.Name, b.ID), fmt.Sprintf("The check of version %d is stopped.", number))
}

// stopVersion ends the check of a version.
func (s *Site) stopVersion(ctx context.Context, by *people.Person, contest, bot, version string) (*contests.Contest, *entries.Bot, int, error) {
	c, b, err := s.owned(ctx, by, contest, bot)
	if err != nil {
		return nil, nil, 0, err
	}
	number, err := strconv.Atoi(version)
	if err != nil {
		return nil, nil, 0, people.ErrNobody
	}
	if err := s.entries.Stop(ctx, b, number); err != nil {
		return nil, nil, 0, err
	}
	if !b.Of(by) {
		err = s.record(ctx, by, fmt.Sprintf("stopped the check of %s, version %d", b.Name, number), "", c.Name)
	}
	return c, b, number, err
}

func (s *Site) withdraw(w http.ResponseWriter, r *http.Request) error {
	c, b, err := s.withdrawBot(r.Context(), reader(r), r.PathValue("contest"), r.PathValue("bot"))
	if err != nil {
		return err
	}
	return s.note(w, r, fmt.Sprintf("/c/%s/bots/%d", c.Name, b.ID), b.Name+" is withdrawn. Activate a version, and it plays again.")
}

// withdrawBot takes a bot out of its contest.
func (s *Site) withdrawBot(ctx context.Context, by *people.Person, contest, bot string) (*contests.Contest, *entries.Bot, error) {
	c, b, err := s.owned(ctx, by, contest, bot)
	if err != nil {
		return nil, nil, err
	}
	if err := s.changeable(c, by); err != nil {
		return nil, nil, err
	}
	if err := s.entries.Withdraw(ctx, b); err != nil {
		return nil, nil, err
	}
	if !b.Of(by) {
		err = s.record(ctx, by, "withdrew "+b.Name+" from "+c.Name, "", c.Name)
	}
	return c, b, err
}
