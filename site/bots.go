package site

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"agon/show/report"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/entries"
	"agon/site/figures"
	"agon/site/hooks"
	"agon/site/people"
	"agon/site/seasons"
)

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

	Removable bool // files of it are kept, and nothing of it is being checked
	Passed    bool // a version has passed its check

	CanStop bool // checks of its versions

	Rests      string // why; empty: it does not
	RestsSince time.Time
	CanWake    bool
	Out        string // why it is out of the contest by a decision; empty: it is not
	First      string // "first game in about 2 minutes"; empty: it has played, or nobody waits for that
	Idle       string // why it makes no move in its games; empty: it does
	Fixed      *entries.Fixed
	Seasons    *seasons.Career // nil: the bot has played in one contest alone
	Week       *figures.Week   // nil: it has not played, or a freeze hides it
	Record     *figures.Record // what games say of it; nil before the first, and while a freeze hides them

	Hooks      []hooks.Hook // of the bot, which is the reader's; at most one
	HookSecret string       // a new one, shown once
	Base       string       // address of the site
	Fetches    bool         // the site takes addresses
	Pushes     []string     // what became of the newest
}

// versionView is a version on a page.
type versionView struct {
	*entries.Version
	Active   bool
	Findings []finding
	Steps    []checkStep
	Queue    int    // its place among those that wait for their check; 0: it does not
	Waits    string // what for; empty: it does not
	Edits    bool   // the reader may open it in the editor
	Tried    bool   // it passed its check, and its trial goes on
	Trial    []int  // numbers of the games of the comparisons of its trial, which are kept
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
	for i := range v.Findings {
		v.Findings[i].Told = strings.TrimPrefix(v.Findings[i].Told, ".\n") // the folder in which agon check looked
	}
	return v.Findings
}

// trialOf returns the numbers of the games of the comparisons of a version's trial; nil if they are not kept, or there was none.
func (s *submissions) trialOf(v *entries.Version) []int {
	var verdict struct {
		Trial []int `json:"trial"`
	}
	if json.Unmarshal([]byte(v.Verdict), &verdict) != nil {
		return nil
	}
	if _, err := os.Stat(s.entries.TrialDir(v.Bot, v.Number)); err != nil {
		return nil
	}
	return verdict.Trial
}

// submittedBot returns a bot by its ID, and its contest.
func (s *submissions) submittedBot(ctx context.Context, contest string, bot int64) (*contests.Contest, *entries.Bot, error) {
	c, err := s.contests.Find(contest)
	if err != nil {
		return nil, nil, err
	}
	b, err := s.entries.Bot(ctx, c.Name, bot)
	return c, b, err
}

// owned returns a bot if it belongs to a person or the person's team, or the person decides.
func (s *submissions) owned(ctx context.Context, by *people.Person, contest string, bot int64) (*contests.Contest, *entries.Bot, error) {
	c, b, err := s.submittedBot(ctx, contest, bot)
	if err == nil && !b.Of(by) && !by.Role.May(people.Decide) {
		err = people.ErrNobody
	}
	return c, b, err
}

// author returns the name of a bot's author: its team, or its owner. It is empty if the owner's account is closed.
func (s *submissions) author(ctx context.Context, b *entries.Bot) string {
	if b.Team != 0 {
		if t, err := s.people.Team(ctx, b.Team); err == nil {
			return t.Name
		}
	}
	name, err := s.people.Author(ctx, b.Owner)
	if err != nil {
		s.log.Error("find the author of a bot", "bot", b.Name, "error", err)
	}
	return name
}

func (s *submissions) bot(w http.ResponseWriter, r *http.Request) error {
	var in BotPath
	if err := fromAddress(r, &in); err != nil {
		return err
	}
	p, err := s.botFor(r.Context(), reader(r), &in)
	if err != nil {
		return err
	}
	p.Title, p.Note = p.Bot.Name, s.noted(r)
	c, err := s.contests.Find(in.Contest)
	if err != nil {
		return err
	}
	made := botCard(p.Contest, &p.Bot, c.Table())
	p.Card = card{s.base(r) + botAddress(c.Name, p.Bot.ID) + "/card.png", p.Bot.Name + ", " + p.Contest, made.Place}
	if !hidden(c, reader(r)) {
		f, err := s.contests.Figures(r.Context(), c)
		if err != nil {
			return err
		}
		if p.Record = figures.Of(f, contestAddress(c.Name), p.Bot.Name, r.URL.Query(), figures.Listed); p.Record != nil {
			p.Record.Week = p.Week
		}
	}
	if p.Mine {
		if err := s.fillHook(r, p); err != nil {
			return err
		}
	}
	s.render(w, r, "bot", p)
	return nil
}

// botFor returns what a person sees of a submitted bot.
func (s *submissions) botFor(ctx context.Context, by *people.Person, in *BotPath) (*botPage, error) {
	c, b, err := s.submittedBot(ctx, in.Contest, in.Bot)
	if err != nil {
		return nil, err
	}
	p := &botPage{Contest: s.contests.Title(c), Link: contestAddress(c.Name), Bot: *b, Mine: b.Of(by), Owner: s.author(ctx, b)}
	p.Private = p.Mine || by.Role.May(people.Inspect)
	p.CanStop = p.Mine || by.Role.May(people.Decide)
	p.CanWake = p.CanStop
	if p.Mine || !hidden(c, by) {
		p.Out = decisions.Out(c, b.Name)
	}
	if p.Rests, p.RestsSince, err = s.alerts.Rests(ctx, c.Name, b.Name); err != nil {
		return nil, err
	}
	if p.Fixed, err = s.entries.Fixed(ctx, b.ID); err != nil {
		return nil, err
	}
	if p.Seasons, err = s.seasons.Career(ctx, by, b); err != nil {
		return nil, err
	}
	if t := c.Newest(); t != nil && !hidden(c, by) {
		p.fillStanding(t, s.now())
	}
	if p.Private {
		if p.Out == "" && p.Rests == "" && p.Bot.Active != 0 {
			p.First = s.contests.FirstGame(c, b.Name)
		}
		err = s.fillVersions(ctx, p)
	}
	return p, err
}

// fillStanding sets what the newest table says of the bot, once it has played.
func (p *botPage) fillStanding(t *contests.Table, now time.Time) {
	i := slices.IndexFunc(t.Stage.Standings, func(l report.Standing) bool { return l.Name == p.Bot.Name && l.Played > 0 })
	if i < 0 {
		return
	}
	p.Week = figures.NewWeek(t.Week(&t.Stage.Standings[i], now))
	p.Idle = t.Stage.Standings[i].Idle
}

// fillVersions sets the versions of the bot.
func (s *submissions) fillVersions(ctx context.Context, p *botPage) error {
	versions, err := s.entries.Versions(ctx, p.Bot.ID)
	for i, v := range versions {
		if v.File != "" {
			v.File = filepath.Base(v.File)
		}
		found := findings(v.Verdict)
		p.Versions = append(p.Versions, versionView{Version: v, Active: v.ID == p.Bot.Active, Findings: found, Steps: stepsOf(v, found),
			Trial: s.trialOf(v),
			Edits: p.Mine && v.Editable() && (i == 0 || v.State != entries.Bad)})
		p.Checking = p.Checking || v.State == entries.Checking
	}
	has := func(states ...entries.State) bool {
		return slices.ContainsFunc(p.Versions, func(v versionView) bool { return slices.Contains(states, v.State) })
	}
	p.Passed, p.Removable = has(entries.Good, entries.Removed), !p.Checking && has(entries.Good, entries.Bad)
	if err != nil || !p.Checking {
		return err
	}
	queue, err := s.entries.Queue(ctx)
	for i := range p.Versions {
		if at := slices.IndexFunc(queue, func(q entries.Pending) bool { return q.Version == p.Versions[i].ID }); at >= 0 {
			p.Versions[i].Queue, p.Versions[i].Waits, p.Versions[i].Tried = queue[at].Place, waits(&queue[at]), queue[at].Tried
		}
	}
	return err
}

// changeable is owned for a change of the version that plays: it may be fixed.
func (s *submissions) changeable(ctx context.Context, by *people.Person, in *BotPath) (*contests.Contest, *entries.Bot, error) {
	c, b, err := s.owned(ctx, by, in.Contest, in.Bot)
	if err == nil {
		err = s.schedule.Changeable(c.Name, by)
	}
	return c, b, err
}

// activate lets a good version of a bot play.
func (s *submissions) activate(ctx context.Context, by *people.Person, in *VersionPath) (string, error) {
	_, b, err := s.changeable(ctx, by, &in.BotPath)
	if err != nil {
		return "", err
	}
	return "", s.entries.Activate(ctx, b, in.Version)
}

// stop ends the check of a version.
func (s *submissions) stop(ctx context.Context, by *people.Person, in *VersionPath) (string, error) {
	c, b, err := s.owned(ctx, by, in.Contest, in.Bot)
	if err != nil {
		return "", err
	}
	if err := s.entries.Stop(ctx, b, in.Version); err != nil {
		return "", err
	}
	return "", s.notOwn(ctx, by, c, b, fmt.Sprintf("stopped the check of %s, version %d", b.Name, in.Version))
}

// withdraw takes a bot out of its contest, and returns its name.
func (s *submissions) withdraw(ctx context.Context, by *people.Person, in *BotPath) (string, error) {
	c, b, err := s.changeable(ctx, by, in)
	if err != nil {
		return "", err
	}
	if err := s.entries.Withdraw(ctx, b); err != nil {
		return "", err
	}
	return b.Name, s.notOwn(ctx, by, c, b, "withdrew "+b.Name+" from "+c.Name)
}

// removeBot removes a bot, and returns its name.
func (s *submissions) removeBot(ctx context.Context, by *people.Person, in *BotPath) (string, error) {
	c, b, err := s.changeable(ctx, by, in)
	if err != nil {
		return "", err
	}
	if _, err := s.entries.Remove(ctx, b); err != nil {
		return "", err
	}
	return b.Name, s.notOwn(ctx, by, c, b, "removed "+b.Name+" from "+c.Name)
}

// upload opens what was handed in as a version of a bot. Its author gets it, and nobody else.
func (s *submissions) upload(ctx context.Context, by *people.Person, in *VersionPath) (*os.File, error) {
	b, err := s.own(ctx, by, &in.BotPath)
	if err != nil {
		return nil, err
	}
	return s.entries.Upload(ctx, b, in.Version)
}

// versionFile serves what was handed in as a version.
func (s *submissions) versionFile(w http.ResponseWriter, r *http.Request) error {
	var in VersionPath
	if err := fromAddress(r, &in); err != nil {
		return err
	}
	f, err := s.upload(r.Context(), reader(r), &in)
	if err != nil {
		return err
	}
	defer f.Close()
	w.Header().Set("Content-Type", octets)
	w.Header().Set("Content-Disposition", attachment(f))
	w.Header().Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", time.Time{}, f)
	return nil
}

// sentVersion answers a program with what was handed in as a version.
func (s *submissions) sentVersion(ctx context.Context, by *people.Person, in *VersionPath) (*huma.StreamResponse, error) {
	f, err := s.upload(ctx, by, in)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(out huma.Context) {
		defer f.Close()
		out.SetHeader("Content-Type", octets)
		out.SetHeader("Content-Disposition", attachment(f))
		io.Copy(out.BodyWriter(), f)
	}}, nil
}

// attachment returns the header by which browsers keep a file under its name.
func attachment(f *os.File) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": filepath.Base(f.Name())})
}

// notOwn records what a person did to the bot of somebody else.
func (s *submissions) notOwn(ctx context.Context, by *people.Person, c *contests.Contest, b *entries.Bot, what string) error {
	if b.Of(by) {
		return nil
	}
	return s.decided.Record(ctx, by.Name, what, "", c.Name, nil)
}
