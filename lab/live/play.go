package live

import (
	"context"

	"agon/bot"
	"agon/game"
	"agon/play/referee"
	"agon/play/worker"
)

// A Spectator follows a game. One that is also an [Ender] is called when the game is over, and a
// [Logger] gets the logs of the players.
type Spectator interface {
	// Look is called on the goroutine of the game, which waits for it: after the deal, with no calls, and after each turn, with the calls
	// of those who had to move. A game whose bots were lost with their process is dealt again. ctx is done when the game must stop.
	Look(ctx context.Context, t *game.Table, calls []*bot.Call)
}

// An Ender is called when a game is over.
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

// A Logger is given the log of each new player, before it plays. It must be safe for concurrent use.
type Logger interface {
	Logged(seat int, log *bot.Log)
}

// A Beginning is how a game goes before those who play decide: they are asked, and the recorded moves are played in place of their answers.
// The zero Beginning is none.
type Beginning struct {
	Made *game.Record // of the first turns, see [game.Kind.Beginning]; nil: none

	// Repeat is called for each of those answers, on the goroutine of the game, with both moves in the kind's words, or as "!late" a fault;
	// may be nil.
	Repeat func(t *game.Table, c *bot.Call, answered, recorded string)
}

// Play plays one game of all entries, each in the seat of its number, with the seed of how, and goes on from a beginning. Spectators are
// called in their order, at the end too, until the first error. The outcome is nil if the game was not finished; with an error it is set if
// the game was finished before.
func Play(ctx context.Context, how worker.Play, from Beginning, spectators ...Spectator) (*Outcome, error) {
	var outcome *Outcome
	seats := make([]int, len(how.Entries))
	for i := range seats {
		seats[i] = i
	}
	how.Cores, how.Lanes, how.Times = 1, 1, true
	pool := &worker.Pool{Play: how, Repeat: from.Repeat}
	pool.Take = worker.Once(worker.Job{Lineup: seats, Fixtures: []referee.Fixture{{Seed: how.Seed, Seats: seats, Made: from.Made}}})
	pool.Turn = func(t *game.Table, calls []*bot.Call) {
		for _, s := range spectators {
			s.Look(ctx, t, calls)
		}
	}
	pool.Begin = func(t *game.Table) { pool.Turn(t, nil) }
	pool.Logged = func(seat int, log *bot.Log) {
		for _, s := range spectators {
			if l, ok := s.(Logger); ok {
				l.Logged(seat, log)
			}
		}
	}
	pool.Done = func(_ int, g worker.Game) error {
		outcome = newOutcome(how.Entries, g)
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
