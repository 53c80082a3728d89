package site

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"agon/game"
	"agon/site/contests"
	"agon/site/editor"
	"agon/site/entries"
	"agon/site/people"
)

// editorPages let authors write a bot of one source on a page, and hand it in.
type editorPages struct {
	*guidePages
	submissions *submissions
	quotas      *quotas
}

// editorPage is the data of the editor of a contest.
type editorPage struct {
	page
	Line            contestLine
	Starters, Other []editor.Choice
	Draft           *editor.Draft
	Colours, Script string // the highlighter's name of the language, and a script that it needs beside its own; empty: none
	From            int    // the version that is opened; 0: none is
	Wrong           string // why it was not taken
	Deadline        *deadline

	Mine     []entries.Bot
	Bot      string // of which it is a version; empty: a new one
	Name     string // of a new bot
	MoreBots bool   // the reader may have another
}

// edit shows the editor, with a starter, an empty text or a version of the reader's own.
func (p *editorPages) edit(w http.ResponseWriter, r *http.Request) error {
	data, k, err := p.opened(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	if id, err := strconv.ParseInt(q.Get("bot"), 10, 64); err == nil {
		if err := p.version(r, data, k, id, q.Get("version")); err != nil {
			return err
		}
	}
	if data.Draft == nil {
		if data.Draft, err = p.draft(data, k, q.Get("language")); err != nil {
			return err
		}
	}
	p.show(w, r, data)
	return nil
}

// opened returns what every page of the editor has, and the kind of the contest.
func (p *editorPages) opened(r *http.Request) (*editorPage, *game.Kind, error) {
	c, _, k, err := p.played(r)
	if err != nil {
		return nil, nil, err
	}
	data := &editorPage{Line: p.line(c)}
	data.Title = "Editor: " + data.Line.Title
	if _, _, err := p.submissions.take(c.Name); err != nil {
		return nil, nil, err
	}
	if data.Line.Entry == "" {
		return nil, nil, &people.Problem{Text: "This contest takes no submissions here."}
	}
	if closes := p.schedule.Closes(c.Name); !closes.IsZero() {
		data.Deadline = &deadline{closes, p.submissions.now()}
	}
	choices, err := editor.Choices(k)
	if err != nil {
		return nil, nil, err
	}
	for _, x := range choices {
		if x.Starter {
			data.Starters = append(data.Starters, x)
		} else {
			data.Other = append(data.Other, x)
		}
	}
	return data, k, p.fillOwn(r, data, c)
}

// fillOwn sets what the page has of the reader's own bots.
func (p *editorPages) fillOwn(r *http.Request, data *editorPage, c *contests.Contest) (err error) {
	by := reader(r)
	if data.Mine, err = p.submissions.entries.Bots(r.Context(), c.Name, by.ID); err != nil {
		return err
	}
	used, err := p.submissions.entries.Newest(r.Context(), c.Name, by.ID)
	for i := range data.Mine {
		if data.Mine[i].ID == used {
			data.Bot = data.Mine[i].Name
		}
	}
	if err != nil {
		return err
	}
	limits, err := p.quotas.of(r.Context(), by, c)
	data.MoreBots = err == nil && limits.Bots < limits.MostBots
	return err
}

// version opens a version of a bot of the reader's own; of one that cannot be edited it says so, and leaves the draft nil.
func (p *editorPages) version(r *http.Request, data *editorPage, k *game.Kind, id int64, number string) error {
	_, b, err := p.submissions.submittedBot(r.Context(), data.Line.Name, id)
	if err != nil {
		return err
	}
	if !b.Of(reader(r)) {
		return people.ErrNobody
	}
	data.Bot = b.Name
	nth, err := strconv.Atoi(number)
	if err != nil {
		return nil // the bot alone is chosen
	}
	files, err := p.submissions.entries.Source(r.Context(), b, nth)
	if err != nil {
		return err
	}
	d, ok, err := editor.Opened(k, files)
	if err != nil {
		return err
	}
	if !ok {
		data.Wrong = fmt.Sprintf("Version %d is not a single source that is kept: it cannot be edited here.", nth)
		return nil
	}
	data.Draft, data.From = d, nth
	return nil
}

// draft returns the draft of a choice, of the first if the key is empty.
func (p *editorPages) draft(data *editorPage, k *game.Kind, key string) (*editor.Draft, error) {
	if key == "" {
		key = "python"
		if len(data.Starters) > 0 && !has(data.Starters, key) {
			key = data.Starters[0].Key
		}
	}
	d, ok, err := editor.New(k, key)
	if err == nil && !ok {
		err = &people.Problem{Text: fmt.Sprintf("There is no language %q here; go back and choose one of the list.", key)}
	}
	return d, err
}

// has reports whether there is a choice of a key.
func has(list []editor.Choice, key string) bool {
	for _, c := range list {
		if c.Key == key {
			return true
		}
	}
	return false
}

// handIn takes what was written. What is refused is shown again, as it was written.
func (p *editorPages) handIn(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return unread(err)
	}
	data, k, err := p.opened(r)
	if err != nil {
		return err
	}
	if data.Draft, err = p.draft(data, k, r.PostForm.Get("language")); err != nil {
		return err
	}
	text := r.PostForm.Get("source")
	data.Draft.Write(text)
	data.Bot, data.Name = strings.TrimSpace(r.PostForm.Get("bot")), strings.TrimSpace(r.PostForm.Get("new"))
	v, err := p.taken(r, data)
	var problem *people.Problem
	if errors.As(err, &problem) {
		data.Wrong = problem.Text
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusUnprocessableEntity)
		p.show(w, r, data)
		return nil
	}
	if err != nil {
		return err
	}
	http.Redirect(w, r, botAddress(data.Line.Name, v.Bot), http.StatusSeeOther)
	return nil
}

// taken hands in what was written.
func (p *editorPages) taken(r *http.Request, data *editorPage) (*entries.Version, error) {
	switch size := len(data.Draft.Text); {
	case strings.TrimSpace(data.Draft.Text) == "":
		return nil, &people.Problem{Text: "The editor is empty: write a bot, or open a starter."}
	case size > entries.MostSource:
		return nil, &people.Problem{Text: fmt.Sprintf("The source has %d KiB, and the editor takes %d: hand it in as a file.", size>>10,
			entries.MostSource>>10)}
	}
	name, content, err := data.Draft.Upload()
	if err != nil {
		return nil, err
	}
	handed := entries.Submission{Contest: data.Line.Name, Bot: data.Bot, File: name, Content: bytes.NewReader(content)}
	if data.Name != "" {
		handed.Bot = data.Name
	}
	_, v, err := p.submissions.submitBot(r.Context(), reader(r), handed, "")
	return v, err
}

// show renders the editor.
func (p *editorPages) show(w http.ResponseWriter, r *http.Request, data *editorPage) {
	name, own := data.Draft.Colours()
	if data.Colours = name; own {
		data.Script = "highlight-" + name + ".js"
	}
	p.render(w, r, "editor", data)
}
