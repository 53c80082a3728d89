package swiss

import (
	"testing"

	"agon/format/tournament"
	"agon/format/tournament/formattest"
)

// Who is reinstated is paired again, and has no points for the rounds that it missed.
func TestReinstated(t *testing.T) {
	f := formattest.Field(tournament.Field{}, 5) // entries 1, 3, 5, 7, 9, of which the lower wins
	f.Change(tournament.Change{Round: 1, Entry: 1, What: tournament.Left, Instead: -1},
		tournament.Change{Round: 2, Entry: 1, What: tournament.Returned, Instead: -1})
	l, format := formattest.Play(t, Spec, map[string]any{"rounds": 3, "best_of": 1}, f, func(x tournament.Fixture) tournament.Result {
		return formattest.Pair(x, min(x.Seats[0], x.Seats[1]))
	})
	for _, s := range tournament.Standings(format, f, l.All()).Standings {
		if s.Entry == 1 && (s.Gone || s.Played != 2 || s.Points != 2 || s.Byes != 0) {
			t.Errorf("%+v", s)
		}
	}
}
