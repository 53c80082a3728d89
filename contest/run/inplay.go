package run

import (
	"sync"
	"sync/atomic"
	"time"

	"agon/bot"
	"agon/contest"
	"agon/game"
	"agon/play/referee"
	"agon/play/worker"
)

// inPlay knows how far the games of a stage are that this machine has dealt and that have no result yet. It is safe for concurrent use.
type inPlay struct {
	mu    sync.Mutex
	games map[int64]*gameInPlay // by fixture
}

// A gameInPlay is a viewer that counts what has been played of one game, and passes its turns on. Only the core that plays the game calls
// its methods, so that what is counted between two publications needs no lock.
type gameInPlay struct {
	worker.Viewer // nil: nobody else follows the game
	all           *inPlay
	lost          bool // it must be played from its start; guarded by all.mu

	turns                  int
	spent, cpu, unreported time.Duration

	published struct {
		rounds, spent, cpu atomic.Int64
	}
}

// What has been played of a game is published after so much time or so many turns: a turn of a quick bot costs two additions.
const (
	publishEvery = time.Millisecond
	publishTurns = 128
)

// watch returns who follows a game that has been dealt: one that counts its rounds, and the viewer that others asks for, if any.
func (p *inPlay) watch(others watch) watch {
	return func(lineup []int, f referee.Fixture, t *game.Table) worker.Viewer {
		g := &gameInPlay{all: p}
		if others != nil {
			g.Viewer = others(lineup, f, t)
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.games == nil {
			p.games = map[int64]*gameInPlay{}
		}
		p.games[f.ID] = g
		return g
	}
}

// Turn counts a turn.
func (g *gameInPlay) Turn(t *game.Table, calls []*bot.Call) {
	for _, c := range calls {
		took := c.Spent() + c.Ponder
		g.spent, g.cpu, g.unreported = g.spent+took, g.cpu+c.CPU+c.Ponder, g.unreported+took
	}
	if g.turns++; g.unreported >= publishEvery || g.turns%publishTurns == 0 || t.Over() {
		g.published.rounds.Store(int64(t.Rounds()))
		g.publish()
	}
	if g.Viewer != nil {
		g.Viewer.Turn(t, calls)
	}
}

// publish publishes the times.
func (g *gameInPlay) publish() {
	g.unreported = 0
	g.published.spent.Store(int64(g.spent))
	g.published.cpu.Store(int64(g.cpu))
}

// Lost notes that a game is played again later, or that the run ends before it: its rounds count no more, its times until it is dealt
// again.
func (g *gameInPlay) Lost() {
	g.publish()
	g.all.mu.Lock()
	g.lost = true
	g.all.mu.Unlock()
	if g.Viewer != nil {
		g.Viewer.Lost()
	}
}

// ended forgets a game that has a result, or needs none.
func (p *inPlay) ended(fixture int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.games, int64(fixture))
}

// clear forgets all games.
func (p *inPlay) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.games = nil
}

// A sum is what has been played of the games without a result.
type sum struct {
	games  int
	rounds []int // by game that is being played, in no order
	all    int64 // rounds of those
	spent  time.Duration
	cpu    time.Duration
}

// sum adds up what has been played.
func (p *inPlay) sum() (s sum) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, g := range p.games {
		if rounds := g.published.rounds.Load(); !g.lost {
			s.rounds = append(s.rounds, int(rounds))
			s.all += rounds
		}
		s.games++
		s.spent += time.Duration(g.published.spent.Load())
		s.cpu += time.Duration(g.published.cpu.Load())
	}
	return s
}

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
