package contest

import (
	"context"
	"errors"

	"agon/queue/memory"
	"agon/worker"
)

/*
A scheduler has the games of one stage played: it carries them from the backlog to the cores of a pool, and the finished ones to its
channel. It owns two goroutines, and the pool's cores below them:

	work  runs the pool. It ends when the last core has ended, and closes the channel to signal that.
	feed  offers jobs of the backlog to the cores. It ends when the backlog is closed, or when work cancels it since all cores have ended.

Cores end when there are no more jobs, when the context is done (a bot that is being asked is then given up), or when the host fails on
one of them. A done context also closes the backlog, since feed may be waiting there.

The caller of schedule ends it with one of three methods: wait, after the channel was closed; stop, before; abandon, if cores hang.
*/
type scheduler struct {
	pool      *worker.Pool
	backlog   *backlog
	jobs      *dispatcher
	games     chan finished // closed after the last game
	cancel    context.CancelFunc
	abandoned chan struct{} // closed when nobody reads games any more
	err       error         // of the work; set before games is closed
}

// schedule starts playing a backlog. pack converts a game to the data to store; it is called on the core that played it, concurrently.
func schedule(ctx context.Context, b *backlog, pool *worker.Pool, pack func(worker.Game) finished) *scheduler {
	ctx, cancel := context.WithCancel(ctx)
	s := &scheduler{
		pool: pool, backlog: b, jobs: newDispatcher(b, memory.New(forever), pool.Cores),
		games: make(chan finished, 256), cancel: cancel, abandoned: make(chan struct{}),
	}
	pool.Take = s.jobs.takeJob
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

// work runs the pool to its end.
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

// wait returns the error of the work, after the channel is closed.
func (s *scheduler) wait() error {
	for range s.games {
	}
	s.cancel()
	return s.err
}

// stop ends the work and waits for its goroutines. Finished games that were not read are dropped.
func (s *scheduler) stop() {
	s.cancel()
	s.wait()
}

// abandon ends the work without waiting for it, since a core that hangs would never end. Games that such a core still hands in are
// dropped.
func (s *scheduler) abandon() {
	s.cancel()
	close(s.abandoned)
}
