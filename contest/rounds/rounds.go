/*
Package rounds reads the games of a ledger in the order of its plan, a round of play at a time. A ledger may have millions of games: a
reader holds at most one round of them, while a goroutine reads ahead.
*/
package rounds

import (
	"context"
	"sync"

	"agon/contest/store"
	"agon/format/tournament"
)

// A Reader returns the games of a ledger in the order of its plan. It is used by one goroutine, and must be closed.
type Reader struct {
	batches chan []store.Game
	stop    context.CancelFunc
	reading sync.WaitGroup
	failed  error // the reader's error; valid once batches is closed

	next []store.Game // read and not returned yet
	over bool         // nothing follows next
}

// Batch is a number of games that a reader has in memory anyway.
const Batch = 512

// ahead is how many batches are read before they are asked for.
const ahead = 4

// Read starts reading a ledger.
func Read(ctx context.Context, s store.Store) *Reader {
	ctx, stop := context.WithCancel(ctx)
	r := &Reader{batches: make(chan []store.Game, ahead), stop: stop}
	r.reading.Go(func() {
		defer close(r.batches)
		r.failed = r.read(ctx, s)
	})
	return r
}

func (r *Reader) read(ctx context.Context, s store.Store) error {
	batch := make([]store.Game, 0, Batch)
	send := func() bool {
		select {
		case r.batches <- batch:
			batch = make([]store.Game, 0, Batch)
			return true
		case <-ctx.Done():
			return false
		}
	}
	for g, err := range s.Games(ctx) {
		if err != nil {
			return err
		}
		if batch = append(batch, g); len(batch) == Batch && !send() {
			return ctx.Err()
		}
	}
	if !send() {
		return ctx.Err()
	}
	return nil
}

// Close stops the reader and waits for it.
func (r *Reader) Close() {
	r.stop()
	r.reading.Wait()
}

// more reads a batch, and reports whether there was one.
func (r *Reader) more() (bool, error) {
	if r.over {
		return false, nil
	}
	batch, ok := <-r.batches
	if !ok {
		r.over = true
		return false, r.failed
	}
	r.next = append(r.next, batch...)
	return true, nil
}

// Peek returns the next n games of a stage, fewer if there are no more. They are valid until the next call.
func (r *Reader) Peek(stage, n int) ([]store.Game, error) {
	at := 0
	for {
		for ; at < len(r.next) && at < n; at++ {
			if r.next[at].Stage != stage {
				return r.next[:at], nil
			}
		}
		if at == n {
			return r.next[:n], nil
		}
		if more, err := r.more(); !more {
			return r.next[:at], err
		}
	}
}

// Round removes and returns the games of the next round of play of a stage; none if the stage has no more.
func (r *Reader) Round(stage int) ([]store.Game, error) {
	at := 0
	for {
		for ; at < len(r.next); at++ {
			if g := &r.next[at]; g.Stage != stage || g.Round != r.next[0].Round {
				return r.Take(at), nil
			}
		}
		if more, err := r.more(); !more {
			return r.Take(at), err
		}
	}
}

// Skip removes all games of a stage, and returns their number.
func (r *Reader) Skip(stage int) (n int, err error) {
	for {
		games, err := r.Peek(stage, Batch)
		if err != nil || len(games) == 0 {
			return n, err
		}
		n += len(r.Take(len(games)))
	}
}

// First returns the next game, of any stage; none at the end of the plan.
func (r *Reader) First() ([]store.Game, error) {
	if len(r.next) == 0 {
		if more, err := r.more(); !more {
			return nil, err
		}
	}
	return r.next[:min(1, len(r.next))], nil
}

// Take removes and returns the first n games that were read.
func (r *Reader) Take(n int) []store.Game {
	taken := r.next[:n:n]
	r.next = append([]store.Game(nil), r.next[n:]...)
	return taken
}

// Fixtures returns the fixtures of games.
func Fixtures(games []store.Game) []tournament.Fixture {
	list := make([]tournament.Fixture, len(games))
	for i := range games {
		list[i] = games[i].Fixture
	}
	return list
}
