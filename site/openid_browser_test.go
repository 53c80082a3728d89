package site

import (
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
	"agon/site/openid/openidtest"
	"agon/site/people"
)

// TestForgedReturnsInABrowser: a browser that a provider sends back with another state, or with a token of another sign-in, is told so and
// not signed in; nor is one that follows a link to another's sign-in. The next sign-in succeeds.
func TestForgedReturnsInABrowser(t *testing.T) {
	tier.Long(t)
	browser := chromium.Open(t)
	there := openidtest.Start(t)
	s := serve(t, func(o *Options) { withProvider(t, there)(o); o.Open = true })
	if _, err := s.site.people.RegisterIdentity(t.Context(), people.Account{Name: "Ann"},
		people.Identity{Issuer: there.URL, Subject: "1"}); err != nil {
		t.Fatal(err)
	}
	tab := chromium.Tab(t, browser, "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)")
	begin := func() {
		t.Helper()
		chromium.Visit(t, tab, s.URL+"/sign-in")
		chromium.Do(t, tab, chromedp.Click(`a[href^="/openid/start"]`))
	}
	refused := func(words string) {
		t.Helper()
		chromium.Until(t, tab, `document.readyState === "complete" && document.querySelector("main")?.innerText.includes("`+words+`")`)
		chromium.Visit(t, tab, s.URL+"/")
		chromium.Until(t, tab, `document.querySelector('a[href^="/sign-in"]') !== null && !document.body.innerText.includes("Ann")`)
	}
	for _, tt := range []struct {
		name, words string
		forge       func()
	}{
		{"another state", "This sign-in was not begun here", func() { there.Mislead(func(v url.Values) { v.Set("state", "x") }) }},
		{"no state", "This sign-in was not begun here", func() { there.Mislead(func(v url.Values) { v.Del("state") }) }},
		{"another nonce", "does not answer as it should", func() { there.Falsify(func(c map[string]any) { c["nonce"] = "x" }) }},
		{"no nonce", "does not answer as it should", func() { there.Falsify(func(c map[string]any) { delete(c, "nonce") }) }},
		{"another code", "This sign-in was used already", func() { there.Mislead(func(v url.Values) { v.Set("code", "x") }) }},
	} {
		t.Log(tt.name)
		there.As("1", nil)
		tt.forge()
		begin()
		refused(tt.words)
	}
	there.As("1", nil)
	other := s.browser(t)
	chromium.Visit(t, tab, s.URL+other.abroad(other.get("/openid/start").to))
	refused("This sign-in was not begun in this browser")
	begin()
	chromium.Until(t, tab, `document.readyState === "complete" && location.pathname === "/" && document.body.innerText.includes("Ann")`)
}
