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
	"agon/site/making"
	"agon/site/people"
	"agon/site/wire"
)

// newPage is the data of the page that makes a contest. First it asks for the game and the format, then for the rest.
type newPage struct {
	page
	contestForm
	Wrong   string // why the contest was not made
	Kinds   []*game.Kind
	Usual   map[string]string // titles of games, by the format that they name
	Own     bool              // games of one's own are taken
	MostMiB int64             // of one
	Kind    *game.Kind        // nil: nothing is chosen yet
	Rules   template.HTML     // of the game
	Zone    string            // of the dates
}

// What the buttons of the forms do. Without one a contest is made, or its file changed.
const (
	doPreview = "preview" // show the file
	doFile    = "file"    // go on with the file alone
	doAdd     = "add"     // a stage
	doRemove  = "remove"  // and a number: a stage
)

// newContest shows the page that makes a contest.
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

// newFor returns the page of a new contest for the game and the formats of a form.
func (x *contestPages) newFor(r *http.Request) (*newPage, error) {
	if err := r.ParseForm(); err != nil {
		return nil, unread(err)
	}
	p := x.newEmpty()
	if p.AsFile = r.Form.Has("text"); p.AsFile {
		p.read(r.Form, nil)
		return p, nil
	}
	if r.Form.Get("kind") == "" {
		return p, nil
	}
	d, err := x.draft(r.Form.Get("kind"), stageNames(r.Form))
	if err != nil {
		return nil, err
	}
	p.Kind = d.Kind
	p.read(r.Form, d)
	p.Rules, err = guide.Rules(d.Kind)
	return p, err
}

// newEmpty returns the page on which nothing is chosen.
func (x *contestPages) newEmpty() *newPage {
	p := &newPage{page: page{Title: "New contest"}, Kinds: x.offers, Own: x.maker.Own != nil, MostMiB: x.entries.Limits().Bytes >> 20}
	p.Formats, p.Usual = x.formats, map[string]string{}
	p.Zone, _ = x.now().Local().Zone()
	for _, k := range x.offers {
		if p.Usual[k.Format] != "" {
			p.Usual[k.Format] += ", "
		}
		p.Usual[k.Format] += k.Title
	}
	return p
}

// draft returns an empty contest of a game with a stage for each format; one without a name is the game's own.
func (x *contestPages) draft(kind string, formats []string) (*draft.Draft, error) {
	d := &draft.Draft{Entries: true}
	at := slices.IndexFunc(x.offers, func(k *game.Kind) bool { return k.Name == kind })
	if at < 0 {
		return nil, &people.Problem{Text: fmt.Sprintf("There is no game %q here.", kind)}
	}
	d.Kind = x.offers[at]
	return d, x.stagesOfDraft(d, formats)
}

// stagesOfDraft gives a draft stages of these formats.
func (x *contestPages) stagesOfDraft(d *draft.Draft, formats []string) error {
	d.Stages = nil
	for _, name := range formats {
		if name == "" {
			name = d.Kind.Format
		}
		format, err := tournament.Find(x.formats, name)
		if err != nil {
			return &people.Problem{Text: sentence(err)}
		}
		d.Stages = append(d.Stages, draft.Stage{Format: format})
	}
	return nil
}

// makeContest makes the contest of a form, or shows the form again with what a button changed in it.
func (x *contestPages) makeContest(w http.ResponseWriter, r *http.Request) error {
	p, err := x.newFor(r)
	if err != nil {
		return err
	}
	if p.Kind == nil && !p.AsFile {
		return &people.Problem{Text: "Choose a game."}
	}
	did, err := x.changeForm(&p.contestForm, r)
	if err == nil && did {
		x.render(w, r, "new", p)
		return nil
	}
	var link string
	if err == nil {
		link, err = x.makeOf(r.Context(), reader(r), &p.contestForm)
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
	return x.madeNote(w, r, p.Name, p.Heading, link)
}

// madeNote leads to a contest that was made.
func (x *contestPages) madeNote(w http.ResponseWriter, r *http.Request, name, title, code string) error {
	if title == "" {
		title = name
	}
	if code != "" {
		x.sessions.Put(r.Context(), keyPrivate, privateAddress(code))
		return x.note(w, r, contestAddress(name)+"/desk", title+" is made, and private. The link to it is below, under Who sees it.")
	}
	return x.note(w, r, contestAddress(name), title+" is made. People submit bots on this page; press Play to begin.")
}

// changeForm does what a button of a form asks for, apart from sending it. did is false for the button that sends it.
func (x *contestPages) changeForm(f *contestForm, r *http.Request) (did bool, err error) {
	do := r.PostFormValue("do")
	number, removes := strings.CutPrefix(do, doRemove)
	switch {
	case do == "" || f.AsFile:
		return false, nil
	case do == doAdd:
		format, err := tournament.Find(x.formats, r.PostFormValue("add"))
		if err != nil {
			return false, &people.Problem{Text: sentence(err)}
		}
		if len(f.Stages) >= mostStages {
			return false, &people.Problem{Text: fmt.Sprintf("A form has at most %d stages: write more in the file.", mostStages)}
		}
		f.Stages = append(f.Stages, newStageForm(len(f.Stages), draft.Stage{Format: format}, nil))
		return true, nil
	case removes:
		if n, err := strconv.Atoi(number); err == nil && n > 1 && n <= len(f.Stages) {
			f.Stages = slices.Delete(f.Stages, n-1, n)
			f.renumber()
		}
		return true, nil
	}
	d, err := f.draft()
	if err != nil {
		return false, err
	}
	if f.Preview, err = d.Text(); err != nil {
		return false, &people.Problem{Text: sentence(err)}
	}
	if do == doFile {
		f.AsFile, f.Text, f.Preview = true, f.Preview, ""
	}
	return true, nil
}

// makeOf makes the contest of a form, and returns the code of its link if it is private.
func (x *contestPages) makeOf(ctx context.Context, by *people.Person, f *contestForm) (code string, err error) {
	p := making.Plan{Name: f.Name, Text: f.Text, Private: f.Private}
	if p.Dates, err = f.dates(); err != nil {
		return "", err
	}
	if !f.AsFile {
		d, err := f.draft()
		if err != nil {
			return "", err
		}
		if p.Text, err = textOf(d); err != nil {
			return "", err
		}
	}
	return x.maker.Make(ctx, by, p)
}

// textOf returns the file of a draft. The error is a [*people.Problem].
func textOf(d *draft.Draft) (string, error) {
	d.Name = strings.TrimSpace(d.Name)
	if d.Name == "" || len(d.Name) > mostTitle || strings.ContainsFunc(d.Name, unicode.IsControl) {
		return "", &people.Problem{Text: fmt.Sprintf("The title must have 1 to %d bytes, on one line.", mostTitle)}
	}
	text, err := d.Text()
	if err != nil {
		return "", &people.Problem{Text: sentence(err)}
	}
	return text, nil
}

// mostTitle is the longest title of a contest, in bytes.
const mostTitle = 200

// mostStages bounds the stages of a form.
const mostStages = 12

// refusal returns the sentence of an error that who asked can fix.
func refusal(err error) (string, bool) {
	var problem *people.Problem
	var conflict *contests.Conflict
	if errors.As(err, &problem) || errors.As(err, &conflict) {
		return err.Error(), true
	}
	return "", false
}

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
func (x *contestPages) made(ctx context.Context, by *people.Person, in *struct{ Body wire.NewContest }) (*body[wire.Made], error) {
	b := &in.Body
	p := making.Plan{Name: b.Name, Text: b.File, Private: b.Private}
	if b.Dates != nil {
		p.Dates = datesFromProgram(b.Dates)
	}
	if b.File == "" {
		if b.PerAuthor < 0 {
			return nil, &people.Problem{Text: fmt.Sprintf("The bots of one person must be a number from 1, not %d.", b.PerAuthor)}
		}
		d, err := x.draft(b.Kind, nil)
		if err != nil {
			return nil, err
		}
		d.PerAuthor = b.PerAuthor
		if len(b.Stages) == 0 {
			b.Stages = []wire.NewStage{{Format: b.Format, Keys: b.Keys}}
		}
		if err := x.apply(d, &b.Settings); err != nil {
			return nil, err
		}
		if p.Text, err = textOf(d); err != nil {
			return nil, err
		}
	}
	return x.madeFor(ctx, by, p)
}

// madeFor makes a contest, and answers a program with it.
func (x *contestPages) madeFor(ctx context.Context, by *people.Person, p making.Plan) (*body[wire.Made], error) {
	code, err := x.maker.Make(ctx, by, p)
	if err != nil {
		return nil, err
	}
	c, err := x.one(ctx, by, &ContestPath{p.Name})
	if err != nil {
		return nil, err
	}
	made := wire.Made{Contest: c.Body}
	if code != "" {
		made.Link = privateAddress(code)
	}
	return answered(made), nil
}

// apply gives a draft the settings of a program. Those that are missing stay.
func (x *contestPages) apply(d *draft.Draft, s *wire.Settings) error {
	if s.Title != "" {
		d.Name = s.Title
	}
	if s.Description != nil {
		d.About = *s.Description
	}
	if s.Prizes != nil {
		d.Prizes = s.Prizes
	}
	if s.Options != nil {
		d.Options = s.Options
	}
	if s.Limits != nil {
		if err := knownLimits(s.Limits); err != nil {
			return err
		}
		d.Limits = s.Limits
	}
	if s.Builtins != nil {
		d.Builtins = nil
		for _, name := range s.Builtins {
			at := slices.IndexFunc(d.Kind.Builtins, func(b game.BuiltinInfo) bool { return b.Name == name })
			if at < 0 {
				return &people.Problem{Text: fmt.Sprintf("%s has no built-in bot %q.", d.Kind.Title, name)}
			}
			d.Builtins = append(d.Builtins, d.Kind.Builtins[at])
		}
	}
	if s.Stages == nil {
		return nil
	}
	var formats []string
	for _, stage := range s.Stages {
		formats = append(formats, stage.Format)
	}
	if err := x.stagesOfDraft(d, formats); err != nil {
		return err
	}
	for i, stage := range s.Stages {
		d.Stages[i].Name, d.Stages[i].Keys = stage.Name, stage.Keys
	}
	return nil
}
