package bot

import (
	"time"

	"agon/game"
)

// Native plays a built-in bot: a Go function of the kind, called without any process. Times are taken once per turn for all
// lanes together, but move by move where they are kept.
type Native struct {
	mind  game.Native
	log   *Log // may be nil
	usage Usage
}

// NewNative makes a player of a built-in bot. What it has to say goes to the log, which may be nil.
func NewNative(mind game.Native, log *Log) *Native { return &Native{mind: mind, log: log} }

// Sit gives the bot a new mind for the game.
func (n *Native) Sit(_ int, t *game.Table, seat game.Seat) { t.Sit(seat, n.mind) }

// Ask thinks.
func (n *Native) Ask(calls []*Call) {
	if len(calls) == 0 {
		return
	}
	if calls[0].Table.KeepsTimes() {
		n.timed(calls)
		return
	}
	begin := time.Now()
	for _, c := range calls {
		c.Table.Think(c.Seat, &c.Reply)
		c.Settled = true
	}
	n.spend(calls, time.Since(begin))
}

// timed measures each move before it is put on the table, which writes its time down.
func (n *Native) timed(calls []*Call) {
	for i, c := range calls {
		begin := time.Now()
		c.Table.ThinkTimed(c.Seat, &c.Reply, func() game.Micros { return game.Micros(time.Since(begin).Microseconds()) })
		c.Settled = true
		n.spend(calls[i:i+1], time.Since(begin))
	}
}

func (n *Native) spend(calls []*Call, wall time.Duration) {
	for _, c := range calls {
		c.Wall = wall / time.Duration(len(calls))
		c.CPU = c.Wall
	}
	n.usage.Calls += len(calls)
	n.usage.Wall += wall
	n.usage.CPU += wall
}

// Answer has nothing to wait for. It writes down what the bot had to say, which is no part of its time.
func (n *Native) Answer(calls []*Call) {
	if n.log == nil {
		return
	}
	for _, c := range calls {
		if len(c.Reply.Log) > 0 {
			n.log.Write(c.Reply.Log)
		}
	}
}

// Rise has nothing to end.
func (n *Native) Rise(int) {}

// Close has nothing to end.
func (n *Native) Close() error { return nil }

// Usage is what the bot has spent.
func (n *Native) Usage() Usage { return n.usage }
