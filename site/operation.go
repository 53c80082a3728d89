package site

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"agon/internal/diskfree"
	"agon/internal/moment"
	"agon/internal/pattern"
	"agon/site/contests"
	"agon/site/people"
	"agon/site/wire"
)

// An operation is declared once, in the table of routes: [does] has what the form of a page and the operation for programs share. Both fill
// the same input, demand the same right, and do the same. Programs send and get JSON; the description of their interface is made from the
// operations.

// Addresses of the interface for programs.
const (
	apiRoot        = "/api/v1"
	apiDescription = "/api/openapi.json"
)

// apiAbout is the introduction of the description.
const apiAbout = `Everything that the pages of an agon site do, as JSON. A program acts for a person with a token that the person makes on the account page, and sends it in
the header Authorization: Bearer TOKEN. It has the rights of that person. What a person may not do is answered as if it did not exist (404).`

// A deed does what an operation is for, and returns what it has done for who asked: a name, a sentence or an address; empty: there is
// nothing to say.
type deed[In any] func(ctx context.Context, by *people.Person, in *In) (message string, err error)

// An answerer answers a program after a deed.
type answerer[In, Out any] func(ctx context.Context, by *people.Person, in *In, message string) (*Out, error)

// then is where a page goes when an operation is done, and what the next page says. In both texts {name} stands for what the address or the
// form has under that name, and {} for the message.
type then struct {
	to, note string
	toOf     func(by *people.Person) string // in place of to, if it depends on who asked
	once     string                         // key of the session under which the next page finds the message; empty: it shows note
}

// does returns the route of an operation: a form of a page and an operation for programs.
func does[In, Out any](pattern string, right people.Right, op huma.Operation, do deed[In], after then, out answerer[In, Out]) route {
	form := func(r *http.Request) (then, error) {
		var in In
		given, err := fromForm(r, &in)
		if err != nil {
			return then{}, err
		}
		message, err := do(r.Context(), reader(r), &in)
		given[""] = message
		next := then{to: substitute(after.to, given), note: substitute(after.note, given), once: after.once}
		if next.once != "" {
			next.note = message
		}
		if after.toOf != nil {
			next.to = after.toOf(reader(r))
		}
		return next, err
	}
	offers := []offer{answers(op, func(ctx context.Context, by *people.Person, in *In) (*Out, error) {
		message, err := do(ctx, by, in)
		if err != nil {
			return nil, err
		}
		return out(ctx, by, in, message)
	})}
	return route{pattern: pattern, right: right, form: form, offers: offers}
}

var placeholder = pattern.Of(`\{[a-z]*\}`)

// substitute returns a text with values in place of {name}.
func substitute(text string, values map[string]string) string {
	return placeholder().ReplaceAllStringFunc(text, func(name string) string { return values[strings.Trim(name, "{}")] })
}

// fromForm fills the input of an operation: fields with the tag path from the address, where the last may be {id}, and those of Body from
// the form, under the names that they have in JSON or in the tag field. It returns the values by their names. A number that is none is 0,
// unless the tag wrong says what is wrong then; an address with one leads nowhere.
func fromForm(r *http.Request, in any) (given map[string]string, err error) {
	err = r.ParseForm() // ParseMultipartForm alone hides its error
	if err == nil {
		err = r.ParseMultipartForm(mostForm)
	}
	if err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return nil, unread(err)
	}
	given = map[string]string{}
	return given, fill(reflect.ValueOf(in).Elem(), r, given)
}

// fromAddress fills what an address names.
func fromAddress(r *http.Request, in any) error {
	return fill(reflect.ValueOf(in).Elem(), r, map[string]string{})
}

// fill fills the fields of an input, and notes their values by their names.
func fill(v reflect.Value, r *http.Request, given map[string]string) error {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous || f.Name == "Body" {
			if err := fill(v.Field(i), r, given); err != nil {
				return err
			}
			continue
		}
		path := f.Tag.Get("path")
		text, wrong := cmp.Or(r.PathValue(path), r.PathValue("id")), people.ErrNobody
		name := path
		if path == "" {
			name, _, _ = strings.Cut(cmp.Or(f.Tag.Get("field"), f.Tag.Get("json")), ",")
			text, wrong = r.PostFormValue(name), nil
			if sentence := f.Tag.Get("wrong"); sentence != "" {
				wrong = &people.Problem{Text: sentence}
			}
		}
		ok, err := set(v.Field(i), text)
		if err != nil || !ok && wrong != nil {
			return cmp.Or(err, wrong)
		}
		given[name] = fmt.Sprint(v.Field(i))
	}
	return nil
}

// set sets a field to what a text says, and reports whether it can say that. The error is that of a date.
func set(v reflect.Value, text string) (ok bool, err error) {
	switch at := v.Addr().Interface().(type) {
	case *string:
		*at = text
	case **time.Time:
		*at, err = dateOf(text, time.Local)
	default:
		n, err := strconv.ParseInt(text, 10, 64)
		v.SetInt(n)
		return err == nil, nil
	}
	return true, err
}

// dateOf returns the date of a form, nil for none, in a time zone. The error is a [*people.Problem].
func dateOf(text string, zone *time.Location) (*time.Time, error) {
	if text == "" {
		return nil, nil
	}
	at, err := moment.Parse(text, zone)
	var (
		never *moment.NeverError
		twice *moment.TwiceError
	)
	switch {
	case errors.As(err, &never):
		return nil, &people.Problem{Text: never.Error() + ". Choose another time."}
	case errors.As(err, &twice):
		return nil, &people.Problem{Text: fmt.Sprintf("%v. Choose another time; programs can set it with its offset, as %s.", twice,
			twice.First.Format(time.RFC3339))}
	case err != nil || at.IsZero():
		return nil, &people.Problem{Text: strconv.Quote(text) + " is not a date with a time: write it as 2026-01-31T18:00."}
	}
	return &at, nil
}

// An offer adds the operation for programs to the interface. page is the pattern of the route that has it, and demands its right.
type offer func(s *Site, api huma.API, page string, right people.Right)

// answers returns the offer of an operation. op needs a method, a path below the root, a name, and a sentence.
func answers[In, Out any](op huma.Operation, answer func(ctx context.Context, by *people.Person, in *In) (*Out, error)) offer {
	return func(s *Site, api huma.API, page string, right people.Right) {
		op := completed(op, page, right)
		route := op.Method + " " + op.Path
		op.Middlewares = huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) { s.admit(ctx, route, right, next) }}
		huma.Register(api, op, func(ctx context.Context, in *In) (*Out, error) {
			s.schedule.Due(ctx)
			out, err := answer(ctx, readerOf(ctx), in)
			if err != nil {
				return nil, s.refusal(ctx, route, err)
			}
			return out, nil
		})
	}
}

// completed returns an operation with what all have.
func completed(op huma.Operation, page string, right people.Right) huma.Operation {
	op.Path = apiRoot + op.Path
	op.Metadata = map[string]any{pageKey: page}
	op.MaxBodyBytes = mostForm
	op.Errors = append(op.Errors, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusInternalServerError)
	if op.Method != http.MethodGet {
		op.Errors = append(op.Errors, http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
			http.StatusInsufficientStorage)
	}
	op.Security = []map[string][]string{} // none: everybody may call it
	if right != people.Look {
		op.Security = []map[string][]string{{"token": {}}}
		op.Errors = append(op.Errors, http.StatusUnauthorized)
	}
	return op
}

// pageKey is the key of the page's route among an operation's metadata.
const pageKey = "page"

// admit calls next if a program has the right to an operation, and answers it else.
func (s *Site) admit(ctx huma.Context, route string, right people.Right, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	visited(r).route = route
	w.Header().Set("Cache-Control", "no-store")
	seen, err := s.visible(r, ctx.Param("contest"))
	switch by := reader(r); {
	case err != nil:
		writeProblem(w, s.problem(r.Context(), route, err))
	case may(by, right) && seen:
		next(ctx)
	case by.ID != 0, may(by, right):
		writeProblem(w, huma.Error404NotFound(missingText))
	default:
		w.Header().Set("WWW-Authenticate", "Bearer")
		writeProblem(w, huma.Error401Unauthorized("Send a token of your account page in the header Authorization: Bearer TOKEN."))
	}
}

// op returns what an operation for programs is called. at is its method and its path below the root.
func op(id, at, summary string) huma.Operation {
	method, path, _ := strings.Cut(at, " ")
	return huma.Operation{Method: method, OperationID: id, Path: path, Summary: summary}
}

// with returns an operation that succeeds with another status than 200, or 204 without content.
func with(status int, op huma.Operation) huma.Operation {
	op.DefaultStatus = status
	return op
}

// retried returns an operation that may have to be tried again later.
func retried(op huma.Operation) huma.Operation {
	op.Errors = append(op.Errors, http.StatusTooManyRequests)
	return op
}

// A body is an answer.
type body[T any] struct{ Body T }

func answered[T any](value T) *body[T] { return &body[T]{value} }

// none answers a program without content.
func none[In any](context.Context, *people.Person, *In, string) (*struct{}, error) {
	return &struct{}{}, nil
}

// done answers a program with the message.
func done[In any](_ context.Context, _ *people.Person, _ *In, message string) (*body[wire.Done], error) {
	return answered(wire.Done{Told: message}), nil
}

// after answers a program as a reading operation does.
func after[In, Out any](read func(ctx context.Context, by *people.Person, in *In) (*Out, error)) answerer[In, Out] {
	return func(ctx context.Context, by *people.Person, in *In, _ string) (*Out, error) { return read(ctx, by, in) }
}

// each returns what f makes of the elements of a list, never nil.
func each[From, To any](list []From, f func(From) To) []To {
	made := []To{}
	for _, x := range list {
		made = append(made, f(x))
	}
	return made
}

// linked answers a program with the path of a link, which is the message.
func linked[In any](_ context.Context, _ *people.Person, _ *In, message string) (*body[wire.Link], error) {
	return answered(wire.Link{Path: message}), nil
}

// api adds the operations for programs to a mux, and returns them.
func (s *Site) api(mux *http.ServeMux) huma.API {
	config := huma.DefaultConfig(s.options.Name, "1")
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Info.Description = apiAbout
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "http", Scheme: "bearer", Description: "A token of the account page."},
	}
	config.Servers = []*huma.Server{{URL: anySite}}
	config.RejectUnknownQueryParameters = true
	api := humago.New(mux, config)
	for _, x := range s.table() {
		for _, add := range x.offers {
			add(s, api, x.pattern, x.right)
		}
	}
	describeStandings(api.OpenAPI().Components.Schemas)
	description, err := api.OpenAPI().MarshalJSON()
	if err != nil {
		panic(err) // it is made from constants
	}
	mux.HandleFunc("GET "+apiDescription, func(w http.ResponseWriter, r *http.Request) {
		visited(r).route = "GET " + apiDescription
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-cache")
		w.Write(bytes.Replace(description, []byte(strconv.Quote(anySite)), []byte(strconv.Quote(s.base(r))), 1))
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		switch allowed := methods(mux, r); {
		case len(allowed) == 0:
			writeProblem(w, huma.Error404NotFound("There is no such address; "+apiDescription+" lists all."))
		case !allows(w, r, allowed):
			writeProblem(w, huma.Error405MethodNotAllowed("This address takes "+strings.Join(allowed, ", ")+", not "+r.Method+"."))
		}
	})
	return api
}

// anySite stands for the address of the site in the description.
const anySite = "https://site.invalid"

const missingText = "There is no such thing, or it is not for you."

// statusOf returns the status with which an error is answered.
func statusOf(err error) int {
	var problem *people.Problem
	var wait *people.Wait
	var conflict *contests.Conflict
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, &wait):
		return http.StatusTooManyRequests
	case errors.As(err, &problem), errors.As(err, &conflict):
		return http.StatusUnprocessableEntity
	case errors.Is(err, people.ErrNobody), errors.Is(err, fs.ErrNotExist):
		return http.StatusNotFound
	case diskfree.IsFull(err):
		return http.StatusInsufficientStorage
	}
	return http.StatusInternalServerError
}

// fullText is what is said of an act that found no room.
const fullText = "The site's disk is full: nothing was changed. The organiser is told; try again when there is room."

// retryAfter says in the head of an answer to an error when it may be tried again, if that is known.
func retryAfter(head http.Header, err error) {
	var wait *people.Wait
	if errors.As(err, &wait) {
		head.Set("Retry-After", strconv.FormatInt(int64((wait.After+time.Second-1)/time.Second), 10))
	}
}

// refusal is problem with what belongs into the head of the answer.
func (s *Site) refusal(ctx context.Context, route string, err error) error {
	head := http.Header{}
	retryAfter(head, err)
	return huma.ErrorWithHeaders(s.problem(ctx, route, err), head)
}

// problem returns the answer to an error.
func (s *Site) problem(ctx context.Context, route string, err error) huma.StatusError {
	var refused huma.StatusError
	if errors.As(err, &refused) {
		return refused
	}
	switch status := statusOf(err); status {
	case http.StatusRequestEntityTooLarge:
		return huma.NewError(status, "That is more than this operation takes. Nothing was changed.")
	case http.StatusUnprocessableEntity, http.StatusTooManyRequests:
		return huma.NewError(status, err.Error())
	case http.StatusNotFound:
		return huma.NewError(status, missingText)
	}
	number := ""
	if v, ok := ctx.Value(visitKey{}).(*visit); ok {
		number = v.number
	}
	if !errors.Is(err, context.Canceled) {
		s.log.Error("request failed", "request", number, "route", route, "error", err)
	}
	if statusOf(err) == http.StatusInsufficientStorage {
		return huma.NewError(http.StatusInsufficientStorage, fullText)
	}
	return huma.Error500InternalServerError(
		"This is the site's fault, and nothing was changed. The organiser finds it in the log as " + number + ".")
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
