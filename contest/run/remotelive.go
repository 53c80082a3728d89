package run

import (
	"fmt"
	"sync"
	"time"

	"agon/bot"
	"agon/game"
	"agon/play/worker"
	"agon/record/replay"
)

// Watched reports whether somebody may watch games of the stage while they are played.
func (r *RemoteStage) Watched() bool { return r.run.options.Watch != nil }

// Show shows a game of a job as far as another machine has played it, to whoever watches. Nothing that is shown counts:
// [RemoteStage.Accept] plays the whole game again, and shows the rest. The error describes what is wrong with the game. If it breaks the
// rules, what was shown of it ends; if it is not the game at all, [RemoteStage.Hide] does that.
func (r *RemoteStage) Show(j RemoteJob, g RemoteGame) error {
	w := r.run.watch()
	if w == nil {
		return nil
	}
	d, err := r.dealt(j, g)
	if err == nil {
		if err = r.live.frame(&d, w); err != nil {
			r.live.hide(g.Fixture)
		}
	}
	if err != nil {
		return fmt.Errorf("game %d: %w", g.Fixture+1, err)
	}
	return nil
}

// Hide ends what is shown of a game that has not been reported, until it is.
func (r *RemoteStage) Hide(fixture int) { r.live.hide(fixture) }

// shownGames are the games that may be shown while other machines play them: those of jobs that have not been reported. The zero value has
// none. Its methods are safe for concurrent use.
type shownGames struct {
	mu    sync.Mutex
	games map[int]*shownGame // by fixture
}

// begin adds the games of a job.
func (s *shownGames) begin(j RemoteJob) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.games == nil {
		s.games = map[int]*shownGame{}
	}
	for id := range j.fixtures {
		s.games[id] = &shownGame{}
	}
}

// A shownGame is how far a game has been shown.
type shownGame struct {
	viewer worker.Viewer // nil: nobody wants to see it
	lost   bool          // what was shown is not the game
	hidden bool          // it is not shown before it is reported
	turns  int
	moves  replay.Beginning // in them
}

// frame shows what was not shown of a game as far as its record goes.
func (s *shownGames) frame(d *reported, w watch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.games[int(d.fixture.ID)]
	if g == nil || g.hidden { // nil: it has been reported meanwhile
		return nil
	}
	if g.ask(d, w); g.viewer == nil {
		return nil
	}
	return g.follow(d)
}

// finish plays a game to its end and shows what was not shown. Nothing is shown of a game that has been reported before.
func (s *shownGames) finish(d *reported, w watch) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.games[int(d.fixture.ID)]
	if g == nil {
		return d.Finish()
	}
	g.ask(d, w)
	err := g.follow(d)
	if err == nil {
		err = d.Finish() // this compares the ends
	}
	if g.viewer != nil && (err != nil || !d.Table.Over() || g.turns > d.Table.Turns()) {
		g.viewer.Lost()
	}
	delete(s.games, int(d.fixture.ID))
	return err
}

// ask asks who wants to see a game that has just been dealt, unless somebody sees it already.
func (g *shownGame) ask(d *reported, w watch) {
	if g.viewer == nil && !g.lost {
		g.viewer = w(d.lineup, d.fixture, d.Table)
	}
}

// follow plays a game as far as its record goes, and shows the turns that were not shown.
func (g *shownGame) follow(d *reported) error {
	if g.viewer != nil && g.turns > 0 && d.record.Turns >= g.turns && !g.moves.Of(d.record) {
		g.viewer.Lost() // another machine plays it now, or this one has shown another game
		g.viewer, g.lost = nil, true
	}
	faults := d.record.Faults
	for {
		turn := d.Table.Turns()
		more, err := d.Next()
		if err != nil {
			return err
		}
		if !more {
			break
		}
		var calls []*bot.Call
		for len(faults) > 0 && faults[0].Turn <= turn {
			if f := faults[0]; f.Seat >= 0 && int(f.Seat) < d.Table.Seats() {
				calls = append(calls, &bot.Call{Seat: f.Seat, Wall: -time.Microsecond, Reply: game.Reply{Fault: f.Why, Note: f.Note}})
			}
			faults = faults[1:]
		}
		if turn >= g.turns && g.viewer != nil {
			g.viewer.Turn(d.Table, calls)
		}
	}
	if turns := d.Table.Turns(); turns >= g.turns {
		g.turns, g.moves = turns, replay.BeginningOf(d.record, d.Table.Kind.Timed)
	}
	return nil
}

// lose ends what is shown of a game that does not count, or is played again.
func (s *shownGames) lose(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.games[id].end()
	delete(s.games, id)
}

// hide ends what is shown of a game that has not been reported: its report shows all of it.
func (s *shownGames) hide(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.games[id]; g != nil {
		g.end()
		s.games[id] = &shownGame{hidden: true}
	}
}

// end ends what is shown of a game.
func (g *shownGame) end() {
	if g != nil && g.viewer != nil {
		g.viewer.Lost()
	}
}
