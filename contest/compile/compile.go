/*
Package compile fills a report from a contest: once, from the result of a run and from the ledger. It is the only package that knows both;
the renderers of reports do not know contests.
*/
package compile

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/bot/lineup"
	"agon/contest"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/shellword"
	"agon/play/worker"
	"agon/show/film"
	"agon/show/report"
)

// Options are the facts of a report that are not part of the contest.
type Options struct {
	Sandbox string                                  // its level, and which of its limits were enforced
	Pages   int                                     // number of games with a page, besides those of the jury
	Film    func(replay []byte) (*film.Film, error) // re-simulates a game
	Chances func(replay []byte) *film.Chances       // estimates how a game stood, nil if that takes too long; nil: nothing is estimated
}

// Report returns the report of a contest with the result of its run.
func Report(ctx context.Context, c *contest.Contest, result *contest.Result, o Options) (*report.Run, error) {
	unit, length := c.Kind.Scale(c.Settings, len(c.Playing()))
	r := &report.Run{
		Agon: 1, Contest: c.File.Name, About: c.File.Description, Kind: report.Kind{Kind: c.Kind}, Seed: c.Seed, Played: result.Games,
		Finished: result.Finished, Rounds: result.Rounds, Seconds: result.Wall.Seconds(), Efficiency: result.Efficiency,
		Clock: clock(c, result.Strain), Sandbox: o.Sandbox, Dir: c.Dir,
		Refused: []report.Refusal{}, Retired: []report.Retired{}, Changes: []report.Change{},
		Unplayed: result.Unplayed, Options: c.Settings.Changed(), Length: length, ReplayBytes: c.ReplayBytes(),
		Unproved: c.Kind.Unproved(),
	}
	entries(r, c)
	for _, gone := range result.Retired {
		r.Retired = append(r.Retired, report.Retired{Bot: c.Entries[gone.Entry].Name, Why: gone.Why, How: gone.How.String(),
			Games: gone.Games})
	}
	for _, e := range c.Changes() {
		r.Changes = append(r.Changes, report.Change{At: e.At, What: e.Of, Was: e.Was, Now: e.Now})
	}
	r.Decisions = decisions(c)
	days(r, c)
	err := games(ctx, r, c)
	if err == nil {
		err = annulled(ctx, r, c)
	}
	if err != nil {
		return nil, err
	}
	for _, s := range c.Stages[len(result.Stages):] {
		r.Ahead = append(r.Ahead, report.Ahead{Name: s.Name, Format: s.Format})
	}
	if result.Finished && slices.ContainsFunc(c.Entries, func(e lineup.Entry) bool { return e.Seeded() }) {
		r.Secret = c.Secret.String() // the contest is over, so the secret gives no advantage
		r.Again = again(r)
	}
	for i := range result.Stages {
		r.Stages = append(r.Stages, stage(r, c, &result.Stages[i], i, unit))
	}
	r.Jury = r.ShortList()
	watch(r, c, o)
	return r, nil
}

// decisions returns the decisions about the contest's bots, games and limits. Those about bots and games stand in the order in which they
// were made, whatever the clock was, and so do those about limits; the two are merged by their times.
func decisions(c *contest.Contest) (list []report.Decision) {
	for _, x := range c.Decisions() {
		d := report.Decision{At: x.At, What: string(x.What), Why: x.Why, By: x.By, Stage: x.Stage + 1, Round: x.Round + 1, Text: x.Text}
		if x.Round == tournament.After {
			d.Round = 0
		}
		if x.Entry >= 0 && x.Entry < len(c.Entries) {
			d.Bot, d.Entry = c.Entries[x.Entry].Name, x.Entry
		}
		for _, id := range x.Games {
			d.Games = append(d.Games, id+1)
		}
		list = append(list, d)
	}
	place := 0
	for _, l := range c.Limits() {
		value := l.Value
		if value == "" {
			value = "that of the contest file"
		}
		for place < len(list) && !list[place].At.After(l.At) {
			place++
		}
		list = slices.Insert(list, place, report.Decision{
			At: l.At, What: "limit", Why: l.Why, Limit: l.Key, Value: l.Value,
			Text: fmt.Sprintf("limit %s is %s from the next run on: %s", l.Key, value, l.Why),
		})
		place++
	}
	return list
}

// entries fills in the line-up, and the bots of it that do not play.
func entries(r *report.Run, c *contest.Contest) {
	for i, e := range c.Entries {
		r.Entries = append(r.Entries, entry(c, i))
		if why := c.Out(i); why != "" {
			r.Gone = append(r.Gone, report.Gone{Bot: c.Label(i), Why: why})
			continue
		}
		if e.Broken != "" {
			r.Refused = append(r.Refused, report.Refusal{Bot: e.Name, Why: e.Broken})
		}
	}
	for _, x := range c.Refused {
		r.Refused = append(r.Refused, report.Refusal{Bot: x.Name, Why: x.Why, Outside: true})
	}
}

// entry returns an entry of the line-up, with what is known of its versions and of how it left.
func entry(c *contest.Contest, i int) report.Entry {
	e := report.Entry{Name: c.Label(i), Author: c.Entries[i].Author, Image: c.Entries[i].Image, Doubt: c.Doubt(i), Since: c.Joined(i)}
	if versions := c.Versions(i); len(versions) > 1 {
		e.Versions = versions
	}
	e.Out, e.OutWhy, _ = c.Left(i)
	return e
}

func clock(c *contest.Contest, s worker.StrainReport) report.Clock {
	charged := "wall"
	if c.File.Limits.CPUClock {
		charged = "cpu"
	}
	return report.Clock{
		Charged: charged, Moves: s.Moves, Held: s.Held, Late: s.Late, ByHost: s.ByHost, Voided: s.Voided,
		WaitedMs: s.Waited.Milliseconds(), StolenMs: s.Stolen.Milliseconds(), GapMs: float64(s.Gap.Microseconds()) / 1e3,
		PlayedMs: s.Played.Milliseconds(), QueuedMs: s.Queued.Milliseconds(),
	}
}

// seatsAtOnce is the number of seats of games that are allocated together.
const seatsAtOnce = 4096

// days fills in the days on which the contest was played.
func days(r *report.Run, c *contest.Contest) {
	for _, d := range c.Days() {
		r.Days = append(r.Days, report.Day{Date: d.Date, At: d.At, Stage: d.Stage, Round: d.Round})
	}
}

// games fills in the games with a result.
func games(ctx context.Context, r *report.Run, c *contest.Contest) error {
	r.Games = make([]report.Game, 0, r.Played)
	var room []report.Seat
	return c.Games(ctx, func(g *store.Game) error {
		f := g.Fixture
		if len(room) < len(f.Seats) {
			room = make([]report.Seat, max(len(f.Seats), seatsAtOnce))
		}
		seats := room[:0:len(f.Seats)]
		room = room[len(f.Seats):]
		r.Games = append(r.Games, played(r, c, f, &g.Result, seats))
		if odd := c.Odd(g); len(odd) > 0 {
			discrepancies(r, c, f, odd)
		}
		return nil
	})
}

// played returns a game of the report; its seats are appended to seats.
func played(r *report.Run, c *contest.Contest, f tournament.Fixture, res *tournament.Result, seats []report.Seat) report.Game {
	g := report.Game{
		Number: f.ID + 1, Stage: f.Stage, Round: f.Round + 1, Day: r.DayOf(f.Stage, f.Round),
		Title: c.Stages[f.Stage].Name + ", game " + strconv.Itoa(f.ID+1), Seed: f.Seed, Turns: res.Turns, Rounds: res.Rounds,
	}
	for seat, entry := range f.Seats {
		name := r.Entries[entry].Name
		if seat >= len(res.Seats) { // the game was not played
			seats = append(seats, report.Seat{Name: name, Slot: entry})
			continue
		}
		s := &res.Seats[seat]
		g.Faults += s.FaultCount()
		seats = append(seats, report.Seat{Name: name, Slot: entry, Place: s.Place, Score: s.Score, Faults: maps.Clone(s.Faults)})
		if s.OnTime {
			g.OnTime = append(g.OnTime, name)
		}
	}
	slices.SortStableFunc(seats, func(a, b report.Seat) int { return a.Place - b.Place })
	g.Seats = seats
	return g
}

// stage returns a stage of the report; nth is its number, from 0.
func stage(r *report.Run, c *contest.Contest, from *contest.StageResult, nth int, unit string) report.Stage {
	s := report.Stage{
		Name: from.Stage.Name, Format: from.Stage.Format, Played: from.Ledger.Done(), Planned: from.Ledger.Planned(),
		Finished: from.Finished,
		Early:    from.Early, Unit: unit, Limit: Limit(c), By: from.Table.By, NotApart: from.Table.NotApart,
		Bracket: marked(c, from.Table.Bracket), Standings: Standings(c, from.Table),
	}
	s.Note = s.Unplayed()
	playing := from.Field.At(tournament.Now).Entries
	switch {
	case from.Table.AllMeet:
		s.Meetings = encounters(from, playing)
	case (from.Table.By == tournament.ByScore || from.Table.By == tournament.ByPoints) && len(playing) <= report.MostPairs:
		s.Pairs = encounters(from, playing)
	}
	for _, table := range from.Table.Earlier {
		s.Earlier = append(s.Earlier, Standings(c, table))
	}
	for _, d := range c.Days() {
		if d.Stage < nth || d.Stage == nth && d.Round == 0 {
			s.Began = d.Date
		}
		if d.Stage <= nth {
			s.Ended = d.Date
		}
	}
	s.Moments = moments(c, from, nth)
	s.Climb()
	s.SetForm(from.Ledger.All().Newest)
	last := nth+1 == len(c.Stages)
	if !last {
		s.Next = c.Stages[nth+1].Name
	}
	for i := range s.Standings {
		l := &s.Standings[i]
		l.Through = l.Through && !last
		if last {
			l.ChanceNext, l.Known.Next = 0, false // there is no next stage
			if strings.HasPrefix(l.Note, tournament.GoesOn) {
				l.Note = ""
			}
		}
		l.Image, l.Doubt = r.Entries[l.Entry].Image, r.Entries[l.Entry].Doubt
		l.Logged = c.Logged(l.Entry)
	}
	s.Left = left(r, c, from, nth)
	s.Remark(LastOrder(c, nth), from.Table.Rematches)
	s.Tied(from.Table.Ties)
	s.Circle(from.Ledger.All().Circles(playing))
	s.Count(nth, r.Games)
	return s
}

// encounters returns the encounters of bots that play.
func encounters(from *contest.StageResult, playing []int) []*tournament.Encounter {
	return slices.DeleteFunc(from.Ledger.All().Encounters(), func(e *tournament.Encounter) bool {
		return !slices.Contains(playing, e.One) || !slices.Contains(playing, e.Other)
	})
}

// LastOrder names the order in which bots enter a stage, which decides between those that are equal in all that ranks.
func LastOrder(c *contest.Contest, nth int) string {
	if nth == 0 {
		return "their order in the line-up"
	}
	return fmt.Sprintf("their order after stage %q", c.Stages[nth-1].Name)
}

// moments returns the standings of a stage over time, with their days if the contest has several.
func moments(c *contest.Contest, from *contest.StageResult, nth int) (list []report.Moment) {
	days, looks := c.Days(), c.Looks()
	for _, m := range from.Moments(report.MostMoments) {
		shown := report.Moment{Round: m.Round + 1, Games: m.Games}
		for _, d := range days {
			if len(days) > 1 && (d.Stage < nth || d.Stage == nth && d.Round <= m.Round) {
				shown.Day = d.Date
			}
		}
		for _, l := range m.Lines[:min(len(m.Lines), report.MostPlaces)] {
			shown.Places = append(shown.Places, report.MomentPlace{
				Bot: c.Label(l.Entry), Entry: l.Entry, First: firstOf(looks, l.Entry), Group: l.Group, Rank: l.Rank, Rating: l.Rating,
				Points: l.Points,
			})
		}
		list = append(list, shown)
	}
	return list
}

// Standings returns the lines of a table, with the names of the bots and of their groups, followed by broken bots.
func Standings(c *contest.Contest, t tournament.Table) []report.Standing {
	list, looks := make([]report.Standing, len(t.Standings)), c.Looks()
	grouped := slices.ContainsFunc(t.Standings, func(l tournament.Standing) bool { return l.Group != t.Standings[0].Group })
	for i, l := range t.Standings {
		e := &c.Entries[l.Entry]
		list[i] = report.Standing{Standing: l, Name: e.Name, Author: e.Author, First: firstOf(looks, l.Entry)}
		if !l.Gone && !c.Superseded(l.Entry) {
			list[i].Out, _, _ = c.Left(l.Entry)
		}
		if grouped {
			list[i].Letter = report.GroupName(l.Group)
		}
	}
	if len(list) > 0 {
		list = append(list, broken(c, t, grouped)...)
	}
	report.Know(list, t.By)
	return list
}

// firstOf returns what a line has as First: 0 for the first version of a bot.
func firstOf(looks []int, entry int) int {
	if looks[entry] == entry {
		return 0
	}
	return looks[entry] + 1
}

// broken returns the lines of bots that could not play, ranked after those of a table.
func broken(c *contest.Contest, t tournament.Table, grouped bool) (list []report.Standing) {
	last, group, looks := len(t.Standings)+1, t.Standings[0].Group, c.Looks()
	if grouped {
		group = report.NoGroup
	}
	for i := range c.Entries {
		e := &c.Entries[i]
		if e.Broken == "" || c.Out(i) != "" {
			continue
		}
		line := report.Standing{Name: e.Name, Author: e.Author, Broken: e.Broken, First: firstOf(looks, i)}
		line.Entry, line.Group, line.Rank, line.RankLow, line.RankHigh = i, group, last, last, last
		list = append(list, line)
	}
	return list
}

// marked returns a bracket that marks the bots that left the contest, also after its stage; nil for none.
func marked(c *contest.Contest, b *tournament.Bracket) *tournament.Bracket {
	if b == nil {
		return nil
	}
	copied := *b
	copied.Gone = nil
	for _, entry := range b.Seeds {
		if slices.Contains(b.Gone, entry) || c.Out(entry) != "" && !c.Superseded(entry) {
			copied.Gone = append(copied.Gone, entry)
		}
	}
	return &copied
}

// Limit returns the limit of the mean time of a move in µs, 0 for none.
func Limit(c *contest.Contest) float64 {
	limit := c.Kind.Clock(c.Settings).Average
	if own := c.File.Limits.Average; own > 0 {
		limit = own
	}
	return float64(limit.Microseconds())
}

// again returns the command that shows the first game again, "" if there are no games. Of an absolute path it has the last element.
func again(r *report.Run) string {
	if len(r.Games) == 0 {
		return ""
	}
	dir := r.Dir
	if filepath.IsAbs(dir) {
		dir = filepath.Base(dir)
	}
	return fmt.Sprintf("agon replay %s --game %d", shellword.Quote(dir), r.Games[0].Number)
}

// watch gives pages, and replays to download, to the jury's games and to o.Pages others.
func watch(r *report.Run, c *contest.Contest, o Options) {
	chosen := choose(r, o.Pages)
	looked := lookedAt(r, chosen)
	for i := range r.Games {
		g := &r.Games[i]
		if !chosen[i] {
			continue
		}
		file := func() ([]byte, error) { return c.Replay(g.Number - 1) }
		g.File = file
		if o.Film == nil {
			continue
		}
		g.Film = func() (*film.Film, error) {
			data, err := file()
			if err != nil {
				return nil, err
			}
			f, err := o.Film(data)
			if err == nil && looked[i] && o.Chances != nil {
				f.Info.Chances = o.Chances(data)
			}
			return f, err
		}
	}
}
