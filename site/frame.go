package site

import (
	"context"
	"net/http"

	"agon/site/contests"
	"agon/site/people"
)

// A frame puts handlers into the pages of the site. [Site] is one.
type frame interface {
	render(w http.ResponseWriter, r *http.Request, name string, data shown)
	note(w http.ResponseWriter, r *http.Request, to, text string) error
	noted(r *http.Request) string
	headed(r *http.Request) *http.Request
	missing(w http.ResponseWriter, r *http.Request)
	base(r *http.Request) string
}

// A summary returns the line of a contest in a list.
type summary func(c *contests.Contest) contestLine

// A curtain keeps the results of a contest whose table is frozen from readers. [Site] is one.
type curtain interface {
	unhidden(w http.ResponseWriter, r *http.Request, c *contests.Contest) bool
	untilFrozen(r *http.Request, c *contests.Contest) *http.Request
}

// A recorder writes what was decided about a contest into the log of decisions.
type recorder func(ctx context.Context, by *people.Person, what, why, about string) error

// of makes an answer of a group of pages one of the site.
func of[G any](group func(s *Site) *G, answer func(g *G, w http.ResponseWriter, r *http.Request) error) func(s *Site, w http.ResponseWriter, r *http.Request) error {
	return func(s *Site, w http.ResponseWriter, r *http.Request) error { return answer(group(s), w, r) }
}

// Groups of pages, for the table of routes.
func toGames(s *Site) *gamePages      { return &s.gamePages }
func toMatches(s *Site) *matchPages   { return &s.matchPages }
func toGallery(s *Site) *galleryPages { return &s.galleryPages }
func toPrivate(s *Site) *privatePages { return &s.privatePages }
func toAlerts(s *Site) *alertPages    { return &s.alertPages }
func toGuide(s *Site) *guidePages     { return &s.guidePages }
func toLedgers(s *Site) *ledgerPages  { return &s.ledgerPages }
func toProbes(s *Site) *probes        { return &s.probes }
