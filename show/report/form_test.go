package report

import (
	"testing"

	"agon/format/tournament"
)

// The last games and the moves of a line are told in words.
func TestWordsOfALine(t *testing.T) {
	form := Form{{Place: 1, Seats: 2}, {Place: 1, Seats: 2, Shared: true}, {Place: 2, Seats: 2}, {Place: 3, Seats: 6},
		{Place: 1, Seats: 6, Shared: true}}
	for _, tt := range []struct{ got, want string }{
		{form.String(), "last 5 games: won, drew, lost, 3rd of 6, 1st of 6"},
		{form[:1].String(), "last game: won"},
		{Climb{By: 3, Since: "round 4"}.String(), "up 3 places since round 4"},
		{Climb{By: -1}.String(), "down 1 place"},
		{Climb{New: true, Since: "14 Nov"}.String(), "new since 14 Nov"},
		{Climb{Since: "14 Nov"}.String(), ""},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

// A bot below the places that a moment keeps is not called new.
func TestNobodyIsNewBelowTheKeptPlaces(t *testing.T) {
	s := Stage{Standings: make([]Standing, MostPlaces+1), Moments: make([]Moment, 2)}
	for i := range s.Standings {
		s.Standings[i].Standing = tournament.Standing{Entry: i, Rank: i + 1}
		if i < MostPlaces {
			s.Moments[0].Places = append(s.Moments[0].Places, MomentPlace{Entry: i, Rank: MostPlaces - i})
		}
	}
	s.Moments[0].Round = 7
	s.Climb()
	last := &s.Standings[MostPlaces]
	if last.New || s.Standings[0].Climbed != MostPlaces-1 || s.Since != "round 7" {
		t.Errorf("%v, %d since %q", last.New, s.Standings[0].Climbed, s.Since)
	}
}
