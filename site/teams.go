package site

import (
	"context"
	"errors"
	"net/http"

	"agon/site/decisions"
	"agon/site/entries"
	"agon/site/people"
	"agon/site/wire"
)

// teamPage is the data of the page of the reader's team, or of joining one.
type teamPage struct {
	page
	Team    *people.Team // nil: the reader is in none
	Captain bool         // the reader is its captain
	Offers  []people.Offer
	Link    string // into the team, shown once

	Joins bool   // the page asks whether the reader joins Team
	Act   string // address that joins
}

// keyTeam is the key of the path of a new link in a session.
const keyTeam = "team"

// teams are the pages of teams, and what their members do.
type teams struct {
	*pages
	people  *people.People
	entries *entries.Entries
	decided *decisions.Log
}

func (x *teams) page(w http.ResponseWriter, r *http.Request) error {
	p, err := x.of(r.Context(), reader(r))
	if err != nil {
		return err
	}
	p.page = page{Title: "Your team", Note: x.noted(r)}
	if path := x.sessions.PopString(r.Context(), keyTeam); path != "" {
		p.Link = x.base(r) + path
	}
	x.render(w, r, "team", p)
	return nil
}

// of returns the team of a person, with the teams that invite the person.
func (x *teams) of(ctx context.Context, by *people.Person) (*teamPage, error) {
	p := &teamPage{}
	var err error
	if by.Team != 0 {
		if p.Team, err = x.people.Team(ctx, by.Team); err != nil {
			return nil, err
		}
		p.Captain = p.Team.Captain(by.ID)
	}
	p.Offers, err = x.people.Offers(ctx, by.ID)
	return p, err
}

func (x *teams) joinPage(w http.ResponseWriter, r *http.Request) error {
	t, err := x.people.TeamLinked(r.Context(), r.PathValue("code"))
	if err != nil {
		return err
	}
	x.render(w, r, "team", &teamPage{page: page{Title: "Join " + t.Name}, Team: t, Joins: true, Act: r.URL.Path})
	return nil
}

// Inputs of what is done with teams.
type (
	nothing  = struct{}
	teamName = struct {
		Body struct {
			Name string `json:"name" maxLength:"200"`
		}
	}
	personName = struct {
		Body struct {
			Name string `json:"name" maxLength:"200" doc:"of the account"`
		}
	}
	codePath struct {
		Code string `path:"code" maxLength:"100" doc:"the last part of the link"`
	}
	memberPath = struct {
		TeamPath
		Person int64 `path:"person" minimum:"1" doc:"ID of the person"`
	}
)

// A TeamPath names a team.
type TeamPath struct {
	Team int64 `path:"team" minimum:"1" doc:"ID of the team"`
}

// form makes a team of one.
func (x *teams) form(ctx context.Context, by *people.Person, in *teamName) (string, error) {
	if _, err := x.people.Form(ctx, by.ID, in.Body.Name); err != nil {
		return "", err
	}
	return "", x.moved(ctx, by, "made a team")
}

// moved writes the authors of bots anew after somebody has joined or left a team, and records what was done.
func (x *teams) moved(ctx context.Context, by *people.Person, what string) error {
	return errors.Join(x.entries.Sign(context.WithoutCancel(ctx)), x.decided.Record(ctx, by.Name, what, "", "", nil))
}

// link makes a link into a person's team, and returns its path.
func (x *teams) link(ctx context.Context, by *people.Person, _ *nothing) (path string, err error) {
	code, err := x.people.TeamLink(ctx, by.ID)
	return "/team/join/" + code, err
}

// invite invites a person, and returns the name.
func (x *teams) invite(ctx context.Context, by *people.Person, in *personName) (string, error) {
	p, err := x.people.OfferTeam(ctx, by.ID, in.Body.Name)
	if err != nil {
		return "", err
	}
	return p.Name, nil
}

// join makes a person a member of the team whose link has a code.
func (x *teams) join(ctx context.Context, by *people.Person, in *codePath) (string, error) {
	t, err := x.people.TeamLinked(ctx, in.Code)
	if err != nil {
		return "", err
	}
	if err := x.people.JoinTeam(ctx, by.ID, in.Code, x.entries.Fit); err != nil {
		return "", err
	}
	return "", x.moved(ctx, by, "joined the team "+t.Name)
}

func (x *teams) accept(ctx context.Context, by *people.Person, in *TeamPath) (string, error) {
	if err := x.people.AnswerOffer(ctx, by.ID, in.Team, true, x.entries.Fit); err != nil {
		return "", err
	}
	t, err := x.people.Team(ctx, in.Team)
	if err != nil {
		return "", err
	}
	return "", x.moved(ctx, by, "joined the team "+t.Name)
}

func (x *teams) decline(ctx context.Context, by *people.Person, in *TeamPath) (string, error) {
	return "", x.people.AnswerOffer(ctx, by.ID, in.Team, false, x.entries.Fit)
}

func (x *teams) leave(ctx context.Context, by *people.Person, _ *nothing) (string, error) {
	if err := x.people.LeaveTeam(ctx, by.ID); err != nil {
		return "", err
	}
	return "", x.moved(ctx, by, "left a team")
}

// remove takes a member out of a team, and returns the name.
func (x *teams) remove(ctx context.Context, by *people.Person, in *memberPath) (string, error) {
	p, err := x.people.RemoveMember(ctx, by, in.Team, in.Person)
	if err != nil {
		return "", err
	}
	return p.Name, x.moved(ctx, by, "removed "+p.Name+" from a team")
}

// ownTeam returns the page on which a person sees who has left a team: an organiser in no team sees all people.
func ownTeam(by *people.Person) string {
	if by.Team == 0 {
		return "/people"
	}
	return "/team"
}

// linkedTeam answers with the team of a link.
func (x *teams) linkedTeam(ctx context.Context, _ *people.Person, in *codePath) (*body[wire.Team], error) {
	t, err := x.people.TeamLinked(ctx, in.Code)
	if err != nil {
		return nil, err
	}
	return answered(*teamForPrograms(t)), nil
}

// own answers with the team of a person.
func (x *teams) own(ctx context.Context, by *people.Person, _ *nothing) (*body[wire.Membership], error) {
	p, err := x.of(ctx, by)
	if err != nil {
		return nil, err
	}
	a := wire.Membership{Offers: each(p.Offers, func(o people.Offer) wire.Offer { return wire.Offer{Team: o.Team, Name: o.Name} })}
	if p.Team != nil {
		a.Team = teamForPrograms(p.Team)
	}
	return answered(a), nil
}

// membership returns what answers with the team of a person after it has changed.
func membership[In any](x *teams) answerer[In, body[wire.Membership]] {
	return func(ctx context.Context, by *people.Person, _ *In, _ string) (*body[wire.Membership], error) {
		now, err := x.people.Person(ctx, by.ID)
		if err != nil {
			return nil, err
		}
		return x.own(ctx, now, &nothing{})
	}
}

func teamForPrograms(t *people.Team) *wire.Team {
	a := &wire.Team{ID: t.ID, Name: t.Name, Members: []wire.Member{}}
	for i, m := range t.Members {
		a.Members = append(a.Members, wire.Member{ID: m.ID, Name: m.Name, Captain: i == 0})
	}
	return a
}
