package report_test

import (
	"reflect"
	"testing"

	"agon/format/rating"
	"agon/format/tournament"
	"agon/show/report"
)

func TestRemarks(t *testing.T) {
	through := func(l *report.Standing) { l.Through = true }
	in := func(group int, letter string, on bool) func(*report.Standing) {
		return func(l *report.Standing) { l.Group, l.Letter, l.Through = group, letter, on }
	}
	for _, tt := range []struct {
		name  string
		stage report.Stage
		again []tournament.Rematch
		want  []string
	}{
		{"nobody is equal", report.Stage{Next: "final", Standings: []report.Standing{bot(0, 1, through), bot(1, 2, nil)}}, nil, nil},
		{"the line-up decides", report.Stage{Next: "final",
			Standings: []report.Standing{bot(0, 1, through), bot(1, 2, through), bot(2, 2, nil), bot(3, 2, nil)}}, nil,
			[]string{"B, C and D are equal in all that ranks: their order in the line-up let B advance, and not C and D."}},
		{"all of the equal advance", report.Stage{Next: "final",
			Standings: []report.Standing{bot(0, 1, through), bot(1, 1, through), bot(2, 3, nil)}}, nil, nil},
		{"the first place", report.Stage{Standings: []report.Standing{bot(0, 1, nil), bot(1, 1, nil), bot(2, 3, nil), bot(3, 3, nil)}}, nil,
			[]string{"A and B are equal in all that ranks, and share the first place."}},
		{"in a group", report.Stage{Next: "final",
			Standings: []report.Standing{bot(0, 1, in(0, "A", true)), bot(1, 2, in(0, "A", false)), bot(2, 1, in(1, "B", true)),
				bot(3, 1, in(1, "B", false))}}, nil,
			[]string{"Group B: C and D are equal in all that ranks: their order in the line-up let C advance, and not D."}},
		{"in a bracket", report.Stage{Next: "final", By: tournament.ByBracket,
			Standings: []report.Standing{bot(0, 1, through), bot(1, 2, through), bot(2, 3, through), bot(3, 3, nil)}}, nil,
			[]string{"C and D came equally far: their places in the draw let C advance, and not D."}},
		{"rematches", report.Stage{Standings: []report.Standing{bot(0, 1, nil), bot(1, 2, nil), bot(2, 3, nil)}},
			[]tournament.Rematch{{One: 0, Other: 2, Times: 2}, {One: 1, Other: 2, Times: 3}},
			[]string{"Rematches: A and C met twice, B and C met 3 times."}},
	} {
		s := tt.stage
		s.Played, s.Finished = 4, true
		s.Remark("their order in the line-up", tt.again)
		if !reflect.DeepEqual(s.Remarks, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, s.Remarks, tt.want)
		}
		if s.Finished = false; tt.again == nil {
			if s.Remark("", nil); s.Remarks != nil {
				t.Errorf("%s: before the end %q", tt.name, s.Remarks)
			}
		}
	}
}

// Circles follow the other remarks, and no chance is said to be a certainty.
func TestCircleRemarks(t *testing.T) {
	s := report.Stage{Played: 4, Finished: true, Standings: []report.Standing{bot(0, 1, nil), bot(1, 1, nil), bot(2, 3, nil)}}
	s.Remark("", nil)
	s.Circle([]rating.Circle{{Entries: [3]int{0, 2, 1}, Chance: 0.938}, {Entries: [3]int{0, 1, 2}, Chance: 1}})
	want := []string{"A and B are equal in all that ranks, and share the first place.", "A, C and B beat each other in a circle (93 %).",
		"A, B and C beat each other in a circle (over 99 %)."}
	if !reflect.DeepEqual(s.Remarks, want) {
		t.Errorf("%q, want %q", s.Remarks, want)
	}
}

func TestLeaders(t *testing.T) {
	one, two := report.Stage{Standings: []report.Standing{bot(0, 1, nil), bot(1, 2, nil)}},
		report.Stage{Standings: []report.Standing{bot(0, 1, nil), bot(1, 1, nil)}}
	many := report.Stage{Standings: []report.Standing{bot(0, 1, nil), bot(1, 1, nil), bot(2, 1, nil), bot(3, 1, nil)}}
	for want, s := range map[string]*report.Stage{"A": &one, "A and B": &two, "A and 3 others": &many} {
		if got, several := s.Leaders(); got != want || several != (s != &one) {
			t.Errorf("got %q, %v; want %q", got, several, want)
		}
	}
}

// TestRemarkOfABotThatCannotPlay: a row has the beginning of what a compiler says.
func TestRemarkOfABotThatCannotPlay(t *testing.T) {
	for broken, want := range map[string]string{
		"no file bot.py": "cannot play: no file bot.py",
		"it cannot be built: a step of the build failed\na.cs(1,2): error": "cannot play: it cannot be built: a step of the build failed " +
			"a.cs(1,2): error",
		"it cannot be built\na.cs(1,2): error\nb.cs(3,4): error\nfailed": "cannot play: it cannot be built a.cs(1,2): error …",
	} {
		s := &report.Standing{Broken: broken}
		if got := s.Remark(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
