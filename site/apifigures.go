package site

import (
	"context"
	"net/url"
	"strconv"

	"agon/show/report"
	"agon/site/contests"
	"agon/site/figures"
	"agon/site/people"
	"agon/site/wire"
)

// recordQuery names a bot, and which of its games are left out.
type recordQuery = struct {
	BotPath
	From int `query:"from" minimum:"0" doc:"newest games that are left out"`
}

// spreads answers with the statistics of a contest.
func (p *gamePages) spreads(ctx context.Context, by *people.Person, in *ContestPath) (*body[[]wire.Spread], error) {
	f, err := figuresFor(ctx, p.contests, by, in.Contest)
	if err != nil {
		return nil, err
	}
	list := []wire.Spread{}
	if f != nil {
		for i := range f.Stages {
			list = append(list, spreadForPrograms(f, i))
		}
	}
	return answered(list), nil
}

// botRecord answers with what games say of a bot.
func (s *submissions) botRecord(ctx context.Context, by *people.Person, in *recordQuery) (*body[wire.Record], error) {
	f, err := figuresFor(ctx, s.contests, by, in.Contest)
	if err != nil {
		return nil, err
	}
	_, b, err := s.submittedBot(ctx, in.Contest, in.Bot)
	if err != nil {
		return nil, err
	}
	return answered(recordForPrograms(
		figures.Of(f, contestAddress(in.Contest), b.Name, url.Values{"from": {strconv.Itoa(in.From)}}, figures.MostGames))), nil
}

// figuresFor returns the figures of a contest for a person; nil if there are none. The error is a [people.Problem] during a freeze that
// hides them.
func figuresFor(ctx context.Context, all *contests.Contests, by *people.Person, contest string) (*report.Figures, error) {
	c, err := unfrozen(all, by, contest)
	if err != nil {
		return nil, err
	}
	return all.Figures(ctx, c)
}

// unfrozen returns a contest for a person who asks for results. The error is a [people.Problem] during a freeze that hides them.
func unfrozen(all *contests.Contests, by *people.Person, contest string) (*contests.Contest, error) {
	c, err := all.Find(contest)
	if err == nil && hidden(c, by) {
		err = &people.Problem{Text: "The results of this contest are frozen until the organiser reveals them."}
	}
	return c, err
}

func spreadForPrograms(f *report.Figures, stage int) wire.Spread {
	a := wire.Spread{Stage: f.Stages[stage].Name, Games: f.Stages[stage].Played, Seats: []wire.SeatBias{}, Bots: []wire.BotSpread{}}
	for i, b := range f.Spreads[stage].Seats {
		a.Seats = append(a.Seats, wire.SeatBias{Seat: i + 1, Games: b.Games, Share: b.Share, Low: b.Low, High: b.High})
	}
	for i := range f.Stages[stage].Standings {
		l := &f.Stages[stage].Standings[i]
		x := wire.BotSpread{Bot: l.Name, Places: []int{}, Times: []int{}, Weeks: []wire.WeekCost{}}
		for i := range f.Spreads[stage].Weeks {
			w := &f.Spreads[stage].Weeks[i]
			if c, ok := w.Bots[l.Entry]; ok {
				x.Weeks = append(x.Weeks, wire.WeekCost{Week: w.Name, Games: c.Games, Seconds: c.Spent / 1e6,
					Share: c.Spent / max(w.All, 1), Rounds: c.Rounds, Most: c.Most / 1e6})
			}
		}
		x.Places = append(x.Places, f.Spreads[stage].Places[l.Entry]...)
		x.Times = append(x.Times, f.Spreads[stage].Times[l.Entry]...)
		a.Bots = append(a.Bots, x)
	}
	return a
}

func recordForPrograms(r *figures.Record) wire.Record {
	a := wire.Record{Rivals: []wire.Rival{}, Games: []wire.PlayedGame{}, Faults: map[string]int{}}
	if r == nil {
		return a
	}
	a.Counted, a.Nemesis = r.Counted, r.Nemesis
	for _, x := range r.Rivals {
		a.Rivals = append(a.Rivals, wire.Rival{Bot: x.Bot, Won: x.Won, Drawn: x.Drawn, Lost: x.Lost, Share: x.Share, Low: x.Low,
			High: x.High})
	}
	for _, x := range r.Faults {
		a.Faults[x.Word] = x.N
	}
	for _, g := range r.Games {
		a.Games = append(a.Games, wire.PlayedGame{Number: g.Number, Stage: g.Stage, Place: g.Placed, Seats: g.Seats, Faults: g.Faults,
			Page: g.Href})
	}
	return a
}
