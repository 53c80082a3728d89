package site

import (
	"context"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"agon/site/people"
	"agon/site/wire"
)

func personForPrograms(p *people.Person) wire.Person {
	a := wire.Person{ID: p.ID, Name: p.Name, Role: string(p.Role), Mail: p.Mail, Joined: p.Joined}
	if !p.Closed.IsZero() {
		a.Closed = &p.Closed
	}
	return a
}

// A PersonPath names a person.
type PersonPath struct {
	ID int64 `path:"id" minimum:"1" doc:"ID of the person"`
}

func (i *PersonPath) person() string { return strconv.FormatInt(i.ID, 10) }

func (s *Site) offerPeople(api huma.API) {
	offer(s, api, "GET /account", huma.Operation{OperationID: "get-account", Method: http.MethodGet, Path: "/account", Summary: "Get one's own account"},
		func(_ context.Context, by *people.Person, _ *struct{}) (*body[wire.Person], error) {
			return answered(personForPrograms(by)), nil
		})
	offer(s, api, "GET /account", huma.Operation{OperationID: "list-tokens", Method: http.MethodGet, Path: "/account/tokens", Summary: "List one's own tokens, without their texts"},
		func(ctx context.Context, by *people.Person, _ *struct{}) (*body[[]wire.Token], error) {
			tokens, err := s.people.Tokens(ctx, by.ID)
			if err != nil {
				return nil, err
			}
			list := []wire.Token{}
			for _, t := range tokens {
				a := wire.Token{ID: t.ID, Note: t.Note, Made: t.Made}
				if !t.Used.IsZero() {
					a.Used = &t.Used
				}
				list = append(list, a)
			}
			return answered(list), nil
		})
	offer(s, api, "POST /account/tokens/{id}/delete", huma.Operation{OperationID: "delete-token", Method: http.MethodDelete, Path: "/account/tokens/{token}", Summary: "Delete a token of one's own"},
		func(ctx context.Context, by *people.Person, in *struct {
			Token string `path:"token" maxLength:"64" doc:"ID of the token"`
		}) (*struct{}, error) {
			return &struct{}{}, s.people.DeleteToken(ctx, by.ID, in.Token)
		})
	offer(s, api, "GET /people", huma.Operation{OperationID: "list-people", Method: http.MethodGet, Path: "/people", Summary: "List all accounts"},
		func(ctx context.Context, _ *people.Person, _ *struct{}) (*body[[]wire.Person], error) {
			all, err := s.people.All(ctx)
			if err != nil {
				return nil, err
			}
			list := []wire.Person{}
			for _, p := range all {
				list = append(list, personForPrograms(p))
			}
			return answered(list), nil
		})
	offer(s, api, "POST /people/invite", huma.Operation{OperationID: "invite-people", Method: http.MethodPost, Path: "/invitations", Summary: "Make an invitation", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, by *people.Person, in *struct {
			Body struct {
				Role string `json:"role" enum:"viewer,participant,jury,organiser"`
				Uses int    `json:"uses" minimum:"1" maximum:"10000" doc:"accounts that can be made with it"`
				Days int    `json:"days" minimum:"1" maximum:"365" doc:"for which it is valid"`
			}
		}) (*body[wire.Invitation], error) {
			code, err := s.invitePeople(ctx, by, people.Role(in.Body.Role), in.Body.Uses, in.Body.Days)
			if err != nil {
				return nil, err
			}
			return answered(wire.Invitation{Path: "/invited/" + code}), nil
		})
	offer(s, api, "POST /people/{id}/role", huma.Operation{OperationID: "set-role", Method: http.MethodPost, Path: "/people/{id}/role", Summary: "Change the role of a person"},
		func(ctx context.Context, by *people.Person, in *struct {
			PersonPath
			Body struct {
				wire.Reason
				Role string `json:"role" enum:"viewer,participant,jury,organiser"`
			}
		}) (*body[wire.Person], error) {
			p, err := s.giveRole(ctx, by, in.person(), in.Body.Role, in.Body.Why)
			if err != nil {
				return nil, err
			}
			return answered(personForPrograms(p)), nil
		})
	offer(s, api, "POST /people/{id}/close", huma.Operation{OperationID: "close-account", Method: http.MethodPost, Path: "/people/{id}/close", Summary: "Close the account of a person"},
		func(ctx context.Context, by *people.Person, in *struct {
			PersonPath
			Body wire.Reason
		}) (*struct{}, error) {
			_, err := s.endAccount(ctx, by, in.person(), in.Body.Why)
			return &struct{}{}, err
		})
	offer(s, api, "GET /audit", huma.Operation{OperationID: "list-decisions", Method: http.MethodGet, Path: "/decisions", Summary: "List the newest decisions, at most 500"},
		func(ctx context.Context, _ *people.Person, _ *struct{}) (*body[[]wire.Decision], error) {
			lines, err := s.decisions(ctx)
			if err != nil {
				return nil, err
			}
			list := []wire.Decision{}
			for _, l := range lines {
				list = append(list, wire.Decision{At: l.At, Who: l.Who, What: l.What, Why: l.Why, Contest: l.About})
			}
			return answered(list), nil
		})
}
