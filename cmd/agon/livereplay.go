package main

import (
	"sync"
	"time"

	"agon/bot"
	"agon/game"
	"agon/internal/wholefile"
	"agon/referee"
	"agon/replay"
	"agon/worker"
)

// A liveReplay is a file with the replay of a game as far as it has been played, for programs that show it meanwhile, and beside it the logs of the bots so
// far. A game does not wait for them, and does not end when they cannot be written.
type liveReplay struct {
	path  string
	kind  *game.Kind
	seats []replay.Seat
	logs  func() // writes the logs; nil for none

	made   replay.Growing
	turned chan struct{} // has an element when a turn was made
	quit   chan struct{} // closed by close
	done   chan struct{} // closed when nothing is written any more
	once   sync.Once
}

// liveEvery is the time between two states of the file, at least.
const liveEvery = 200 * time.Millisecond

// newLiveReplay returns a file that is written until close.
func newLiveReplay(path string, kind *game.Kind, seats []replay.Seat, logs func()) *liveReplay {
	l := &liveReplay{path: path, kind: kind, seats: seats, logs: logs, turned: make(chan struct{}, 1), quit: make(chan struct{}), done: make(chan struct{})}
	go l.write()
	return l
}

// close waits until nothing is written any more. It may be called again, and for nil.
func (l *liveReplay) close() {
	if l == nil {
		return
	}
	l.once.Do(func() { close(l.quit) })
	<-l.done
}

// write writes the newest state, and again when it has changed and there is time.
func (l *liveReplay) write() {
	defer close(l.done)
	for {
		select {
		case <-l.turned:
		case <-l.quit:
			return
		}
		if l.logs != nil {
			l.logs()
		}
		if made := l.made.News(); made != nil {
			wholefile.WriteBytes(l.path, replay.Encode(&replay.Replay{Record: made, Seats: l.seats}, l.kind.Timed)) // the next one makes up for it
		}
		select {
		case <-time.After(liveEvery):
		case <-l.quit:
			return
		}
	}
}

// watch follows the game of a pool.
func (l *liveReplay) watch(_ []int, _ referee.Fixture, t *game.Table) worker.Viewer {
	l.made.Deal(t)
	return l
}

// Turn has the game so far written as soon as there is time.
func (l *liveReplay) Turn(t *game.Table, _ []*bot.Call) {
	if t.Over() {
		return
	}
	l.made.Turn(t)
	select {
	case l.turned <- struct{}{}:
	default:
	}
}

// Lost leaves the file to the game that is played instead.
func (l *liveReplay) Lost() {}
