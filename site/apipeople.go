package site

import (
	"context"

	"agon/site/decisions"
	"agon/site/people"
	"agon/site/wire"
)

func personForPrograms(p *people.Person) wire.Person {
	return wire.Person{ID: p.ID, Name: p.Name, Role: string(p.Role), Mail: p.Mail, Joined: p.Joined, Closed: dated(p.Closed)}
}

// own answers with a person's own account.
func (a *account) own(_ context.Context, by *people.Person, _ *nothing) (*body[wire.Person], error) {
	return answered(personForPrograms(by)), nil
}

// tokens answers with a person's own tokens.
func (a *account) tokens(ctx context.Context, by *people.Person, _ *nothing) (*body[[]wire.Token], error) {
	tokens, err := a.people.Tokens(ctx, by.ID)
	return answered(each(tokens, func(t people.Token) wire.Token {
		return wire.Token{ID: t.ID, Note: t.Note, Made: t.Made, Used: dated(t.Used)}
	})), err
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
