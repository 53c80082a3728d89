// Package memory is the queue of a contest that runs in one process.
package memory

import (
	"context"
	"sync"
	"time"

	"agon/queue"
)

// A Queue delivers jobs in the order of their offers; returned jobs come first. [New] makes one.
type Queue struct {
	lease time.Duration

	mu      sync.Mutex // guards all below
	waiting []*job
	known   map[string]*job // waiting or under lease
	bell    chan struct{}   // closed and replaced when something changes
	closed  bool
}

// job is an offered job. holder is its lease, nil while it waits.
type job struct {
	queue.Job
	deliveries int
	holder     *lease
}

// New returns an empty queue with the given duration of leases; 0 means no expiry, for takers that cannot die without the process.
func New(lease time.Duration) *Queue {
	return &Queue{lease: lease, known: make(map[string]*job), bell: make(chan struct{})}
}

// Offer adds jobs to the queue. A job that waits or is under lease is not added again.
func (q *Queue) Offer(_ context.Context, jobs ...queue.Job) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return queue.ErrClosed
	}
	for _, offered := range jobs {
		if q.known[offered.Name] != nil {
			continue
		}
		j := &job{Job: offered}
		q.known[offered.Name] = j
		q.waiting = append(q.waiting, j)
	}
	q.ring()
	return nil
}

// Take waits for a job.
func (q *Queue) Take(ctx context.Context) (queue.Lease, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l, bell, err := q.try()
		if l != nil || err != nil {
			return l, err
		}
		select {
		case <-bell:
		case <-ctx.Done():
		}
	}
}

// try takes a job, or returns the channel to wait for.
func (q *Queue) try() (queue.Lease, <-chan struct{}, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil, nil, queue.ErrClosed
	}
	if len(q.waiting) == 0 {
		return nil, q.bell, nil
	}
	j := q.waiting[0]
	q.waiting[0] = nil
	q.waiting = q.waiting[1:]
	j.deliveries++
	l := &lease{queue: q, job: j, delivery: j.deliveries}
	j.holder = l
	if q.lease > 0 {
		l.timer = time.AfterFunc(q.lease, l.expire)
	}
	return l, nil, nil
}

// ring wakes all waiting callers. The caller holds the lock.
func (q *Queue) ring() {
	close(q.bell)
	q.bell = make(chan struct{})
}

// Close ends the queue.
func (q *Queue) Close() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil
	}
	q.closed = true
	for _, j := range q.known {
		if j.holder != nil {
			j.holder.stop()
		}
	}
	q.ring()
	return nil
}

// A lease is valid as long as the job's holder is this lease.
type lease struct {
	queue    *Queue
	job      *job
	delivery int
	timer    *time.Timer // nil if leases do not expire
}

// Job returns the job.
func (l *lease) Job() queue.Job { return l.job.Job }

// Delivery returns how often the job has been delivered.
func (l *lease) Delivery() int { return l.delivery }

// Extend restarts the lease's time.
func (l *lease) Extend(context.Context) error {
	return l.held(func() {
		if l.timer != nil {
			l.timer.Reset(l.queue.lease)
		}
	})
}

// Done ends the job.
func (l *lease) Done(context.Context) error {
	return l.held(func() {
		l.release()
		delete(l.queue.known, l.job.Name)
	})
}

// Return gives the job back.
func (l *lease) Return(context.Context) error { return l.held(l.giveBack) }

// expire returns the job when the lease's time is over.
func (l *lease) expire() { _ = l.held(l.giveBack) } // ErrExpired: the lease has ended before

// held calls do under the queue's lock, if the lease is valid.
func (l *lease) held(do func()) error {
	l.queue.mu.Lock()
	defer l.queue.mu.Unlock()
	if l.job.holder != l {
		return queue.ErrExpired
	}
	do()
	return nil
}

func (l *lease) giveBack() {
	l.release()
	q := l.queue
	q.waiting = append([]*job{l.job}, q.waiting...)
	q.ring()
}

func (l *lease) release() {
	l.job.holder = nil
	l.stop()
}

func (l *lease) stop() {
	if l.timer != nil {
		l.timer.Stop()
	}
}
