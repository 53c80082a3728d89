package site

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"agon/show/report"
	"agon/site/people"
	"agon/site/wire"
)

// A desk counts all workers, lists those with trouble first, at most a hundred, and shows what they say of themselves as text.
func TestAThousandWorkersOnTheDesk(t *testing.T) {
	var list []report.Worker
	for n := range 1000 {
		w := report.Worker{Name: fmt.Sprintf("w-%04d", n), Host: "<script>alert(1)</script>", System: `"><img src=x>`, Version: "</table>",
			Cores: 4, Here: true, Out: 8, Silent: 4, Seen: time.Now()}
		switch {
		case n >= 990:
			w.Trouble = "set aside: <b>its report</b> contradicts the rules"
		case n == 989:
			w.Trouble = "left"
		case n == 988:
			w.Overdue, w.Refused = 3, 2
		}
		list = append(list, w)
	}
	s := serve(t, func(o *Options) { o.Contests.Workers = func(string) []report.Worker { return list } })
	olga := s.as(t, people.Organiser)
	page := olga.get("/c/cup/desk").text
	for _, want := range []string{"w-0990", "w-0999", "w-0988", "3 overdue", "5 more workers do not play.",
		"989 workers, 3956 cores take games, of 1000; 10 have trouble; 100 are listed", "&lt;script&gt;alert(1)"} {
		if !strings.Contains(page, want) {
			t.Errorf("the desk does not show %q", want)
		}
	}
	for _, never := range []string{"<script>alert", "<img src=x", "<b>its report", "w-0989", "w-0500"} {
		if strings.Contains(page, never) {
			t.Errorf("the desk shows %q", never)
		}
	}
	a := s.call(t, s.token(t, people.Jury), "GET", "/api/v1/contests/cup/desk", "", "")
	var desk wire.Desk
	if err := json.Unmarshal([]byte(a.text), &desk); err != nil {
		t.Fatalf("%d %v: %s", a.code, err, a.text)
	}
	if len(desk.Workers) != 100 || desk.Workers[0].Name != "w-0988" || desk.Workers[1].Name != "w-0990" || desk.Workers[99].Out != 8 ||
		desk.Workers[0].Overdue != 3 || !strings.Contains(desk.Counts, "of 1000") || len(desk.Needs) != mostTroubled+1 {
		t.Errorf("%d workers, %q, %d needs, first %+v", len(desk.Workers), desk.Counts, len(desk.Needs), desk.Workers[0])
	}
	if a := s.call(t, s.token(t, people.Participant), "GET", "/api/v1/contests/cup/desk", "", ""); strings.Contains(a.text, "w-0") {
		t.Errorf("a participant gets the workers: %d %s", a.code, a.text)
	}
}
