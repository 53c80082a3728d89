package live

import (
	"context"
	"fmt"

	"agon/format/tournament"
	"agon/game"
	"agon/play/worker"
	"agon/record/replay"
	"agon/show/film"
)

// A Loop plays games of a format one after the other, on one core, as a screen shows them that nobody attends. It has no ledger on a disk
// and no end: a contest plans ahead and stores what it plays, while a loop waits with each game until somebody has taken it.
type Loop struct {
	worker.Play
	Format tournament.Format
	Field  tournament.Field
	Games  int          // to play; 0: without end
	Notes  replay.Notes // of the replays, without the number of the game

	// Over receives each game. The next one begins when it has returned.
	Over func(ctx context.Context, g LoopGame) error

	ledger *tournament.Ledger
	open   []tournament.Fixture // planned, not yet played
	taken  int
}

// A LoopGame is a game of a loop that is over. It belongs to its receiver.
type LoopGame struct {
	Number   int64 // from 1
	Entries  []int // by seat
	Record   *game.Record
	Replay   []byte        // the same as a file
	Standing film.Standing // including this game
}

// Run plays until ctx is done or all games are over. Its core calls take and done, so the ledger needs no lock.
func (l *Loop) Run(ctx context.Context) error {
	l.ledger = tournament.NewLedger(0, 0)
	pool := &worker.Pool{Play: l.Play, Take: l.takeJob}
	pool.Cores, pool.Lanes, pool.Times = 1, 1, true
	pool.Done = func(_ int, g worker.Game) error { return l.done(ctx, g) }
	return pool.Work(ctx)
}

// takeJob gives the pool the next game.
func (l *Loop) takeJob(ctx context.Context) (worker.Job, bool) {
	if ctx.Err() != nil || l.Games > 0 && l.taken == l.Games {
		return worker.Job{}, false
	}
	if len(l.open) == 0 {
		l.open, _ = tournament.Next(l.Format, &l.Field, l.ledger)
		if len(l.open) == 0 {
			return worker.Job{}, false
		}
		if err := l.ledger.Plan(l.open...); err != nil {
			panic(err) // their numbers follow the ledger's
		}
	}
	next := l.open[0]
	l.open = l.open[1:]
	l.taken++
	return worker.NewJob(next), true
}

// done records a game and passes it on.
func (l *Loop) done(ctx context.Context, g worker.Game) error {
	if _, err := l.ledger.Enter(g.Result()); err != nil {
		return err
	}
	over := LoopGame{Number: g.Fixture.ID + 1, Entries: g.Entries(), Standing: l.standing()}
	r := &replay.Replay{Record: g.Record, Notes: l.Notes, Seats: worker.ReplaySeats(l.Entries, over.Entries)}
	r.Notes.Game = over.Number
	over.Replay = replay.Encode(r, l.Kind.Timed)
	own, err := replay.Decode(over.Replay) // the pool reuses its record
	if err != nil {
		return fmt.Errorf("game %d: %w", over.Number, err)
	}
	over.Record = own.Record
	return l.Over(ctx, over)
}

// standing returns the standing of all games so far.
func (l *Loop) standing() film.Standing {
	s := film.Standing{Games: l.ledger.Done()}
	s.Unit, _ = l.Kind.Scale(l.Settings, l.Kind.UsualSeats)
	for _, line := range l.Format.Table(&l.Field, l.ledger.All()).Standings {
		s.Lines = append(s.Lines, film.Line{
			Rank: line.Rank, Name: l.Entries[line.Entry].Name, Slot: line.Entry, Score: line.Score, Played: line.Played, Won: line.GamesWon,
		})
	}
	return s
}
