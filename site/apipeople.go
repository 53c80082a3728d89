package site

import (
	"context"

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

// own answers with a person's own account.
func (a *account) own(_ context.Context, by *people.Person, _ *nothing) (*body[wire.Person], error) {
	return answered(personForPrograms(by)), nil
}

// tokens answers with a person's own tokens.
func (a *account) tokens(ctx context.Context, by *people.Person, _ *nothing) (*body[[]wire.Token], error) {
	tokens, err := a.people.Tokens(ctx, by.ID)
	if err != nil {
		return nil, err
	}
	list := []wire.Token{}
	for _, t := range tokens {
		x := wire.Token{ID: t.ID, Note: t.Note, Made: t.Made}
		if !t.Used.IsZero() {
			x.Used = &t.Used
		}
		list = append(list, x)
	}
	return answered(list), nil
}

// all answers with all accounts.
func (m *members) all(ctx context.Context, _ *people.Person, _ *nothing) (*body[[]wire.Person], error) {
	all, err := m.people.All(ctx)
	if err != nil {
		return nil, err
	}
	list := []wire.Person{}
	for _, p := range all {
		list = append(list, personForPrograms(p))
	}
	return answered(list), nil
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
	if err != nil {
		return nil, err
	}
	list := []wire.Decision{}
	for _, l := range lines {
		list = append(list, wire.Decision{At: l.At, Who: l.Who, What: l.What, Why: l.Why, Contest: l.About})
	}
	return answered(list), nil
}
