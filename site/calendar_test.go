package site

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/internal/moment"
	"agon/site/people"
)

// The dates of the contests are a page and a calendar, in UTC; of a private contest for those alone who see it.
func TestCalendar(t *testing.T) {
	now := &clock{now: time.Date(2026, 11, 2, 10, 0, 0, 0, time.Local)}
	s := serve(t, func(o *Options) { o.Now = now.Now })
	s.rewrite(t, strings.Replace(cupThatTakes, "Winter Cup", "Winter, Cup", 1))
	olga, nobody := s.as(t, people.Organiser), s.browser(t)
	nobody.says("without dates", nobody.get("/calendar").text, "No dates to come.")
	closes := now.Now().Add(50 * time.Hour)
	set := func(closes time.Time) {
		t.Helper()
		a := olga.post("/c/cup/dates", "closes", closes.Format(moment.Form), "ends", closes.Add(time.Hour).Format(moment.Form),
			"why", "a plan")
		if a.code != http.StatusSeeOther {
			t.Fatal(a.code, a.text)
		}
	}
	set(closes)
	nobody.says("the page", nobody.get("/calendar").text, "November 2026", closes.Format("2 Jan 2006, 15:04"), "Winter, Cup",
		"submissions close")
	nobody.says("the front page", nobody.get("/").text, `href="/calendar"`, "takes bots until",
		closes.Format("until 2 Jan 2006, 15:04"))
	nobody.says("the contest", nobody.get("/c/cup").text, `href="/c/cup/calendar.ics"`, `href="/calendar"`)
	uid := "UID:cup-closes@127.0.0.1\r\n"
	for _, path := range []string{"/calendar.ics", "/c/cup/calendar.ics"} {
		a := nobody.get(path)
		nobody.says(path, a.text, uid, "DTSTART:"+closes.UTC().Format("20060102T150405Z"), `SUMMARY:Winter\, Cup: submissions close`,
			"URL:"+s.URL+"/c/cup\r\n")
		if kind := a.head.Get("Content-Type"); kind != "text/calendar; charset=utf-8" {
			t.Error(kind)
		}
	}
	later := closes.Add(24 * time.Hour)
	set(later)
	nobody.says("a date that moved", nobody.get("/calendar.ics").text, uid, later.UTC().Format("20060102T150405Z"))
	now.jump(100 * time.Hour)
	nobody.says("past dates", nobody.get("/calendar").text, "No dates to come.", "Past dates", "submissions close")

	link := olga.hideCup()
	if a := nobody.get("/c/cup/calendar.ics"); a.code != http.StatusNotFound {
		t.Error("a private contest:", a.code)
	}
	for _, path := range []string{"/calendar", "/calendar.ics"} {
		if text := nobody.get(path).text; strings.Contains(text, "Cup") || strings.Contains(text, "cup") {
			t.Errorf("%s shows a private contest:\n%s", path, text)
		}
	}
	nobody.get(link)
	nobody.says("who has opened its link", nobody.get("/calendar.ics").text, uid)
}

// An organiser without a contest has three ways to begin; the example plays at once, whatever its game.
func TestTheFirstContest(t *testing.T) {
	s := serve(t, nil)
	olga, paul := s.as(t, people.Organiser), s.as(t, people.Participant)
	if page := olga.get("/").text; strings.Contains(page, "/example") {
		t.Error("an organiser with a contest is shown the example")
	}
	if err := os.RemoveAll(filepath.Dir(mustFind(t, s, "cup").Path)); err != nil {
		t.Fatal(err)
	}
	olga.says("no contest", olga.get("/").text, "From a game", "From a folder", "An example that runs", `action="/example"`)
	if page := paul.get("/").text; strings.Contains(page, "/example") || !strings.Contains(page, "No contest yet.") {
		t.Error(page)
	}
	if a := paul.post("/example", "kind", "tron"); a.code != http.StatusNotFound {
		t.Error("a participant:", a.code)
	}
	if a := olga.post("/example", "kind", "chess"); a.code != http.StatusUnprocessableEntity {
		t.Error("a game that is none:", a.code)
	}
	for _, k := range s.options.Offers {
		d, err := s.site.contestPages.draft(k.Name, []string{"ladder"})
		if err != nil {
			t.Fatal(err)
		}
		d.Name, d.Builtins, d.PerAuthor = "Example", quick(k), 1
		if _, err := d.Text(); err != nil || d.Check(s.dir) != nil || len(d.Builtins) < 2 {
			t.Errorf("%s: %v %v, %d bots", k.Name, err, d.Check(s.dir), len(d.Builtins))
		}
	}
	a := olga.post("/example", "kind", "tron")
	if a.code != http.StatusSeeOther || a.to != "/c/example" {
		t.Fatal(a.code, a.text)
	}
	olga.says("the example", olga.until("/c/example", ">live<"), "The example plays", "Example: Tron")
	paul.says("a participant without a bot", paul.get("/").text, "One takes bots now.", `href="/c/example/editor"`)
	if a := olga.post("/example", "kind", "tron"); a.code != http.StatusUnprocessableEntity {
		t.Error("a second example:", a.code)
	}
}
