package main

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"agon/contest"
	"agon/fleet"
	"agon/report"
)

// siteWorkers are the workers of a site: one queue, and for each contest what it knows of them. Contests take turns on the site's cores, and so they do on
// those of its workers. It is safe for concurrent use.
type siteWorkers struct {
	queue *reached
	note  func(contest, text string)

	mu       sync.Mutex
	servers  map[string]*fleet.Server // by the contest's folder
	journals []*fleet.Journal
}

// siteWorkers opens the queue to workers of the site in a folder, if the flags say so; nil without.
func (s *serving) siteWorkers(ctx context.Context, dir string, note func(contest, text string)) (*siteWorkers, error) {
	if wanted, err := s.calls(); !wanted || err != nil {
		return nil, err
	}
	queue, err := s.reach(ctx, filepath.Join(dir, workersFolder), spaceOf(dir), dir, func(text string) { note("", text) })
	if err != nil {
		return nil, err
	}
	return &siteWorkers{queue: queue, note: note, servers: map[string]*fleet.Server{}}, nil
}

// of returns what gives a contest's games to workers.
func (w *siteWorkers) of(c *contest.Contest) (contest.Remote, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if server := w.servers[c.Dir]; server != nil {
		return server, nil
	}
	name := filepath.Base(filepath.Dir(c.Dir))
	server, journal, err := w.queue.serve(c.Dir, func(text string) { w.note(name, text) })
	if err != nil {
		return nil, err
	}
	w.servers[c.Dir], w.journals = server, append(w.journals, journal)
	return server, nil
}

// list returns the workers that the contest of a folder knows.
func (w *siteWorkers) list(dir string) []report.Worker {
	w.mu.Lock()
	server := w.servers[dir]
	w.mu.Unlock()
	if server == nil {
		return nil
	}
	return workersOf(server)
}

func (w *siteWorkers) close() error {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	errs := []error{w.queue.close()}
	for _, j := range w.journals {
		errs = append(errs, j.Close())
	}
	return errors.Join(errs...)
}
