package site

import (
	"context"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"agon/format/tournament"
	"agon/show/report"
	"agon/site/boards"
	"agon/site/contests"
	"agon/site/entries"
	"agon/site/people"
	"agon/site/wire"
)

func lineForPrograms(l contestLine) wire.Line {
	return wire.Line{
		Name: l.Name, Title: l.Title, Kind: l.Kind, State: string(l.State), Stage: l.What, Bots: l.Bots, Leader: l.Leader, Wrong: l.Wrong,
		Private: l.Private,
		Page:    contestAddress(l.Name),
	}
}

// tableForPrograms returns a table. A chance or a rating is never NaN or infinite: package tournament computes none.
func tableForPrograms(t *contests.Table, playing bool) *wire.Table {
	if t == nil {
		return nil
	}
	s := &t.Stage
	a := &wire.Table{At: t.At, Stage: s.Name, Number: t.Nth + 1, Format: s.Format, Games: s.Played, Planned: s.Planned,
		Finished: s.Finished, RankedBy: s.By.String(), Unit: s.Unit, Standings: []wire.Standing{}}
	if playing {
		left := max(0, t.Left.Seconds())
		a.LeftSeconds = &left
	}
	names := map[int]string{}
	for i := range s.Standings {
		l := &s.Standings[i]
		names[l.Entry] = l.Name
		a.Standings = append(a.Standings, standingForPrograms(l))
	}
	if s.Bracket != nil {
		for _, tie := range s.Bracket.Ties {
			a.Matches = append(a.Matches, matchForPrograms(&tie, names))
		}
	}
	return a
}

func standingForPrograms(l *report.Standing) wire.Standing {
	text, err := l.Object(report.API)
	if err != nil {
		panic(err) // a number that is none, see tableForPrograms
	}
	return wire.Standing{RawMessage: text}
}

// describeStandings completes the description of a [wire.Standing] by the columns that programs get.
func describeStandings(all huma.Registry) {
	s := all.Map()["Standing"]
	s.Properties, s.Required = map[string]*huma.Schema{}, nil
	for _, c := range report.Columns {
		if !slices.Contains(c.In, report.API) {
			continue
		}
		value := huma.SchemaFromType(all, reflect.TypeOf(c.Value(report.Line{Standing: &report.Standing{}})))
		value.Description = c.About
		if c.Least != 0 {
			value.Minimum = &c.Least
		}
		s.Properties[c.Key] = value
		if !c.Omit {
			s.Required = append(s.Required, c.Key)
		}
	}
}

func matchForPrograms(t *tournament.Tie, names map[int]string) wire.Match {
	return wire.Match{Name: t.Name, Bots: [2]string{names[t.Sides[0]], names[t.Sides[1]]}, Wins: t.Wins, Score: t.Score, Bye: t.Bye}
}

// A ContestPath names a contest.
type ContestPath struct {
	Contest string `path:"contest" maxLength:"64" doc:"name of the contest in addresses"`
}

// pausing names a contest, with the reason of a pause.
type pausing = struct {
	ContestPath
	Body wire.Reason
}

// all answers with the contests that a person sees.
func (x *contestPages) all(ctx context.Context, by *people.Person, _ *nothing) (*body[[]wire.Line], error) {
	all, err := x.lines(ctx, by, nil)
	return answered(each(all, lineForPrograms)), err
}

// paused answers with a contest that was paused.
func (x *contestPages) paused(ctx context.Context, by *people.Person, in *pausing, _ string) (*body[wire.Contest], error) {
	return x.one(ctx, by, &in.ContestPath)
}

// live answers with games of all contests.
func (x *contestPages) live(ctx context.Context, by *people.Person, _ *nothing) (*body[[]wire.LiveGame], error) {
	list, err := x.games.running(ctx, by, nil)
	return answered(liveForPrograms(list)), err
}

// liveOne answers with games of a contest.
func (x *contestPages) liveOne(ctx context.Context, by *people.Person, in *ContestPath) (*body[[]wire.LiveGame], error) {
	list, err := x.games.boards.Contest(ctx, by, in.Contest)
	return answered(liveForPrograms(list)), err
}

// one answers with a contest.
func (x *contestPages) one(ctx context.Context, by *people.Person, in *ContestPath) (*body[wire.Contest], error) {
	p, t, err := x.contestFor(ctx, by, in.Contest)
	if err != nil {
		return nil, err
	}
	c := wire.Contest{
		Line: lineForPrograms(p.Line), Why: p.Why, CanStart: p.CanStart, CanPause: p.CanPause, Takes: p.Takes, MostMiB: p.MostMiB,
		Since: dated(p.Since), Closes: dated(x.schedule.Closes(in.Contest)), Limits: p.Limits.forPrograms(),
		Mine:        each(p.Mine, func(b entries.Bot) wire.Bot { return botForPrograms(&b, x.author(ctx, &b)) }),
		Description: p.Markdown, Prizes: p.Prizes,
		Stages: each(p.Stages, stageForPrograms), Before: p.Before.Name, Next: p.Next.Name, Table: tableForPrograms(t, p.CanPause),
	}
	if p.Report {
		c.Report = contestAddress(in.Contest) + "/report/"
	}
	return answered(c), nil
}

func stageForPrograms(x stageLine) wire.Stage {
	return wire.Stage{
		Name: x.Name, Format: x.Format, State: x.State, Games: x.Played, Planned: x.Planned, Began: dated(x.Began), Ended: dated(x.Ended),
	}
}

func liveForPrograms(list []boards.Board) []wire.LiveGame {
	return each(list, func(b boards.Board) wire.LiveGame {
		x := wire.LiveGame{Contest: b.Contest, Game: b.Game, Round: b.Round, Rounds: b.Rounds, Over: b.Over, Page: b.Page,
			Seats: []wire.LiveSeat{}}
		for _, seat := range b.Seats {
			x.Seats = append(x.Seats, wire.LiveSeat{Bot: seat.Name, Place: seat.Place, Score: seat.Score})
		}
		return x
	})
}

// contestAddress returns the address of a contest's page on this site.
func contestAddress(name string) string { return "/c/" + name }

// botAddress returns the address of the page of a bot.
func botAddress(contest string, bot int64) string {
	return contestAddress(contest) + "/bots/" + strconv.FormatInt(bot, 10)
}

// gameAddress returns the address of the page of a game, without its last slash.
func gameAddress(contest string, game int) string {
	return contestAddress(contest) + "/games/" + strconv.Itoa(game)
}
