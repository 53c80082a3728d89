package site

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"agon/site/decisions"
	"agon/site/people"
	"agon/site/wire"
)

// membersPage is the data of the page of people.
type membersPage struct {
	page
	People []*people.Person
	Roles  []people.Role
	Link   string // of a new invitation, shown once

	PasswordLink string // by which somebody sets a new password, shown once
}

// keyLink is the key of the path of a new invitation in a session.
const keyLink = "link"

// keyPasswordLink is that of the path of a link to a new password.
const keyPasswordLink = "password-link"

// members are the pages of people and of the log of decisions, and what organisers do with accounts.
type members struct {
	*pages
	people  *people.People
	decided *decisions.Log
	now     func() time.Time
}

func (m *members) page(w http.ResponseWriter, r *http.Request) error {
	all, err := m.people.All(r.Context())
	if err != nil {
		return err
	}
	p := &membersPage{page: page{Title: "People", Note: m.noted(r)}, People: all, Roles: people.Roles}
	if path := m.sessions.PopString(r.Context(), keyLink); path != "" {
		p.Link = m.base(r) + path
	}
	if path := m.sessions.PopString(r.Context(), keyPasswordLink); path != "" {
		p.PasswordLink = m.base(r) + path
	}
	m.render(w, r, "people", p)
	return nil
}

// mostDays bounds how long an invitation lasts.
const mostDays = 365

// A PersonPath names a person.
type PersonPath struct {
	ID int64 `path:"id" minimum:"1" doc:"ID of the person"`
}

// Inputs of what organisers do with accounts.
type (
	newInvitation = struct {
		Body struct {
			Role string `json:"role" enum:"viewer,participant,jury,organiser"`
			Uses int    `json:"uses" minimum:"1" maximum:"10000" doc:"accounts that can be made with it" wrong:"Say for how many people the invitation is."`
			Days int    `json:"days" minimum:"1" maximum:"365" doc:"for which it is valid"`
		}
	}
	newRole = struct {
		PersonPath
		Body struct {
			wire.Reason
			Role string `json:"role" enum:"viewer,participant,jury,organiser"`
		}
	}
	reasonedPerson = struct {
		PersonPath
		Body wire.Reason
	}
)

// invite makes an invitation for a number of people, which lasts some days, and returns its path.
func (m *members) invite(ctx context.Context, by *people.Person, in *newInvitation) (path string, err error) {
	x := &in.Body
	if x.Days < 1 || x.Days > mostDays {
		return "", &people.Problem{Text: "An invitation lasts 1 to 365 days."}
	}
	ends := m.now().AddDate(0, 0, x.Days)
	code, err := m.people.Invite(ctx, people.Invitation{Role: people.Role(x.Role), Uses: x.Uses, Expires: ends, By: by.ID})
	if err != nil {
		return "", err
	}
	return "/invited/" + code, m.decided.Record(ctx, by.Name, "invited "+strconv.Itoa(x.Uses)+" as "+x.Role, "", "", nil)
}

// reasoned returns a person and the reason of what is done with the account.
func (m *members) reasoned(ctx context.Context, person int64, text string) (p *people.Person, why string, err error) {
	if p, err = m.people.Person(ctx, person); err == nil {
		why, err = decisions.Reason(text)
	}
	return p, why, err
}

// setRole changes what a person is, and returns the name.
func (m *members) setRole(ctx context.Context, by *people.Person, in *newRole) (string, error) {
	p, why, err := m.reasoned(ctx, in.ID, in.Body.Why)
	if err != nil {
		return "", err
	}
	role, err := people.ParseRole(in.Body.Role)
	if err != nil {
		return "", &people.Problem{Text: err.Error()}
	}
	if err := m.people.SetRole(ctx, p.ID, role); err != nil {
		return "", err
	}
	return p.Name, m.decided.Record(ctx, by.Name, fmt.Sprintf("made %s %s (was %s)", p.Name, role, p.Role), why, "", nil)
}

// closeAccount closes a person's account, and returns the name.
func (m *members) closeAccount(ctx context.Context, by *people.Person, in *reasonedPerson) (string, error) {
	p, why, err := m.reasoned(ctx, in.ID, in.Body.Why)
	if err != nil {
		return "", err
	}
	if err := m.people.CloseAccount(ctx, p.ID); err != nil {
		return "", err
	}
	return p.Name, m.decided.Record(ctx, by.Name, "closed the account of "+p.Name, why, "", nil)
}

// passwordLink makes a link by which a person sets a new password, and returns its path.
func (m *members) passwordLink(ctx context.Context, by *people.Person, in *reasonedPerson) (path string, err error) {
	p, why, err := m.reasoned(ctx, in.ID, in.Body.Why)
	if err != nil {
		return "", err
	}
	code, err := m.people.PasswordLink(ctx, p.ID)
	if err != nil {
		return "", err
	}
	return "/password/" + code, m.decided.Record(ctx, by.Name, "made a link to a new password for "+p.Name, why, "", nil)
}

// auditPage is the data of the log of decisions.
type auditPage struct {
	page
	Lines []decisions.Decision
}

func (m *members) audit(w http.ResponseWriter, r *http.Request) error {
	lines, err := m.decided.Newest(r.Context())
	if err != nil {
		return err
	}
	m.render(w, r, "audit", &auditPage{page: page{Title: "Decisions"}, Lines: lines})
	return nil
}

func personForPrograms(p *people.Person) wire.Person {
	return wire.Person{ID: p.ID, Name: p.Name, Role: string(p.Role), Mail: p.Mail, Joined: p.Joined, Closed: dated(p.Closed)}
}

// all answers with all accounts.
func (m *members) all(ctx context.Context, _ *people.Person, _ *nothing) (*body[[]wire.Person], error) {
	all, err := m.people.All(ctx)
	return answered(each(all, personForPrograms)), err
}

// changed answers with a person whose role was changed.
func (m *members) changed(ctx context.Context, _ *people.Person, in *newRole, _ string) (*body[wire.Person], error) {
	p, err := m.people.Person(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return answered(personForPrograms(p)), nil
}

// invited answers with a new invitation.
func invited(_ context.Context, _ *people.Person, _ *newInvitation, path string) (*body[wire.Invitation], error) {
	return answered(wire.Invitation{Path: path}), nil
}

// decisions answers with the newest decisions.
func (m *members) decisions(ctx context.Context, _ *people.Person, _ *nothing) (*body[[]wire.Decision], error) {
	lines, err := m.decided.Newest(ctx)
	return answered(each(lines, func(d decisions.Decision) wire.Decision {
		return wire.Decision{At: d.At, Who: d.Who, What: d.What, Why: d.Why, Contest: d.About}
	})), err
}
