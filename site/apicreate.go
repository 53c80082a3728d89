package site

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"agon/game"
	"agon/site/people"
	"agon/site/wire"
)

func (s *Site) offerNewContests(api huma.API) {
	offer(s, api, "POST /new", huma.Operation{OperationID: "make-contest", Method: http.MethodPost, Path: "/contests", Summary: "Make a contest"},
		func(ctx context.Context, by *people.Person, in *struct{ Body wire.NewContest }) (*body[wire.Contest], error) {
			d, err := s.draft(in.Body.Kind, in.Body.Format)
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
			if err := s.addContest(ctx, by, in.Body.Name, d); err != nil {
				return nil, err
			}
			return s.contestForPrograms(ctx, by, in.Body.Name)
		})
}
