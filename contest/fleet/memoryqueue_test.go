package fleet_test

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"agon/contest/queue"
)

// A memoryQueue is the queue of a contest in one process. It delivers jobs in the order of their offers; returned jobs come first.
// [newMemoryQueue] makes one.
type memoryQueue struct {
	lease time.Duration
	most  int // deliveries before a job is poisoned; 0: no limit

	mu      sync.Mutex // guards all below
	waiting []*job
	known   map[key]*job  // waiting, under lease or poisoned
	bell    chan struct{} // closed and replaced when something changes
	closed  bool
}

// key identifies a job: equal names from two workers are two jobs.
type key struct{ from, name string }

// job is an offered job. holder is its lease, nil while it waits.
type job struct {
	queue.Job
	deliveries int
	holder     *lease
}

func (j *job) key() key { return key{j.From, j.Name} }

// newMemoryQueue returns an empty queue with the given duration of leases; 0 means no expiry, for takers that cannot die without the
// process.
func newMemoryQueue(lease time.Duration) *memoryQueue {
	return &memoryQueue{lease: lease, known: make(map[key]*job), bell: make(chan struct{})}
}

// Offer adds jobs to the queue. A job that waits or is under lease is not added again.
func (q *memoryQueue) Offer(_ context.Context, jobs ...queue.Job) error { return q.offer("", jobs) }

func (q *memoryQueue) offer(from string, jobs []queue.Job) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return queue.ErrClosed
	}
	for _, offered := range jobs {
		j := &job{Job: offered}
		j.From = from
		if q.known[j.key()] != nil {
			continue
		}
		q.known[j.key()] = j
		q.waiting = append(q.waiting, j)
	}
	q.ring()
	return nil
}

// Take waits for a job of any class.
func (q *memoryQueue) Take(ctx context.Context) (queue.Lease, error) {
	return q.take(ctx, func(string) bool { return true })
}

// take waits for a job of a wanted class.
func (q *memoryQueue) take(ctx context.Context, wanted func(class string) bool) (queue.Lease, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		l, bell, err := q.try(wanted)
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
func (q *memoryQueue) try(wanted func(class string) bool) (queue.Lease, <-chan struct{}, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return nil, nil, queue.ErrClosed
	}
	at := slices.IndexFunc(q.waiting, func(j *job) bool { return wanted(j.Class) })
	if at < 0 {
		return nil, q.bell, nil
	}
	j := q.waiting[at]
	q.waiting = q.unlisted(at)
	j.deliveries++
	l := &lease{queue: q, job: j, delivery: j.deliveries}
	j.holder = l
	if q.lease > 0 {
		l.timer = time.AfterFunc(q.lease, l.expire)
	}
	return l, nil, nil
}

// unlisted returns the waiting jobs without one of them. Taking the first, which is the usual case, moves none.
func (q *memoryQueue) unlisted(at int) []*job {
	if at == 0 {
		q.waiting[0] = nil
		return q.waiting[1:]
	}
	return slices.Delete(q.waiting, at, at+1)
}

// Poisoned returns the jobs that were delivered too often.
func (q *memoryQueue) Poisoned(context.Context) ([]queue.Poisoned, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var list []queue.Poisoned
	for _, j := range q.known {
		if q.spent(j) {
			list = append(list, queue.Poisoned{Job: j.Job, Deliveries: j.deliveries})
		}
	}
	slices.SortFunc(list, func(a, b queue.Poisoned) int { return cmp.Compare(a.Job.Name, b.Job.Name) })
	return list, nil
}

// spent reports whether a job is poisoned.
func (q *memoryQueue) spent(j *job) bool {
	return q.most > 0 && j.deliveries >= q.most && j.holder == nil
}

// Withdraw removes a job of the server's.
func (q *memoryQueue) Withdraw(_ context.Context, name string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.known[key{"", name}]
	if j == nil {
		return nil
	}
	delete(q.known, j.key())
	if j.holder != nil {
		j.holder.release()
	}
	if at := slices.Index(q.waiting, j); at >= 0 {
		q.waiting = q.unlisted(at)
	}
	return nil
}

// ring wakes all waiting callers. The caller holds the lock.
func (q *memoryQueue) ring() {
	close(q.bell)
	q.bell = make(chan struct{})
}

// Close ends the queue.
func (q *memoryQueue) Close() error {
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
	queue    *memoryQueue
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
		delete(l.queue.known, l.job.key())
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
	if q.spent(l.job) {
		return
	}
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
