package progress

import (
	"strings"
	"testing"
	"time"

	"agon/show/report"
)

// Workers are listed in plain lines, and on the screen with those first that an organiser should look at.
func TestWorkersAreShown(t *testing.T) {
	seen := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	const limit = "Bots limit the contest: 12 cores have games 93 % of the time."
	r := Run{Stage: "all", Games: 10, Limit: limit, Orders: "3 orders, one without a report for 4 s", Workers: []report.Worker{
		{Name: "hall-1", Cores: 4, PerSecond: 12.5, Efficiency: 0.93, Speed: 1.07, Pace: 0.98, Orders: 2, Here: true},
		{Name: "hall-2", Cores: 8, Here: true},
		{Name: "forger", Cores: 2, Here: true, Trouble: "set aside: its report contradicts the rules"},
		{Name: "gone", Cores: 2, Seen: seen},
	}}
	if line := step(&r); !strings.Contains(line, "2 workers, 12 cores; 3 orders, one without a report for 4 s  "+limit) {
		t.Errorf("the plain line is %q", line)
	}
	m := &model{run: r, width: 120, height: 40}
	screen := m.draw().String(m.depth)
	var at []int
	for _, want := range []string{
		"2 workers, 12 cores; 3 orders, one without a report for 4 s", limit, "forger", "set aside: its report contradicts the rules",
		"silent since 03:04:05 UTC",
		"hall-1             4 cores   12.5 games/s  busy  93 %  speed 1.07  pace 0.98  plays", "hall-2", "waits",
	} {
		n := strings.Index(screen, want)
		if n < 0 || len(at) > 0 && n < at[len(at)-1] {
			t.Errorf("%q is missing, or not in this place", want)
		}
		at = append(at, n)
	}
	m.width = 62
	narrow := m.draw().String(m.depth)
	for _, want := range []string{"  forger             2 cores  set aside: its report contradi..",
		"  hall-1             4 cores   12.5 games/s  busy  93 %  plays"} {
		if !strings.Contains(narrow, want) {
			t.Errorf("62 columns show no %q in\n%s", want, narrow)
		}
	}
	m.height = 16
	if screen := m.draw().String(m.depth); !strings.Contains(screen, "and 2 more") {
		t.Errorf("a small screen shows\n%s", screen)
	}
}
