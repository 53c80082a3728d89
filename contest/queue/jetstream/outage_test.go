package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"agon/contest/queue"
	"agon/contest/queue/jetstream"
	"agon/contest/queue/jetstream/embedded"
	"agon/contest/queue/queuetest"
	"agon/internal/natscluster"
	"agon/internal/tier"
)

// TestAnOutage: calls wait for the server, say so when their context ends, and succeed when it is back.
func TestAnOutage(t *testing.T) {
	dir := t.TempDir()
	s, err := embedded.Start(embedded.Options{Dir: dir, Listen: "127.0.0.1:0"})
	check(t, err)
	address := s.Addr().String()
	own, err := s.Dial(t.Context(), jetstream.Options{Lease: time.Hour})
	check(t, err)
	link := join(t, served{s, dir}, time.Hour, "anna")
	worker := link.Queues()
	check(t, own.Queues().Jobs.Offer(t.Context(), queue.Job{Name: "one"}))
	lease, err := worker.Jobs.Take(t.Context())
	check(t, err)
	own.Close()
	check(t, s.Close())
	for ok := true; ok; ok, _ = link.Connected() {
		time.Sleep(10 * time.Millisecond)
	}

	for name, call := range map[string]func(context.Context) error{
		"offer":  func(ctx context.Context) error { return worker.Results.Offer(ctx, queue.Job{Name: "one"}) },
		"take":   func(ctx context.Context) error { _, err := worker.Jobs.Take(ctx); return err },
		"extend": lease.Extend,
		"report": func(ctx context.Context) error { return worker.Presence.Report(ctx, "anna", nil) },
		"read":   func(ctx context.Context) error { _, err := worker.Files.Get(ctx, queuetest.FileName(nil)); return err },
	} {
		ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
		err := call(ctx)
		stop()
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), name) ||
			!strings.Contains(err.Error(), "waited for a connection to tls://"+address) {
			t.Errorf("%s: %v", name, err)
		}
	}

	results := make(chan error, 2)
	go func() { results <- worker.Results.Offer(t.Context(), queue.Job{Name: "one"}) }()
	go func() { results <- lease.Done(t.Context()) }()
	s = start(t, embedded.Options{Dir: dir, Listen: address}).Server
	for range 2 {
		check(t, <-results)
	}
	l, err := serve(t, served{s, dir}, jetstream.Options{Lease: time.Hour}).Queues().Results.Take(t.Context())
	check(t, err)
	if l.Job().From != "anna" {
		t.Errorf("the result is %+v", l.Job())
	}
}

// TestAnotherServersCrash: a NATS server that is killed loses what it has in memory. Whoever was there is not taken for gone, and reports
// again.
func TestAnotherServersCrash(t *testing.T) {
	cluster := natscluster.Start(t, 1, true, jetstream.MaxMessage)
	side := func(worker string) queue.Link {
		l, err := jetstream.Dial(t.Context(), cluster.URL(), jetstream.Options{Worker: worker, Credentials: cluster.Credentials()})
		check(t, err)
		t.Cleanup(func() { l.Close() })
		return l.Queues()
	}
	server, anna := side(""), side("anna")
	check(t, server.Jobs.Offer(t.Context(), queue.Job{Name: "one"}))
	check(t, anna.Presence.Report(t.Context(), "anna", []byte("here")))
	cluster.Kill(0)
	cluster.Restart(0)
	reported := make(chan error, 1)
	seen, err := server.Presence.Reports(t.Context())
	if err != nil || string(seen["anna"]) != "here" {
		t.Errorf("the server sees %q, %v", seen, err)
	}
	go func() { reported <- anna.Presence.Report(t.Context(), "anna", []byte("again")) }() // waits until it can be stored
	check(t, <-reported)
	if seen, err = server.Presence.Reports(t.Context()); err != nil || string(seen["anna"]) != "again" {
		t.Errorf("the server sees %q, %v", seen, err)
	}
	if l, err := anna.Jobs.Take(t.Context()); err != nil || l.Job().Name != "one" {
		t.Errorf("the offered job: %v, %v", l, err)
	}
}

// TestMoreThanAThousandWorkersOfAnotherServer: a server bounds the consumers of a stream that names no number.
func TestMoreThanAThousandWorkersOfAnotherServer(t *testing.T) {
	tier.Long(t)
	cluster := natscluster.Start(t, 1, false, jetstream.MaxMessage)
	link, err := jetstream.Dial(t.Context(), cluster.URL(), jetstream.Options{})
	check(t, err)
	defer link.Close()
	for n := range 1100 {
		check(t, link.Queues().Jobs.Offer(t.Context(), queue.Job{Name: "job", Class: fmt.Sprint("worker ", n)}))
	}
}

// TestAnAccountOfFewConsumers: as many workers as an account allows get jobs, and the next one's error says what to do.
func TestAnAccountOfFewConsumers(t *testing.T) {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true, JetStream: true,
		StoreDir: t.TempDir(), MaxPayload: jetstream.MaxMessage})
	check(t, err)
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("no server")
	}
	check(t, s.GlobalAccount().UpdateJetStreamLimits(map[string]server.JetStreamAccountLimits{
		"": {MaxMemory: -1, MaxStore: -1, MaxStreams: -1, MaxConsumers: 5, MemoryMaxStreamBytes: -1, StoreMaxStreamBytes: -1},
	}))
	link, err := jetstream.Dial(t.Context(), s.ClientURL(), jetstream.Options{})
	check(t, err)
	defer link.Close()
	n := 0
	for ; err == nil; n++ {
		err = link.Queues().Jobs.Offer(t.Context(), queue.Job{Name: "job", Class: fmt.Sprint("worker ", n)})
	}
	if text := err.Error(); n < 3 || n > 6 || !strings.Contains(text, "maximum consumers limit reached") ||
		!strings.Contains(text, "let the account have more") {
		t.Errorf("worker %d: %v", n, err)
	}
}
