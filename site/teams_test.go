package site

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"agon/site/alerts"
	"agon/site/people"
)

var teamLink = regexp.MustCompile(`id="team-link">http://[^/]+(/team/join/[A-Z0-9]+)<`)

// named returns a browser in which a new participant of a name is signed in.
func (s *served) named(t *testing.T, name string) *browser {
	t.Helper()
	if _, err := s.site.people.Register(t.Context(), people.Account{Name: name, Password: secret}); err != nil {
		t.Fatal(err)
	}
	b := s.browser(t)
	if a := b.post("/sign-in", "name", name, "password", secret); a.code != http.StatusSeeOther {
		t.Fatal(a.code, a.text)
	}
	return b
}

// does posts a form that the site must accept.
func (b *browser) does(path string, values ...string) {
	b.t.Helper()
	if a := b.post(path, values...); a.code != http.StatusSeeOther {
		b.t.Fatalf("%s: %d %s", path, a.code, a.text)
	}
}

// refuses posts a form that the site must refuse, with some words.
func (b *browser) refuses(words, path string, values ...string) {
	b.t.Helper()
	if a := b.post(path, values...); a.code != http.StatusUnprocessableEntity || !strings.Contains(a.text, words) {
		b.t.Errorf("%s: %d %s", path, a.code, a.text)
	}
}

// tokenOf returns a token of a person.
func (s *served) tokenOf(t *testing.T, name string) string {
	t.Helper()
	p, err := s.site.people.Named(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.site.people.NewToken(t.Context(), p.ID, "test")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Members of a team submit versions of the same bot, read its logs, change which version plays; others do not, and limits count the team.
func TestATeamSubmitsTogether(t *testing.T) {
	s := serve(t, func(o *Options) {
		withOpenCup(o)
		write(t, filepath.Join(o.Dir, "contests", "open", "contest.toml"), "max_per_author = 2\n"+openCup)
	})
	ann, ben, eve := s.named(t, "Ann"), s.named(t, "Ben"), s.named(t, "Eve")
	tokens := map[string]string{"Ann": s.tokenOf(t, "Ann"), "Ben": s.tokenOf(t, "Ben"), "Eve": s.tokenOf(t, "Eve")}
	submit := func(who, bot, words string) {
		t.Helper()
		a := s.call(t, tokens[who], "POST", apiRoot+"/contests/open/bots?file=bot.py&bot="+bot, octets, "print(1)")
		if words == "" && a.code != 202 || words != "" && (a.code != 422 || !strings.Contains(a.text, words)) {
			t.Fatalf("%s submits %s: %d %s", who, bot, a.code, a.text)
		}
		if words == "" {
			s.settle(t)
		}
	}
	submit("Ann", "Flood", "")
	ann.does("/team", "name", "Reds")
	ann.does("/team/link")
	link := teamLink.FindStringSubmatch(ann.get("/team").text)
	if link == nil {
		t.Fatal("no link")
	}
	if a := ben.get(link[1]); a.code != 200 || !strings.Contains(a.text, "Join Reds?") || !strings.Contains(a.text, "Ann") {
		t.Fatal(a.code, a.text)
	}
	ben.does(link[1])
	if page := ben.get("/team").text; !strings.Contains(page, "2 members") || strings.Contains(page, "Remove Ann") {
		t.Error(page)
	}
	submit("Ben", "Flood", "")
	submit("Eve", "Flood", "Somebody else has a bot named Flood here.")
	submit("Ben", "Second", "")
	submit("Ann", "Third", "You have 2 bots in this contest, which is the limit")
	for who, b := range map[string]*browser{"Ann": ann, "Ben": ben} {
		page := b.get("/c/open/bots/1").text
		if !strings.Contains(page, "Version 2") || !strings.Contains(page, "it plays") || !strings.Contains(page, "by Reds") {
			t.Errorf("%s sees\n%s", who, page)
		}
		if page := b.get("/c/open").text; !strings.Contains(page, "Second") {
			t.Errorf("%s finds no bot:\n%s", who, page)
		}
	}
	if page := eve.get("/c/open/bots/1").text; strings.Contains(page, "Version 1") || !strings.Contains(page, "by Reds") {
		t.Error(page)
	}
	author := func() string {
		text, err := os.ReadFile(filepath.Join(s.dir, "contests", "open", "entries", ".author-Flood"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if author() != "Reds" {
		t.Errorf("the contest knows the author as %q", author())
	}
	ben.does("/c/open/bots/1/activate/1")
	ben.does("/c/open/bots/1/withdraw")
	ann.does("/c/open/bots/1/activate/1")

	// Eve has two bots of her own, with which she does not fit into the team.
	submit("Eve", "Quiet", "")
	ann.does("/team/invite", "name", "eve")
	eve.refuses("The team would have 3 bots in the contest open", "/team/offers/1/accept")
	if page := eve.get("/team").text; !strings.Contains(page, "Reds</b> invites you") {
		t.Error("a refused answer is lost:", page)
	}
	eve.does("/team/offers/1/decline")

	// Who leaves loses the team's bots; the last member takes them along.
	ann.does("/team/leave")
	if page := ann.get("/c/open/bots/1").text; strings.Contains(page, "Version 1") {
		t.Error("a former member sees versions")
	}
	if a := ann.post("/c/open/bots/1/withdraw"); a.code != http.StatusNotFound {
		t.Error("a former member withdraws:", a.code)
	}
	if page := ben.get("/c/open/bots/1").text; !strings.Contains(page, "Version 2") {
		t.Error("the team has lost its bot")
	}
	ben.does("/team/leave")
	if page := ben.get("/c/open/bots/1").text; !strings.Contains(page, "by Ben") {
		t.Error(page)
	}
	if author() != "Ben" {
		t.Errorf("the contest knows the author as %q", author())
	}
	olga := s.as(t, people.Organiser)
	if page := olga.get("/audit").text; !strings.Contains(page, "joined the team Reds") || !strings.Contains(page, "left a team") {
		t.Error(page)
	}
}

// settle waits until no version is being checked.
func (s *served) settle(t *testing.T) {
	t.Helper()
	for t.Context().Err() == nil {
		waiting, running, err := s.site.entries.Checks(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if waiting+running == 0 {
			return
		}
	}
	t.Fatal("the check never ends")
}

// Every member of a team wakes its bot, and is alerted when it rests.
func TestATeamIsAlerted(t *testing.T) {
	s := serve(t, decided)
	olga, ann, ben := s.as(t, people.Organiser), s.named(t, "Ann"), s.named(t, "Ben")
	s.insertBot(t, "two", 2)
	ann.does("/team", "name", "Reds")
	ann.does("/team/invite", "name", "Ben")
	ben.does("/team/offers/1/accept")
	forever(t, s)
	olga.does("/c/cup/start")
	olga.until("/c/cup", "ladder")
	olga.until("/c/cup/desk", "3 play")
	if err := s.site.alerts.Rest(t.Context(), alerts.Rest{Contest: "cup", Bot: "two", Why: "it crashed"}); err != nil {
		t.Fatal(err)
	}
	for who, b := range map[string]*browser{"Ann": ann, "Ben": ben} {
		b.does("/account/feed")
		at := regexp.MustCompile(`http://[^/]+(/feed/[A-Z0-9]+)`).FindStringSubmatch(b.get("/account").text)
		if at == nil {
			t.Fatal("no feed")
		}
		if text := b.get(at[1]).text; !strings.Contains(text, "two rests: it crashed") {
			t.Errorf("%s is not told: %s", who, text)
		}
	}
	ben.does("/c/cup/bots/1/wake")
	ann.refuses("does not rest", "/c/cup/bots/1/wake")
}
