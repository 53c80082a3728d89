package site

import (
	"context"
	"fmt"
	"html/template"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"agon/bot/unpack"
	"agon/contest/draft"
	"agon/site/contests"
	"agon/site/guide"
	"agon/site/making"
	"agon/site/people"
	"agon/site/wire"
)

// settingsPage is the data of the page that changes what a contest plays.
type settingsPage struct {
	page
	contestForm
	Line   contestLine
	Wrong  string // why nothing was changed
	Begun  bool
	Why    string // as typed
	Digest string // of the text that is changed
	Form   bool   // the form says all that the file does
	Rules  template.HTML
	Kind   string // its title
}

// settings shows the file of a contest, by a form where a form says all of it.
func (x *contestPages) settings(w http.ResponseWriter, r *http.Request) error {
	p, _, err := x.settingsFor(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if r.URL.Query().Has("file") {
		p.AsFile = true
	}
	p.Note = x.noted(r)
	x.render(w, r, "make-settings", p)
	return nil
}

// settingsFor returns the page of a contest's settings, and the contest.
func (x *contestPages) settingsFor(name string) (*settingsPage, *contests.Contest, error) {
	c, err := x.contests.Find(name)
	if err != nil {
		return nil, nil, err
	}
	text, err := c.Text()
	if err != nil {
		return nil, nil, err
	}
	p := &settingsPage{Line: x.line(c), Begun: c.Begun(), Digest: making.Digest(text)}
	p.Title, p.Formats, p.Text, p.AsFile = "Settings of "+p.Line.Title, x.formats, string(text), true
	d, err := x.draftOf(c)
	if err != nil {
		return p, c, nil // the file alone says it
	}
	p.Form, p.AsFile, p.Kind = true, p.Begun, d.Kind.Title
	p.fill(d)
	p.Rules, err = guide.Rules(d.Kind)
	return p, c, err
}

// draftOf returns the draft of a contest. The error is [draft.ErrForm] if its file says more.
func (x *contestPages) draftOf(c *contests.Contest) (*draft.Draft, error) {
	f, err := x.contests.File(c)
	if err != nil {
		return nil, draft.ErrForm
	}
	k, closed, err := x.maker.Kind(f)
	if err != nil {
		return nil, draft.ErrForm
	}
	defer closed()
	return draft.Of(f, k, x.formats)
}

// changeSettings changes the file of a contest by a form, or shows the form again with what a button changed in it.
func (x *contestPages) changeSettings(w http.ResponseWriter, r *http.Request) error {
	p, c, err := x.settingsFor(r.PathValue("contest"))
	if err != nil {
		return err
	}
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	if err := x.typedSettings(p, r); err != nil {
		return err
	}
	did, err := x.changeForm(&p.contestForm, r)
	if err == nil && did {
		x.render(w, r, "make-settings", p)
		return nil
	}
	var told string
	if err == nil {
		told, err = x.changeFile(r.Context(), reader(r), c, p)
	}
	if text, ok := refusal(err); ok {
		p.Wrong = text
		w.WriteHeader(http.StatusUnprocessableEntity)
		x.render(w, r, "make-settings", p)
		return nil
	}
	if err != nil {
		return err
	}
	to := "/settings"
	if c.Doing() != "" {
		to = "/desk" // which shows how that ends
	}
	return x.note(w, r, contestAddress(c.Name)+to, told)
}

// typedSettings takes what was typed into the form of a page.
func (x *contestPages) typedSettings(p *settingsPage, r *http.Request) error {
	base := p.base
	p.contestForm = contestForm{Formats: x.formats, AsFile: r.PostForm.Has("text")}
	p.Why, p.Digest = r.PostFormValue("why"), r.PostFormValue("digest")
	if p.AsFile || base == nil {
		p.AsFile = true
		p.read(r.PostForm, nil)
		return nil
	}
	d := *base
	if err := x.stagesOfDraft(&d, stageNames(r.PostForm)); err != nil {
		return err
	}
	p.read(r.PostForm, &d)
	return nil
}

// changeFile gives a contest the file of a form, and returns what that changes.
func (x *contestPages) changeFile(ctx context.Context, by *people.Person, c *contests.Contest, p *settingsPage) (string, error) {
	text := p.Text
	if !p.AsFile {
		d, err := p.draft()
		if err != nil {
			return "", err
		}
		if text, err = textOf(d); err != nil {
			return "", err
		}
	}
	return x.maker.Change(ctx, by, c, text, p.Digest, p.Why)
}

// file answers with the file of a contest.
func (x *contestPages) file(_ context.Context, _ *people.Person, in *ContestPath) (*body[wire.ContestFile], error) {
	c, err := x.contests.Find(in.Contest)
	if err != nil {
		return nil, err
	}
	text, err := c.Text()
	if err != nil {
		return nil, err
	}
	return answered(wire.ContestFile{Text: string(text), Digest: making.Digest(text), Begun: c.Begun()}), nil
}

// newFile is the text that a contest's file gets.
type newFile = struct {
	ContestPath
	Body wire.NewFile
}

// fileChanged gives a contest the file of a program.
func (x *contestPages) fileChanged(ctx context.Context, by *people.Person, in *newFile) (*body[wire.Done], error) {
	c, err := x.contests.Find(in.Contest)
	if err != nil {
		return nil, err
	}
	told, err := x.maker.Change(ctx, by, c, in.Body.Text, in.Body.Digest, in.Body.Why)
	if err != nil {
		return nil, err
	}
	return answered(wire.Done{Told: told}), nil
}

// newSettings are the settings that a contest gets.
type newSettings = struct {
	ContestPath
	Body wire.NewSettings
}

// settingsChanged gives a contest the settings of a program.
func (x *contestPages) settingsChanged(ctx context.Context, by *people.Person, in *newSettings) (*body[wire.Done], error) {
	c, err := x.contests.Find(in.Contest)
	if err != nil {
		return nil, err
	}
	d, err := x.draftOf(c)
	if err != nil {
		return nil, &contests.Conflict{
			Text: "The file of this contest says more than settings can: change its text, by PUT /contests/{contest}/file.",
		}
	}
	if in.Body.PerAuthor != nil {
		d.PerAuthor = *in.Body.PerAuthor
	}
	if err := x.apply(d, &in.Body.Settings); err != nil {
		return nil, err
	}
	text, err := textOf(d)
	if err != nil {
		return nil, err
	}
	told, err := x.maker.Change(ctx, by, c, text, "", in.Body.Why)
	if err != nil {
		return nil, err
	}
	return answered(wire.Done{Told: told}), nil
}

// makeGame makes the contest of a game that a form hands in: an archive, or a folder file by file.
func (x *contestPages) makeGame(w http.ResponseWriter, r *http.Request) error {
	parts, err := r.MultipartReader()
	if err != nil {
		return unread(err)
	}
	given := map[string]string{}
	p := making.Plan{}
	left := x.entries.Limits().Bytes
	for p.Game == nil || p.Game.Files != nil {
		part, err := parts.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return unread(err)
		}
		if err := gamePart(part, &p, given, &left); err != nil {
			return err
		}
	}
	if p.Game == nil {
		return &people.Problem{Text: "Choose the archive or the folder of a game."}
	}
	p.Name, p.Title, p.Private = given["name"], given["title"], given["private"] != ""
	code, err := x.maker.Make(r.Context(), reader(r), p)
	if err != nil && reading(err) {
		err = unread(err)
	}
	if err != nil {
		return err
	}
	if code != "" {
		x.sessions.Put(r.Context(), keyPrivate, privateAddress(code))
	}
	return x.note(w, r, contestAddress(p.Name)+"/settings", "The contest is made. Set what its games are like here, then play it.")
}

// gamePart takes a part of a form with a game. left are the bytes that a folder may still have.
func gamePart(part *multipart.Part, p *making.Plan, given map[string]string, left *int64) error {
	switch name := part.FormName(); {
	case part.FileName() == "":
		text, err := io.ReadAll(io.LimitReader(part, mostText))
		if err != nil {
			return unread(err)
		}
		if name != "file" && name != "folder" { // else none was chosen
			given[name] = strings.TrimSpace(string(text))
		}
		return nil
	case name == "file":
		p.Game = &making.Game{File: part.FileName(), Archive: part}
		return nil
	case name != "folder":
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(part, *left+1))
	if err != nil {
		return unread(err)
	}
	if *left -= int64(len(text)); *left < 0 {
		return &people.Problem{Text: "The folder has more than this site takes."}
	}
	if p.Game == nil {
		p.Game = &making.Game{Files: map[string][]byte{}}
	}
	if len(p.Game.Files) >= unpack.MostEntries {
		return &people.Problem{Text: fmt.Sprintf("The folder has more than %d files.", unpack.MostEntries)}
	}
	p.Game.Files[pathOf(part)] = text
	return nil
}

// pathOf returns the path of a file in the folder that a browser sends. [multipart.Part.FileName] has its last part alone.
func pathOf(part *multipart.Part) string {
	_, values, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return part.FileName()
	}
	return path.Clean(strings.ReplaceAll(values["filename"], `\`, "/"))
}

// inGame is a game that a program hands in.
type inGame struct {
	Name    string `query:"name" required:"true" maxLength:"64" doc:"of the contest in addresses"`
	Title   string `query:"title" maxLength:"200" doc:"of the contest; none: that of the game"`
	File    string `query:"file" required:"true" minLength:"1" maxLength:"200" doc:"name of the archive; it ends in .zip, .tar.gz or .tgz"`
	Private bool   `query:"private" doc:"from its first moment on"`

	content io.Reader
	wrong   string // content type
}

// Resolve takes over the body of the request. huma calls it after it has read the parameters.
func (i *inGame) Resolve(ctx huma.Context) []error {
	r, _ := humago.Unwrap(ctx)
	i.content = r.Body
	if kind := r.Header.Get("Content-Type"); kind != octets {
		i.wrong = kind
	}
	return nil
}

// gameMade makes the contest of a game that a program hands in.
func (x *contestPages) gameMade(ctx context.Context, by *people.Person, in *inGame) (*body[wire.Made], error) {
	if in.wrong != "" || in.content == nil {
		return nil, huma.Error415UnsupportedMediaType("Send the archive as it is, with the header Content-Type: " + octets + ".")
	}
	content := io.LimitReader(in.content, x.entries.Limits().Bytes)
	return x.madeFor(ctx, by, making.Plan{
		Name: in.Name, Title: in.Title, Private: in.Private, Game: &making.Game{File: in.File, Archive: content},
	})
}
