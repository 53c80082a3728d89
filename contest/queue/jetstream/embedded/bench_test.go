package embedded

import (
	"context"
	"strconv"
	"testing"
	"time"

	"agon/contest/queue"
	"agon/contest/queue/jetstream"
)

// BenchmarkOrder carries orders of 1 KiB to a worker over TLS, extends the lease of each once, and carries a report of 16 KiB back, one
// after the other, so that nothing is hidden by what happens meanwhile.
func BenchmarkOrder(b *testing.B) {
	ctx := context.Background()
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	s, err := Start(Options{Dir: b.TempDir(), Listen: "127.0.0.1:0"})
	ok(err)
	defer s.Close()
	link, err := s.Dial(ctx, jetstream.Options{})
	ok(err)
	defer link.Close()
	i, err := Invite(s.options.Dir, s.options.Space, "bench", []string{s.Addr().String()}, nil, time.Time{})
	ok(err)
	far, err := dial(ctx, i)
	ok(err)
	defer far.Close()
	server, worker := link.Queues(), far.Queues()
	n := 0
	for b.Loop() {
		n++
		name := strconv.Itoa(n)
		ok(server.Jobs.Offer(ctx, queue.Job{Name: name, Body: make([]byte, 1<<10)}))
		job, err := worker.Jobs.Take(ctx)
		ok(err)
		ok(job.Extend(ctx))
		ok(worker.Results.Offer(ctx, queue.Job{Name: name, Body: make([]byte, 16<<10)}))
		ok(job.Done(ctx))
		result, err := server.Results.Take(ctx)
		ok(err)
		ok(result.Done(ctx))
	}
}
