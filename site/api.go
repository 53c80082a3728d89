package site

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"agon/site/contests"
	"agon/site/people"
)

// The interface for programs does what pages do, as JSON. Each operation names the route of the page that does the same, and demands its right: there
// is one table of rights. Its description is made from the operations themselves.

// Addresses of the interface.
const (
	apiRoot        = "/api/v1"
	apiDescription = "/api/openapi.json"
)

// apiAbout is the introduction of the description.
const apiAbout = `Everything that the pages of an agon site do, as JSON. A program acts for a person with a token that the person makes on the account page, and sends it in
the header Authorization: Bearer TOKEN. It has the rights of that person. What a person may not do is answered as if it did not exist (404).`

// api adds the operations to a mux, and returns them.
func (s *Site) api(mux *http.ServeMux) huma.API {
	config := huma.DefaultConfig(s.options.Name, "1")
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Info.Description = apiAbout
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer", Description: "A token of the account page."}}
	config.RejectUnknownQueryParameters = true
	api := humago.New(mux, config)
	s.offerContests(api)
	s.offerNewContests(api)
	s.offerBots(api)
	s.offerPeople(api)
	s.offerDesk(api)
	s.offerMatches(api)
	s.offerSessions(api)
	s.offerTeams(api)
	s.offerGallery(api)
	s.offerFigures(api)
	description, err := api.OpenAPI().MarshalJSON()
	if err != nil {
		panic(err) // it is made from constants
	}
	mux.HandleFunc("GET "+apiDescription, func(w http.ResponseWriter, r *http.Request) {
		visited(r).route = "GET " + apiDescription
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-cache")
		w.Write(description)
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, huma.Error404NotFound("There is no such address; "+apiDescription+" lists all."))
	})
	return api
}

// rightOf returns the right that the table demands for the route of a page.
func rightOf(page string) people.Right {
	at := slices.IndexFunc(table, func(x route) bool { return x.pattern == page })
	if at < 0 {
		panic("no route " + page)
	}
	return table[at].right
}

// may reports whether a person has a right.
func may(p *people.Person, right people.Right) bool {
	if right == signedIn {
		return p.ID != 0
	}
	return p.Role.May(right)
}

// offer adds an operation, which does what the route of a page does. op needs a method, a path below the root, a name, and a sentence.
func offer[In, Out any](s *Site, api huma.API, page string, op huma.Operation, answer func(ctx context.Context, by *people.Person, in *In) (*Out, error)) {
	right := rightOf(page)
	op.Path = apiRoot + op.Path
	op.Metadata = map[string]any{pageKey: page}
	op.MaxBodyBytes = mostForm
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusInternalServerError)
	if op.Method != http.MethodGet {
		op.Errors = append(op.Errors, http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if right != people.Look {
		op.Security = []map[string][]string{{"token": {}}}
		op.Errors = append(op.Errors, http.StatusUnauthorized)
	}
	op.Middlewares = huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(ctx)
		visited(r).route = op.Method + " " + op.Path
		w.Header().Set("Cache-Control", "no-store")
		seen, err := s.privatePages.visible(r, ctx.Param("contest"))
		switch by := reader(r); {
		case err != nil:
			writeProblem(w, s.problem(r.Context(), op.Method+" "+op.Path, err))
		case may(by, right) && seen:
			next(ctx)
		case by.ID != 0, may(by, right):
			writeProblem(w, huma.Error404NotFound(missingText))
		default:
			w.Header().Set("WWW-Authenticate", "Bearer")
			writeProblem(w, huma.Error401Unauthorized("Send a token of your account page in the header Authorization: Bearer TOKEN."))
		}
	}}
	huma.Register(api, op, func(ctx context.Context, in *In) (*Out, error) {
		s.due(ctx)
		by, ok := ctx.Value(readerKey{}).(*people.Person)
		if !ok {
			by = &people.Person{}
		}
		out, err := answer(ctx, by, in)
		if err != nil {
			return nil, s.problem(ctx, op.Method+" "+op.Path, err)
		}
		return out, nil
	})
}

// pageKey is the key of the page's route among an operation's metadata.
const pageKey = "page"

const missingText = "There is no such thing, or it is not for you."

// problem returns the answer to an error.
func (s *Site) problem(ctx context.Context, route string, err error) huma.StatusError {
	var problem *people.Problem
	var conflict *contests.Conflict
	var large *http.MaxBytesError
	var said huma.StatusError
	switch {
	case errors.As(err, &said):
		return said
	case errors.As(err, &large):
		return huma.NewError(http.StatusRequestEntityTooLarge, "That is more than this operation takes. Nothing was changed.")
	case errors.As(err, &problem), errors.As(err, &conflict):
		return huma.Error422UnprocessableEntity(err.Error())
	case errors.Is(err, people.ErrNobody), errors.Is(err, fs.ErrNotExist):
		return huma.Error404NotFound(missingText)
	}
	number := ""
	if v, ok := ctx.Value(visitKey{}).(*visit); ok {
		number = v.number
	}
	if !errors.Is(err, context.Canceled) {
		s.log.Error("request failed", "request", number, "route", route, "error", err)
	}
	return huma.Error500InternalServerError("This is the site's fault, and nothing was changed. The organiser finds it in the log as " + number + ".")
}

// writeProblem writes an answer that no operation gives.
func writeProblem(w http.ResponseWriter, problem huma.StatusError) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(problem.GetStatus())
	if err := huma.DefaultJSONFormat.Marshal(w, problem); err != nil {
		return // the connection is gone
	}
}

// forPrograms reports whether a request is one of the interface.
func forPrograms(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }

// A body is an answer.
type body[T any] struct{ Body T }

func answered[T any](value T) *body[T] { return &body[T]{value} }

// address of a page on this site, below its own address.
func contestAddress(name string) string { return "/c/" + name }

func botAddress(contest string, bot int64) string {
	return fmt.Sprintf("%s/bots/%d", contestAddress(contest), bot)
}
