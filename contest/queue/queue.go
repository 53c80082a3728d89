/*
Package queue delivers jobs: games to play from the conductor to workers and, in a queue of its own, results from workers to the conductor.
A job is a name and some bytes.

# What a queue promises

An offered job is delivered at least once, to one taker at a time, in no particular order. The taker has it under lease: Done ends the
job, Return gives it back at once, and a taker that dies or falls silent loses it when the lease expires, after which it is delivered
again. So a job may be delivered twice, and both takers may finish it: reporting it twice must be safe. Results are, by their fixture; see
package store.

# What it does not promise

A queue is not durable. The plan is in the store; the runner of a contest offers everything without a result again. An implementation
may drop a second offer of a job that is waiting or under lease, but callers must not rely on that, nor on the names of ended jobs being
remembered.

Implementations are folders below this one and pass [agon/contest/queue/queuetest].
*/
package queue

import (
	"context"
	"errors"
)

// A Job is a unit of work, offered by name.
type Job struct {
	Name  string // identifies the job; two offers of one name are the same job
	Class string // what a taker must be able to do, in words that offerers and takers agree on; a class like others is the empty one
	From  string // the worker that offered it, as the queue knows it; empty: the server. Offers ignore it
	Body  []byte // for the taker; immutable
	More  int    // jobs that waited in the queue when this one was taken, as far as the queue knows. Offers ignore it
}

// A Queue accepts jobs and delivers them. It is safe for concurrent use.
type Queue interface {
	// Offer adds jobs to the queue. It returns when the queue has stored them.
	Offer(ctx context.Context, jobs ...Job) error
	// Take waits for a job and takes it under lease. It returns ctx's error if that ends first, and [ErrClosed] after Close.
	Take(ctx context.Context) (Lease, error)
	// Close closes the queue: waiting calls return [ErrClosed]. Existing leases may still be ended.
	Close() error
}

// A Lease is a job taken by one worker. The worker calls Done or Return once; later calls, or calls after the lease has expired, change
// nothing and return [ErrExpired].
type Lease interface {
	// Job returns the job.
	Job() Job
	// Delivery returns how often the job has been delivered, from 1, which exposes a job that kills its takers.
	Delivery() int
	// Extend restarts the lease's time. Takers of long jobs call it while they work.
	Extend(ctx context.Context) error
	// Done ends the job: it is not delivered again.
	Done(ctx context.Context) error
	// Return gives the job back, to be delivered again at once.
	Return(ctx context.Context) error
}

// ErrClosed is returned after the queue was closed.
var ErrClosed = errors.New("the queue is closed")

// ErrExpired reports that a lease is over: the job was ended, returned, or taken by another.
var ErrExpired = errors.New("the lease is over")
