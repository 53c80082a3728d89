package bomberman

import "agon/game"

// Print is the picture of the original's console, which is alike for all eyes.
func (w *wire) Print(dst []byte, s *State, _ game.Seat) []byte {
	s = w.told(s)
	return AppendConsole(dst, s, w.names[:], "\n")
}

// Told is why the last command failed, in the engine's words, and whether the player is dead. A step that was lost to another player
// by lot, or ended where somebody stayed, is no failure to the engine.
func (w *wire) Told(s *State, seat game.Seat) (refused string, out bool) {
	p := &s.Players[seat]
	if p.Fate.refused() {
		refused = s.refusal(int(seat), p.At, p.Did, p.Fate)
	}
	return refused, p.Killed
}
