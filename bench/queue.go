package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	"agon/queue"
	"agon/queue/jetstream"
	"agon/queue/jetstream/embedded"
	"agon/store"
	"agon/tournament"
)

func queueRows() []row {
	return []row{{"queue and storage, of the wall time of a 1 s job", "at most 1 %", carrying}}
}

// carrying takes jobs through everything that is not playing: a job to a worker through TLS, its lease extended once, a result of 16 KiB back, and
// into a ledger in a transaction of its own. One job follows the other, so nothing is hidden by what happens meanwhile.
func carrying(ctx context.Context) (value string, ok bool, err error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	s, err := embedded.Start(embedded.Options{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		return "", false, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	server, err := s.Dial(ctx, jetstream.Options{})
	if err != nil {
		return "", false, err
	}
	defer server.Close()
	i, err := s.AddWorker("bench", []string{s.Addr().String()}, nil, time.Time{})
	if err != nil {
		return "", false, err
	}
	worker, err := jetstream.Dial(ctx, i.URL(), jetstream.Options{Space: i.Space, Worker: i.Worker, Seed: i.Secret, Certificate: i.Certificate})
	if err != nil {
		return "", false, err
	}
	defer worker.Close()
	b, err := openSQLite()
	if err != nil {
		return "", false, err
	}
	defer b.close()
	ledger, err := b.open(ctx)
	if err != nil {
		return "", false, err
	}
	defer ledger.Close()

	const jobs = 500
	const goal = 0.01
	best := time.Hour
	for turn := range turns {
		fixtures := make([]tournament.Fixture, jobs)
		for n := range fixtures {
			fixtures[n] = tournament.Fixture{ID: turn*jobs + n, Match: turn*jobs + n, Seats: []int{0, 1}, Seed: int64(n)}
		}
		if err := ledger.Plan(ctx, fixtures...); err != nil {
			return "", false, err
		}
		begun := time.Now()
		for _, f := range fixtures {
			if err := carry(ctx, f, server.Queues(), worker.Queues(), ledger); err != nil {
				return "", false, err
			}
		}
		best = min(best, time.Since(begun)/jobs)
	}
	share := best.Seconds()
	return fmt.Sprintf("%.2f %%", 100*share), share <= goal, nil
}

// carry takes one job through its life.
func carry(ctx context.Context, f tournament.Fixture, server, worker queue.Link, ledger store.Store) error {
	name := strconv.Itoa(f.ID)
	if err := server.Jobs.Offer(ctx, queue.Job{Name: name, Body: make([]byte, 1<<10)}); err != nil {
		return err
	}
	job, err := worker.Jobs.Take(ctx)
	if err != nil {
		return err
	}
	if err := job.Extend(ctx); err != nil {
		return err
	}
	if err := worker.Results.Offer(ctx, queue.Job{Name: name, Body: make([]byte, 16<<10)}); err != nil {
		return err
	}
	if err := job.Done(ctx); err != nil {
		return err
	}
	result, err := server.Results.Take(ctx)
	if err != nil {
		return err
	}
	if _, err := ledger.Record(ctx, drawn(f, 100, rand.New(rand.NewPCG(1, uint64(f.ID))))); err != nil {
		return err
	}
	return result.Done(ctx)
}
