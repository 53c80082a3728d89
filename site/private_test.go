package site

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"agon/site/people"
)

var privateLink = regexp.MustCompile(`id="private-link">http://[^/]+(/private/[A-Z0-9]+)<`)

// hideCup makes the contest cup private and returns the path of its link.
func (b *browser) hideCup() string {
	b.t.Helper()
	if a := b.post("/c/cup/private", "why", "a rehearsal"); a.code != http.StatusSeeOther {
		b.t.Fatal(a.code, a.text)
	}
	at := privateLink.FindStringSubmatch(b.get("/c/cup/desk").text)
	if at == nil {
		b.t.Fatal("the desk shows no link")
	}
	if page := b.get("/c/cup/desk").text; privateLink.MatchString(page) {
		b.t.Error("the link is shown twice")
	}
	return at[1]
}

// No route and no operation shows a private contest to who has not opened its link.
func TestAPrivateContestDoesNotExistForOthers(t *testing.T) {
	s := serve(t, nil)
	olga, jury, paul := s.as(t, people.Organiser), s.as(t, people.Jury), s.as(t, people.Participant)
	token := s.token(t, people.Viewer)
	s.insertBot(t, "stranger", 1)
	olga.hideCup()
	fill := strings.NewReplacer("{contest}", "cup", "{id}", "1", "{bot}", "1", "{version}", "1", "{path...}", "index.html", "{code}",
		"NOCODE", "{game}", "1", "{part}", "1", "{number}", "1", "{language}", "python")
	for _, x := range s.site.table() {
		if !strings.Contains(x.pattern, "{contest}") {
			continue
		}
		method, path, _ := strings.Cut(fill.Replace(x.pattern), " ")
		for name, b := range map[string]*browser{"nobody": s.browser(t), "a participant": paul} {
			a := b.get(path)
			if method == "POST" {
				a = b.post(path, "why", "x")
			}
			if a.code < 400 && !strings.HasPrefix(a.to, "/sign-in") || strings.Contains(a.text, "Winter Cup") {
				t.Errorf("%s as %s: %d %s", x.pattern, name, a.code, a.text)
			}
			if name == "a participant" && a.code != http.StatusNotFound {
				t.Errorf("%s as %s: %d", x.pattern, name, a.code)
			}
		}
	}
	d, _ := s.description(t)
	for path, methods := range d.Paths {
		if !strings.Contains(path, "{contest}") {
			continue
		}
		for method := range methods {
			for _, token := range []string{"", token} {
				a := s.call(t, token, strings.ToUpper(method), fill.Replace(path), "application/json", `{}`)
				if a.code != http.StatusNotFound && (a.code != http.StatusUnauthorized || token != "") {
					t.Errorf("%s %s: %d %s", method, path, a.code, a.text)
				}
			}
		}
	}
	for name, text := range map[string]string{"home": s.browser(t).get("/").text, "home of a participant": paul.get("/").text,
		"the list": s.call(t, token, "GET", apiRoot+"/contests", "", "").text} {
		if strings.Contains(text, "Winter Cup") {
			t.Errorf("%s shows it:\n%s", name, text)
		}
	}
	for _, b := range []*browser{olga, jury} {
		if a := b.get("/c/cup"); a.code != 200 || !strings.Contains(b.get("/").text, "Winter Cup") {
			t.Error(a.code)
		}
	}
}

// Who opens the link sees the contest: a person everywhere, a browser in which nobody is signed in by itself, and a person who signs in
// there.
func TestTheLinkOfAPrivateContest(t *testing.T) {
	s := serve(t, nil)
	olga, paul, nobody := s.as(t, people.Organiser), s.as(t, people.Participant), s.browser(t)
	changed := s.site.guests.Changed("cup")
	first := olga.hideCup()
	select {
	case <-changed:
	default:
		t.Error("who watches its games goes on watching")
	}
	for name, b := range map[string]*browser{"a participant": paul, "nobody": nobody} {
		if a := b.get("/private/WRONG"); a.code != http.StatusNotFound {
			t.Errorf("%s with a wrong code: %d", name, a.code)
		}
		if a := b.get(first); a.code != http.StatusSeeOther || a.to != "/c/cup" {
			t.Fatalf("%s: %d %s", name, a.code, a.to)
		}
		if a := b.get("/c/cup"); a.code != 200 || !strings.Contains(b.get("/").text, "Winter Cup") {
			t.Errorf("%s: %d", name, a.code)
		}
	}
	program := s.token(t, people.Viewer)
	_, valid := s.description(t)
	entered := s.call(t, program, "POST", apiRoot+"/private", "application/json", `{"code":"`+strings.TrimPrefix(first, "/private/")+`"}`)
	if valid(apiRoot+"/private", "post", entered); entered.code != 200 ||
		!strings.Contains(s.call(t, program, "GET", apiRoot+"/contests", "", "").text, "Winter Cup") {
		t.Error("a program:", entered.code, entered.text)
	}
	elsewhere := s.browser(t)
	if a := elsewhere.post("/sign-in", "name", "The participant", "password", secret); a.code != http.StatusSeeOther {
		t.Fatal(a.code)
	}
	if a := elsewhere.get("/c/cup"); a.code != 200 {
		t.Error("a guest elsewhere:", a.code)
	}
	s.reopen(t)
	olga.at, paul.at, nobody.at = s.URL, s.URL, s.URL
	second := olga.hideCup()
	if a := nobody.get("/c/cup"); a.code != http.StatusNotFound {
		t.Error("the cookie of an earlier link:", a.code)
	}
	if a := paul.get("/c/cup"); a.code != 200 {
		t.Error("a guest of an earlier link:", a.code)
	}
	if a := nobody.get(first); a.code != http.StatusNotFound {
		t.Error("an earlier link:", a.code)
	}
	nobody.get(second)
	if a := nobody.get("/c/cup"); a.code != 200 {
		t.Error(a.code)
	}
	if a := olga.post("/c/cup/public", "why", "it begins"); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	if a := olga.post("/c/cup/public", "why", "it begins"); a.code != http.StatusUnprocessableEntity {
		t.Error(a.code)
	}
	if a := s.browser(t).get("/c/cup"); a.code != 200 {
		t.Error(a.code)
	}
}

// Authors of a contest that becomes private go on seeing it.
func TestAuthorsSeeTheirPrivateContest(t *testing.T) {
	s := serve(t, nil)
	olga, paul := s.as(t, people.Organiser), s.as(t, people.Participant)
	s.insertBot(t, "mine", 2)
	olga.hideCup()
	if a := paul.get("/c/cup"); a.code != 200 {
		t.Error(a.code)
	}
}
