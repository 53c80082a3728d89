package contest

import (
	"context"
	"sync"

	"agon/contest/store"
	"agon/format/tournament"
)

// keptGames returns the games of a ledger in the order of its plan. It holds at most one round of play, while a goroutine reads ahead. It
// is used by one goroutine, and must be closed.
type keptGames struct {
	batches chan []store.Game
	stop    context.CancelFunc
	reading sync.WaitGroup
	failed  error // the reader's error; valid once batches is closed

	next []store.Game // read and not returned yet
	over bool         // nothing follows next
}

const (
	keptBatch = 512
	keptAhead = 4 // batches
)

// keptGames starts reading the ledger.
func (c *Contest) keptGames(ctx context.Context) *keptGames {
	ctx, stop := context.WithCancel(ctx)
	k := &keptGames{batches: make(chan []store.Game, keptAhead), stop: stop}
	k.reading.Go(func() {
		defer close(k.batches)
		k.failed = k.read(ctx, c.store)
	})
	return k
}

func (k *keptGames) read(ctx context.Context, s store.Store) error {
	batch := make([]store.Game, 0, keptBatch)
	send := func() bool {
		select {
		case k.batches <- batch:
			batch = make([]store.Game, 0, keptBatch)
			return true
		case <-ctx.Done():
			return false
		}
	}
	for g, err := range s.Games(ctx) {
		if err != nil {
			return err
		}
		if batch = append(batch, g); len(batch) == keptBatch && !send() {
			return ctx.Err()
		}
	}
	if !send() {
		return ctx.Err()
	}
	return nil
}

// close stops the reader and waits for it.
func (k *keptGames) close() {
	k.stop()
	k.reading.Wait()
}

// more reads a batch, and reports whether there was one.
func (k *keptGames) more() (bool, error) {
	if k.over {
		return false, nil
	}
	batch, ok := <-k.batches
	if !ok {
		k.over = true
		return false, k.failed
	}
	k.next = append(k.next, batch...)
	return true, nil
}

// peek returns the next n games of a stage, fewer if there are no more. They are valid until the next call.
func (k *keptGames) peek(stage, n int) ([]store.Game, error) {
	at := 0
	for {
		for ; at < len(k.next) && at < n; at++ {
			if k.next[at].Stage != stage {
				return k.next[:at], nil
			}
		}
		if at == n {
			return k.next[:n], nil
		}
		if more, err := k.more(); !more {
			return k.next[:at], err
		}
	}
}

// round removes and returns the games of the next round of play of a stage; none if the stage has no more.
func (k *keptGames) round(stage int) ([]store.Game, error) {
	at := 0
	for {
		for ; at < len(k.next); at++ {
			if g := &k.next[at]; g.Stage != stage || g.Round != k.next[0].Round {
				return k.takeGames(at), nil
			}
		}
		if more, err := k.more(); !more {
			return k.takeGames(at), err
		}
	}
}

// skip removes all games of a stage, and returns their number.
func (k *keptGames) skip(stage int) (n int, err error) {
	for {
		games, err := k.peek(stage, keptBatch)
		if err != nil || len(games) == 0 {
			return n, err
		}
		n += len(k.takeGames(len(games)))
	}
}

// peekAny returns the next game, of any stage; none at the end of the plan.
func (k *keptGames) peekAny() ([]store.Game, error) {
	if len(k.next) == 0 {
		if more, err := k.more(); !more {
			return nil, err
		}
	}
	return k.next[:min(1, len(k.next))], nil
}

// takeGames removes and returns the first n games that were read.
func (k *keptGames) takeGames(n int) []store.Game {
	taken := k.next[:n:n]
	k.next = append([]store.Game(nil), k.next[n:]...)
	return taken
}

// fixtures returns the fixtures of games.
func fixtures(games []store.Game) []tournament.Fixture {
	list := make([]tournament.Fixture, len(games))
	for i := range games {
		list[i] = games[i].Fixture
	}
	return list
}
