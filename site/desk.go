package site

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"agon/bot/lineup"
	"agon/contest/config"
	"agon/internal/moment"
	"agon/show/report"
	"agon/site/alerts"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/entries"
	"agon/site/people"
	"agon/site/schedule"
	"agon/site/seasons"
)

// deskPage is the data of the organiser's desk of a contest.
type deskPage struct {
	page
	Line     contestLine
	Decides  bool             // the reader may decide; else the desk is read only
	Needs    []need           // what is stuck
	Due      []schedule.Event // what comes next
	Doing    string           // what runs, or why nothing does
	Deciding bool             // a decision is still to be taken
	Games    string           // "618 of 1000 games"
	Left     string           // "about 3m0s"; empty if unknown
	Costs    string           // "Snail took 41 % of the processor time of week 2026-W09"; empty if unknown
	Since    time.Time        // of the reader's visit before
	Bots     []deskBot
	States   string // "3 play, 1 rests"
	Pending  []pendingView
	Dates    *schedule.State
	Closes   time.Time // of submissions, also by the timetable
	Frozen   time.Time
	Zone     string // of the dates
	CanStart bool
	CanPause bool
	Limits   []string
	Log      []decisions.Decision
	Workers  []report.Worker // other machines, those with trouble first, at most mostWorkers
	Counts   string          // of all of them
	More     string          // of those that are not listed: "950 more, all in order"; empty: all are
	Limit    string          // what limits the contest now, in a sentence; empty: unknown
	Link     string          // new, to the private contest; shown once
	Token    string          // new, of an agent; shown once
	Season   seasons.Proposal
	Stages   []stageLine
	Ledger   bool // there is one to download

	remote []string // agents on machines of their own

	Rows                                            []deskStage
	Acts, SeeActs, SubmitActs, TableActs, StageActs []act // on the contest, who sees it, its submissions, its table, its games
}

// need is something that waits for an organiser.
type need struct {
	What, Why string
	Bad       bool
	Page      string // where more of it is; empty: nowhere
	Acts      []act  // ways out
	Start     bool   // starting the contest again is one
}

// deskStage is a stage on a desk.
type deskStage struct {
	*stageLine
	Now  bool // it is played, or comes next
	Acts []act
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
	Due    bool   // a decision about it is still to be taken
	Stands string // in the table, as far as taking it out changes that
	Acts   []act
}

// datetime returns a date as a form has it.
func datetime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(time.Local).Format(moment.Form)
}

// desk is the page of an organiser for a contest, and what is decided there.
type desk struct {
	*pages
	*catalogue
	entries   *entries.Entries
	decided   *decisions.Log
	decisions *decisions.Decisions
	now       func() time.Time
	alerts    *alerts.Alerts
	seasons   *seasons.Seasons
}

func (x *desk) page(w http.ResponseWriter, r *http.Request) error {
	c, err := x.contests.Find(r.PathValue("contest"))
	if err != nil {
		return err
	}
	p, err := x.of(r.Context(), c, reader(r))
	if err != nil {
		return err
	}
	p.Title, p.Note = "Desk of "+p.Line.Title, x.noted(r)
	if path := x.sessions.PopString(r.Context(), keyPrivate); path != "" {
		p.Link = x.base(r) + path
	}
	p.Token = x.sessions.PopString(r.Context(), keyAgentToken)
	x.render(w, r, "desk", p)
	return nil
}

// of returns the desk of a contest for a person.
func (x *desk) of(ctx context.Context, c *contests.Contest, by *people.Person) (*deskPage, error) {
	dates := x.schedule.Of(c.Name)
	p := &deskPage{Line: x.line(c), Decides: by.Role.May(people.Decide), Dates: &dates, Limits: config.Decidable,
		Closes: x.schedule.Closes(c.Name)}
	p.Workers, p.Limit = x.contests.Workers(c), x.contests.Limit(c)
	p.Zone = moment.Zone(x.now().In(time.Local))
	p.Frozen, _ = c.Frozen()
	p.Ledger = p.Decides && c.HasLedger()
	p.fillState(c)
	p.Due = x.schedule.Coming(c.Name, mostComing)
	if x.schedule.Passed(c.Name) {
		p.Needs = append(p.Needs, need{What: "The timetable is over.",
			Why: "All of its times are in the past. Write later ones in Settings, or remove its lines."})
	}
	var err error
	if p.Season, err = x.seasons.Propose(ctx, c); err != nil {
		return nil, err
	}
	queue, err := x.entries.Queue(ctx)
	if err != nil {
		return nil, err
	}
	p.Pending = pendingOf(queue, c.Name, x.now())
	p.Needs = append(p.Needs, lateChecks(p.Pending, x.now())...)
	if p.Log, err = x.decided.About(ctx, c.Name); err != nil {
		return nil, err
	}
	var before alerts.Faults
	if p.Since, before, err = x.alerts.Seen(ctx, by.ID, c.Name); err != nil {
		return nil, err
	}
	for _, d := range p.Log {
		if late := strings.HasPrefix(d.What, schedule.Late); d.Who == schedule.ByTable && d.At.After(p.Since) &&
			(late || strings.HasPrefix(d.What, schedule.Undone)) {
			p.Needs = append(p.Needs, need{What: "The timetable: " + d.What + ".", Why: d.Why, Bad: !late})
		}
	}
	p.fillWorkers()
	t := c.Newest()
	if f, err := x.contests.File(c); err == nil {
		p.Stages, p.remote = stagesOf(c, dates.Starts, f, t), f.Agents.Remote()
	} else {
		p.Needs = append(p.Needs, need{What: "The file of the contest cannot be used.", Why: err.Error() + ".", Bad: true})
	}
	if t != nil {
		p.Games = progress(&t.Stage)
		if t.Left > 0 && p.CanPause {
			p.Left = "about " + t.Left.Round(time.Second).String() + " left"
		}
		if err := x.fillBots(ctx, p, c, t, before); err != nil {
			return nil, err
		}
		f, err := x.contests.Figures(ctx, c)
		if err != nil {
			p.Needs = append(p.Needs, need{What: "The figures of its games cannot be computed.", Why: err.Error() + ".", Bad: true})
		}
		p.Costs = costsOf(f)
	}
	p.fillActs()
	return p, nil
}

// costsOf says which bot took most processor time in the newest week; empty if that is unknown, or if fewer than two bots played that are
// not built in: the share of a single program says nothing.
func costsOf(f *report.Figures) string {
	if f == nil || len(f.Spreads) == 0 || len(f.Spreads[len(f.Spreads)-1].Weeks) == 0 {
		return ""
	}
	weeks := f.Spreads[len(f.Spreads)-1].Weeks
	w, programs := &weeks[len(weeks)-1], map[string]bool{}
	for entry := range w.Bots {
		if v := &f.Entries[entry]; v.Author != lineup.BuiltIn {
			programs[v.Bot] = true
		}
	}
	if len(programs) < 2 {
		return ""
	}
	most := w.Order()[0]
	share := 100 * w.Bots[most].Spent / max(w.All, 1)
	return fmt.Sprintf("%s took %.0f %% of the processor time of week %s", f.Entries[most].Label, share, w.Name)
}

// fillState describes what the contest does, and what can be done about it.
func (p *deskPage) fillState(c *contests.Contest) {
	state, why, _ := c.State()
	p.CanPause = state == contests.Playing
	p.CanStart = p.Line.Doing == "" && (state == contests.Waiting || state == contests.Paused || state == contests.Failed)
	if what, wrong := c.Undone(); what != "" {
		p.Needs = append(p.Needs, need{What: "This was not done: " + what + ".", Bad: true,
			Why: wrong + ". Its table and its report may lack its newest games until it is started or changed again."})
	}
	switch {
	case p.Line.Doing != "":
		p.Doing = "The site is busy with it (" + p.Line.Doing + "): games that are being played stop first, and none is lost."
	case p.Line.Turn != "":
		p.Doing = "It " + p.Line.Turn + ": contests play in turns."
	case state == contests.Playing && why != "":
		p.Doing = "No game is played now."
		p.Needs = append(p.Needs, need{What: "No game is played now.", Why: why, Bad: true})
	case state == contests.Playing:
		p.Doing = "Its games are being played."
	case state == contests.Waiting:
		p.Doing = "It waits for its start."
	case state == contests.Paused:
		p.Doing = "It is paused: " + why
	case state == contests.Over:
		p.Doing = "It is over."
	case state == contests.Failed:
		p.Doing = "It has stopped."
		p.Needs = append(p.Needs, need{What: p.Line.Title + " has stopped.", Why: why + " Mend it, then start the contest again.",
			Bad: true, Start: true})
	}
	if due := c.Deciding(); len(due) > 0 {
		p.Deciding = true
		p.Doing += " To be done before its next games are planned: " + strings.Join(due, ", ") + "."
	}
}

const mostWorkers, mostTroubled = 50, 5 // on a desk; under what needs an organiser

// fillWorkers counts the workers, puts those with trouble first, and keeps the first of them.
func (p *deskPage) fillWorkers() {
	trouble, all := 0, len(p.Workers)
	p.Workers, p.Counts = report.Urgent(p.Workers), countsOf(p.Workers)
	for i := range p.Workers {
		if w := &p.Workers[i]; w.Trouble != "" && w.Trouble != "left" {
			if trouble++; trouble <= mostTroubled {
				p.Needs = append(p.Needs, need{What: "Worker " + w.Name + " does not play.", Why: w.Trouble + "."})
			}
		}
	}
	if more := trouble - mostTroubled; more > 0 {
		p.Needs = append(p.Needs, need{What: fmt.Sprintf("%d more workers do not play.", more), Why: "Their list has the reasons."})
	}
	listed := min(all, mostWorkers)
	p.Workers, p.More = p.Workers[:listed], report.Rest(p.Workers[listed:])
}

// fillBots fills in the bots, those with something to look at first.
func (x *desk) fillBots(ctx context.Context, p *deskPage, c *contests.Contest, t *contests.Table, before alerts.Faults) error {
	mine, err := x.entries.Bots(ctx, c.Name, 0)
	if err != nil {
		return err
	}
	faults := x.alerts.Faults(c.Name)
	for _, b := range mine {
		if why := c.LeftOut(b.Name); why != "" {
			p.Needs = append(p.Needs, need{What: b.Name + " is left out.", Why: why + ". Its author sees that on its page.",
				Page: botAddress(c.Name, b.ID)})
		}
	}
	for _, b := range t.Bots {
		d := deskBot{Bot: b}
		if i := slices.IndexFunc(mine, func(x entries.Bot) bool { return x.Name == b.Name }); i >= 0 {
			d.Page = botAddress(c.Name, mine[i].ID)
		}
		rest, _, err := x.alerts.Rests(ctx, c.Name, b.Name)
		if err != nil {
			return err
		}
		d.Stands = standsOf(t, b.Name)
		d.fillState(rest)
		if due := c.DecidingOn(b.Name); due != "" {
			word, _, _ := strings.Cut(due, " ")
			d.Word, d.Tone, d.Why, d.Due = word+"…", "warn", "before the next games are planned", true
		}
		switch {
		case rest != "":
			p.Needs = append(p.Needs, p.resting(&d, rest))
		case strings.HasPrefix(d.Out, "withdrawn: it no longer starts"):
			p.Needs = append(p.Needs, need{What: d.Name + " does not play.", Why: d.Why + ".", Page: d.Page})
		}
		d.fillFaults(faults[b.Name], before[b.Name])
		p.Bots = append(p.Bots, d)
	}
	slices.SortStableFunc(p.Bots, func(a, b deskBot) int {
		look := func(d deskBot) int { return map[string]int{"rests": 2}[d.Word] }
		return cmp.Or(cmp.Compare(look(b), look(a)), cmp.Compare(b.N, a.N))
	})
	p.States = statesOf(p.Bots)
	return nil
}

// resting returns that a bot rests, with the act that wakes it.
func (p *deskPage) resting(d *deskBot, rest string) need {
	n := need{What: d.Name + " rests.", Why: "Because " + rest + ". Its author can wake it, and so can you.", Page: d.Page}
	if p.Decides && d.wakes() {
		n.Acts = []act{p.waking(d)}
	}
	return n
}

// fillState reports whether a bot plays. rest is why it rests; empty: it does not.
func (d *deskBot) fillState(rest string) {
	word, why, _ := strings.Cut(d.Out, ": ")
	switch {
	case rest != "":
		d.Word, d.Tone, d.Why = "rests", "warn", rest
	case d.Out == "":
		d.Word, d.Tone = "plays", "done"
	case word == "disqualified":
		d.Word, d.Tone, d.Why = word, "bad-p", why
	default:
		d.Word, d.Tone, d.Why = word, "warn", why
	}
}

// fillFaults sets the faults since some that were counted before. now may be nil.
func (d *deskBot) fillFaults(now, before map[string]int) {
	since := map[string]int{}
	maps.Copy(since, now)
	for fault, n := range before {
		since[fault] -= n
	}
	for _, n := range since {
		d.N += n
	}
	d.Faults = alerts.Text(since)
}

// statesOf returns how many bots are in each state: "3 play, 1 rests".
func statesOf(bots []deskBot) string {
	count := map[string]int{}
	for i := range bots {
		count[bots[i].Word]++
	}
	var states []string
	for _, word := range []string{"plays", "rests", "withdrawn", "disqualified"} {
		if count[word] > 0 {
			states = append(states, fmt.Sprintf("%d %s", count[word],
				strings.TrimSuffix(word, map[bool]string{true: "s"}[count[word] > 1])))
		}
	}
	return strings.Join(states, ", ")
}

// seen marks the faults of a contest as seen by a person.
func (x *desk) seen(ctx context.Context, by *people.Person, in *ContestPath) (string, error) {
	c, err := x.contests.Find(in.Contest)
	if err != nil {
		return "", err
	}
	return "", x.alerts.MarkSeen(ctx, by.ID, c.Name)
}

// decide takes a decision about a bot, games or a limit, and returns what was done.
func (x *desk) decide(ctx context.Context, by *people.Person, in *deciding) (string, error) {
	return x.decisions.Decide(ctx, by.Name, in.Contest, in.Body)
}

// undo takes the opposite of a decision, and returns what was done.
func (x *desk) undo(ctx context.Context, by *people.Person, in *decisionPath) (string, error) {
	return x.decisions.Undo(ctx, by.Name, in.Contest, in.ID)
}

// setDates sets the dates of a contest, and returns them in words.
func (x *desk) setDates(ctx context.Context, by *people.Person, in *newDates) (string, error) {
	to := datesFromProgram(&in.Body.Dates)
	c, why, err := x.reasoned(in.Contest, in.Body.Why)
	if err != nil {
		return "", err
	}
	return to.String(), x.schedule.Set(ctx, by.Name, c, to, why)
}

// freeze freezes the table now.
func (x *desk) freeze(ctx context.Context, by *people.Person, in *ReasonedContest) (string, error) {
	c, why, err := x.reasoned(in.Contest, in.Body.Why)
	if err != nil {
		return "", err
	}
	return "", x.schedule.Freeze(ctx, by.Name, c, why)
}

// reveal ends a freeze.
func (x *desk) reveal(ctx context.Context, by *people.Person, in *ReasonedContest) (string, error) {
	c, why, err := x.reasoned(in.Contest, in.Body.Why)
	if err != nil {
		return "", err
	}
	return "", x.schedule.Reveal(ctx, by.Name, c, why)
}

// dateField is a date in the form.
type dateField struct {
	Label, Name, Value string
	Done               bool
}

// Fields returns the dates of the form.
func (p *deskPage) Fields() []dateField { return timesOf(p.Dates) }

// timesOf returns dates as a form has them.
func timesOf(d *schedule.State) []dateField {
	return []dateField{
		{"Submissions open", "opens", datetime(d.Opens), false}, {"Submissions close", "closes", datetime(d.Closes), d.Closed},
		{"Start", "starts", datetime(d.Starts), d.Started}, {"End", "ends", datetime(d.Ends), d.Ended},
		{"Freeze the table", "freezes", datetime(d.Freezes), d.Froze},
	}
}

// LimitChoices returns the limits that can be changed, with their titles.
func (p *deskPage) LimitChoices() (list []choice) {
	for _, l := range config.LimitKeys {
		if slices.Contains(p.Limits, l.Key) {
			list = append(list, choice{l.Key, l.Title})
		}
	}
	return list
}

// Checks returns how many versions wait.
func (p *deskPage) Checks() string { return report.Counted(len(p.Pending), "version") }
