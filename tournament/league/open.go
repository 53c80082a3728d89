package league

import (
	"slices"

	"agon/tournament"
)

// open is the matches that the complete rounds of play have begun and not decided, by number. So a round of play costs what is new in it, and
// not all that was played.
type open struct {
	series  tournament.Series
	matches []*tournament.Match
}

// Follow is the state of a stage in which nothing has been played.
func (l *League) Follow() tournament.State { return &open{series: l.Series} }

// Take takes in a round of play.
func (o *open) Take(past tournament.Past, fresh int) {
	for i := fresh; i < past.Len(); i++ {
		o.matches = tournament.Taken(o.matches, o.series, past.Game(i))
	}
	o.matches = slices.DeleteFunc(o.matches, func(m *tournament.Match) bool { return m.Decided })
}
