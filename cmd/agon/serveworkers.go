package main

import (
	"context"
	"sync"

	"agon/contest"
	"agon/contest/fleet"
	"agon/contest/fleet/connection"
	"agon/contest/run"
	"agon/show/report"
)

// siteWorkers are the workers of a site: one queue, and for each contest what it knows of them. Contests take turns on the site's cores, and so they do
// on those of its workers. It is safe for concurrent use.
type siteWorkers struct {
	queue *connection.Queue
	note  func(text string)

	mu      sync.Mutex
	servers map[string]*fleet.Server // by the contest's folder
}

// openSiteWorkers connects the site in a folder to workers if the flags ask for them; nil without.
func (s *serving) openSiteWorkers(ctx context.Context, dir string, note func(text string)) (*siteWorkers, error) {
	e := &s.elsewhere
	if e.listen == "" && e.nats == "" {
		return nil, nil
	}
	q, err := connection.OpenQueue(ctx, connection.Options{
		Dir: dir, Listen: e.listen, NATS: e.nats, Credentials: e.creds, CA: e.ca, NoCores: e.noCores, Admit: s.admits, Note: note, Invite: "agon invite worker NAME " + dir,
	})
	if err != nil {
		return nil, err
	}
	return &siteWorkers{queue: q, note: note, servers: map[string]*fleet.Server{}}, nil
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
	return server, nil
}

// list returns the workers that the contest of a folder knows.
func (w *siteWorkers) list(dir string) []report.Worker {
	w.mu.Lock()
	defer w.mu.Unlock()
	if server := w.servers[dir]; server != nil {
		return workersOf(server)
	}
	return nil
}

func (w *siteWorkers) close() error {
	if w == nil {
		return nil
	}
	return w.queue.Close()
}
