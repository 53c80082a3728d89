package league

import (
	"slices"

	"agon/format/tournament"
)

// open is the undecided matches of the complete rounds of play, by number, so that the cost of a round of play does not depend on the
// games before.
type open struct {
	series  tournament.Series
	matches []*tournament.Match
}

// Follow returns the state of a stage before its first game.
func (l *League) Follow() tournament.State { return &open{series: l.Series} }

// Take adds a round of play.
func (o *open) Take(past tournament.Past, fresh int) {
	for i := fresh; i < past.Len(); i++ {
		o.matches = tournament.Taken(o.matches, o.series, past.Game(i))
	}
	o.matches = slices.DeleteFunc(o.matches, func(m *tournament.Match) bool { return m.Decided })
}
