package site

import (
	"context"
	"net/http"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"agon/format/tournament"
	"agon/show/report"
	"agon/site/contests"
	"agon/site/people"
	"agon/site/wire"
)

func lineForPrograms(l contestLine) wire.Line {
	return wire.Line{Name: l.Name, Title: l.Title, Kind: l.Kind, State: string(l.State), Stage: l.What, Bots: l.Bots, Leader: l.Leader, Wrong: l.Wrong, Private: l.Private, Page: contestAddress(l.Name)}
}

// tableForPrograms returns a table. A chance or a rating is never NaN or infinite: package tournament computes none.
func tableForPrograms(t *contests.Table, playing bool) *wire.Table {
	if t == nil {
		return nil
	}
	s := &t.Stage
	a := &wire.Table{At: t.At, Stage: s.Name, Number: t.Nth + 1, Format: s.Format, Games: s.Played, Planned: s.Planned, Finished: s.Finished, RankedBy: s.By.String(), Unit: s.Unit, Standings: []wire.Standing{}}
	if playing {
		a.LeftSeconds = max(0, t.Left.Seconds())
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

func (s *Site) offerContests(api huma.API) {
	offer(s, api, "GET /{$}", huma.Operation{OperationID: "list-contests", Method: http.MethodGet, Path: "/contests", Summary: "List all contests"},
		func(ctx context.Context, by *people.Person, _ *struct{}) (*body[[]wire.Line], error) {
			all, err := s.lines(ctx, by, nil)
			if err != nil {
				return nil, err
			}
			list := []wire.Line{}
			for _, l := range all {
				list = append(list, lineForPrograms(l))
			}
			return answered(list), nil
		})
	offer(s, api, "GET /c/{contest}", huma.Operation{OperationID: "get-contest", Method: http.MethodGet, Path: "/contests/{contest}", Summary: "Get a contest with its newest standings"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*body[wire.Contest], error) {
			return s.contestForPrograms(ctx, by, in.Contest)
		})
	describeStandings(api.OpenAPI().Components.Schemas)
	offer(s, api, "GET /boards", huma.Operation{OperationID: "list-live-games", Method: http.MethodGet, Path: "/live", Summary: "List games that are on small boards, of all contests"},
		func(ctx context.Context, by *people.Person, _ *struct{}) (*body[[]wire.LiveGame], error) {
			list, err := s.homeBoards(ctx, by, nil)
			return answered(liveForPrograms(list)), err
		})
	offer(s, api, "GET /c/{contest}/boards", huma.Operation{OperationID: "list-live-games-of-contest", Method: http.MethodGet, Path: "/contests/{contest}/live", Summary: "List games of a contest that are on small boards"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*body[[]wire.LiveGame], error) {
			list, err := s.contestBoards(ctx, by, in.Contest)
			return answered(liveForPrograms(list)), err
		})
	offer(s, api, "POST /c/{contest}/start", huma.Operation{OperationID: "start-contest", Method: http.MethodPost, Path: "/contests/{contest}/start", Summary: "Start or resume a contest"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*body[wire.Contest], error) {
			if _, err := s.startContest(ctx, by, in.Contest); err != nil {
				return nil, err
			}
			return s.contestForPrograms(ctx, by, in.Contest)
		})
	offer(s, api, "POST /c/{contest}/pause", huma.Operation{OperationID: "pause-contest", Method: http.MethodPost, Path: "/contests/{contest}/pause", Summary: "Pause a contest until it is started again"},
		func(ctx context.Context, by *people.Person, in *struct {
			ContestPath
			Body wire.Reason
		}) (*body[wire.Contest], error) {
			if _, err := s.pauseContest(ctx, by, in.Contest, in.Body.Why); err != nil {
				return nil, err
			}
			return s.contestForPrograms(ctx, by, in.Contest)
		})
}

func (s *Site) contestForPrograms(ctx context.Context, by *people.Person, name string) (*body[wire.Contest], error) {
	p, t, err := s.contestFor(ctx, by, name)
	if err != nil {
		return nil, err
	}
	c := wire.Contest{
		Line: lineForPrograms(p.Line), Why: p.Why, CanStart: p.CanStart, CanPause: p.CanPause, Takes: p.Takes, MostMiB: p.MostMiB, Mine: []wire.Bot{}, Stages: []wire.Stage{}, Before: p.Before.Name, Next: p.Next.Name, Table: tableForPrograms(t, p.CanPause),
	}
	if !p.Since.IsZero() {
		c.Since = &p.Since
	}
	if p.Report {
		c.Report = contestAddress(name) + "/report/"
	}
	c.Limits = p.Limits.forPrograms()
	if !p.Dates.Closes.IsZero() {
		c.Closes = &p.Dates.Closes
	}
	for i := range p.Stages {
		c.Stages = append(c.Stages, stageForPrograms(&p.Stages[i]))
	}
	for i := range p.Mine {
		c.Mine = append(c.Mine, botForPrograms(&p.Mine[i], s.author(ctx, &p.Mine[i])))
	}
	return answered(c), nil
}

func stageForPrograms(x *stageLine) wire.Stage {
	a := wire.Stage{Name: x.Name, Format: x.Format, State: x.State, Games: x.Played, Planned: x.Planned}
	if !x.Began.IsZero() {
		a.Began = &x.Began
	}
	if !x.Ended.IsZero() {
		a.Ended = &x.Ended
	}
	return a
}

func liveForPrograms(list []liveBoard) []wire.LiveGame {
	games := []wire.LiveGame{}
	for _, b := range list {
		x := wire.LiveGame{Contest: b.Contest, Game: b.Game, Round: b.Round, Rounds: b.Rounds, Over: b.Over, Page: b.Page, Seats: []wire.LiveSeat{}}
		for _, seat := range b.Seats {
			x.Seats = append(x.Seats, wire.LiveSeat{Bot: seat.Name, Place: seat.Place, Score: seat.Score})
		}
		games = append(games, x)
	}
	return games
}
