package bot

import "agon/game"

// Absent is the player of a bot that is not started. Every move that it is asked for is a fault.
type Absent struct {
	Why string // the reason, for the bot's log
}

// Sit does nothing.
func (Absent) Sit(int, *game.Table, game.Seat) {}

// Ask sets the fault on every call.
func (a Absent) Ask(calls []*Call) {
	for _, c := range calls {
		c.Reply.Fault, c.Reply.Note = game.Unstarted, a.Why
	}
}

// Answer does nothing: Ask has settled every call.
func (Absent) Answer([]*Call) {}

// Leave does nothing.
func (Absent) Leave(int) {}

// Close does nothing.
func (Absent) Close() error { return nil }

// Traits returns none.
func (Absent) Traits() Traits { return Traits{} }
