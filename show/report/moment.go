package report

import "fmt"

// MostMoments is the maximum number of moments of a stage, and MostPlaces that of places in each.
const (
	MostMoments = 60
	MostPlaces  = 300
)

// A Moment is the standings of a stage after a round of play.
type Moment struct {
	Round  int           `json:"round"`         // of play, from 1
	Games  int           `json:"games"`         // with a result, up to then
	Day    string        `json:"day,omitempty"` // on which the round was planned, "2026-03-01"; empty if unknown
	Places []MomentPlace `json:"places"`        // group by group, best first

	rank map[int]int
}

// A MomentPlace is a bot's place at a moment.
type MomentPlace struct {
	Bot    string  `json:"bot"`
	Entry  int     `json:"-"`
	First  int     `json:"-"` // as in a [Standing]
	Group  int     `json:"-"`
	Rank   int     `json:"rank"`
	Rating float64 `json:"rating,omitempty"` // 0: the stage has no ratings
	Points float64 `json:"-"`                // of matches
}

// Look returns the number of the bot's look, as of a [Standing].
func (p *MomentPlace) Look() int { return lookOf(p.Entry, p.First) }

// Name returns the label of a moment: its day as "03-01", or its round of play.
func (m *Moment) Name() string {
	if m.Day != "" {
		return m.Day[len("2026-"):]
	}
	return fmt.Sprintf("round %d", m.Round)
}

// Place returns an entry's rank, 0 if it has none.
func (m *Moment) Place(entry int) int {
	if m.rank == nil {
		m.rank = make(map[int]int, len(m.Places))
		for _, p := range m.Places {
			m.rank[p.Entry] = p.Rank
		}
	}
	return m.rank[entry]
}

// Daily returns the last moment of each day if several days are known, else all moments.
func Daily(moments []Moment) []Moment {
	var daily []Moment
	for i, m := range moments {
		if m.Day == "" {
			return moments
		}
		if i+1 == len(moments) || moments[i+1].Day != m.Day {
			daily = append(daily, m)
		}
	}
	if len(daily) < 2 {
		return moments
	}
	return daily
}

// Climb sets how many places each bot has climbed since the previous moment, or since the previous day if days are known.
func (s *Stage) Climb() {
	moments := Daily(s.Moments)
	if len(moments) < 2 {
		return
	}
	before := &moments[len(moments)-2]
	s.Since = before.Name()
	for i := range s.Standings {
		if was := before.Place(s.Standings[i].Entry); was > 0 {
			s.Standings[i].Climbed = was - s.Standings[i].Overall()
		} else {
			s.Standings[i].New = len(before.Places) < MostPlaces // of more bots the last are not kept
		}
	}
}
