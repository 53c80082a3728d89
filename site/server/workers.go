package server

import (
	"context"
	"fmt"
	"sync"

	"agon/contest"
	"agon/contest/fleet"
	"agon/contest/fleet/connection"
	"agon/contest/run"
	"agon/show/report"
)

// siteWorkers are the workers of a site: one queue, and for each contest what it knows of them. Contests take turns on the site's cores,
// and so they do on those of its workers. It is safe for concurrent use.
type siteWorkers struct {
	queue *connection.Queue
	note  func(text string)

	mu      sync.Mutex
	servers map[string]*fleet.Server // by the contest's folder
}

// openWorkers connects the site to workers if it is to have any; nil without.
func (s *Setup) openWorkers(ctx context.Context) (*siteWorkers, error) {
	if !s.Workers.Wanted() {
		return nil, nil
	}
	o := s.Workers
	o.Dir, o.Note, o.Invite = s.Site.Dir, s.Note, "agon invite worker NAME "+s.Site.Dir
	q, err := connection.OpenQueue(ctx, o)
	if err != nil {
		return nil, err
	}
	return &siteWorkers{queue: q, note: s.Note, servers: map[string]*fleet.Server{}}, nil
}

// of returns what gives a contest's games to workers.
func (w *siteWorkers) of(c *contest.Contest) (run.Remote, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if server := w.servers[c.Dir]; server != nil {
		return server, nil
	}
	server, err := w.queue.Serve(c.Dir, w.note)
	if err != nil {
		return nil, err
	}
	w.servers[c.Dir] = server
	w.note(fmt.Sprintf("contest %s: %s", c.File.Name, fleet.Verification(c.File.Sample)))
	return server, nil
}

// list returns the workers that the contest of a folder knows.
func (w *siteWorkers) list(dir string) []report.Worker {
	w.mu.Lock()
	defer w.mu.Unlock()
	if server := w.servers[dir]; server != nil {
		return connection.Workers(server)
	}
	return nil
}

func (w *siteWorkers) close() error {
	if w == nil {
		return nil
	}
	return w.queue.Close()
}
