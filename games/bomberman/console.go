package bomberman

import "agon/game"

// Print appends the original's console output, the same for all viewers.
func (w *wire) Print(dst []byte, s *State, _ game.Seat) []byte {
	s = w.visible(s)
	return AppendConsole(dst, s, w.names[:], "\n")
}

// Feedback returns why the last command failed, in the engine's words, and whether the player died. A step lost to another player by dice,
// or blocked by a player who stayed, is no failure to the engine.
func (w *wire) Feedback(s *State, seat game.Seat) (refused string, out bool) {
	p := &s.Players[seat]
	if p.Fate.refused() {
		refused = s.refusal(int(seat), p.At, p.Did, p.Fate)
	}
	return refused, p.Killed
}
