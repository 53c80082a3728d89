package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"agon/internal/clean"
	"agon/internal/nearest"
)

// A Tool is what a program is told of a tool.
type Tool struct {
	Name  string             `json:"name"`
	About string             `json:"about"`
	Input *jsonschema.Schema `json:"input"` // of an object
}

// A Result is what a call came to.
type Result struct {
	Text   string            `json:"text,omitempty"`
	Data   json.RawMessage   `json:"data,omitempty"`
	Failed bool              `json:"failed,omitempty"` // the call was not done, and Text says why
	Bad    bool              `json:"bad,omitempty"`    // it was done: a bot failed, or is not better
	Files  map[string][]byte `json:"files,omitempty"`  // what the caller has to write, by paths with slashes below its folder
}

// Failure returns the result of a call that was not done.
func Failure(format string, args ...any) Result {
	return Result{Text: clean.Text(fmt.Sprintf(format, args...)), Failed: true}
}

// Content returns the text of a result, or else its data.
func (r Result) Content() string {
	if r.Text != "" {
		return r.Text
	}
	return string(r.Data)
}

// A Caller calls tools. It is safe for concurrent use.
type Caller interface {
	Tools(ctx context.Context) ([]Tool, error)
	Call(ctx context.Context, name string, input json.RawMessage) (Result, error)
}

// ErrUnknown is the error for the name of no tool.
var ErrUnknown = errors.New("no such tool")

// An Action is a tool with what it does. Do gets an input that has the form of the fields; an error that it returns becomes a failed
// result.
type Action struct {
	Name, About string
	Fields      []Field
	Do          func(ctx context.Context, in Input) (Result, error)
}

// Tool returns what programs are told.
func (a *Action) Tool() Tool { return Tool{a.Name, a.About, schema(a.Fields)} }

// A Table calls actions.
type Table []Action

// Tools returns the tools of the table, in its order.
func (t Table) Tools(context.Context) ([]Tool, error) {
	all := make([]Tool, len(t))
	for i := range t {
		all[i] = t[i].Tool()
	}
	return all, nil
}

// Call calls an action.
func (t Table) Call(ctx context.Context, name string, input json.RawMessage) (Result, error) {
	at := slices.IndexFunc(t, func(a Action) bool { return a.Name == name })
	if at < 0 {
		return Result{}, fmt.Errorf("%q: %w%s", name, ErrUnknown, nearest.Hint(name, t.names()))
	}
	in, err := t[at].Tool().read(input)
	if err != nil {
		return Failure("%s: %v", name, err), nil
	}
	r, err := t[at].Do(ctx, in)
	switch {
	case ctx.Err() != nil:
		return Result{}, ctx.Err()
	case err != nil:
		return Failure("%v", err), nil
	}
	r.Text = clean.Text(r.Text)
	return r, nil
}

func (t Table) names() (names []string) {
	for _, a := range t {
		names = append(names, a.Name)
	}
	return names
}
