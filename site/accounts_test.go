package site

import (
	"archive/zip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"agon/site/notify"
	"agon/site/people"
)

// mailing has a site mail letters into a channel.
func mailing(o *Options) <-chan notify.Letter {
	sent := make(chan notify.Letter, 10)
	o.Letters = func(_ context.Context, l notify.Letter) error {
		sent <- l
		return nil
	}
	return sent
}

// mails gives the account of a browser an address, and confirms it.
func (b *browser) mails(sent <-chan notify.Letter, to string) {
	b.t.Helper()
	b.does("/account/mail", "mail", to)
	l := <-sent
	if l.To != to {
		b.t.Fatalf("%+v", l)
	}
	b.does(l.Page)
}

// Who forgot a password is mailed a link, which works once and ends all other sessions. Nobody else learns whether there is an account.
func TestForgottenPassword(t *testing.T) {
	var sent <-chan notify.Letter
	s := serve(t, func(o *Options) { sent = mailing(o) })
	ann := s.named(t, "Ann")
	ann.mails(sent, "ann@example.org")
	stranger := s.browser(t)
	if page := stranger.get("/sign-in").text; !strings.Contains(page, `href="/forgotten"`) {
		t.Error(page)
	}
	if page := stranger.get("/forgotten").text; !strings.Contains(page, `name="who"`) {
		t.Error(page)
	}
	var answers []string
	for _, who := range []string{"Ann", "Nobody", "ann@example.org", "nobody@example.org"} {
		a := stranger.post("/forgotten", "who", who)
		answers = append(answers, strconv.Itoa(a.code)+a.to+stranger.get("/sign-in").text)
	}
	for _, a := range answers {
		if a != answers[0] || !strings.Contains(a, "303/sign-in") || !strings.Contains(a, "If there is such an account") {
			t.Error(a)
		}
	}
	l := <-sent
	if l.To != "ann@example.org" || !strings.HasPrefix(l.Page, "/password/") || !strings.Contains(l.Text, "account Ann") {
		t.Fatalf("%+v", l)
	}
	if a := stranger.get(l.Page); a.code != 200 || !strings.Contains(a.text, "<b>Ann</b>") {
		t.Fatal(a.code, a.text)
	}
	stranger.refuses("at least 10", l.Page, "next", "short")
	const next = "quite another one"
	stranger.does(l.Page, "next", next)
	if a := stranger.get("/account"); a.code != 200 || !strings.Contains(a.text, "all other browsers are signed out") {
		t.Error(a.code, a.text)
	}
	if a := ann.get("/account"); !strings.HasPrefix(a.to, "/sign-in") {
		t.Error("the browser before is signed in:", a.code)
	}
	ann.refuses("not valid, or no longer", l.Page, "next", next)
	ann.refuses("is wrong", "/sign-in", "name", "Ann", "password", secret)
	ann.does("/sign-in", "name", "Ann", "password", next)
}

// On a site that sends no mail an organiser gives a link, with a reason that everybody may read.
func TestPasswordLinkOfAnOrganiser(t *testing.T) {
	s := serve(t, nil)
	ann, olga := s.named(t, "Ann"), s.as(t, people.Organiser)
	if page := ann.get("/forgotten").text; !strings.Contains(page, "Ask an organiser") || strings.Contains(page, `name="who"`) {
		t.Error(page)
	}
	ann.refuses("sends no mail", "/forgotten", "who", "Ann")
	olga.refuses("reason", "/people/1/password-link")
	olga.does("/people/1/password-link", "why", "she asked by telephone")
	shown := regexp.MustCompile(`id="password-link">http://[^/]+(/password/[A-Z0-9]+)<`)
	link := shown.FindStringSubmatch(olga.get("/people").text)
	if link == nil || shown.MatchString(olga.get("/people").text) {
		t.Fatal("the link is not shown once:", link)
	}
	other := s.browser(t)
	other.does(link[1], "next", "quite another one")
	if a := other.get("/account"); a.code != 200 || !strings.Contains(a.text, "Ann") {
		t.Error(a.code, a.text)
	}
	if page := olga.get("/audit").text; !strings.Contains(page, "made a link to a new password for Ann") ||
		strings.Contains(page, link[1]) {
		t.Error(page)
	}
}

// again checks that an answer says when to try again.
func (a answer) again(t *testing.T) {
	t.Helper()
	n, err := strconv.Atoi(a.head.Get("Retry-After"))
	if a.code != http.StatusTooManyRequests || err != nil || n < 1 {
		t.Errorf("%d, Retry-After: %q\n%s", a.code, a.head.Get("Retry-After"), a.text)
	}
}

// Limits of sign-ins, new accounts and links say when to try again, to people and to programs.
func TestWhenToTryAgain(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.Open = true
		mailing(o)
	})
	b := s.browser(t)
	until := func(ask func() answer) answer {
		for range 200 {
			if a := ask(); a.code == http.StatusTooManyRequests {
				return a
			}
		}
		return answer{}
	}
	signIn := until(func() answer { return b.post("/sign-in", "name", "Ann", "password", "guess") })
	signIn.again(t)
	if !strings.Contains(signIn.text, "Too many wrong passwords") || !strings.Contains(signIn.text, `value="Ann"`) {
		t.Error(signIn.text)
	}
	until(func() answer { return b.post("/register", "name", "A") }).again(t)
	until(func() answer { return b.post("/forgotten", "who", "Ann") }).again(t)
	program := s.call(t, "", "POST", apiRoot+"/password-links", "application/json", `{"who":"Ann"}`)
	program.again(t)
	if !strings.Contains(program.text, "Too many attempts") || program.head.Get("Content-Type") != "application/problem+json" {
		t.Error(program.head, program.text)
	}
}

// A person changes the name, which contests show, and the address, which counts when it is confirmed.
func TestChangeOfNameAndMail(t *testing.T) {
	c := &clock{now: time.Now()}
	var sent <-chan notify.Letter
	s := serve(t, func(o *Options) {
		withOpenCup(o)
		o.Now = c.Now
		sent = mailing(o)
	})
	ann, eve := s.named(t, "Ann"), s.named(t, "Eve")
	token := s.tokenOf(t, "Ann")
	if a := s.call(t, token, "POST", apiRoot+"/contests/open/bots?file=bot.py&bot=Flood", octets, "print(1)"); a.code != 202 {
		t.Fatal(a.code, a.text)
	}
	s.settle(t)
	ann.refuses("is taken", "/account/name", "name", "EVE")
	ann.refuses("mixes letters of the scripts Latin and Cyrillic", "/account/name", "name", "Evе")
	eve.refuses("looks like another", "/account/name", "name", "FIood") // as a bot of somebody else
	ann.does("/account/name", "name", "Anna")
	if page := ann.get("/account").text; !strings.Contains(page, "You are Anna from now on") || !strings.Contains(page, "<h1>Anna</h1>") {
		t.Error(page)
	}
	if page := eve.get("/c/open/bots/1").text; !strings.Contains(page, "by Anna") {
		t.Error(page)
	}
	ann.post("/account/name", "name", "Annabel").again(t)
	if a := s.call(t, token, "POST", "/account/name", "application/x-www-form-urlencoded", "name=Annabel"); a.code != 422 ||
		!strings.Contains(a.text, "new sign-in") {
		t.Error("a token changes the name:", a.code, a.text)
	}
	ann.does("/account/mail", "mail", "ann@example.org")
	if page := ann.get("/account").text; !strings.Contains(page, "on its way to ann@example.org") ||
		strings.Contains(page, `value="ann@example.org"`) {
		t.Error(page)
	}
	l := <-sent
	if a := eve.get(l.Page); a.code != 200 || !strings.Contains(a.text, "Confirm the address") {
		t.Fatal(a.code, a.text)
	}
	if page := ann.get("/account").text; strings.Contains(page, `value="ann@example.org"`) {
		t.Error("looking at the link has confirmed the address")
	}
	ann.does(l.Page)
	if page := ann.get("/account").text; !strings.Contains(page, `value="ann@example.org"`) {
		t.Error(page)
	}
	ann.refuses("not valid, or no longer", l.Page)
	ann.does("/account/mail", "mail", "")
	c.jump(freshFor + time.Second)
	ann.refuses("new sign-in", "/account/mail", "mail", "eve@example.org")
}

// unzipped returns the files of an archive.
func unzipped(t *testing.T, text string) map[string]string {
	t.Helper()
	r, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(content)
	}
	return files
}

// A person takes along what the site holds, and goes: bots leave, games stay, and nothing says whose the account was.
func TestExportAndDelete(t *testing.T) {
	s := serve(t, withOpenCup)
	ann := s.named(t, "Ann")
	ann.does("/account/mail", "mail", "ann@example.org")
	token := s.tokenOf(t, "Ann")
	for range 2 {
		if a := s.call(t, token, "POST", apiRoot+"/contests/open/bots?file=bot.py&bot=Flood", octets, "print('flood')"); a.code != 202 {
			t.Fatal(a.code, a.text)
		}
		s.settle(t)
	}
	for _, text := range []string{ann.get("/account/export").text, s.call(t, token, "GET", apiRoot+"/account/export", "", "").text} {
		files := unzipped(t, text)
		if files["bots/open/Flood/1/bot.py"] != "print('flood')" || files["bots/open/Flood/2/bot.py"] == "" {
			t.Error(files)
		}
		var a struct {
			Name, Mail string
			Versions   []struct{ Bot, File string }
			Tokens     []struct{ Note string }
		}
		if err := json.Unmarshal([]byte(files["account.json"]), &a); err != nil || a.Name != "Ann" || a.Mail != "ann@example.org" ||
			len(a.Versions) != 2 || a.Versions[1].File != "bots/open/Flood/2/bot.py" || len(a.Tokens) != 1 {
			t.Errorf("%+v: %v", a, err)
		}
	}
	ann.refuses("Type the name of the account, Ann", "/account/delete", "name", "ann")
	if page := ann.get("/account/delete").text; !strings.Contains(page, "this cannot be undone") {
		t.Error(page)
	}
	ann.does("/account/delete", "name", "Ann")
	if page := ann.get("/").text; !strings.Contains(page, "Your account is deleted.") || !strings.Contains(page, `href="/sign-in"`) {
		t.Error(page)
	}
	if a := s.call(t, token, "GET", apiRoot+"/account", "", ""); a.code != 401 {
		t.Error("the token works:", a.code)
	}
	if page := s.browser(t).get("/c/open/bots/1").text; !strings.Contains(page, "by deleted") {
		t.Error(page)
	}
	for _, pattern := range []string{"entries/Flood", "entries/.author-Flood"} {
		if at, err := filepath.Glob(filepath.Join(s.dir, "contests", "open", pattern)); err != nil || at != nil {
			t.Error("the bot has not left its contest:", at, err)
		}
	}
	if at, err := filepath.Glob(filepath.Join(s.dir, "submitted", "*")); err != nil || at != nil {
		t.Error("its files stay:", at, err)
	}
	for _, query := range []string{
		`SELECT count(*) FROM person WHERE name = 'Ann' OR mail <> '' OR password <> ''`, `SELECT count(*) FROM token`,
		`SELECT count(*) FROM audit WHERE who = 'Ann'`,
	} {
		var n int
		if err := s.site.db.Row(t.Context(), query).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s: %d, %v", query, n, err)
		}
	}
	s.named(t, "Ann") // somebody else
	olga := s.as(t, people.Organiser)
	olga.refuses("no organiser", "/account/delete", "name", "The organiser")
}

// A table and its games show a deleted author as "deleted", after the end of the contest too.
func TestTablesNameDeletedAuthors(t *testing.T) {
	s := serve(t, decided)
	ann, olga := s.named(t, "Ann"), s.as(t, people.Organiser)
	bot := s.insertBot(t, "two", 1)
	if err := s.site.db.Exec(t.Context(), `INSERT INTO version (bot, number, received, state, place, file, size, hash)
		VALUES (?, 1, 0, 'good', 'PLACE', 'bot.py', 1, 'ab')`, bot); err != nil {
		t.Fatal(err)
	}
	olga.does("/c/cup/start")
	olga.until("/c/cup", "finished")
	table := func() string { return s.call(t, "", "GET", apiRoot+"/contests/cup", "", "").text }
	ann.does("/account/name", "name", "Anna")
	for !strings.Contains(table(), `"author":"Anna"`) {
		if t.Context().Err() != nil {
			t.Fatal(table())
		}
	}
	ann.does("/account/delete", "name", "Anna")
	for !strings.Contains(table(), `"author":"deleted"`) {
		if t.Context().Err() != nil {
			t.Fatal(table())
		}
	}
	if state, _, _ := mustFind(t, s, "cup").State(); state != "over" {
		t.Error("the contest is", state)
	}
}
