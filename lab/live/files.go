package live

import (
	"context"
	"fmt"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/play/worker"
	"agon/show/output"
)

// Participants returns those who play, for the kind's own files. noClock says that no clock runs.
func Participants(entries []lineup.Entry, noClock bool) (players []game.Participant) {
	for i := range entries {
		p := entries[i].Participant()
		p.NoClock = noClock
		players = append(players, p)
	}
	return players
}

// Files write the kind's own files of a game while it is played, so that other programs can follow it. The kind must have some.
type Files struct {
	Dir     string
	Players []game.Participant

	written *output.Live
	failed  error
}

// Look writes the files up to the current turn. The first error stops it, and End returns that.
func (f *Files) Look(_ context.Context, t *game.Table, _ []*bot.Call) {
	switch {
	case f.failed != nil:
	case t.Turns() > 0:
		f.failed = f.written.Turn()
	default:
		if f.written != nil { // the game is dealt again
			f.written.Discard()
		}
		f.written, f.failed = output.Follow(f.Dir, t, f.Players)
	}
}

// End completes the files.
func (f *Files) End(worker.Game) error {
	if f.written != nil {
		f.written.Close()
	}
	if f.failed != nil {
		return fmt.Errorf("write the files of the game: %w", f.failed)
	}
	return nil
}

// An EngineLog follows what the original contest's engine logs of a game. The kind must have such a log.
type EngineLog struct {
	Players []game.Participant
	Say     func(text string) error

	turn   func() error
	stop   func()
	failed error
}

// Look describes what the engine logs of the deal or a turn. The first error stops it, and End returns that.
func (e *EngineLog) Look(_ context.Context, t *game.Table, _ []*bot.Call) {
	if t.Turns() == 0 { // at the deal, also of a game that is dealt again
		if e.stop != nil {
			e.stop()
		}
		e.turn, e.stop, e.failed = t.Kind.Follow(t, e.Players, func(p game.OutputFile) error { return e.Say(string(p.Log)) })
	}
	if e.failed == nil {
		e.failed = e.turn()
	}
}

// End ends the log.
func (e *EngineLog) End(worker.Game) error {
	if e.stop != nil {
		e.stop()
	}
	if e.failed != nil {
		return fmt.Errorf("print the engine's log: %w", e.failed)
	}
	return nil
}

// Boards shows the board as text after the deal and each turn.
type Boards func(text string)

// Look shows the board.
func (show Boards) Look(_ context.Context, t *game.Table, _ []*bot.Call) {
	show(string(t.Print(nil, game.Audience)))
}
