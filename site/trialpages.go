package site

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"

	"agon/show/web"
	"agon/site/contests"
	"agon/site/people"
)

// inTrial names a game of a comparison of the trial of a version, both from 1.
type inTrial struct {
	VersionPath
	Part int `path:"part"`
	Game int `path:"game"`
}

// trialIn returns the folder of a comparison of a trial, for those who see the bot's versions.
func (s *submissions) trialIn(ctx context.Context, by *people.Person, in *inTrial) (*contests.Contest, string, error) {
	c, b, err := s.submittedBot(ctx, in.Contest, in.Bot)
	if err == nil && !b.Of(by) && !by.Role.May(people.Inspect) {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, "", err
	}
	return c, filepath.Join(s.entries.TrialDir(b.ID, in.Version), strconv.Itoa(in.Part)), nil
}

// tried serves the page of a game of a trial, and what it loads.
func (p *gamePages) tried(w http.ResponseWriter, r *http.Request) error {
	var in inTrial
	if err := fromAddress(r, &in); err != nil {
		return err
	}
	c, dir, err := p.trials(r.Context(), reader(r), &in)
	if err != nil {
		return err
	}
	page := botAddress(c.Name, in.Bot)
	// A comparison is a contest of its own, whose folder lies beside the file that it would have.
	of := &contests.Contest{Name: fmt.Sprintf("%s/%d/%d", page, in.Version, in.Part), Path: dir + ".toml"}
	here := web.Link{Text: fmt.Sprintf("Game %d of the trial of version %d", in.Game, in.Version)}
	g, err := p.films.Of(of, in.Game, p.way(c, web.Link{Text: "Bot", Href: page}, here)...)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(r.URL.Path, "/"+r.PathValue("path"))
	if r.PathValue("path") == "" {
		r = p.headed(r)
	}
	http.StripPrefix(base, g.Page).ServeHTTP(w, r)
	return nil
}
