package fleet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"agon/contest/queue"
	"agon/contest/run"
)

// A play is the part of a server that plays one stage.
type play struct {
	*Server
	stage *run.RemoteStage
	terms run.Terms
	rules []ruleFile
	fail  func(error)  // ends the play
	ended func() error // not nil: the play has ended, or ends

	later     func(games []*held) // executes games that another worker has not judged, beside the play, which waits for it
	executing sync.Mutex          // held while games are executed here that another worker has not judged

	cores chan struct{} // has an element for each report that is taken in now, one for each core

	packs  sync.WaitGroup      // packs and executions that run in the background
	packed map[string]struct{} // keys of the bots that are packed in the background; guarded by the server's lock
	idle   time.Time           // since when games wait that nobody can play; guarded by the server's lock
	noted  bool                // noted that they wait
}

// Play has games of a stage played by the workers that are there.
func (s *Server) Play(ctx context.Context, stage *run.RemoteStage) error {
	if d := s.unsettled(); d != nil {
		return d
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p := &play{Server: s, stage: stage, terms: stage.Terms(), fail: cancel, ended: inner.Err, packed: map[string]struct{}{},
		cores: make(chan struct{}, runtime.GOMAXPROCS(0))}
	p.later = func(games []*held) { p.packs.Go(func() { p.executes(inner, games, nil) }) }
	p.terms.Calibrated = s.options.Calibrated
	var err error
	if p.rules, err = ruleFiles(stage); err != nil {
		return err
	}
	p.adopt(ctx)
	err = p.work(inner, func() { cancel(nil) })
	goesOn := errors.Is(context.Cause(inner), errUnsettled) && ctx.Err() == nil
	p.withdraw(context.WithoutCancel(ctx), func(o *order) bool { return !goesOn || !p.lasts(o) })
	p.packs.Wait()
	stage.Reports(0)
	if d := s.unsettled(); d != nil {
		return d
	}
	if ctx.Err() != nil {
		return nil
	}
	if cause := context.Cause(inner); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

// work offers games and takes reports until there are no more, and calls stop then.
func (p *play) work(ctx context.Context, stop func()) error {
	var sides sync.WaitGroup
	var offered, received error
	sides.Go(func() {
		defer stop() // there is no more, or nobody can be asked
		offered = p.offer(ctx)
	})
	sides.Go(func() {
		if received = p.receive(ctx); received != nil {
			stop()
		}
	})
	sides.Go(func() { p.watch(ctx) })
	if p.stage.Watched() {
		sides.Go(func() { p.show(ctx) })
	}
	sides.Wait()
	p.packs.Wait()
	return errors.Join(offered, received)
}

// receiving is how many reports are taken from the queue at a time. Of these, each core executes one again.
const receiving = 8

// receive takes reports until ctx is done.
func (p *play) receive(ctx context.Context) error {
	all, ctx := errgroup.WithContext(ctx)
	for range receiving {
		all.Go(func() error { return p.receiveOne(ctx) })
	}
	return all.Wait()
}

// receiveOne takes reports one after the other until ctx is done.
func (p *play) receiveOne(ctx context.Context) error {
	for {
		lease, err := p.link.Results.Take(ctx)
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, queue.ErrClosed) {
				return nil
			}
			return fmt.Errorf("take reports of workers: %w", err)
		}
		p.stage.Reports(lease.Job().More)
		p.report(ctx, lease.Job())
		if err := lease.Done(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, queue.ErrExpired) {
			return fmt.Errorf("take reports of workers: %w", err)
		}
	}
}

// end ends an order.
func (p *play) end(o *order) {
	there := p.forget(o)
	switch {
	case o.judged != nil && there:
		p.later(slices.Collect(maps.Values(o.judged)))
	case o.judged != nil:
	case o.check == nil:
		p.mu.Lock()
		o.over = true
		ended := o.waits == 0
		p.mu.Unlock()
		if ended {
			p.stage.Ended(o.job)
		}
	}
}

// withdraw takes orders back.
func (p *play) withdraw(ctx context.Context, which func(*order) bool) {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	p.mu.Lock()
	all := slices.DeleteFunc(slices.Collect(maps.Values(p.orders)), func(o *order) bool { return !which(o) })
	p.mu.Unlock()
	var each errgroup.Group
	each.SetLimit(offering)
	for _, o := range all {
		each.Go(func() error {
			p.link.Poison.Withdraw(ctx, o.name) // what stays there is played in vain
			o.of.end(o)
			return nil
		})
	}
	each.Wait()
}
