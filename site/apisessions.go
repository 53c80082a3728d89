package site

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"agon/site/challenges"
	"agon/site/people"
	"agon/site/wire"
)

// A SessionPath names a session.
type SessionPath struct {
	ContestPath
	Session string `path:"session" maxLength:"64" doc:"ID of the session"`
}

func (s *Site) offerSessions(api huma.API) {
	const page = "POST /c/{contest}/matches" // who may ask for matches may play at home
	offer(s, api, page, huma.Operation{OperationID: "open-session", Method: http.MethodPost, Path: "/contests/{contest}/sessions", Summary: "Let a bot of the contest make the moves in a game that is played elsewhere", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, by *people.Person, in *struct {
			ContestPath
			Body wire.SessionOpening
		}) (*body[wire.Session], error) {
			id, err := s.openSession(ctx, by, in.Contest, &in.Body)
			if err != nil {
				return nil, err
			}
			return answered(wire.Session{ID: id}), nil
		})
	offer(s, api, page, huma.Operation{OperationID: "move-session", Method: http.MethodPost, Path: "/contests/{contest}/sessions/{session}/moves", Summary: "Play the turns that are over, and ask the bot for its move"},
		func(ctx context.Context, by *people.Person, in *struct {
			SessionPath
			Body wire.SessionRequest
		}) (*body[wire.SessionAnswer], error) {
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
		})
	offer(s, api, page, huma.Operation{OperationID: "close-session", Method: http.MethodDelete, Path: "/contests/{contest}/sessions/{session}", Summary: "End a session", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, by *people.Person, in *SessionPath) (*struct{}, error) {
			if s.moves == nil {
				return nil, people.ErrNobody
			}
			return nil, s.moves.Close(by.ID, in.Session)
		})
}

// openSession begins a session of a bot that plays in a contest, by its name.
func (s *Site) openSession(ctx context.Context, by *people.Person, contest string, o *wire.SessionOpening) (id string, err error) {
	if s.moves == nil {
		return "", people.ErrNobody
	}
	c, f, _, err := s.challenges.Contest(contest)
	if err != nil {
		return "", err
	}
	all, err := s.challenges.Choices(ctx, by, c, f)
	if err != nil {
		return "", err
	}
	list := all.All()
	at := slices.IndexFunc(list, func(x challenges.Choice) bool { return strings.EqualFold(x.Bot, o.Bot) && x.Active })
	if at < 0 {
		return "", &people.Problem{Text: fmt.Sprintf("No bot named %q plays in this contest.", o.Bot)}
	}
	seat := list[at].Seat
	ref := seat.Ref
	if seat.Version != 0 {
		if ref, err = s.entries.Files(ctx, seat.Version); err == nil {
			ref, err = filepath.Abs(ref)
		}
		if err != nil {
			return "", err
		}
	}
	game, err := json.Marshal(o.Game)
	if err != nil {
		return "", err
	}
	return s.moves.Open(by.ID, c.Path, list[at].Bot+"="+ref, game)
}
