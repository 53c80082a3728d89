package main

import (
	"fmt"

	"agon/game"
)

// engineLog is the log of the original contest's engine for a game, written while it is played.
type engineLog struct {
	turn   func() error
	stop   func()
	failed error
}

// loggable returns an error for --clog if the kind has no such log, or if the screen would overwrite it.
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

// log prints the engine's log of a turn, or of the deal.
func (g *oneGame) log(t *game.Table) {
	if !g.clog {
		return
	}
	if t.Turns() == 0 { // at the deal, also of a game that is replayed
		g.engine.close()
		g.engine = &engineLog{}
		g.engine.turn, g.engine.stop, g.engine.failed = g.kind.Follow(t, g.participants(), func(p game.OutputFile) error {
			_, err := fmt.Fprint(g.words(), printable(string(p.Said)))
			return err
		})
	}
	if g.engine.failed == nil {
		g.engine.failed = g.engine.turn()
	}
}

// close ends the log. It returns the error that prevented printing, if any.
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
