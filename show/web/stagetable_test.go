package web

import (
	"strings"
	"testing"

	"agon/format/tournament"
	"agon/show/report"
)

func TestStageBracket(t *testing.T) {
	lines := func(groups ...int) (list []report.Standing) {
		for i, group := range groups {
			list = append(list, report.Standing{Standing: tournament.Standing{Entry: i, Rank: i + 1, Group: group},
				Name: string(rune('A'+i)) + "<b>"})
		}
		return list
	}
	two := &tournament.Bracket{Seeds: []int{0, 1}, Ties: []tournament.Tie{{Name: "the final", Sides: [2]int{0, 1}}},
		Parts: []tournament.Part{{}}}
	for _, x := range []struct {
		name  string
		stage report.Stage
		want  []string // parts of the text; none: there is no bracket
	}{
		{"knockout", report.Stage{Name: "Main", Bracket: two, Standings: lines(0, 0)}, []string{"<h2>Main</h2>", "<svg", "A&lt;b&gt;"}},
		{"groups", report.Stage{Name: "Main", Standings: lines(0, 0, 1, 1)},
			[]string{"<h2>Group A</h2>", "<h2>Group B</h2>", "D&lt;b&gt;"}},
		{"one table", report.Stage{Name: "Main", Standings: lines(0, 0, 0)}, nil},
		{"nobody", report.Stage{Name: "Main"}, nil},
	} {
		got, err := StageBracket(&x.stage)
		if err != nil || len(x.want) == 0 && got != "" || strings.Contains(string(got), "href=") {
			t.Errorf("%s: %v, %s", x.name, err, got)
		}
		for _, part := range x.want {
			if !strings.Contains(string(got), part) {
				t.Errorf("%s: no %s in %s", x.name, part, got)
			}
		}
	}
}
