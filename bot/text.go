package bot

import "agon/game"

// A Text is a bot that is a file: its answer to each prompt is its text.
type Text string

// Ask answers all calls.
func (t Text) Ask(calls []*Call) {
	for _, c := range calls {
		c.Reply.Out = append(c.Reply.Out[:0], t...)
	}
}

// Sit does nothing.
func (Text) Sit(int, *game.Table, game.Seat) {}

// Answer does nothing: Ask has settled every call.
func (Text) Answer([]*Call) {}

// Leave does nothing.
func (Text) Leave(int) {}

// Close does nothing.
func (Text) Close() error { return nil }

// Traits returns none.
func (Text) Traits() Traits { return Traits{} }
