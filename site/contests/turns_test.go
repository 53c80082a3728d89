package contests

import (
	"context"
	"testing"
	"time"

	"agon/format/tournament"
	"agon/show/report"
)

// Contests have the cores one after the other, in the order in which they asked, and know about when.
func TestTurns(t *testing.T) {
	x, a, b, c := &turns{slice: time.Minute}, &Contest{Name: "a"}, &Contest{Name: "b"}, &Contest{Name: "c"}
	if err := x.take(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	x.begun = now.Add(-20 * time.Second)
	second, third := x.ask(b), x.ask(c)
	for contest, want := range map[*Contest]string{
		a: "", b: "waits for its turn, goes on in 40 s", c: "waits for its turn, goes on in 100 s",
	} {
		if got := x.words(contest, now); got != want {
			t.Errorf("%s %q, not %q", contest.Name, got, want)
		}
	}
	if got := x.words(c, now.Add(40*time.Second)); got != "waits for its turn, goes on in 60 s" {
		t.Error(got)
	}
	if got := x.words(b, now.Add(time.Hour)); got != "waits for its turn, goes on in a moment" {
		t.Error(got)
	}
	x.slice = 3 * time.Minute
	if got := x.words(b, now); got != "waits for its turn, goes on in 3 min" {
		t.Error(got)
	}
	x.give()
	<-second
	if x.words(b, now) != "" || x.length() != 1 {
		t.Errorf("%q, and %d wait", x.words(b, now), x.length())
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := x.take(stopped, a); err == nil || x.length() != 1 {
		t.Errorf("%v, and %d wait", err, x.length())
	}
	x.give()
	<-third
	x.give()
	if err := x.take(t.Context(), a); err != nil {
		t.Fatal(err)
	}
}

// A bot without a game is told when its first begins, unless it has none any more: it did not reach the stage that is played.
func TestFirstGame(t *testing.T) {
	played := report.Stage{Standings: []report.Standing{{Standing: tournament.Standing{Played: 3}, Name: "old"}, {Name: "new"}}}
	for _, tt := range []struct {
		name, bot string
		state     State
		table     *Table
		waits     bool // for its turn, which comes in four minutes
		want      string
	}{
		{"no game has been played", "new", Playing, nil, false, "first game in the next round of play"},
		{"nothing is known of the pace", "new", Playing, &Table{Stage: played}, false, "first game in the next round of play"},
		{"a minute", "new", Playing, &Table{Stage: played, At: time.Now(), Next: time.Second}, false, "first game in about a minute"},
		{"minutes", "late", Playing, &Table{Stage: played, At: time.Now(), Next: 5 * time.Minute}, false, "first game in about 5 minutes"},
		{"its turn has to come", "new", Playing, &Table{Stage: played, At: time.Now().Add(-time.Hour), Next: time.Minute}, true,
			"first game in about 5 minutes"},
		{"its turn has to come, and nothing is known of the pace", "new", Playing, &Table{Stage: played}, true,
			"first game in the next round of play; the contest goes on in about 4 minutes"},
		{"it has played", "old", Playing, &Table{Stage: played}, false, ""},
		{"it is eliminated", "late", Playing, &Table{Stage: played, Nth: 1}, false, ""},
		{"it has reached the next stage", "new", Playing, &Table{Stage: played, Nth: 1}, false, ""},
		{"nothing is played", "new", Paused, &Table{Stage: played}, false, ""},
	} {
		s, c := &Contests{turns: &turns{}}, &Contest{state: tt.state, table: tt.table}
		if tt.waits {
			s.turns = &turns{slice: 4 * time.Minute, begun: time.Now().Add(-10 * time.Second), waiting: []waiter{{contest: c}}}
		}
		if got := s.FirstGame(c, tt.bot); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
