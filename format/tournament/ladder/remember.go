package ladder

import (
	"cmp"
	"slices"

	"agon/format/tournament"
)

// Remember returns the ratings after rounds of play, as estimated at the time.
func (l *format) Remember(f *tournament.Field, past tournament.Past, rounds []int) []tournament.Moment {
	s := past.State(l, f).(*state)
	at := make([]int, len(s.curves)) // by curve: number of its points up to the round
	var list []tournament.Moment
	for _, round := range rounds {
		m := tournament.Moment{Round: round, Games: past.Done(round)}
		places := f.At(round).Places()
		for i, curve := range s.curves {
			for at[i] < len(curve) && curve[at[i]].Round <= round {
				at[i]++
			}
			entry := f.Entries[i]
			if at[i] == 0 || entry >= len(places) || places[entry] < 0 {
				continue
			}
			m.Lines = append(m.Lines, tournament.MomentLine{Entry: entry, Rating: curve[at[i]-1].Rating})
		}
		slices.SortStableFunc(m.Lines, func(a, b tournament.MomentLine) int { return cmp.Compare(b.Rating, a.Rating) })
		for i := range m.Lines {
			m.Lines[i].Rank = i + 1
			if i > 0 && m.Lines[i].Rating == m.Lines[i-1].Rating {
				m.Lines[i].Rank = m.Lines[i-1].Rank
			}
		}
		list = append(list, m)
	}
	return list
}
