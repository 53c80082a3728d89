/*
Package queue carries offers: from the conductor to workers the games to be played, and, in a queue of its own, from workers to the
conductor what came of them. It knows neither; a job is a name and some bytes.

# What a queue promises

A job that was offered is delivered at least once, to one taker at a time, in no promised order. Who takes it has it under lease:
Done ends the job, Return gives it back at once, and a taker that dies or falls silent loses it when the lease runs out, after which
it is delivered again. So a job may be delivered twice, and both takers may finish it: what they hand in must be safe to hand
in twice. Results are, by their fixture; see package store.

# What it does not promise

It keeps nothing that matters. The plan is in the store; whoever runs a contest offers anew what has no result. An implementation
may drop a second offer of a job that is waiting or under lease, but nobody may count on that, nor on an ended job's name being
remembered.

Implementations are folders below this one and pass [agon/queue/queuetest].
*/
package queue

import (
	"context"
	"errors"
)

// A Job is what is offered.
type Job struct {
	Name string // says which job it is; two offers of one name are the same job
	Body []byte // for the taker; nobody changes it
}

// A Queue takes offers and hands them out. Its methods may be called by many goroutines.
type Queue interface {
	// Offer puts jobs into the queue. It returns when the queue has them.
	Offer(ctx context.Context, jobs ...Job) error
	// Take waits for a job and takes it under lease. The error is ctx's when that ends first, and [ErrClosed] after Close.
	Take(ctx context.Context) (Lease, error)
	// Close ends the queue: everybody who waits gets [ErrClosed]. Leases that are out may still be ended.
	Close() error
}

// A Lease is a job that one worker has taken. The worker calls Done or Return once; calls after that, or after the lease ran
// out, change nothing and say [ErrExpired].
type Lease interface {
	// Job is what was taken.
	Job() Job
	// Delivery counts how often the job was handed out, from 1: a job that kills its takers shows by it.
	Delivery() int
	// Extend makes the lease last its full time again from now. Takers of long jobs call it while they work.
	Extend(ctx context.Context) error
	// Done ends the job: it is not delivered again.
	Done(ctx context.Context) error
	// Return gives the job back, to be delivered again at once.
	Return(ctx context.Context) error
}

// ErrClosed says that the queue was closed.
var ErrClosed = errors.New("the queue is closed")

// ErrExpired says that a lease is over: the job was ended, returned, or went to another taker.
var ErrExpired = errors.New("the lease is over")
