package bot

import "agon/game"

// Absent is the player of a bot that is not started: it owes every move that it is asked for.
type Absent struct {
	Why string // in words, for the bot's log
}

// Sit has nobody to seat.
func (Absent) Sit(int, *game.Table, game.Seat) {}

// Ask gives every call the fault.
func (a Absent) Ask(calls []*Call) {
	for _, c := range calls {
		c.Reply.Fault, c.Reply.Note = game.Unstarted, a.Why
	}
}

// Answer has nothing to wait for.
func (Absent) Answer([]*Call) {}

// Leave has nothing to end.
func (Absent) Leave(int) {}

// Close has nothing to end.
func (Absent) Close() error { return nil }
