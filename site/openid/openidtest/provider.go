/*
Package openidtest runs a small OpenID Connect provider for tests: it publishes its settings and keys, sends people back with codes, and
gives ID tokens for codes as the specification has it, PKCE included. What tests change about its answers is in the fields of [Provider].
*/
package openidtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// What the provider knows its client as.
const (
	Client = "agon at school"
	Secret = "a secret of two: them & us"
)

// A Provider runs until the test ends. Whoever comes to it is signed in as Subject at once.
type Provider struct {
	*httptest.Server

	mu      sync.Mutex
	subject string
	more    map[string]any       // further claims
	change  func(map[string]any) // of the claims of a token; nil: none
	mislead func(url.Values)     // change of what browsers bring back; nil: none
	denies  bool
	strange bool // tokens are signed by a key that is not published
	key     *ecdsa.PrivateKey
	other   *ecdsa.PrivateKey
	codes   map[string]url.Values // not used yet: what was asked
}

// Start starts a provider.
func Start(t testing.TB) *Provider {
	t.Helper()
	p := &Provider{codes: map[string]url.Values{}}
	for _, key := range []**ecdsa.PrivateKey{&p.key, &p.other} {
		made, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		*key = made
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.settings)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("GET /authorize", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Server.Close)
	return p
}

// As changes who is signed in. claims may be nil.
func (p *Provider) As(subject string, claims map[string]any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.subject, p.more, p.change, p.mislead, p.denies, p.strange = subject, claims, nil, nil, false, false
}

// Deny lets the provider sign nobody in until the next As.
func (p *Provider) Deny() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.denies = true
}

// Falsify changes the claims of tokens until the next As.
func (p *Provider) Falsify(change func(claims map[string]any)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.change = change
}

// Mislead changes what browsers bring back to the site until the next As.
func (p *Provider) Mislead(change func(back url.Values)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mislead = change
}

// Forge signs tokens by a key that is not published until the next As.
func (p *Provider) Forge() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.strange = true
}

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(value)
}

func (p *Provider) settings(w http.ResponseWriter, _ *http.Request) {
	answer(w, map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		"response_types_supported": []string{"code"},
		"subject_types_supported":  []string{"public"}, "id_token_signing_alg_values_supported": []string{"ES256"},
		"code_challenge_methods_supported": []string{"S256"},
	})
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	answer(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: &p.key.PublicKey, KeyID: "one", Algorithm: "ES256", Use: "sig"}}})
}

func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	back, err := url.Parse(asked.Get("redirect_uri"))
	if err != nil || back.Path != "/openid/callback" || asked.Get("client_id") != Client || asked.Get("response_type") != "code" ||
		asked.Get("code_challenge_method") != "S256" || asked.Get("nonce") == "" || asked.Get("state") == "" {
		http.Error(w, "not asked as it should be: "+r.URL.RawQuery, http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	values := url.Values{"state": {asked.Get("state")}, "iss": {p.URL}}
	if p.denies {
		values.Set("error", "access_denied")
	} else {
		code := rand.Text()
		p.codes[code] = asked
		values.Set("code", code)
	}
	if p.mislead != nil {
		p.mislead(values)
	}
	back.RawQuery = values.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	client, secret, ok := r.BasicAuth()
	if !ok {
		client, secret = r.PostFormValue("client_id"), r.PostFormValue("client_secret")
	} else {
		client, _ = url.QueryUnescape(client)
		secret, _ = url.QueryUnescape(secret)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	code := r.PostFormValue("code")
	asked, known := p.codes[code]
	delete(p.codes, code)
	challenge := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	switch {
	case client != Client || secret != Secret:
		w.WriteHeader(http.StatusUnauthorized)
		answer(w, map[string]string{"error": "invalid_client"})
		return
	case !known || asked.Get("redirect_uri") != r.PostFormValue("redirect_uri") ||
		asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(challenge[:]):
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		json.NewEncoder(w).Encode(map[string]string{"error": "invalid_grant"})
		return
	}
	now := time.Now()
	claims := map[string]any{"iss": p.URL, "sub": p.subject, "aud": Client, "iat": now.Unix(), "exp": now.Add(time.Hour).Unix(),
		"nonce": asked.Get("nonce")}
	for name, value := range p.more {
		claims[name] = value
	}
	if p.change != nil {
		p.change(claims)
	}
	key := p.key
	if p.strange {
		key = p.other
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: key, KeyID: "one"}}, nil)
	var text string
	if err == nil {
		text, err = jwt.Signed(signer).Claims(claims).Serialize()
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	answer(w, map[string]any{"access_token": rand.Text(), "token_type": "Bearer", "expires_in": 3600, "id_token": text})
}
