package openid_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"agon/site/openid"
	"agon/site/openid/openidtest"
)

const redirect = "http://localhost:8000/openid/callback"

// visit begins a sign-in and goes to the provider, and returns what it sends back.
func visit(t *testing.T, p *openid.Provider) (openid.Flow, url.Values) {
	t.Helper()
	address, flow, err := p.Begin(t.Context(), redirect)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	back, err := answer.Location()
	if err != nil {
		t.Fatal(answer.Status, err)
	}
	return flow, back.Query()
}

func provider(t *testing.T, now func() time.Time) (*openidtest.Provider, *openid.Provider) {
	t.Helper()
	there := openidtest.Start(t)
	p, err := openid.New(openid.Config{Issuer: there.URL, Client: openidtest.Client, Secret: openidtest.Secret, Name: "School"}, now)
	if err != nil {
		t.Fatal(err)
	}
	return there, p
}

func TestSignIn(t *testing.T) {
	there, p := provider(t, nil)
	there.As("ann-1", map[string]any{"name": "Ann", "email": "ann@school.example", "email_verified": true})
	flow, answer := visit(t, p)
	got, err := p.Finish(t.Context(), redirect, flow, answer)
	if err != nil || *got != (openid.Person{Issuer: there.URL, Subject: "ann-1", Name: "Ann", Mail: "ann@school.example"}) {
		t.Errorf("%+v %v", got, err)
	}
	var refusal *openid.Refusal
	if _, err := p.Finish(t.Context(), redirect, flow, answer); !errors.As(err, &refusal) ||
		!strings.Contains(err.Error(), "used already") {
		t.Error("a code is used twice:", err)
	}
	there.As("ben-2", map[string]any{"preferred_username": "ben", "email": "ann@school.example"})
	flow, answer = visit(t, p)
	got, err = p.Finish(t.Context(), redirect, flow, answer)
	if err != nil || got.Name != "ben" || got.Mail != "" {
		t.Errorf("%+v %v: an address that is not verified counts", got, err)
	}
}

// Every answer that is not exactly the one of the flow signs nobody in.
func TestWrongAnswers(t *testing.T) {
	later := func() time.Time { return time.Now().Add(2 * time.Hour) }
	for name, tt := range map[string]struct {
		now    func() time.Time
		there  func(p *openidtest.Provider)
		answer func(f *openid.Flow, v url.Values)
		words  string
	}{
		"another state": {answer: func(_ *openid.Flow, v url.Values) { v.Set("state", "x") }, words: "not begun here"},
		"no state":      {answer: func(f *openid.Flow, v url.Values) { v.Del("state"); f.State = "" }, words: "not begun here"},
		"another issuer": {answer: func(_ *openid.Flow, v url.Values) { v.Set("iss", "https://evil.example") },
			words: "Another provider"},
		"another code": {answer: func(_ *openid.Flow, v url.Values) { v.Set("code", "x") }, words: "used already"},
		"no code":      {answer: func(_ *openid.Flow, v url.Values) { v.Del("code") }, words: "used already"},
		"another verifier": {answer: func(f *openid.Flow, _ url.Values) { f.Verifier = strings.Repeat("x", 43) },
			words: "used already"},
		"another nonce":          {answer: func(f *openid.Flow, _ url.Values) { f.Nonce = "x" }, words: "of another sign-in"},
		"denied":                 {there: func(p *openidtest.Provider) { p.Deny() }, words: "School did not sign you in"},
		"a forged signature":     {there: func(p *openidtest.Provider) { p.Forge() }, words: "failed to verify"},
		"a token for another":    {there: falsify("aud", "another"), words: "audience"},
		"a token of another":     {there: falsify("iss", "https://evil.example"), words: "issued by a different provider"},
		"a token without nonce":  {there: falsify("nonce", ""), words: "of another sign-in"},
		"a token of nobody":      {there: falsify("sub", ""), words: "names nobody"},
		"a subject without end":  {there: falsify("sub", strings.Repeat("x", 256)), words: "names nobody"},
		"another party":          {there: falsify("azp", "another"), words: "for another client"},
		"many audiences":         {there: falsify("aud", []string{openidtest.Client, "another"}), words: "for another client"},
		"an old token":           {now: later, words: "expired"},
		"a token without an end": {there: falsify("exp", 0), words: "expired"},
	} {
		t.Run(name, func(t *testing.T) {
			there, p := provider(t, tt.now)
			there.As("ann-1", nil)
			if tt.there != nil {
				tt.there(there)
			}
			flow, answer := visit(t, p)
			if tt.answer != nil {
				tt.answer(&flow, answer)
			}
			if got, err := p.Finish(t.Context(), redirect, flow, answer); err == nil || !strings.Contains(err.Error(), tt.words) {
				t.Errorf("%+v, %v, not an error about %q", got, err, tt.words)
			}
		})
	}
}

func falsify(claim string, value any) func(*openidtest.Provider) {
	return func(p *openidtest.Provider) { p.Falsify(func(claims map[string]any) { claims[claim] = value }) }
}

func TestConfig(t *testing.T) {
	for _, issuer := range []string{"", "school.example", "http://school.example", "ftp://school.example", "https://",
		"https://a:b@school.example", "https://school.example/?x=1", "https://school.example/#x"} {
		if _, err := openid.New(openid.Config{Issuer: issuer, Client: "x"}, nil); err == nil ||
			!strings.Contains(err.Error(), "is not the address of a provider") {
			t.Errorf("%q: %v", issuer, err)
		}
	}
	if _, err := openid.New(openid.Config{Issuer: "https://school.example"}, nil); err == nil {
		t.Error("a client without a name")
	}
	p, err := openid.New(openid.Config{Issuer: "https://school.example/realm", Client: "x"}, nil)
	if err != nil || p.Name() != "school.example" {
		t.Error(err)
	}
}

// A provider that is down, that says nonsense, or that is another one signs nobody in, and is asked again later.
func TestAProviderThatIsDown(t *testing.T) {
	good := openidtest.Start(t)
	good.As("ann-1", nil)
	mode := "down"
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		switch mode {
		case "down":
			w.WriteHeader(http.StatusBadGateway)
		case "nonsense":
			w.Write([]byte(strings.Repeat("{", 3<<20)))
		case "another":
			w.Header().Set("Content-Type", "application/json")
			w.Write([]byte(`{"issuer":"` + good.URL + `"}`))
		}
	}))
	defer front.Close()
	p, err := openid.New(openid.Config{Issuer: front.URL, Client: "x"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, mode = range []string{"down", "nonsense", "another"} {
		if _, _, err := p.Begin(t.Context(), redirect); err == nil || !strings.Contains(err.Error(), "for its settings") {
			t.Errorf("%s: %v", mode, err)
		}
	}
}
