package site

import (
	"context"
	"time"

	"agon/contest"
	"agon/contest/store"
	"agon/site/alerts"
	"agon/site/boards"
	"agon/site/contests"
	"agon/site/films"
	"agon/site/guests"
	"agon/site/guide"
	"agon/site/metrics"
	"agon/site/votes"
)

// openRooms opens what contests need before they are opened.
func (s *Site) openRooms(ctx context.Context) (err error) {
	if s.guests, err = guests.Open(ctx, s.db); err != nil {
		return err
	}
	o := &s.options
	s.alerts, err = alerts.Open(ctx, s.db, alerts.Setup{
		After: o.Rest, Page: botAddress, Tell: o.Tell, Now: o.Now, Log: o.Log,
		Title: func(contest string) (string, error) {
			c, err := s.contests.Find(contest)
			if err != nil {
				return "", err
			}
			return s.contests.Title(c), nil
		},
		Withdraw: func(ctx context.Context, r alerts.Rest) error {
			c, err := s.contests.Find(r.Contest)
			if err == nil {
				err = s.contests.Decide(ctx, c, contest.Decision{What: store.Withdrawn, Bot: r.Bot, Why: r.Why, By: itself})
			}
			if err != nil {
				return err
			}
			return s.keepDecision(ctx, itself, "let "+r.Bot+" rest", r.Why, c.Name, &opposite{What: store.Reinstated, Bot: r.Bot})
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

// furnish gives each group of pages what it uses.
func (s *Site) furnish() {
	o := &s.options
	s.tables = &tables{bots: s.entries.Bots}
	s.quotas = quotas{entries: s.entries, matches: s.matches, most: s.mostBots}
	s.challenges.Matches = s.matches
	s.gamePages = gamePages{
		frame: s, curtain: s, contests: s.contests, guests: s.guests, tables: s.tables, kinds: o.Kinds, line: s.line,
		films:  films.Games{Read: o.Game, Bots: s.entries.Bots},
		boards: boards.Boards{Contests: s.contests, Bots: s.entries.Bots, Hidden: hidden},
	}
	s.privatePages = privatePages{
		frame: s, contests: s.contests, guests: s.guests, seasons: s.seasons, sessions: s.sessions, record: s.record, line: s.line, secure: o.Secure,
	}
	s.matchPages = matchPages{
		frame: s, private: &s.privatePages, contests: s.contests, challenges: s.challenges, matches: s.matches,
		films: films.Matches{Matches: s.matches, Kinds: o.Kinds, Life: s.life, Log: o.Log},
	}
	s.galleryPages = galleryPages{frame: s, contests: s.contests, votes: votes.New(s.db, s.entries, o.Now), record: s.record, line: s.line}
	s.alertPages = alertPages{frame: s, bots: s, alerts: s.alerts, name: o.Name}
	s.guidePages = guidePages{
		frame: s, contests: s.contests, kinds: o.Kinds, formats: o.Formats, line: s.line,
		taken: func(c *contests.Contest) guide.Taken {
			l := s.entries.Limits()
			return guide.Taken{Bots: s.mostBots(c), Bytes: l.Bytes, Hourly: l.Hourly}
		},
	}
	s.ledgerPages = ledgerPages{contests: s.contests, disk: s.disk, record: s.record}
	s.probes = probes{people: s.people, contests: s.contests, entries: s.entries, disk: s.disk, log: o.Log, address: s.address}
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
