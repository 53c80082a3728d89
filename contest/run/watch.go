package run

import (
	"agon/contest"
	"agon/game"
	"agon/play/referee"
	"agon/play/worker"
)

// A Dealt is a game of a run that has been dealt, on this machine or another.
type Dealt struct {
	Contest *contest.Contest
	Stage   string
	Game    int         // its number, from 1
	Entries []int       // by seat
	Table   *game.Table // valid during the call
}

// A watch returns who follows a game that has been dealt; nil for nobody.
type watch func(lineup []int, f referee.Fixture, t *game.Table) worker.Viewer

// watch returns who follows the games of the stage; nil if nobody asked to watch.
func (s *stageRun) watch() watch {
	if s.options.Watch == nil {
		return nil
	}
	return func(lineup []int, f referee.Fixture, t *game.Table) worker.Viewer {
		d := Dealt{Contest: s.contest, Stage: s.stage.Name, Game: int(f.ID) + 1, Table: t}
		for _, place := range f.Seats {
			d.Entries = append(d.Entries, lineup[place])
		}
		return s.options.Watch(d)
	}
}
