package contest

import (
	"context"
	"errors"

	"agon/queue/memory"
	"agon/worker"
)

/*
A scheduler has the games of one stage played: it carries them from the backlog to the cores of a pool, and what comes of them to its
channel. It owns two goroutines, and the pool's cores below them:

	work  lets the pool play. It ends when the last core has ended, and closes the channel, so that whoever reads it knows.
	feed  offers jobs of the backlog to the cores. It ends when the backlog is closed, or when work tells it that all cores have ended.

Cores end when there is no job any more, when the context is done (a bot that is being asked is then given up), or when the host fails on
one of them. A context that is done also closes the backlog, as feed may be waiting there.

Whoever calls schedule ends it by one of three: wait, after the channel was closed; stop, before; abandon, where cores hang.
*/
type scheduler struct {
	pool      *worker.Pool
	backlog   *backlog
	jobs      *dispatcher
	games     chan finished // closed when no other will come
	cancel    context.CancelFunc
	abandoned chan struct{} // closed when nobody reads games any more
	err       error         // of the work; set before games is closed
}

// schedule begins to play a backlog. pack makes of a game what is kept of it; it is called on the core that played it, by several at once.
func schedule(ctx context.Context, b *backlog, pool *worker.Pool, pack func(worker.Game) finished) *scheduler {
	ctx, cancel := context.WithCancel(ctx)
	s := &scheduler{
		pool: pool, backlog: b, jobs: newDispatcher(b, memory.New(forever), pool.Cores),
		games: make(chan finished, 256), cancel: cancel, abandoned: make(chan struct{}),
	}
	pool.Take = s.jobs.take
	pool.Done = func(_ int, g worker.Game) error {
		packed := pack(g)
		b.came(packed.result.Fixture, g.Share)
		select {
		case s.games <- packed:
		case <-s.abandoned:
		}
		return nil
	}
	context.AfterFunc(ctx, b.close)
	go func() {
		defer close(s.games)
		s.err = s.work(ctx)
	}()
	return s
}

// work lets the pool play to its end.
func (s *scheduler) work(ctx context.Context) error {
	feeding, stop := context.WithCancel(ctx)
	defer stop()
	fed := make(chan error, 1)
	go func() { fed <- s.jobs.feed(feeding) }()
	err := s.pool.Work(ctx)
	s.backlog.close()
	stop() // a pool that failed leaves jobs that nobody takes
	if f := <-fed; err == nil && (ctx.Err() != nil || !errors.Is(f, context.Canceled)) {
		err = f
	}
	return err
}

// wait returns how the work ended, once the channel is closed.
func (s *scheduler) wait() error {
	for range s.games {
	}
	s.cancel()
	return s.err
}

// stop ends the work and waits until nothing of it is left. Games that are over and were not read are dropped.
func (s *scheduler) stop() {
	s.cancel()
	s.wait()
}

// abandon ends the work without waiting for it: a core that hangs would never end. What such a core still hands in is dropped.
func (s *scheduler) abandon() {
	s.cancel()
	close(s.abandoned)
}
