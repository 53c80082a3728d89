package rating

import "math"

// pair takes in a unit of games of two, with the sums of whole, bit for bit: the chances are the same in all games of the unit. It reports false,
// and takes in nothing, where the games are of more.
func (f *fitness) pair(games []Meeting, strength []float64, told adder) bool {
	for i := range games {
		if len(games[i].Entries) != 2 {
			return false
		}
	}
	entries := [2]int{games[0].Entries[0], games[0].Entries[1]}
	var share, slope, own, between, beats [2]float64 // between and beats by who is named first
	apart := strength[entries[0]] - strength[entries[1]]
	weaker := math.Exp(-math.Abs(apart))
	share[0], share[1] = 1/(1+weaker), weaker/(1+weaker)
	if apart < 0 {
		share[0], share[1] = share[1], share[0]
	}
	for i := range games {
		m, first := &games[i], 0 // first is who stands first among those left
		if m.Entries[0] != entries[0] {
			first = 1
		}
		if m.Points[1] > m.Points[0] {
			first = 1 - first
		}
		last := 1 - first
		slope[first] -= share[first]
		slope[last] -= share[last]
		own[first] += float64(share[first] * (1 - share[first]))
		own[last] += float64(share[last] * (1 - share[last]))
		between[last] += float64(share[last] * share[first])
		if m.Points[0] != m.Points[1] {
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
	weight, lead := between[1]+between[0], beats[1]-beats[0]
	f.slopes += float64(lead * lead)
	f.weights += float64(weight * weight)
	told.addCurvature(entries[1], entries[0], weight, lead)
	return true
}
