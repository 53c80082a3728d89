package live

import (
	"context"

	"agon/bot"
	"agon/game"
	"agon/referee"
	"agon/worker"
)

// A Spectator is told how a game goes on. One that is also an [Ender] is told when the game is over.
type Spectator interface {
	// Look is called on the goroutine of the game, which waits for it: after the deal, with no calls, and after each turn, with the calls of
	// those who had to move. A game whose bots were lost with their process is dealt again. ctx is done when the game must stop.
	Look(ctx context.Context, t *game.Table, calls []*bot.Call)
}

// An Ender is told when a game is over.
type Ender interface {
	// End is called once, after the last turn, of a game that counts; not of one that was stopped. The table and the record are valid only
	// during the call. An error is the host's failure, and ends the play.
	End(g worker.Game) error
}

// AtEnd is a spectator that looks at nothing but the end.
type AtEnd func(g worker.Game) error

// Look does nothing.
func (AtEnd) Look(context.Context, *game.Table, []*bot.Call) {}

// End calls the function.
func (end AtEnd) End(g worker.Game) error { return end(g) }

// Play plays a game of all entries of a pool, each in the seat of its number, with the pool's seed. It sets the pool's job and whom it
// tells. Spectators are told in their order, of the end too, until the first error. The outcome is nil if the game was not finished; with
// an error it is set if the game was finished before.
func Play(ctx context.Context, pool *worker.Pool, spectators ...Spectator) (*Outcome, error) {
	var outcome *Outcome
	seats := make([]int, len(pool.Entries))
	for i := range seats {
		seats[i] = i
	}
	pool.Lanes, pool.Times = 1, true
	pool.Take = worker.Once(worker.Job{Lineup: seats, Fixtures: []referee.Fixture{{Seed: pool.Seed, Seats: seats}}})
	pool.Turn = func(t *game.Table, calls []*bot.Call) {
		for _, s := range spectators {
			s.Look(ctx, t, calls)
		}
	}
	pool.Begin = func(t *game.Table) { pool.Turn(t, nil) }
	pool.Done = func(_ int, g worker.Game) error {
		outcome = newOutcome(pool.Entries, g)
		for _, s := range spectators {
			if e, ok := s.(Ender); ok {
				if err := e.End(g); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err := pool.Work(ctx)
	return outcome, err
}
