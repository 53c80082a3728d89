package site

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"agon/site/people"
)

// script sends a request of a page's script, to the site's name localhost.
func (b *browser) script(path, content string) answer {
	b.t.Helper()
	r, err := http.NewRequest("POST", b.at+path, strings.NewReader(content))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return b.do(r)
}

// local returns the same browser at the site's name instead of its address.
func (b *browser) local() *browser {
	b.at = strings.Replace(b.at, "127.0.0.1", "localhost", 1)
	return b
}

// What is no passkey's answer signs nobody in and adds nothing; who signed in long ago, or sends a token, adds none.
func TestPasskeyRefusals(t *testing.T) {
	c := &clock{now: time.Now()}
	s := serve(t, func(o *Options) { o.Now = c.Now })
	b := s.browser(t)
	if a := b.script("/sign-in/passkey/begin", ""); a.code != 422 || !strings.Contains(a.text, "not for the address 127.0.0.1") {
		t.Error(a.code, a.text)
	}
	b.local()
	for _, content := range []string{"", "{}", "null", "[]", `{"id":"x","rawId":"eA","type":"public-key","response":{}}`,
		strings.Repeat("[", 10000)} {
		if a := b.script("/sign-in/passkey", content); a.code != 422 || !strings.Contains(a.text, "took too long") {
			t.Errorf("%.50q without a beginning: %d %s", content, a.code, a.text)
		}
		var options struct {
			PublicKey struct {
				Challenge, RPID, UserVerification string
			}
		}
		a := b.script("/sign-in/passkey/begin", "")
		if err := json.Unmarshal([]byte(a.text), &options); err != nil || options.PublicKey.RPID != "localhost" ||
			options.PublicKey.UserVerification != "required" || options.PublicKey.Challenge == "" {
			t.Fatal(err, a.text)
		}
		if a := b.script("/sign-in/passkey", content); a.code != 422 || !strings.Contains(a.text, "does not sign in here") {
			t.Errorf("%.50q: %d %s", content, a.code, a.text)
		}
	}
	if a := b.script("/sign-in/passkey", strings.Repeat("x", 1<<20)); a.code != 422 && a.code != 413 {
		t.Error(a.code)
	}
	if a := b.script("/account/passkeys/begin", ""); a.code != 401 {
		t.Error("nobody adds a passkey:", a.code)
	}
	if _, err := s.site.people.Register(t.Context(), people.Account{Name: "Paul", Password: secret}); err != nil {
		t.Fatal(err)
	}
	paul := s.browser(t).local()
	paul.does("/sign-in", "name", "Paul", "password", secret)
	if a := paul.script("/account/passkeys?note=phone", "{}"); a.code != 422 || !strings.Contains(a.text, "begin again") {
		t.Error(a.code, a.text)
	}
	if a := paul.script("/account/passkeys/begin", ""); a.code != 200 || !strings.Contains(a.text, `"residentKey":"required"`) {
		t.Error(a.code, a.text)
	}
	if a := paul.script("/account/passkeys", "{}"); a.code != 422 || !strings.Contains(a.text, "which passkey") {
		t.Error(a.code, a.text)
	}
	if a := paul.script("/account/passkeys?note=phone", "{}"); a.code != 422 || !strings.Contains(a.text, "none of a passkey") {
		t.Error(a.code, a.text)
	}
	for _, path := range []string{"/account/passkeys/begin", "/account/passkeys?note=x"} {
		if a := s.call(t, s.tokenOf(t, "Paul"), "POST", path, "application/json", "{}"); a.code != 422 ||
			!strings.Contains(a.text, "new sign-in") {
			t.Errorf("%s with a token: %d %s", path, a.code, a.text)
		}
	}
	if a := paul.post("/account/passkeys/zz/delete"); a.code != http.StatusNotFound {
		t.Error(a.code)
	}
	c.jump(freshFor + time.Second)
	if a := paul.script("/account/passkeys/begin", ""); a.code != 422 || !strings.Contains(a.text, "new sign-in") {
		t.Error(a.code, a.text)
	}
	if keys, err := s.site.people.Passkeys(t.Context(), 1); err != nil || len(keys) != 0 {
		t.Error(keys, err)
	}
}
