package site

import (
	"mime"
	"net/http"
	"slices"

	"agon/bot/program/clients"
	"agon/contest/config"
	"agon/format/tournament"
	"agon/game"
	"agon/site/contests"
	"agon/site/guide"
	"agon/site/people"
)

// guidePages say how contests are played, and give a first bot.
type guidePages struct {
	*pages
	*catalogue
	formats []tournament.Spec
	limits  func(c *contests.Contest) guide.Limits
}

// guidePage is the data of the page that says how a contest is played and how a bot is written for it.
type guidePage struct {
	page
	*guide.Guide
	Line  contestLine
	Takes bool // submissions, now
}

func (p *guidePages) guide(w http.ResponseWriter, r *http.Request) error {
	c, f, k, err := p.played(r)
	if err != nil {
		return err
	}
	data := &guidePage{Line: p.line(c)}
	data.Title = "Rules and a first bot: " + data.Line.Title
	state, _, _ := c.State()
	data.Takes = f.Folder != "" && state != contests.Over
	if data.Guide, err = guide.New(f, k, p.formats, p.limits(c)); err != nil {
		return err
	}
	p.render(w, r, "guide", data)
	return nil
}

// starterFile serves the starter of a language as the form takes it.
func (p *guidePages) starterFile(w http.ResponseWriter, r *http.Request) error {
	_, _, k, err := p.played(r)
	if err != nil {
		return err
	}
	language := r.PathValue("language")
	if !slices.Contains(clients.Languages(k.Files), language) {
		p.missing(w, r)
		return nil
	}
	x, err := guide.StarterOf(k, language)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", octets)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": x.File}))
	w.Header().Set("Cache-Control", "no-cache")
	if _, err := w.Write(x.Content); err != nil {
		p.log.Debug("send a starter", "error", err) // the reader has gone
	}
	return nil
}

// played returns the contest of a request, its file and its kind.
func (p *guidePages) played(r *http.Request) (*contests.Contest, *config.File, *game.Kind, error) {
	c, err := p.contests.Find(r.PathValue("contest"))
	if err != nil {
		return nil, nil, nil, err
	}
	unknown := &people.Problem{Text: "The file of this contest cannot be read, so its rules cannot be shown. Tell its organiser."}
	f, err := p.contests.File(c)
	if err != nil {
		return nil, nil, nil, unknown
	}
	k, err := p.kindOf(f.Kind)
	if err != nil {
		return nil, nil, nil, unknown
	}
	return c, f, k, nil
}
