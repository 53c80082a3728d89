package run

import (
	"context"
	"errors"
	"sync"

	"agon/format/tournament"
	"agon/game"
	"agon/play/worker"
)

/*
A scheduler has the games of one stage played: by the cores of a pool, which take jobs from the backlog directly, and by other machines if
the run has some. Finished games go to its channel. It owns these goroutines, and the pool's cores below them:

	work    runs the others and waits for them, and closes the channel to signal their end.
	pool    ends when the last core has ended; there is none in a run without cores.
	remote  ends when the backlog is closed or its context is done; there is none in a run on one machine.

Cores end when there are no more jobs, when the context is done (a bot that is being asked is then given up), or when the host fails on
one of them. A done context also closes the backlog, since cores may be waiting there. A failure on either side ends the other.

The caller of schedule ends it with one of three methods: wait, after the channel was closed; stop, before; abandon, if cores hang.
*/
type scheduler struct {
	pool      *worker.Pool
	backlog   *backlog
	remote    *RemoteStage  // nil: none
	games     chan finished // closed after the last game
	cancel    context.CancelFunc
	abandoned chan struct{} // closed when nobody reads games any more
	err       error         // of the work; set before games is closed
}

// schedule starts playing a backlog, on other machines too unless remote is nil. pack converts a game to the data to store; it is called on
// the core that played it, concurrently.
func schedule(ctx context.Context, b *backlog, pool *worker.Pool, pack func(worker.Game) finished, remote *RemoteStage) *scheduler {
	ctx, cancel := context.WithCancel(ctx)
	s := &scheduler{pool: pool, backlog: b, remote: remote, games: make(chan finished, 256), cancel: cancel, abandoned: make(chan struct{})}
	pool.Take = s.takeJob
	pool.Done = func(_ int, g worker.Game) error {
		s.passOn(pack(g))
		return nil
	}
	context.AfterFunc(ctx, b.close)
	go func() {
		defer close(s.games)
		s.err = s.work(ctx)
	}()
	return s
}

// takeJob returns a core's next job, and false if there are no more.
func (s *scheduler) takeJob(context.Context) (worker.Job, bool) {
	job, ok := s.backlog.takeJob()
	if !ok {
		return worker.Job{}, false
	}
	job.More = func() (tournament.Fixture, bool) { return s.backlog.anotherFixture(job) }
	job.Ended = func() { s.backlog.ended(job.Number) }
	return job.Job, true
}

// passOn passes a finished game on.
func (s *scheduler) passOn(g finished) {
	s.backlog.took(g.Entries(), func(seat int) (games int, took game.Micros) { return 1, g.Seats[seat].Cost() })
	s.backlog.came(g.result.Fixture)
	select {
	case s.games <- g:
	case <-s.abandoned:
	}
}

// work runs the pool and the other machines to their end.
func (s *scheduler) work(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var sides sync.WaitGroup
	if s.pool.Cores > 0 {
		sides.Go(func() {
			if err := s.pool.Work(ctx); err != nil {
				stop(err)
			}
			s.backlog.close() // the pool ends when there is no more, or fails
		})
	}
	if s.remote != nil {
		s.remote.scheduler = s
		away, end := context.WithCancel(ctx)
		defer end()
		s.backlog.onClose(end) // without any worker nobody takes a job, and learns so that there are no more
		sides.Go(func() {
			if err := s.remote.run.options.Remote.Play(away, s.remote); err != nil && !errors.Is(err, context.Canceled) {
				stop(err)
				s.backlog.close()
			}
		})
	}
	sides.Wait()
	s.backlog.close()
	return context.Cause(ctx)
}

// waiting reports whether a bot is being asked, here or elsewhere.
func (s *scheduler) waiting() bool {
	return s.pool.Waiting() || s.remote != nil && s.remote.busy()
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
