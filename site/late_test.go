package site

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"agon/site/contests"
	"agon/site/people"
)

// A new bot that comes after the first stage stops nobody: it is refused when it is handed in, and left out if it is there all the same,
// where its author and the organiser see it.
func TestBotsThatComeTooLate(t *testing.T) {
	s := serve(t, decided)
	two := cup + "[[stages]]\nname = \"season\"\nformat = \"ladder\"\n"
	s.rewrite(t, two)
	olga, paul := s.as(t, people.Organiser), s.as(t, people.Participant)
	if a := olga.post("/c/cup/start"); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	until := func(what string, done func(c *contests.Contest) bool) {
		t.Helper()
		for begun := time.Now(); ; time.Sleep(time.Millisecond) {
			c := mustFind(t, s, "cup")
			if state, why, _ := c.State(); state != contests.Playing {
				t.Fatalf("%s: the contest is %s: %s", what, state, why)
			}
			if done(c) {
				return
			}
			if time.Since(begun) > time.Minute {
				t.Fatal("waited in vain for ", what)
			}
		}
	}
	until("the second stage", func(c *contests.Contest) bool { return c.Newest() != nil && c.Newest().Nth == 1 })

	r, err := http.NewRequest("POST", s.URL+"/c/cup/submit",
		strings.NewReader("--x\r\nContent-Disposition: form-data; name=\"new\"\r\n\r\nlate\r\n--x\r\nContent-Disposition: form-data; "+
			"name=\"file\"; filename=\"a.py\"\r\n\r\nx\r\n--x--\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	if a := paul.do(r); a.code != http.StatusUnprocessableEntity ||
		!strings.Contains(a.text, "New bots cannot join any more: the first stage has finished.") {
		t.Error(a.code, a.text)
	}

	page := fmt.Sprintf("/c/cup/bots/%d", s.insertBot(t, "late", 2)) // it was handed in before, and its check ended after
	s.rewrite(t, strings.Replace(two, "[[bots]]", "[[bots]]\nref = \"late=builtin:random\"\n[[bots]]", 1))
	s.site.contests.Reload(mustFind(t, s, "cup"))
	left := func(c *contests.Contest) bool { return c.LeftOut("late") != "" }
	until("what becomes of it", left)
	look := func(when string) {
		t.Helper()
		paul.says("the bot's page "+when, paul.get(page).text, "It is left out: late cannot join: stage &#34;all meet&#34; has finished.")
		olga.says("the desk "+when, olga.get("/c/cup/desk").text, "late is left out.")
	}
	look("while the contest plays")
	s.reopen(t)
	olga.at, paul.at = s.URL, s.URL
	until("what becomes of it in the next run", left)
	look("in the next run")
}
