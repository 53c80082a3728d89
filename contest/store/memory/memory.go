// Package memory is a store that lasts as long as the process: for tests, and for contests that are not resumed.
package memory

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"agon/contest/store"
	"agon/format/tournament"
)

// A Store stores a contest in memory. The zero Store is empty and ready to use.
type Store struct {
	mu      sync.Mutex     // guards all below
	contest *store.Contest // nil before it is stored; never changed
	games   []store.Game
	events  []store.Event
	changes []store.Change
}

// New returns an empty store.
func New() *Store { return &Store{} }

// Contest returns the contest stored by Begin.
func (s *Store) Contest(context.Context) (*store.Contest, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.contest, nil
}

// Begin stores the contest, or compares it with the stored one.
func (s *Store) Begin(_ context.Context, contest *store.Contest) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := contest.Check(); err != nil {
		return err
	}
	if s.contest != nil {
		if differences := s.contest.Differences(contest); differences != nil {
			return &store.Changed{Differences: differences}
		}
	}
	own := *contest
	s.contest = &own
	return nil
}

// Note stores events.
func (s *Store) Note(_ context.Context, events ...store.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, events...)
	return nil
}

// Events returns the events stored by Note.
func (s *Store) Events(context.Context) ([]store.Event, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.events), nil
}

// Change stores changes.
func (s *Store) Change(_ context.Context, changes ...store.Change) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range changes {
		if err := c.Check(); err != nil {
			return err
		}
		for _, id := range c.Games {
			if id < 0 || id >= len(s.games) {
				return store.Unplanned(id)
			}
		}
	}
	for _, c := range changes {
		c.Games = slices.Clone(c.Games)
		s.changes = append(s.changes, c)
		if c.What != store.Again {
			continue
		}
		for _, id := range c.Games {
			if g := &s.games[id]; g.Done {
				g.Others = append(slices.Clone(g.Others), g.Result)
				g.Done, g.Result = false, tournament.Result{}
			}
		}
	}
	return nil
}

// Changes returns the changes stored by Change.
func (s *Store) Changes(context.Context) ([]store.Change, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.changes), nil
}

// Plan stores fixtures.
func (s *Store) Plan(_ context.Context, fixtures ...tournament.Fixture) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	games := s.games
	for _, f := range fixtures {
		switch {
		case f.ID < 0 || f.ID > len(games):
			return store.Gap(f.ID, len(games))
		case f.ID < len(games) && !games[f.ID].Fixture.Equal(f):
			return store.Replanned(f.ID)
		case f.ID == len(games):
			f.Seats = slices.Clone(f.Seats)
			games = append(games, store.Game{Fixture: f})
		}
	}
	s.games = games
	return nil
}

// Record stores results.
func (s *Store) Record(_ context.Context, results ...tournament.Result) ([]store.Verdict, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range results {
		if r.Fixture < 0 || r.Fixture >= len(s.games) {
			return nil, store.Unplanned(r.Fixture)
		}
		if err := r.Check(len(s.games[r.Fixture].Seats)); err != nil {
			return nil, fmt.Errorf("record results: %w", err)
		}
	}
	verdicts := make([]store.Verdict, len(results))
	for i, r := range results {
		verdicts[i] = s.record(&s.games[r.Fixture], r)
	}
	return verdicts, nil
}

func (s *Store) record(g *store.Game, r tournament.Result) store.Verdict {
	r.Seats = slices.Clone(r.Seats)
	var standing *tournament.Result
	if g.Done {
		standing = &g.Result
	}
	verdict := store.Judge(standing, r)
	switch verdict {
	case store.Stands:
		g.Done, g.Result = true, r
	case store.Odd:
		g.Others = append(slices.Clone(g.Others), r)
	}
	return verdict
}

// Games returns the plan with its results.
func (s *Store) Games(ctx context.Context) iter.Seq2[store.Game, error] {
	return func(yield func(store.Game, error) bool) {
		s.mu.Lock()
		games := slices.Clone(s.games)
		s.mu.Unlock()
		for _, g := range games {
			if err := ctx.Err(); err != nil {
				yield(store.Game{}, err)
				return
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// Close does nothing: the store can still be used.
func (s *Store) Close() error { return nil }
