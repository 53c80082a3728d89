package site

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"agon/site/people"
	"agon/site/wire"
)

// A TeamPath names a team.
type TeamPath struct {
	Team int64 `path:"team" minimum:"1" doc:"ID of the team"`
}

func (s *Site) offerTeams(api huma.API) {
	offer(s, api, "GET /team", huma.Operation{OperationID: "get-team", Method: http.MethodGet, Path: "/team", Summary: "Get one's own team, and the teams that invite"},
		func(ctx context.Context, by *people.Person, _ *struct{}) (*body[wire.Membership], error) {
			return s.teamAnswer(ctx, by)
		})
	offer(s, api, "POST /team", huma.Operation{OperationID: "form-team", Method: http.MethodPost, Path: "/team", Summary: "Make a team, to which one's bots belong from then on"},
		func(ctx context.Context, by *people.Person, in *struct {
			Body struct {
				Name string `json:"name" maxLength:"200"`
			}
		}) (*body[wire.Membership], error) {
			if err := s.formFor(ctx, by, in.Body.Name); err != nil {
				return nil, err
			}
			return s.teamAnswer(ctx, by)
		})
	offer(s, api, "POST /team/link", huma.Operation{OperationID: "make-team-link", Method: http.MethodPost, Path: "/team/link", Summary: "Make a link into one's team; the one before ends"},
		func(ctx context.Context, by *people.Person, _ *struct{}) (*body[wire.Link], error) {
			code, err := s.people.TeamLink(ctx, by.ID)
			if err != nil {
				return nil, err
			}
			return answered(wire.Link{Path: "/team/join/" + code}), nil
		})
	offer(s, api, "POST /team/invite", huma.Operation{OperationID: "invite-to-team", Method: http.MethodPost, Path: "/team/offers", Summary: "Invite a person into one's team"},
		func(ctx context.Context, by *people.Person, in *struct {
			Body struct {
				Name string `json:"name" maxLength:"200" doc:"of the account"`
			}
		}) (*struct{}, error) {
			_, err := s.people.OfferTeam(ctx, by.ID, in.Body.Name)
			return &struct{}{}, err
		})
	offer(s, api, "GET /team/join/{code}", huma.Operation{OperationID: "get-team-link", Method: http.MethodGet, Path: "/team/join/{code}", Summary: "Get the team of a link"},
		func(ctx context.Context, _ *people.Person, in *codePath) (*body[wire.Team], error) {
			t, err := s.people.TeamLinked(ctx, in.Code)
			if err != nil {
				return nil, err
			}
			return answered(*teamForPrograms(t)), nil
		})
	offer(s, api, "POST /team/join/{code}", huma.Operation{OperationID: "join-team", Method: http.MethodPost, Path: "/team/join/{code}", Summary: "Join the team of a link, with one's bots"},
		func(ctx context.Context, by *people.Person, in *codePath) (*body[wire.Membership], error) {
			if err := s.joinFor(ctx, by, in.Code); err != nil {
				return nil, err
			}
			return s.teamAnswer(ctx, by)
		})
	offer(s, api, "POST /team/offers/{id}/accept", huma.Operation{OperationID: "accept-team", Method: http.MethodPost, Path: "/team/offers/{team}/accept", Summary: "Join a team that invites, with one's bots"},
		func(ctx context.Context, by *people.Person, in *TeamPath) (*body[wire.Membership], error) {
			if err := s.answerTeam(ctx, by, strconv.FormatInt(in.Team, 10), true); err != nil {
				return nil, err
			}
			return s.teamAnswer(ctx, by)
		})
	offer(s, api, "POST /team/offers/{id}/decline", huma.Operation{OperationID: "decline-team", Method: http.MethodPost, Path: "/team/offers/{team}/decline", Summary: "Decline the invitation of a team"},
		func(ctx context.Context, by *people.Person, in *TeamPath) (*struct{}, error) {
			return &struct{}{}, s.answerTeam(ctx, by, strconv.FormatInt(in.Team, 10), false)
		})
	offer(s, api, "POST /team/leave", huma.Operation{OperationID: "leave-team", Method: http.MethodPost, Path: "/team/leave", Summary: "Leave one's team, whose bots stay with it; the last member takes them along"},
		func(ctx context.Context, by *people.Person, _ *struct{}) (*struct{}, error) {
			return &struct{}{}, s.leaveFor(ctx, by)
		})
	offer(s, api, "POST /teams/{team}/remove/{id}", huma.Operation{OperationID: "remove-member", Method: http.MethodDelete, Path: "/teams/{team}/members/{person}", Summary: "Remove a member from a team, as its captain or an organiser"},
		func(ctx context.Context, by *people.Person, in *struct {
			TeamPath
			Person int64 `path:"person" minimum:"1" doc:"ID of the person"`
		}) (*struct{}, error) {
			_, err := s.removeFor(ctx, by, strconv.FormatInt(in.Team, 10), strconv.FormatInt(in.Person, 10))
			return &struct{}{}, err
		})
}

// codePath has the code of a link.
type codePath struct {
	Code string `path:"code" maxLength:"100" doc:"the last part of the link"`
}

func teamForPrograms(t *people.Team) *wire.Team {
	a := &wire.Team{ID: t.ID, Name: t.Name, Members: []wire.Member{}}
	for i, m := range t.Members {
		a.Members = append(a.Members, wire.Member{ID: m.ID, Name: m.Name, Captain: i == 0})
	}
	return a
}

// teamAnswer returns the team of a person as it is now.
func (s *Site) teamAnswer(ctx context.Context, by *people.Person) (*body[wire.Membership], error) {
	by, err := s.people.Person(ctx, by.ID)
	if err != nil {
		return nil, err
	}
	p, err := s.teamFor(ctx, by)
	if err != nil {
		return nil, err
	}
	a := wire.Membership{Offers: []wire.Offer{}}
	if p.Team != nil {
		a.Team = teamForPrograms(p.Team)
	}
	for _, o := range p.Offers {
		a.Offers = append(a.Offers, wire.Offer{Team: o.Team, Name: o.Name})
	}
	return answered(a), nil
}
