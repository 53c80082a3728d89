package jetstream_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"agon/contest/queue"
	"agon/contest/queue/jetstream"
	"agon/contest/queue/jetstream/embedded"
	"agon/contest/queue/queuetest"
)

// A served is a server in a folder of the test's own.
// A served is a server with its folder.
type served struct {
	*embedded.Server
	dir string
}

func start(t *testing.T, o embedded.Options) served {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	s, err := embedded.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return served{s, o.Dir}
}

// serve opens a server's side.
func serve(t *testing.T, s served, o jetstream.Options) *jetstream.Link {
	t.Helper()
	l, err := s.Dial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// join adds a worker and opens its side.
func join(t *testing.T, s served, lease time.Duration, name string, classes ...string) *jetstream.Link {
	t.Helper()
	i, err := embedded.Invite(s.dir, "agon", name, []string{s.Addr().String()}, classes, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := jetstream.Dial(t.Context(), i.URL(), jetstream.Options{
		Space: i.Space, Worker: i.Worker, Classes: i.Classes, Seed: i.Secret, Certificate: i.Certificate, Lease: lease,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func TestQueue(t *testing.T) {
	queuetest.Run(t, func(t *testing.T, lease time.Duration) queue.Queue {
		return serve(t, start(t, embedded.Options{}), jetstream.Options{Lease: lease, Deliveries: -1}).Queues().Jobs
	})
}

// TestResults: results are a queue like others, whatever the number of deliveries.
func TestResults(t *testing.T) {
	queuetest.Run(t, func(t *testing.T, lease time.Duration) queue.Queue {
		return serve(t, start(t, embedded.Options{}), jetstream.Options{Lease: lease}).Queues().Results
	})
}

// TestAFullStore: a file for which there is no room is refused as such, and not tried again.
func TestAFullStore(t *testing.T) {
	l := serve(t, start(t, embedded.Options{}), jetstream.Options{StoreBytes: 1 << 20})
	content := make([]byte, 2<<20)
	if err := l.Queues().Files.Put(t.Context(), queuetest.FileName(content), bytes.NewReader(content)); !errors.Is(err, queue.ErrFull) {
		t.Errorf("it gives the error %v", err)
	}
}

// sides opens sides of one embedded server for the suite.
type sides struct {
	t      *testing.T
	server served
	own    *jetstream.Link
	lease  time.Duration
	keep   time.Duration
}

func (s *sides) Server() queue.Link { return s.own.Queues() }

func (s *sides) Worker(name string, classes ...string) queue.Link {
	return join(s.t, s.server, s.lease, name, classes...).Queues()
}

func TestLink(t *testing.T) {
	queuetest.RunLink(t, func(t *testing.T, lease, keep time.Duration) queuetest.Sides {
		server := start(t, embedded.Options{Listen: "127.0.0.1:0"})
		return &sides{t, server, serve(t, server, jetstream.Options{Lease: lease, Keep: keep}), lease, keep}
	})
}
