package chart

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/show/report"
)

// Moments are labelled by their days, each once, and by their rounds of play if all are of one day.
func TestMomentsOfPlaces(t *testing.T) {
	for days, want := range map[string][]string{
		"":                                 {"round 1", "round 2", "round 3"},
		"2026-11-29 2026-11-29 2026-11-29": {"round 1", "round 2", "round 3"},
		"2026-11-29 2026-11-29 2026-12-01": {"29 Nov", "1 Dec"},
		"2026-11-29 2026-11-30 2026-12-01 2026-12-01": {"29 Nov", "30 Nov", "1 Dec"},
	} {
		list := strings.Fields(days)
		if days == "" {
			list = make([]string, 3)
		}
		s := &report.Stage{By: tournament.ByPoints}
		for i, day := range list {
			s.Moments = append(s.Moments, report.Moment{Round: i + 1, Day: day,
				Places: []report.MomentPlace{{Bot: "One", Rank: 1}, {Bot: "Two", Entry: 1, Rank: 2}}})
		}
		var out strings.Builder
		if err := Places(&out, s, nil); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range regexp.MustCompile(`text-anchor="middle" fill="#808890">([^<]*)<`).FindAllStringSubmatch(out.String(), -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: the labels are %q, want %q", days, got, want)
		}
	}
}
