package live

import (
	"context"
	"sync"
	"time"

	"agon/bot"
	"agon/game"
	"agon/play/worker"
	"agon/record/gamelog"
)

// A Growing passes a game on while it is played, for programs that show it meanwhile: its record so far, and what its bots have printed.
// The game does not wait for who takes them. Its functions are called on one goroutine, which begins with the deal and ends with the game,
// or with Close.
type Growing struct {
	Every  time.Duration                            // between two calls, at least
	Record func(r *game.Record)                     // gets the record when a turn was added
	Log    func(seat int, records []gamelog.Record) // gets the log of a seat when more was printed; nil for none

	mu   sync.Mutex
	made game.Record
	news bool
	logs map[int]*growingLog

	begin, end sync.Once
	turned     chan struct{} // one element when there may be something to pass on
	quit, done chan struct{}
}

// A growingLog is the log of a seat.
type growingLog struct {
	log    *bot.Log
	passed int64 // its size when it was passed on
}

// Logged adds the log of a seat's player.
func (g *Growing) Logged(seat int, log *bot.Log) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.logs == nil {
		g.logs = map[int]*growingLog{}
	}
	g.logs[seat] = &growingLog{log: log}
}

// Look adds what has been played to the record.
func (g *Growing) Look(_ context.Context, t *game.Table, _ []*bot.Call) {
	g.begin.Do(func() {
		g.turned, g.quit, g.done = make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
		go g.pass()
	})
	g.mu.Lock()
	if t.Turns() == 0 { // at the deal, also of a game that is dealt again
		g.made = game.Record{}
	}
	g.made.Follow(t)
	g.news = t.Turns() > 0
	g.mu.Unlock()
	select {
	case g.turned <- struct{}{}:
	default:
	}
}

// End waits until nothing is passed on any more.
func (g *Growing) End(worker.Game) error {
	g.Close()
	return nil
}

// Close is End for a game that is stopped. It may be called again, and after a game that did not begin.
func (g *Growing) Close() {
	g.begin.Do(func() {})
	if g.quit == nil {
		return
	}
	g.end.Do(func() { close(g.quit) })
	<-g.done
}

// pass passes on the newest state, and again when it has changed and there is time.
func (g *Growing) pass() {
	defer close(g.done)
	for {
		select {
		case <-g.turned:
		case <-g.quit:
			return
		}
		g.passLogs()
		if r := g.record(); r != nil {
			g.Record(r)
		}
		select {
		case <-time.After(g.Every):
		case <-g.quit:
			return
		}
	}
}

// record returns a copy of the record; nil if no turn was added since the last call.
func (g *Growing) record() *game.Record {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.news {
		return nil
	}
	g.news = false
	return g.made.Clone()
}

// passLogs passes on the logs that have grown.
func (g *Growing) passLogs() {
	if g.Log == nil {
		return
	}
	grown := map[int][]gamelog.Record{}
	g.mu.Lock()
	for seat, l := range g.logs {
		if total := l.log.Total(); total != l.passed {
			l.passed, grown[seat] = total, append(l.log.Peek(), l.log.Lane(0).Peek()...)
		}
	}
	g.mu.Unlock()
	for seat, records := range grown {
		g.Log(seat, records)
	}
}
