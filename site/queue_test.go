package site

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"agon/site/people"
)

// The author sees the place in the queue, an organiser who waits behind whom and for how long; what was handed in is given to its author.
func TestQueueOfChecks(t *testing.T) {
	at := &clock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)}
	hold := make(chan struct{})
	s := serve(t, func(o *Options) {
		withOpenCup(o)
		o.Now = at.Now
		o.Check = func(ctx context.Context, contest, folder string, log io.Writer, idle func(bool)) (bool, string, error) {
			fmt.Fprintln(log, "it is looked at")
			select {
			case <-hold:
				return passes(ctx, contest, folder, log, idle)
			case <-ctx.Done():
				return false, "", ctx.Err()
			}
		}
	})
	submit := func(token, bot, text string) {
		t.Helper()
		if a := s.call(t, token, "POST", apiRoot+"/contests/open/bots?file=bot.py&bot="+bot, octets, text); a.code != http.StatusAccepted {
			t.Fatal(a.code, a.text)
		}
	}
	paul, olga := s.token(t, people.Participant), s.token(t, people.Organiser)
	author, organiser := s.known(t, people.Participant), s.known(t, people.Organiser)
	submit(paul, "Flood", "print(1)")
	submit(olga, "Tide", "print(1)")
	author.until("/c/open/bots/1", "it is looked at")
	organiser.until("/c/open/bots/2", "it is looked at")
	submit(paul, "Rain", "print(2)")
	submit(paul, "Flood", "print(3)")
	author.shows("the next", "/c/open/bots/3", "It is the next to be checked")
	author.shows("the second", "/c/open/bots/1", "It is number 2 in the queue: 1 version before it")
	if a := s.call(t, paul, "GET", apiRoot+"/contests/open/bots/1/versions", "", ""); !strings.Contains(a.text, `"queue":2`) {
		t.Error(a.text)
	}
	organiser.shows("a desk without trouble", "/c/open/desk", "Nothing is stuck", "being checked for 0s")
	at.jump(5 * time.Minute)
	organiser.shows("a desk on which two wait", "/c/open/desk", "Flood, version 2, has waited 5m0s for its check.",
		"Before it: Flood by The participant, checked for 5m0s; Tide by The organiser, checked for 5m0s; Rain by The participant.",
		"number 1 in the queue")
	close(hold)
	s.checked(t, paul)

	const file = "/c/open/bots/1/versions/2/file"
	author.shows("its own version", "/c/open/bots/1", `href="`+file+`"`)
	if a := author.get(file); a.code != http.StatusOK || a.text != "print(3)" ||
		a.head.Get("Content-Disposition") != "attachment; filename=bot.py" {
		t.Error(a.code, a.text, a.head)
	}
	if a := organiser.get(file); a.code != http.StatusNotFound {
		t.Error("an organiser downloads somebody's bot:", a.code)
	}
	author.shows("the bot that was used last", "/c/open", "<option selected>Flood</option>", "<option>Rain</option>")
}

// known signs in who has registered already.
func (s *served) known(t *testing.T, role people.Role) *browser {
	t.Helper()
	b := s.browser(t)
	if a := b.post("/sign-in", "name", "The "+string(role), "password", secret); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	return b
}

// Authors remove bots; nothing stays of one that never passed its check.
func TestRemoveABot(t *testing.T) {
	s := serve(t, func(o *Options) {
		withOpenCup(o)
		o.Check = func(context.Context, string, string, io.Writer, func(bool)) (bool, string, error) {
			return false, `{}`, nil
		}
	})
	paul := s.token(t, people.Participant)
	author := s.known(t, people.Participant)
	for _, bot := range []string{"First", "Second", "Third", "Fourth"} {
		a := s.call(t, paul, "POST", apiRoot+"/contests/open/bots?file=bot.py&bot="+bot, octets, "print(1)")
		if a.code != http.StatusAccepted {
			t.Fatal(bot, a.code, a.text)
		}
		s.checked(t, paul)
		author.until("/c/open", "<dt>Bots here</dt><dd>0 of 3")
	}
	author.shows("a bot that failed", "/c/open/bots/1", "none of them has passed its check", `action="/c/open/bots/1/remove"`)
	if a := s.as(t, people.Viewer).post("/c/open/bots/1/remove"); a.code != http.StatusNotFound {
		t.Error(a.code, a.text)
	}
	if a := author.post("/c/open/bots/1/remove"); a.code != http.StatusSeeOther || a.to != "/c/open" {
		t.Error(a.code, a.to, a.text)
	}
	author.shows("what was done", "/c/open", "First is removed.")
	if a := author.get("/c/open/bots/1"); a.code != http.StatusNotFound {
		t.Error(a.code)
	}
	if a := s.call(t, paul, "DELETE", apiRoot+"/contests/open/bots/2", "", ""); a.code != http.StatusNoContent {
		t.Error(a.code, a.text)
	}
}
