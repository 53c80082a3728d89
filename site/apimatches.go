package site

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"agon/site/challenges"
	"agon/site/contests"
	"agon/site/matches"
	"agon/site/people"
	"agon/site/wire"
)

// A MatchPath names a match.
type MatchPath struct {
	ContestPath
	Match int64 `path:"match" minimum:"1" doc:"ID of the match"`
}

func (i *MatchPath) match() string { return strconv.FormatInt(i.Match, 10) }

func ownMatchForPrograms(c *contests.Contest, m *matches.Match) wire.OwnMatch {
	a := wire.OwnMatch{ID: m.ID, State: string(m.State), Asked: m.Asked, Map: m.Map, Seed: matches.Seed(m.Map), Why: m.Why, Shared: m.Shared, Page: matchAddress(c.Name, m.ID), Seats: []wire.MatchSeat{}}
	for i, seat := range m.Seats {
		x := wire.MatchSeat{Bot: seat.Name}
		if m.Result != nil {
			r := m.Result.Seats[i]
			x.Place, x.Score, x.AverageUs, x.Faults = r.Place, r.Score, r.AvgUs, r.Faults
		}
		a.Seats = append(a.Seats, x)
	}
	return a
}

func (s *Site) offerMatches(api huma.API) {
	const all = "GET /c/{contest}/matches"
	offer(s, api, all, huma.Operation{OperationID: "list-opponents", Method: http.MethodGet, Path: "/contests/{contest}/opponents", Summary: "List who can play in a match on demand"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*body[[]wire.Opponent], error) {
			c, f, _, err := s.challenges.Contest(in.Contest)
			if err != nil {
				return nil, err
			}
			found, err := s.challenges.Choices(ctx, by, c, f)
			if err != nil {
				return nil, err
			}
			list := []wire.Opponent{}
			for _, x := range found.All() {
				list = append(list, wire.Opponent{Seat: x.Value, Name: x.Name, Mine: x.Seat.Mine, House: x.Seat.Version == 0})
			}
			return answered(list), nil
		})
	offer(s, api, all, huma.Operation{OperationID: "list-matches", Method: http.MethodGet, Path: "/contests/{contest}/matches", Summary: "List the matches that the caller asked for, the newest first"},
		func(ctx context.Context, by *people.Person, in *ContestPath) (*body[[]wire.OwnMatch], error) {
			c, _, _, err := s.challenges.Contest(in.Contest)
			if err != nil {
				return nil, err
			}
			found, err := s.matches.Of(ctx, by.ID, c.Name)
			if err != nil {
				return nil, err
			}
			list := []wire.OwnMatch{}
			for _, m := range found {
				list = append(list, ownMatchForPrograms(c, m))
			}
			return answered(list), nil
		})
	offer(s, api, "POST /c/{contest}/matches", huma.Operation{OperationID: "ask-match", Method: http.MethodPost, Path: "/contests/{contest}/matches", Summary: "Ask for an unranked match of bots of one's choice", DefaultStatus: http.StatusAccepted},
		func(ctx context.Context, by *people.Person, in *struct {
			ContestPath
			Body wire.MatchRequest
		}) (*body[wire.OwnMatch], error) {
			r := challenges.Request{Seats: in.Body.Seats}
			if in.Body.Map != nil {
				r.Map = fmt.Sprint(*in.Body.Map)
			}
			c, m, err := s.challenges.Ask(ctx, by, in.Contest, r)
			if err != nil {
				return nil, err
			}
			return answered(ownMatchForPrograms(c, m)), nil
		})
	offer(s, api, "GET /c/{contest}/matches/{match}", huma.Operation{OperationID: "get-match", Method: http.MethodGet, Path: "/contests/{contest}/matches/{match}", Summary: "Get a match that the caller asked for"},
		func(ctx context.Context, by *people.Person, in *MatchPath) (*body[wire.OwnMatch], error) {
			c, m, err := s.challenges.Own(ctx, by, in.Contest, in.match())
			if err != nil {
				return nil, err
			}
			return answered(ownMatchForPrograms(c, m)), nil
		})
	offer(s, api, "POST /c/{contest}/matches/{match}/share", huma.Operation{OperationID: "share-match", Method: http.MethodPost, Path: "/contests/{contest}/matches/{match}/share", Summary: "Make the address by which everybody sees a match, in place of an earlier one"},
		func(ctx context.Context, by *people.Person, in *MatchPath) (*body[wire.Shared], error) {
			_, _, code, err := s.challenges.Share(ctx, by, in.Contest, in.match())
			if err != nil {
				return nil, err
			}
			return answered(wire.Shared{Path: sharedAddress(code)}), nil
		})
	offer(s, api, "POST /c/{contest}/matches/{match}/unshare", huma.Operation{OperationID: "unshare-match", Method: http.MethodPost, Path: "/contests/{contest}/matches/{match}/unshare", Summary: "Make the address by which others see a match invalid"},
		func(ctx context.Context, by *people.Person, in *MatchPath) (*body[wire.OwnMatch], error) {
			c, m, err := s.challenges.Unshare(ctx, by, in.Contest, in.match())
			if err != nil {
				return nil, err
			}
			m.Shared = false
			return answered(ownMatchForPrograms(c, m)), nil
		})
}
