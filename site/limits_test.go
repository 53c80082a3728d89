package site

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"agon/internal/moment"
	"agon/site/people"
)

// The author of a bot and organisers stop its check, nobody else; every role is tried. The page of the contest shows how much of the limits
// is used.
func TestWhoStopsACheck(t *testing.T) {
	s := serve(t, func(o *Options) {
		withOpenCup(o)
		o.Check = func(ctx context.Context, _, _ string, _ io.Writer, _ func(bool)) (bool, string, error) {
			<-ctx.Done()
			return false, "", ctx.Err()
		}
	})
	paul := s.token(t, people.Participant)
	author := s.browser(t)
	if a := author.post("/sign-in", "name", "The participant", "password", secret); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	if a := s.call(t, paul, "POST", apiRoot+"/contests/open/bots?bot=Ann&file=bot.py", "application/octet-stream",
		"print(1)"); a.code != http.StatusAccepted {
		t.Fatal(a.code, a.text)
	}
	const stop, button = "/c/open/bots/1/stop/1", `action="/c/open/bots/1/stop/1"`
	if a := author.get("/c/open"); !strings.Contains(a.text, "<dt>Checks waiting</dt><dd>1 of 3") ||
		!strings.Contains(a.text, "<dt>Bots here</dt><dd>1 of 3") || !strings.Contains(a.text, "at most 16 MiB") {
		t.Error(a.text)
	}
	for _, role := range []people.Role{people.Anybody, people.Viewer, people.Jury} {
		b := s.as(t, role)
		want := http.StatusNotFound
		if role == people.Anybody {
			want = http.StatusUnauthorized
		}
		if a := b.post(stop); a.code != want {
			t.Errorf("%q stops the check: %d", role, a.code)
		}
		if strings.Contains(b.get("/c/open/bots/1").text, button) || strings.Contains(b.get("/c/open").text, "Checks waiting") {
			t.Errorf("%q is offered to stop the check, or shown limits", role)
		}
	}
	olga := s.as(t, people.Organiser)
	for _, b := range []*browser{author, olga} {
		if !strings.Contains(b.get("/c/open/bots/1").text, button) {
			t.Error("who may stop the check has no button for it")
		}
	}
	if a := author.post(stop); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	if a := author.get("/c/open/bots/1"); !strings.Contains(a.text, "The check was stopped: hand it in once more") ||
		strings.Contains(a.text, button) || !strings.Contains(a.text, "The check of version 1 is stopped.") {
		t.Error(a.text)
	}
	if a := author.post(stop); a.code != http.StatusUnprocessableEntity {
		t.Error(a.code, a.text)
	}
	if a := s.call(t, paul, "POST", apiRoot+"/contests/open/bots?bot=Ann&file=bot.py", "application/octet-stream",
		"print(2)"); a.code != http.StatusAccepted {
		t.Fatal(a.code, a.text)
	}
	if a := olga.post("/c/open/bots/1/stop/2"); a.code != http.StatusSeeOther ||
		!strings.Contains(olga.get("/audit").text, "stopped the check of Ann, version 2") {
		t.Error(a.code, a.text)
	}
	if a := s.call(t, paul, "GET", apiRoot+"/contests/open/bots/1/versions", "", ""); strings.Count(a.text, `"state":"bad"`) != 2 {
		t.Error(a.text)
	}
}

// The page of a contest counts down to its deadline, and says what is practice after it.
func TestDeadlineOnThePage(t *testing.T) {
	var clock atomic.Pointer[time.Time]
	now := time.Now()
	clock.Store(&now)
	s := serve(t, func(o *Options) {
		withOpenCup(o)
		o.Now = func() time.Time { return *clock.Load() }
	})
	olga := s.as(t, people.Organiser)
	closes := now.Add(48 * time.Hour).Truncate(time.Minute)
	if a := olga.post("/c/open/dates", "closes", closes.In(time.Local).Format(moment.Form), "why",
		"the plan"); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	if a := s.browser(t).get("/c/open"); !strings.Contains(a.text,
		`data-until="`+closes.UTC().Format(time.RFC3339)+`" data-now="`+now.UTC().Format(time.RFC3339)+`"`) {
		t.Error(a.text)
	}
	if a := s.call(t, "", "GET", apiRoot+"/contests/open", "", ""); !strings.Contains(a.text, `"closes":"`) {
		t.Error(a.text)
	}
	later := closes.Add(time.Minute)
	clock.Store(&later)
	if a := s.browser(t).get("/c/open"); strings.Contains(a.text, "data-until") ||
		!strings.Contains(a.text, "checked for practice, and never plays") {
		t.Error(a.text)
	}
}

func TestUntil(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for after, want := range map[time.Duration]string{
		0: "", -time.Hour: "", time.Second: "in less than a minute", 59*time.Minute + 59*time.Second: "in 59 min",
		26*time.Hour + 5*time.Minute: "in 26 h 5 min", 49 * time.Hour: "in 2 days",
	} {
		if got := until(now.Add(after), now); got != want {
			t.Errorf("%v: %q, want %q", after, got, want)
		}
	}
}
