package colourbattle

// mirrors is the number of deals in a set: a drawn deal and its mirror image.
const mirrors = 2

// Mirror makes the 1st deal of a set from the drawn one, the 0th. It reverses all ids, so that every bot takes tiles from those that took
// from it, and shifts all start tiles by half a canvas in either direction, so that who started in the middle starts near a corner.
// Distances between bots stay (the canvas taken as a torus). Both deals are equally likely.
func (r *Rules) Mirror(s *State, nth int) {
	if nth == 0 {
		return
	}
	for i := range s.Bots {
		s.ID[i] = s.Bots + 1 - s.ID[i]
		s.X[i] = (s.X[i] + s.Side/2) % s.Side
		s.Y[i] = (s.Y[i] + s.Side/2) % s.Side
	}
}
