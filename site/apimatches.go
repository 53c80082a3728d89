package site

import (
	"context"
	"fmt"

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

func ownMatchForPrograms(c *contests.Contest, m *matches.Match) wire.OwnMatch {
	a := wire.OwnMatch{
		ID: m.ID, State: string(m.State), Asked: m.Asked, Map: m.Map, Seed: matches.Seed(m.Map), Why: m.Why, Shared: m.Shared,
		Page: matchAddress(c.Name, m.ID), Seats: []wire.MatchSeat{},
	}
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

// asking names a contest, with the match that is asked for.
type asking = struct {
	ContestPath
	Body wire.MatchRequest
}

// opponents answers with who can play in a match.
func (p *matchPages) opponents(ctx context.Context, by *people.Person, in *ContestPath) (*body[[]wire.Opponent], error) {
	c, f, _, err := p.challenges.Contest(in.Contest)
	if err != nil {
		return nil, err
	}
	found, err := p.challenges.Choices(ctx, by, c, f)
	if err != nil {
		return nil, err
	}
	return answered(each(found.All(), func(x challenges.Choice) wire.Opponent {
		return wire.Opponent{Seat: x.Value, Name: x.Name, Mine: x.Seat.Mine, House: x.Seat.Version == 0}
	})), nil
}

// askedMatches answers with the matches that a person asked for.
func (p *matchPages) askedMatches(ctx context.Context, by *people.Person, in *ContestPath) (*body[[]wire.OwnMatch], error) {
	c, _, _, err := p.challenges.Contest(in.Contest)
	if err != nil {
		return nil, err
	}
	found, err := p.matches.Of(ctx, by.ID, c.Name)
	return answered(each(found, func(m *matches.Match) wire.OwnMatch { return ownMatchForPrograms(c, m) })), err
}

// asked answers with a match that a program asks for.
func (p *matchPages) asked(ctx context.Context, by *people.Person, in *asking) (*body[wire.OwnMatch], error) {
	r := challenges.Request{Seats: in.Body.Seats}
	if in.Body.Map != nil {
		r.Map = fmt.Sprint(*in.Body.Map)
	}
	c, m, err := p.challenges.Ask(ctx, by, in.Contest, r)
	if err != nil {
		return nil, err
	}
	return answered(ownMatchForPrograms(c, m)), nil
}

// askedMatch answers with a match that a person asked for.
func (p *matchPages) askedMatch(ctx context.Context, by *people.Person, in *MatchPath) (*body[wire.OwnMatch], error) {
	c, m, err := p.challenges.Own(ctx, by, in.Contest, in.Match)
	if err != nil {
		return nil, err
	}
	return answered(ownMatchForPrograms(c, m)), nil
}

// shared answers with the path by which everybody sees a match, which is new.
func (p *matchPages) shared(ctx context.Context, by *people.Person, in *MatchPath) (*body[wire.Shared], error) {
	_, _, code, err := p.challenges.Share(ctx, by, in.Contest, in.Match)
	if err != nil {
		return nil, err
	}
	return answered(wire.Shared{Path: sharedAddress(code)}), nil
}
