package worker

import (
	"agon/bot"
	"agon/game"
	"agon/play/referee"
)

// A Viewer follows one game while it is played. Its methods are called on the core that plays the game, and delay it.
type Viewer interface {
	// Turn is called after each turn, with the calls of the turn.
	Turn(t *game.Table, calls []*bot.Call)
	// Lost is called if the game does not count: it is played again later, and dealt anew.
	Lost()
}

// watch shows a game that has been dealt in a lane to a viewer, if somebody wants to see it.
func (l *tally) watch(watch func([]int, referee.Fixture, *game.Table) Viewer, t *game.Table) {
	l.lose()
	if watch != nil {
		l.viewer = watch(l.lineup, l.fixture, t)
	}
}

// turn shows a turn to the viewer of a lane. After the last turn nobody follows the lane any more.
func (l *tally) turn(t *game.Table, calls []*bot.Call) {
	if l.viewer == nil {
		return
	}
	l.viewer.Turn(t, calls)
	if t.Over() {
		l.viewer = nil
	}
}

// lose notifies the viewer of a lane, if any, that its game does not count.
func (l *tally) lose() {
	if l.viewer != nil {
		l.viewer.Lost()
		l.viewer = nil
	}
}
