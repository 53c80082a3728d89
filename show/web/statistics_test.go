package web

import (
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/show/report"
)

// The statistics of a stage show names as text, and the curve of a bot has all its versions.
func TestStatistics(t *testing.T) {
	curve := []tournament.CurvePoint{{Games: 1, Rating: 1000, Error: 10}, {Games: 9, Rating: 1010, Error: 10}}
	line := func(entry int, name string) report.Standing {
		return report.Standing{Standing: tournament.Standing{Entry: entry, Rank: 1, Played: 2, Curve: curve}, Name: name}
	}
	f := &report.Figures{
		Stages: []report.Stage{{Name: "final", Standings: []report.Standing{line(2, "<b>Ann"), line(1, "Bob")},
			Left: []report.Standing{line(0, "<b>Ann")}}},
		Spreads: []report.Spread{report.NewSpread()},
		Entries: []report.Version{{Bot: "<b>Ann", Number: 1}, {Bot: "Bob", Number: 1}, {Bot: "<b>Ann", Number: 2}},
	}
	for _, places := range [][]int{{1, 2}, {1, 2}, {2, 1}} {
		for seat, place := range places {
			f.Spreads[0].Add(seat, seat+1, place, places, 100)
		}
	}
	f.Spreads[0].Settle()
	text, err := Statistics(f, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h2>Places</h2>", "<h2>Seats</h2>", "&lt;b&gt;Ann", "66.7"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if strings.Contains(string(text), "<b>Ann") {
		t.Error("a name is markup")
	}
	if n := strings.Count(string(RatingCurve(f, 0, "<b>Ann")), `class="line`); n != 2 {
		t.Errorf("the curve has %d versions", n)
	}
	if RatingCurve(f, 0, "nobody") != "" {
		t.Error("nobody has a curve")
	}
}
