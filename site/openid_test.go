package site

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"agon/site/openid"
	"agon/site/openid/openidtest"
	"agon/site/people"
)

// withProvider lets people of a provider sign in.
func withProvider(t *testing.T, there *openidtest.Provider) func(o *Options) {
	return func(o *Options) {
		p, err := openid.New(openid.Config{Issuer: there.URL, Client: openidtest.Client, Secret: openidtest.Secret, Name: "School"}, o.Now)
		if err != nil {
			t.Fatal(err)
		}
		o.OpenID = p
	}
}

// abroad goes to the provider, and returns the path with which it sends the browser back.
func (b *browser) abroad(address string) string {
	b.t.Helper()
	answer, err := b.Get(address)
	if err != nil {
		b.t.Fatal(err)
	}
	answer.Body.Close()
	back, err := answer.Location()
	if err != nil {
		b.t.Fatal(answer.Status, err)
	}
	if !strings.HasPrefix(back.String(), b.at+"/openid/callback?") {
		b.t.Fatalf("the provider sends to %s", back)
	}
	return back.RequestURI()
}

// by signs in by the provider, and returns the answer to who comes back.
func (b *browser) by(start string) answer {
	b.t.Helper()
	a := b.get(start)
	if a.code != http.StatusSeeOther {
		b.t.Fatal(a.code, a.text)
	}
	return b.get(b.abroad(a.to))
}

var onward = regexp.MustCompile(`id="onward" href="([^"]+)"`)

// An account is an issuer and a subject: the first sign-in makes it, later ones find it, and an address of mail leads to none.
func TestSignInByAProvider(t *testing.T) {
	there := openidtest.Start(t)
	s := serve(t, func(o *Options) { withProvider(t, there)(o); o.Open = true })
	if _, err := s.site.people.Register(t.Context(),
		people.Account{Name: "Ann", Password: secret, Mail: "ann@school.example"}); err != nil {
		t.Fatal(err)
	}
	ann := map[string]any{"name": "Ann", "email": "ann@school.example", "email_verified": true}
	there.As("1", ann)
	b := s.browser(t)
	if a := b.get("/sign-in?to=/c/cup"); !strings.Contains(a.text, `href="/openid/start?to=%2fc%2fcup"`) ||
		!strings.Contains(a.text, "Use School") {
		t.Error(a.text)
	}
	if a := b.by("/openid/start?to=/c/cup"); a.to != "/openid/join" {
		t.Fatal(a.code, a.to, a.text)
	}
	if a := b.get("/openid/join"); !strings.Contains(a.text, `value="Ann"`) || strings.Contains(a.text, `type="password"`) {
		t.Error(a.text)
	}
	if a := b.get("/account"); a.code == 200 {
		t.Error("signed in before there is an account")
	}
	b.refuses("The name Ann is taken", "/openid/join", "name", "Ann")
	b.does("/openid/join", "name", "Ann Two", "mail", "ann@school.example")
	if a := b.post("/openid/join", "name", "Ann Three"); a.code != http.StatusNotFound {
		t.Error("one sign-in makes two accounts:", a.code)
	}
	again := s.browser(t)
	if a := again.by("/openid/start?to=/c/cup"); a.to != "/c/cup" {
		t.Fatal(a.code, a.to, a.text)
	}
	if page := again.get("/account").text; !strings.Contains(page, "<h1>Ann Two</h1>") {
		t.Error(page)
	}
	there.As("2", ann)
	if a := s.browser(t).by("/openid/start"); a.to != "/openid/join" {
		t.Error("another subject with the same name and address:", a.code, a.to)
	}
	if a := s.browser(t).post("/sign-in", "name", "Ann Two", "password", ""); a.code != http.StatusUnprocessableEntity {
		t.Error("an empty password signs in:", a.code)
	}
	if a := s.browser(t).by("/openid/start?to=//evil.example"); strings.Contains(a.to, "evil") {
		t.Error(a.to)
	}
}

// On a site that is not open, an invitation makes the account, and nobody comes without one.
func TestInvitedByAProvider(t *testing.T) {
	there := openidtest.Start(t)
	s := serve(t, withProvider(t, there))
	there.As("1", map[string]any{"name": "<script>"})
	if a := s.browser(t).by("/openid/start"); a.code != http.StatusUnprocessableEntity ||
		!strings.Contains(a.text, "Ask the organiser for an invitation") {
		t.Error(a.code, a.text)
	}
	code, err := s.site.people.Invite(t.Context(), people.Invitation{Role: people.Jury, Uses: 1, Expires: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	b := s.browser(t)
	if a := b.get("/invited/" + code); !strings.Contains(a.text, "/openid/start?invitation="+code) {
		t.Error(a.text)
	}
	if a := b.by("/openid/start?invitation=" + code); a.to != "/openid/join" {
		t.Fatal(a.code, a.to, a.text)
	}
	if a := b.get("/openid/join"); strings.Contains(a.text, "<script>\"") || !strings.Contains(a.text, "<b>jury</b>") {
		t.Error(a.text)
	}
	b.refuses("A name has letters", "/openid/join", "name", "<script>")
	b.does("/openid/join", "name", "Jo")
	if a := b.get("/account"); !strings.Contains(a.text, "<span>jury</span>") {
		t.Error(a.text)
	}
	there.As("2", nil)
	late := s.browser(t)
	late.by("/openid/start?invitation=" + code)
	late.refuses("not valid", "/openid/join", "name", "Ki")
}

// A person links the accounts from the account page, and keeps a way to sign in.
func TestLinkWithAProvider(t *testing.T) {
	there := openidtest.Start(t)
	c := &clock{now: time.Now()}
	s := serve(t, func(o *Options) { withProvider(t, there)(o); o.Now = c.Now })
	paul, viewer := s.as(t, people.Participant), s.as(t, people.Viewer)
	there.As("1", nil)
	link := func(b *browser) answer {
		t.Helper()
		a := b.post("/account/openid")
		at := onward.FindStringSubmatch(a.text)
		if at == nil {
			t.Fatal(a.code, a.text)
		}
		return b.get(b.abroad(html.UnescapeString(at[1])))
	}
	if a := link(paul); a.to != "/account" {
		t.Fatal(a.code, a.text)
	}
	if a := link(paul); a.to != "/account" {
		t.Error("linked again:", a.code, a.text)
	}
	if a := link(viewer); a.code != http.StatusUnprocessableEntity || !strings.Contains(a.text, "Another account here is linked") {
		t.Error(a.code, a.text)
	}
	b := s.browser(t)
	if a := b.by("/openid/start"); a.to != "/" || !strings.Contains(b.get("/account").text, "The participant") {
		t.Error(a.code, a.to)
	}
	// A page of another site cannot begin to link: it could link its owner's account at the provider.
	r, err := http.NewRequest("POST", s.URL+"/account/openid", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Origin", "https://evil.example")
	if a := viewer.do(r); a.code != http.StatusForbidden {
		t.Error(a.code)
	}
	if a := viewer.get("/openid/start"); a.to != "/account" {
		t.Error("a person who is signed in is sent to the provider by a link:", a.to)
	}
	c.jump(freshFor + time.Minute)
	viewer.refuses("This needs a new sign-in", "/account/openid")

	// Without a password the link is the only way.
	paul.does("/account/openid/unlink")
	if a := s.browser(t).by("/openid/start"); a.code != http.StatusUnprocessableEntity {
		t.Error("a link that has ended signs in:", a.code)
	}
	only, err := s.site.people.RegisterIdentity(t.Context(), people.Account{Name: "Only"}, people.Identity{Issuer: there.URL, Subject: "3"})
	if err != nil {
		t.Fatal(err)
	}
	there.As("3", nil)
	b = s.browser(t)
	b.by("/openid/start")
	b.refuses("You could not sign in any more", "/account/openid/unlink")
	b.does("/account/password", "next", "quite another one")
	b.does("/account/openid/unlink")
	if has, err := s.site.people.HasPassword(t.Context(), only.ID); err != nil || !has {
		t.Error(has, err)
	}
	if a := s.browser(t).post("/sign-in", "name", "Only", "password", "quite another one"); a.code != http.StatusSeeOther {
		t.Error(a.code)
	}
}

// Answers of the provider that were not asked for in this browser, a moment ago, once, sign nobody in.
func TestForgedReturns(t *testing.T) {
	there := openidtest.Start(t)
	c := &clock{now: time.Now()}
	s := serve(t, func(o *Options) { withProvider(t, there)(o); o.Now = c.Now; o.Open = true })
	if _, err := s.site.people.RegisterIdentity(t.Context(), people.Account{Name: "Ann"},
		people.Identity{Issuer: there.URL, Subject: "1"}); err != nil {
		t.Fatal(err)
	}
	there.As("1", nil)
	begin := func(b *browser) string { return b.abroad(b.get("/openid/start").to) }
	b := s.browser(t)
	back := begin(b)
	if a := s.browser(t).get(back); a.code != http.StatusUnprocessableEntity {
		t.Error("another browser:", a.code)
	}
	site, _ := url.Parse(s.URL)
	cookies := b.Jar.Cookies(site)
	if a := b.get(back); a.to != "/" {
		t.Fatal(a.code, a.text)
	}
	b.does("/sign-out")
	b.Jar.SetCookies(site, cookies)
	if a := b.get(back); a.code != http.StatusUnprocessableEntity {
		t.Error("the same answer again:", a.code)
	}
	b = s.browser(t)
	back = begin(b)
	c.jump(sealedLasts + time.Second)
	if a := b.get(back); a.code != http.StatusUnprocessableEntity || !strings.Contains(a.text, "took too long") {
		t.Error("too late:", a.code)
	}
	for _, forged := range []string{"", "x", strings.Repeat("A", 3000), cookies[0].Value + "A"} {
		b = s.browser(t)
		back = begin(b)
		b.Jar.SetCookies(site, []*http.Cookie{{Name: openIDCookie, Value: forged, Path: "/"}})
		if a := b.get(back); a.code != http.StatusUnprocessableEntity {
			t.Errorf("the cookie %q: %d", forged, a.code)
		}
	}
	b = s.browser(t)
	there.Forge()
	if a := b.get(begin(b)); a.code != http.StatusUnprocessableEntity || !strings.Contains(a.text, "does not answer as it should") ||
		strings.Contains(a.text, "verify") {
		t.Error("a forged token:", a.code, a.text)
	}
	there.Deny()
	if a := b.get(begin(b)); a.code != http.StatusUnprocessableEntity || !strings.Contains(a.text, "did not sign you in") {
		t.Error("denied:", a.code, a.text)
	}
	there.Close()
	fresh := serve(t, withProvider(t, there))
	if a := fresh.browser(t).get("/openid/start"); a.code != http.StatusUnprocessableEntity ||
		!strings.Contains(a.text, "does not answer as it should") {
		t.Error("a provider that is down:", a.code, a.text)
	}
	if a := serve(t, nil).browser(t).get("/openid/start"); a.code != http.StatusNotFound {
		t.Error("no provider:", a.code)
	}
}
