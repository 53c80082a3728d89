package main

import (
	"fmt"

	"agon/game"
)

// engineLog is what the original's engine says of a game while it is played.
type engineLog struct {
	turn   func() error
	stop   func()
	failed error
}

// loggable refuses --clog where nothing would be printed, or where it would be drawn over.
func (p *playing) loggable(k *game.Kind) error {
	switch {
	case !p.clog:
		return nil
	case !k.Says:
		return fmt.Errorf("--clog: the original of %s has no log of its engine", k.Title)
	case p.watch:
		return fmt.Errorf("--clog and --watch use the same terminal: remove one of them, or watch with --web")
	}
	return nil
}

// log prints what the engine has logged in a turn, or at the deal.
func (g *oneGame) log(t *game.Table) {
	if !g.clog {
		return
	}
	if t.Turns() == 0 { // at the deal, also of a game that is played again
		g.engine.close()
		var players []game.Participant
		for i := range g.entries {
			players = append(players, g.entries[i].Participant())
		}
		g.engine = &engineLog{}
		g.engine.turn, g.engine.stop, g.engine.failed = g.kind.Follow(t, players, func(p game.OutputFile) error {
			_, err := fmt.Fprint(g.words(), printable(string(p.Said)))
			return err
		})
	}
	if g.engine.failed == nil {
		g.engine.failed = g.engine.turn()
	}
}

// close ends the log; the error is what kept it from being printed.
func (e *engineLog) close() error {
	if e == nil {
		return nil
	}
	if e.stop != nil {
		e.stop()
	}
	if e.failed != nil {
		return fmt.Errorf("print the engine's log: %w", e.failed)
	}
	return nil
}
