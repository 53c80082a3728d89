package site

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"agon/contest/draft"
	"agon/format/tournament"
	"agon/game"
	"agon/site/contests"
	"agon/site/guide"
	"agon/site/people"
	"agon/site/wire"
)

// newPage is the data of the page that makes a contest. First it asks for the game and the format, then for the rest.
type newPage struct {
	page
	Wrong   string // why the contest was not made
	Kinds   []*game.Kind
	Formats []tournament.Spec
	Kind    *game.Kind // nil: nothing is chosen yet
	Format  tournament.Spec

	Name, Heading, PerAuthor string // as typed
	Builtins                 []builtinChoice
	Options, Keys            []field
	Rules                    template.HTML // of the game
}

// builtinChoice is a built-in bot that may play in a new contest.
type builtinChoice struct {
	game.BuiltinInfo
	Plays bool
}

// field is an option in a form.
type field struct {
	Name, Label, About string
	Usual              string // the default, as text
	Value              string // as typed; empty: the default
	Choices            []string
	Number             bool
	Step               string
	Min, Max           int // both 0: no bounds
}

// Prefixes of fields in the form of a new contest.
const (
	optionPrefix = "option."
	keyPrefix    = "key."
)

func (x *contestPages) newContest(w http.ResponseWriter, r *http.Request) error {
	p, err := x.newFor(r)
	if err != nil {
		return err
	}
	if p.Kind != nil {
		p.Heading, p.PerAuthor = p.Kind.Title, "1"
		for i := range p.Builtins {
			p.Builtins[i].Plays = true
		}
	}
	x.render(w, r, "new", p)
	return nil
}

// newFor returns the page of a new contest for the game and the format of a form.
func (x *contestPages) newFor(r *http.Request) (*newPage, error) {
	if err := r.ParseForm(); err != nil {
		return nil, unread(err)
	}
	p := &newPage{page: page{Title: "New contest"}, Kinds: x.offers, Formats: x.formats}
	if r.Form.Get("kind") == "" {
		return p, nil
	}
	d, err := x.draft(r.Form.Get("kind"), r.Form.Get("format"))
	if err != nil {
		return nil, err
	}
	p.Kind, p.Format = d.Kind, d.Format
	for _, b := range d.Kind.Builtins {
		p.Builtins = append(p.Builtins, builtinChoice{b, slices.Contains(r.Form["builtin"], b.Name)})
	}
	p.Options, p.Keys = fields(d.Kind.Options, optionPrefix, r), fields(d.Format.Keys, keyPrefix, r)
	if p.Rules, err = guide.Rules(d.Kind); err != nil {
		return nil, err
	}
	p.Name, p.Heading, p.PerAuthor = r.Form.Get("name"), r.Form.Get("title"), r.Form.Get("per_author")
	return p, nil
}

// fields returns options as a form has them.
func fields(options []game.Option, prefix string, r *http.Request) (list []field) {
	for _, o := range options {
		f := field{
			Name: prefix + o.Name, Label: o.Name, About: o.About, Usual: fmt.Sprint(o.Default), Value: r.Form.Get(prefix + o.Name),
			Choices: o.Values,
		}
		switch o.Default.(type) {
		case int:
			f.Number, f.Step, f.Min, f.Max = true, "1", o.Min, o.Max
		case float64:
			f.Number, f.Step = true, "any"
		case bool:
			f.Choices = []string{"true", "false"}
		}
		list = append(list, f)
	}
	return list
}

// draft returns an empty contest of a game; without a format it has the game's own.
func (x *contestPages) draft(kind, format string) (*draft.Draft, error) {
	d := &draft.Draft{Entries: true}
	at := slices.IndexFunc(x.offers, func(k *game.Kind) bool { return k.Name == kind })
	if at < 0 {
		return nil, &people.Problem{Text: fmt.Sprintf("There is no game %q here.", kind)}
	}
	d.Kind = x.offers[at]
	if format == "" {
		format = d.Kind.Format
	}
	var err error
	if d.Format, err = tournament.Find(x.formats, format); err != nil {
		return nil, &people.Problem{Text: sentence(err)}
	}
	return d, nil
}

func (x *contestPages) makeContest(w http.ResponseWriter, r *http.Request) error {
	p, err := x.newFor(r)
	if err != nil {
		return err
	}
	if p.Kind == nil {
		return &people.Problem{Text: "Choose a game."}
	}
	d := &draft.Draft{
		Name: p.Heading, Kind: p.Kind, Format: p.Format, Entries: true, Options: typed(p.Options, optionPrefix),
		Keys: typed(p.Keys, keyPrefix),
	}
	for _, b := range p.Builtins {
		if b.Plays {
			d.Builtins = append(d.Builtins, b.BuiltinInfo)
		}
	}
	if p.PerAuthor != "" {
		if d.PerAuthor, err = strconv.Atoi(p.PerAuthor); err != nil || d.PerAuthor < 1 {
			err = &people.Problem{Text: fmt.Sprintf("The bots of one person must be a number from 1, not %q.", p.PerAuthor)}
		}
	}
	if err == nil {
		err = x.addContest(r.Context(), reader(r), p.Name, d)
	}
	if text, ok := refusal(err); ok {
		p.Wrong = text
		w.WriteHeader(http.StatusUnprocessableEntity)
		x.render(w, r, "new", p)
		return nil
	}
	if err != nil {
		return err
	}
	return x.note(w, r, contestAddress(p.Name), fmt.Sprintf("%s is made. People submit bots on this page; press Play to begin.", p.Heading))
}

// typed returns what a form says of options that differ from their defaults.
func typed(fields []field, prefix string) map[string]string {
	chosen := map[string]string{}
	for _, f := range fields {
		if text := strings.TrimSpace(f.Value); text != "" && text != f.Usual {
			chosen[strings.TrimPrefix(f.Name, prefix)] = text
		}
	}
	return chosen
}

// addContest makes a contest of a draft. The error is a sentence for who asked if another draft can fix it.
func (x *contestPages) addContest(ctx context.Context, by *people.Person, name string, d *draft.Draft) error {
	d.Name = strings.TrimSpace(d.Name)
	switch {
	case d.Name == "" || len(d.Name) > mostTitle || strings.ContainsFunc(d.Name, unicode.IsControl):
		return &people.Problem{Text: fmt.Sprintf("The title must have 1 to %d bytes, on one line.", mostTitle)}
	case d.PerAuthor < 0:
		return &people.Problem{Text: fmt.Sprintf("The bots of one person must be a number from 1, not %d.", d.PerAuthor)}
	}
	text, err := d.Text()
	if err == nil {
		err = d.Check(x.dir)
	}
	if err != nil {
		return &people.Problem{Text: sentence(err)}
	}
	if err := x.contests.Make(ctx, name, text); err != nil {
		return err
	}
	return x.decided.Record(ctx, by.Name, "made "+name, "", name, nil)
}

// refusal returns the sentence of an error that who asked can fix.
func refusal(err error) (string, bool) {
	var problem *people.Problem
	var conflict *contests.Conflict
	if errors.As(err, &problem) || errors.As(err, &conflict) {
		return err.Error(), true
	}
	return "", false
}

// mostTitle is the longest title of a contest, in bytes.
const mostTitle = 200

// sentence returns an error's text as a sentence.
func sentence(err error) string {
	text := err.Error()
	text = strings.ToUpper(text[:1]) + text[1:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

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
	return x.one(ctx, by, &ContestPath{in.Body.Name})
}
