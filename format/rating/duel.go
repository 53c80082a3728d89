package rating

import (
	"math"
	"math/bits"
)

// A duel is a unit of games of two in 16 bytes, so that a fit that reads all units again reads no games.
type duel struct {
	one, other int32  // as the first game names them
	games      uint64 // of each game two bits, the first game in the highest ones: firstBit and tiedBit; above them a bit that is set
}

const (
	tiedBit  = 1 // the places are shared
	firstBit = 2 // the other one stands first; if they share the place, it is named first

	duelBits  = 2
	mostDuels = 31 // games of a duel
)

// duelOf returns the duel of a unit's games. It reports false where the games are of more than two, or too many.
func duelOf(games []Meeting) (d duel, ok bool) {
	if len(games) > mostDuels {
		return d, false
	}
	d.games = 1
	for i := range games {
		m := &games[i]
		if len(m.Entries) != 2 {
			return d, false
		}
		how := uint64(0)
		if m.Entries[0] != games[0].Entries[0] {
			how = firstBit
		}
		switch {
		case m.Points[0] == m.Points[1]:
			how |= tiedBit
		case m.Points[1] > m.Points[0]:
			how ^= firstBit
		}
		d.games = d.games<<duelBits | how
	}
	d.one, d.other = int32(games[0].Entries[0]), int32(games[0].Entries[1])
	return d, true
}

// duel takes in a duel, with the sums of whole, bit for bit: the chances are the same in all its games. It returns the curvature of the
// pair, and the slope in the strength of the other one.
func (f *fitness) duel(d duel, strength []float64) (weight, lead float64) {
	var share, slope, own, between, beats [2]float64 // between and beats by who is named first
	apart := strength[d.one] - strength[d.other]
	weaker := math.Exp(-math.Abs(apart))
	share[0], share[1] = 1/(1+weaker), weaker/(1+weaker)
	if apart < 0 {
		share[0], share[1] = share[1], share[0]
	}
	variances, both := [2]float64{float64(share[0] * (1 - share[0])), float64(share[1] * (1 - share[1]))}, float64(share[0]*share[1])
	for at := bits.Len64(d.games) - 1 - duelBits; at >= 0; at -= duelBits {
		how := d.games >> at
		first := how / firstBit & 1 // who stands first among those left
		last := first ^ 1
		slope[first] -= share[first]
		slope[last] -= share[last]
		own[first] += variances[first]
		own[last] += variances[last]
		between[last] += both
		if how&tiedBit == 0 {
			slope[first]++
			beats[first] += share[last]
			continue
		}
		slope[first] += 0.5
		slope[last] += 0.5
		beats[last] += float64(0.5 * share[first])
		beats[first] += float64(0.5 * share[last])
	}
	f.free++
	f.strayed += float64(slope[0] * slope[0])
	f.should += own[0]
	f.strayed += float64(slope[1] * slope[1])
	f.should += own[1]
	weight, lead = between[1]+between[0], beats[1]-beats[0]
	f.slopes += float64(lead * lead)
	f.weights += float64(weight * weight)
	return weight, lead
}

// duels takes in duels.
func (f *fitness) duels(list []duel, strength []float64, info *gathering) {
	for _, d := range list {
		weight, slope := f.duel(d, strength)
		info.addCurvature(int(d.other), int(d.one), weight, slope)
	}
}
