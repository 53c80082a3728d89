package contests

import (
	"context"
	"testing"
	"time"
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
