package site

import (
	"context"
	"time"

	"agon/contest"
	"agon/contest/store"
	"agon/site/alerts"
	"agon/site/boards"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/films"
	"agon/site/guide"
	"agon/site/metrics"
	"agon/site/votes"
)

// openAlerts opens the alerts, which contests notify of every game.
func (s *Site) openAlerts(ctx context.Context) (err error) {
	o := &s.options
	s.alerts, err = alerts.Open(ctx, s.db, alerts.Setup{
		After: o.Rest, Page: botAddress, Send: o.Alert, Now: o.Now, Log: o.Log,
		Title: func(contest string) (string, error) {
			c, err := s.contests.Find(contest)
			if err != nil {
				return "", err
			}
			return s.contests.Title(c), nil
		},
		Withdraw: func(ctx context.Context, r alerts.Rest) error {
			c, err := s.contests.Find(r.Contest)
			if err != nil {
				return err
			}
			ctx = context.WithoutCancel(ctx)
			d := contest.Decision{What: store.Withdrawn, Bot: r.Bot, Why: r.Why, By: decisions.Itself}
			return s.contests.Decide(ctx, c, d, func() error {
				return s.decided.Record(ctx, decisions.Itself, "let "+r.Bot+" rest", r.Why, c.Name,
					decisions.Opposite{What: store.Reinstated, Bot: r.Bot})
			})
		},
		Mail: func(ctx context.Context, person int64) string {
			p, err := s.people.Person(ctx, person)
			if err != nil {
				return ""
			}
			return p.Mail
		},
	})
	return err
}

// newestTable returns the newest table of a contest, nil if there is none.
func (s *Site) newestTable(contest string) *contests.Table {
	c, err := s.contests.Find(contest)
	if err != nil {
		return nil
	}
	return c.Newest()
}

// group makes the groups of pages of games, matches, art, private contests, alerts, guides and ledgers. life is done when the site is
// closed.
func (s *Site) group(life context.Context) {
	o := &s.options
	s.challenges.Matches = s.matches
	s.games = &gamePages{
		pages: s.pages, catalogue: s.catalogue, tables: &tables{bots: s.entries.Bots},
		films:  films.Games{Read: o.Game, Bots: s.entries.Bots},
		trials: s.submissions.trialIn,
		boards: boards.Boards{Contests: s.contests, Bots: s.entries.Bots, Hidden: hidden},
	}
	s.privates = &privatePages{pages: s.pages, catalogue: s.catalogue, seasons: s.seasons, decided: s.decided}
	s.contestPages.games, s.contestPages.around = s.games, s.privates.around
	s.matchPages = &matchPages{
		pages: s.pages, catalogue: s.catalogue, challenges: s.challenges, matches: s.matches,
		films: films.Matches{Matches: s.matches, Kinds: o.Kinds, Table: s.newestTable, Life: life, Log: o.Log},
	}
	s.galleries = &galleryPages{pages: s.pages, catalogue: s.catalogue, votes: votes.New(s.db, s.entries, o.Now), decided: s.decided}
	s.alertPages = &alertPages{s.pages, s.submissions, s.decisions, s.alerts}
	s.guides = &guidePages{
		pages: s.pages, catalogue: s.catalogue, formats: o.Formats,
		limits: func(c *contests.Contest) guide.Limits {
			l := s.entries.Limits()
			return guide.Limits{Bots: s.mostBots(c), Bytes: l.Bytes, Hourly: l.Hourly}
		},
	}
	s.editor = &editorPages{s.guides, s.submissions, s.contestPages.quotas}
	s.calendar = &calendarPages{s.pages, s.catalogue, o.Now}
	s.ledgers = &ledgerPages{s.contests, s.disk, s.decided}
	s.probes = &probes{people: s.people, contests: s.contests, entries: s.entries, disk: s.disk, log: o.Log, address: s.address}
	s.probes.metrics = metrics.New(s.probes.state, o.Log)
}

// everySecond does something each second until ctx is done.
func everySecond(ctx context.Context, do func(ctx context.Context)) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			do(ctx)
		case <-ctx.Done():
			return
		}
	}
}
