package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
)

// authenticator gives a tab an authenticator such as a phone has.
func authenticator(t *testing.T, tab context.Context) webauthn.AuthenticatorID {
	t.Helper()
	if _, err := chromedp.Call(tab, webauthn.Enable, webauthn.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	made, err := chromedp.Call(tab, webauthn.AddVirtualAuthenticator,
		webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: "ctap2", Transport: "internal", HasResidentKey: true, HasUserVerification: true, AutomaticPresenceSimulation: true,
			IsUserVerified: true,
		}})
	if err != nil {
		t.Fatal(err)
	}
	return made.AuthenticatorID
}

// addCredential gives an authenticator a credential, in the form that browsers of all versions take.
var addCredential = cdp.Command[heldParams, cdp.Empty]{Method: webauthn.CommandAddCredential}

type heldParams struct {
	AuthenticatorID webauthn.AuthenticatorID `json:"authenticatorId"`
	Credential      held                     `json:"credential"`
}

type held struct {
	CredentialID         []byte  `json:"credentialId"`
	IsResidentCredential bool    `json:"isResidentCredential"`
	RpID                 string  `json:"rpId"`
	PrivateKey           []byte  `json:"privateKey"`
	UserHandle           []byte  `json:"userHandle"`
	SignCount            float64 `json:"signCount"`
}

// TestPasskeys is a person who adds two passkeys in a browser, signs in without a password by each, and deletes one, which signs nobody in
// any more; the password goes on working.
func TestPasskeys(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755)
	s.start()
	t.Cleanup(func() {
		s.cmd.Process.Signal(os.Interrupt)
		s.cmd.Wait()
	})
	const unprocessable = "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)"
	site := strings.Replace(s.address, "127.0.0.1", "localhost", 1) // a passkey is for a name
	ann := chromium.Tab(t, browser, unprocessable)
	do(t, ann, chromedp.Navigate(strings.Replace(s.invited, "127.0.0.1", "localhost", 1)), chromedp.SendKeys(`input[name=name]`, "Ann"),
		chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
	until(t, ann, `document.querySelector("[role=status]")?.textContent.includes("Welcome, Ann.")`)

	phone := authenticator(t, ann)
	add := func(note string) {
		t.Helper()
		do(t, ann, chromedp.Navigate(site+"/account"), chromedp.SendKeys(`#passkey-note`, note), chromedp.Click(`#add-passkey`))
		until(t, ann, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("The passkey is added")`)
	}
	add("phone")
	do(t, ann, chromedp.SendKeys(`#passkey-note`, "phone again"), chromedp.Click(`#add-passkey`))
	until(t, ann, `document.getElementById("add-passkey-wrong").textContent === "This passkey is known already."`)
	kept, err := chromedp.Call(ann, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: phone})
	if err != nil || len(kept.Credentials) != 1 || !kept.Credentials[0].IsResidentCredential || kept.Credentials[0].RpID != "localhost" {
		t.Fatal(kept, err)
	}
	// Another authenticator in place of the phone, as on another device.
	remove := func(id webauthn.AuthenticatorID) {
		t.Helper()
		if _, err := chromedp.Call(ann, webauthn.RemoveVirtualAuthenticator,
			webauthn.RemoveVirtualAuthenticatorParams{AuthenticatorID: id}); err != nil {
			t.Fatal(err)
		}
	}
	remove(phone)
	laptop := authenticator(t, ann)
	add("laptop")
	shoot(t, ann, "site-passkeys")
	both, err := chromedp.Call(ann, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: laptop})
	if err != nil || len(both.Credentials) != 1 {
		t.Fatal(both, err)
	}

	out := func() {
		t.Helper()
		do(t, ann, chromedp.Submit(`form[action="/sign-out"]`))
		until(t, ann, `document.readyState === "complete" && document.querySelector('a[href="/sign-in"]') !== null`)
	}
	enter := func() {
		t.Helper()
		do(t, ann, chromedp.Navigate(site+"/sign-in?to=/account"), chromedp.Click(`#passkey`))
	}
	entered := `document.readyState === "complete" && document.querySelector("h1")?.textContent === "Ann"`
	out()
	enter()
	until(t, ann, entered)
	if used := eval[string](t, ann, `[...document.querySelectorAll("form[action^='/account/passkeys/']")].map(f => f.closest("tr").innerText.replaceAll("\t", " ").trim()).join("; ")`); !strings.Contains(used, "phone") || strings.Count(used, "never") != 1 {
		t.Errorf("the passkeys are %q", used)
	}
	out()

	// Nobody is signed in without the person, or by a signature that is wrong.
	verified := func(yes bool) {
		t.Helper()
		if _, err := chromedp.Call(ann, webauthn.SetUserVerified,
			webauthn.SetUserVerifiedParams{AuthenticatorID: laptop, IsUserVerified: yes}); err != nil {
			t.Fatal(err)
		}
	}
	verified(false)
	enter()
	until(t, ann, `document.getElementById("passkey-wrong").textContent === "No passkey was used."`)
	verified(true)
	bogus := func(params webauthn.SetResponseOverrideBitsParams) {
		t.Helper()
		params.AuthenticatorID = laptop
		if _, err := chromedp.Call(ann, webauthn.SetResponseOverrideBits, params); err != nil {
			t.Fatal(err)
		}
	}
	yes := true
	for name, params := range map[string]webauthn.SetResponseOverrideBitsParams{"a wrong signature": {IsBogusSignature: &yes},
		"no verification": {IsBadUV: &yes}, "nobody present": {IsBadUP: &yes}} {
		t.Log(name)
		bogus(params)
		enter()
		until(t, ann, `document.getElementById("passkey-wrong").textContent.includes("does not sign in here")`)
	}
	bogus(webauthn.SetResponseOverrideBitsParams{})

	// A passkey whose counter goes back may be a copy.
	hold := func(id webauthn.AuthenticatorID, c *webauthn.Credential) {
		t.Helper()
		if _, err := chromedp.Call(ann, addCredential,
			heldParams{id, held{c.CredentialID, true, c.RpID, c.PrivateKey, c.UserHandle, c.SignCount}}); err != nil {
			t.Fatal(err)
		}
	}
	remove(laptop)
	laptop = authenticator(t, ann)
	hold(laptop, both.Credentials[0])
	enter()
	until(t, ann, `document.getElementById("passkey-wrong").textContent.includes("may have been copied")`)

	// The phone signs in as well, until it is deleted.
	remove(laptop)
	phone = authenticator(t, ann)
	hold(phone, kept.Credentials[0])
	enter()
	until(t, ann, entered)
	do(t, ann, chromedp.Click(`button[aria-label="Delete phone"]`))
	until(t, ann, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent === "The passkey is deleted."`)
	out()
	enter()
	until(t, ann, `document.getElementById("passkey-wrong").textContent.includes("does not sign in here")`)
	shoot(t, ann, "site-passkey-wrong")
	do(t, ann, chromedp.SendKeys(`input[name=name]`, "Ann"), chromedp.SendKeys(`input[name=password]`, "three words in a row"),
		chromedp.Submit(`main form`))
	until(t, ann, entered)
}

// TestPasskeysOfAnotherOrigin: what an authenticator signs for a page at another port of the same name, for which browsers offer the same
// passkeys, signs nobody in.
func TestPasskeysOfAnotherOrigin(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755)
	s.start()
	t.Cleanup(s.stop)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><link rel="icon" href="data:,"><title>Another site</title>`)
	}))
	defer other.Close()
	local := strings.NewReplacer("127.0.0.1", "localhost") // a passkey is for a name
	site := local.Replace(s.address)
	ann := chromium.Tab(t, browser, "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)")
	do(t, ann, chromedp.Navigate(local.Replace(s.invited)), chromedp.SendKeys(`input[name=name]`, "Ann"),
		chromedp.SendKeys(`input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
	until(t, ann, `document.querySelector("[role=status]")?.textContent.includes("Welcome, Ann.")`)
	phone := authenticator(t, ann)
	do(t, ann, chromedp.Navigate(site+"/account"), chromedp.SendKeys(`#passkey-note`, "phone"), chromedp.Click(`#add-passkey`))
	until(t, ann, `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("The passkey is added")`)
	kept, err := chromedp.Call(ann, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: phone})
	if err != nil || len(kept.Credentials) != 1 {
		t.Fatal(kept, err)
	}
	do(t, ann, chromedp.Submit(`form[action="/sign-out"]`))
	until(t, ann, `document.readyState === "complete" && document.querySelector('a[href="/sign-in"]') !== null`)

	// sign has the passkey sign what the site asks, in a page of a tab, and returns the site's answer.
	sign := func(page context.Context) string {
		t.Helper()
		do(t, ann, chromedp.Navigate(site+"/sign-in?to=/account"))
		asked := eval[string](t, ann, `fetch("/sign-in/passkey/begin", { method: "POST", headers: { "content-type": "application/json" } }).then(a => a.text())`)
		signed := eval[string](t, page, fmt.Sprintf(`navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(%q).publicKey) }).then(key => JSON.stringify(key.toJSON()))`, asked))
		return eval[string](t, ann, fmt.Sprintf(`fetch("/sign-in/passkey?to=/account", { method: "POST", headers: { "content-type": "application/json" }, body: %q }).then(a => a.text())`, signed))
	}
	evil := chromium.Tab(t, browser)
	do(t, evil, chromedp.Navigate(local.Replace(other.URL)))
	c := kept.Credentials[0]
	copied := authenticator(t, evil)
	if _, err := chromedp.Call(evil, addCredential,
		heldParams{copied, held{c.CredentialID, true, c.RpID, c.PrivateKey, c.UserHandle, c.SignCount}}); err != nil {
		t.Fatal(err)
	}
	if answer := sign(evil); !strings.Contains(answer, "This passkey does not sign in here.") {
		t.Errorf("another origin: %s", answer)
	}
	if answer := sign(ann); !strings.Contains(answer, `"to":"/account"`) {
		t.Errorf("the site's own origin: %s", answer)
	}
}
