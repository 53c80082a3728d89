package progress

import (
	"fmt"
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
	if screen := m.draw().String(m.depth); !strings.Contains(screen, "and 2 more, all in order") {
		t.Errorf("a small screen shows\n%s", screen)
	}
}

// A thousand workers take no more lines of a screen, of a line of progress, and of the table at the end than there is room for.
func TestAThousandWorkersAreShown(t *testing.T) {
	r := Run{Stage: "all", Games: 10}
	for n := range 1000 {
		r.Workers = append(r.Workers, report.Worker{Name: fmt.Sprintf("w-%04d\x1b[2J\n", n), Cores: 4, Here: true})
	}
	r.Workers[700].Trouble = "set aside: its report contradicts the rules"
	for _, height := range []int{8, 24, 60} {
		m := &model{run: r, width: 100, height: height}
		lines := m.workers()
		if len(lines) > height/6+2 {
			t.Errorf("%d lines of workers on a screen of %d", len(lines), height)
		}
		if text := m.draw().String(m.depth); height > 20 && (!strings.Contains(text, "set aside: its report") ||
			!strings.Contains(text, fmt.Sprintf("and %d more, all in order", 1000-height/6)) || strings.Contains(text, "\x1b[2J")) {
			t.Errorf("a screen of %d lines shows\n%s", height, text)
		}
	}
	if line := step(&r); len(line) > 200 || !strings.Contains(line, "999 workers, 3996 cores") {
		t.Errorf("the plain line is %q", line)
	}
}
