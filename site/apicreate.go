package site

import (
	"context"
	"fmt"
	"slices"

	"agon/game"
	"agon/site/people"
	"agon/site/wire"
)

// made makes the contest that a program asks for.
func (x *contestPages) made(ctx context.Context, by *people.Person, in *struct{ Body wire.NewContest }) (*body[wire.Contest], error) {
	d, err := x.draft(in.Body.Kind, in.Body.Format)
	if err != nil {
		return nil, err
	}
	d.Name, d.PerAuthor, d.Options, d.Keys = in.Body.Title, in.Body.PerAuthor, in.Body.Options, in.Body.Keys
	for _, name := range in.Body.Builtins {
		at := slices.IndexFunc(d.Kind.Builtins, func(b game.BuiltinInfo) bool { return b.Name == name })
		if at < 0 {
			return nil, &people.Problem{Text: fmt.Sprintf("%s has no built-in bot %q.", d.Kind.Title, name)}
		}
		d.Builtins = append(d.Builtins, d.Kind.Builtins[at])
	}
	if err := x.addContest(ctx, by, in.Body.Name, d); err != nil {
		return nil, err
	}
	return x.answer(ctx, by, in.Body.Name)
}
