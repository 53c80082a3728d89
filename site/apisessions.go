package site

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agon/site/challenges"
	"agon/site/entries"
	"agon/site/moves"
	"agon/site/people"
	"agon/site/wire"
)

// A SessionPath names a session.
type SessionPath struct {
	ContestPath
	Session string `path:"session" maxLength:"64" doc:"ID of the session"`
}

// Inputs of sessions.
type (
	opening = struct {
		ContestPath
		Body wire.SessionOpening
	}
	moving = struct {
		SessionPath
		Body wire.SessionRequest
	}
)

// sessions let bots of contests move in games that are played elsewhere.
type sessions struct {
	moves      *moves.Sessions // nil: none do
	entries    *entries.Entries
	challenges *challenges.Challenges
}

// move plays the turns that are over, and answers with the bot's move.
func (s *sessions) move(_ context.Context, by *people.Person, in *moving) (*body[wire.SessionAnswer], error) {
	if s.moves == nil {
		return nil, people.ErrNobody
	}
	request, err := json.Marshal(in.Body)
	if err != nil {
		return nil, err
	}
	text, err := s.moves.Move(by.ID, in.Session, request)
	if err != nil {
		return nil, err
	}
	var a wire.SessionAnswer
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, err
	}
	return answered(a), nil
}

// end ends a session.
func (s *sessions) end(_ context.Context, by *people.Person, in *SessionPath) (*struct{}, error) {
	if s.moves == nil {
		return nil, people.ErrNobody
	}
	return nil, s.moves.Close(by.ID, in.Session)
}

// open begins a session of a bot that plays in a contest, by its name.
func (s *sessions) open(ctx context.Context, by *people.Person, in *opening) (*body[wire.Session], error) {
	if s.moves == nil {
		return nil, people.ErrNobody
	}
	c, f, _, err := s.challenges.Contest(in.Contest)
	if err != nil {
		return nil, err
	}
	all, err := s.challenges.Choices(ctx, by, c, f)
	if err != nil {
		return nil, err
	}
	list := all.All()
	at := slices.IndexFunc(list, func(x challenges.Choice) bool { return strings.EqualFold(x.Bot, in.Body.Bot) && x.Active })
	if at < 0 {
		return nil, &people.Problem{Text: fmt.Sprintf("No bot named %q plays in this contest.", in.Body.Bot)}
	}
	seat := list[at].Seat
	ref := seat.Ref
	if seat.Version != 0 {
		if ref, err = s.entries.Files(ctx, seat.Version); err == nil {
			ref, err = filepath.Abs(ref)
		}
		if err != nil {
			return nil, err
		}
	}
	game, err := json.Marshal(in.Body.Game)
	if err != nil {
		return nil, err
	}
	id, err := s.moves.Open(by.ID, c.Path, list[at].Bot+"="+ref, game)
	if err != nil {
		return nil, err
	}
	return answered(wire.Session{ID: id}), nil
}
