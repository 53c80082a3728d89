package tournament

import (
	"slices"

	"agon/format/rating"
)

// mostCircling is the largest field in which circles are looked for.
const mostCircling = 500

// Circles returns the likeliest circles among at most 500 entries, by their numbers in the line-up. Games of a match that share a start, as
// many as it has seats, are one observation.
func (p Past) Circles(entries []int) []rating.Circle {
	if len(entries) < 3 || len(entries) > mostCircling {
		return nil
	}
	sorted := slices.Sorted(slices.Values(entries))
	p = p.Among(sorted)
	found := rating.Circles(len(sorted), func(yield func([]rating.Meeting) bool) {
		var unit []rating.Meeting
		for i := range p.Len() {
			g := p.Game(i)
			if g.Done {
				m := rating.Meeting{}
				for seat := range g.Seats() {
					at, _ := slices.BinarySearch(sorted, g.Entry(seat))
					m.Entries, m.Points = append(m.Entries, at), append(m.Points, -float64(g.Place(seat)))
				}
				unit = append(unit, m)
			}
			last := i+1 == p.Len() || p.Game(i+1).Match != g.Match || (g.Number+1)%g.Seats() == 0
			if last && len(unit) > 0 {
				if !yield(unit) {
					return
				}
				unit = nil
			}
		}
	})
	for i := range found {
		for k, at := range found[i].Entries {
			found[i].Entries[k] = sorted[at]
		}
	}
	return found
}
