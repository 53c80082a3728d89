/*
Package openid signs people in by an OpenID Connect provider: a university's, a company's, or a public one.

It runs the authorization code flow with PKCE, a state and a nonce, as the current best practice for OAuth (RFC 9700) has it. What a
provider says is believed after its signature, issuer, audience, times and nonce are checked by its published keys. A person is an issuer
and a subject: addresses of mail change hands, and providers let people claim them, so an address never leads to an account.

The provider is asked for its settings when the first person signs in, so that a site starts without it.
*/
package openid

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"
)

// A Config names a provider and what it knows the site as.
type Config struct {
	Issuer string // address of the provider, https unless it is on this machine
	Client string // by which the provider knows the site
	Secret string // of the client; empty for a public one
	Name   string // of the provider on pages; empty: its host
}

// A Provider signs people in. Its methods are safe for concurrent use.
type Provider struct {
	config Config
	client *http.Client
	now    func() time.Time

	asking singleflight.Group
	found  atomic.Pointer[oidc.Provider] // nil before the first answer
}

// Bounds of what a provider is asked.
const (
	answerTime  = 10 * time.Second
	answerBytes = 1 << 20
)

// New returns a provider. now is the clock; nil: time.Now.
func New(c Config, now func() time.Time) (*Provider, error) {
	u, err := url.Parse(c.Issuer)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" &&
		(u.Scheme != "http" || !loopback(u.Hostname())) {
		return nil, fmt.Errorf("%q is not the address of a provider: write it as https://HOST/PATH", c.Issuer)
	}
	if c.Client == "" {
		return nil, errors.New("the provider knows the site by no name: give the client's")
	}
	if c.Name == "" {
		c.Name = u.Hostname()
	}
	if now == nil {
		now = time.Now
	}
	return &Provider{config: c, client: &http.Client{Timeout: answerTime, Transport: &bounded{http.DefaultTransport},
		CheckRedirect: noRedirect}, now: now}, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// noRedirect keeps secrets from going where the provider's settings do not say.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// bounded cuts answers that are too long.
type bounded struct{ next http.RoundTripper }

// RoundTrip asks the provider.
func (b *bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.next.RoundTrip(r)
	if err == nil {
		answer.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(answer.Body, answerBytes), answer.Body}
	}
	return answer, err
}

// Name returns the provider's name on pages.
func (p *Provider) Name() string { return p.config.Name }

// Issuer returns the provider's address, by which the accounts of its people are kept.
func (p *Provider) Issuer() string { return p.config.Issuer }

// settings returns what the provider publishes about itself. Those who ask at the same time wait for one answer.
func (p *Provider) settings(ctx context.Context) (*oidc.Provider, error) {
	if found := p.found.Load(); found != nil {
		return found, nil
	}
	_, err, _ := p.asking.Do("", func() (any, error) {
		found, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.client), p.config.Issuer)
		if err == nil {
			p.found.Store(found)
		}
		return nil, err
	})
	if err != nil {
		return nil, fmt.Errorf("ask %s for its settings: %w", p.config.Issuer, err)
	}
	return p.found.Load(), nil
}

func (p *Provider) oauth(found *oidc.Provider, redirect string) *oauth2.Config {
	return &oauth2.Config{ClientID: p.config.Client, ClientSecret: p.config.Secret, Endpoint: found.Endpoint(), RedirectURL: redirect,
		Scopes: []string{oidc.ScopeOpenID, "profile", "email"}}
}

// A Flow is what the site must know when a person comes back. It must reach nobody but the person's browser, unchanged.
type Flow struct {
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
}

// Begin returns the address at which a person signs in; the provider sends the person to the address redirect afterwards.
func (p *Provider) Begin(ctx context.Context, redirect string) (address string, f Flow, err error) {
	found, err := p.settings(ctx)
	if err != nil {
		return "", f, err
	}
	f = Flow{oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()} // each has 256 random bits
	return p.oauth(found, redirect).AuthCodeURL(f.State, oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)), f, nil
}

// A Person is whom a provider has signed in.
type Person struct {
	Issuer, Subject string
	Name            string // as the provider has it; may be empty
	Mail            string // the address that the provider has verified; may be empty
}

// A Refusal says, in a sentence for the person, why nobody is signed in.
type Refusal struct{ Text string }

func (r *Refusal) Error() string { return r.Text }

// mostSubject bounds a subject, in bytes: OpenID Connect allows 255.
const mostSubject = 255

// Finish returns the person who came back with an answer. The error is a [*Refusal] if the answer is not one of this flow, or says that the
// person did not sign in; else the provider does not answer or its answer is wrong.
func (p *Provider) Finish(ctx context.Context, redirect string, f Flow, answer url.Values) (*Person, error) {
	if f.State == "" || subtle.ConstantTimeCompare([]byte(answer.Get("state")), []byte(f.State)) != 1 {
		return nil, &Refusal{"This sign-in was not begun here, or it is an old one; begin again."}
	}
	if from := answer.Get("iss"); from != "" && from != p.config.Issuer {
		return nil, &Refusal{"Another provider has answered; begin again."}
	}
	if answer.Get("error") != "" {
		return nil, &Refusal{p.config.Name + " did not sign you in."}
	}
	found, err := p.settings(ctx)
	if err != nil {
		return nil, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := p.oauth(found, redirect).Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(f.Verifier))
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) && refused.ErrorCode == "invalid_grant" {
		return nil, &Refusal{"This sign-in was used already, or it took too long; begin again."}
	}
	if err != nil {
		return nil, fmt.Errorf("get a token of %s: %w", p.config.Issuer, err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return nil, fmt.Errorf("get a token of %s: its answer has no ID token", p.config.Issuer)
	}
	checked, err := found.VerifierContext(ctx, &oidc.Config{ClientID: p.config.Client, Now: p.now}).Verify(ctx, raw)
	if err != nil {
		return nil, fmt.Errorf("check a token of %s: %w", p.config.Issuer, err)
	}
	if subtle.ConstantTimeCompare([]byte(checked.Nonce), []byte(f.Nonce)) != 1 {
		return nil, fmt.Errorf("check a token of %s: it is of another sign-in", p.config.Issuer)
	}
	return p.person(checked)
}

// person returns whom a checked token names.
func (p *Provider) person(checked *oidc.IDToken) (*Person, error) {
	var claims struct {
		Name     string `json:"name"`
		Short    string `json:"preferred_username"`
		Mail     string `json:"email"`
		Verified bool   `json:"email_verified"`
		Party    string `json:"azp"`
	}
	if err := checked.Claims(&claims); err != nil {
		return nil, fmt.Errorf("read a token of %s: %w", p.config.Issuer, err)
	}
	if claims.Party != "" && claims.Party != p.config.Client || len(checked.Audience) > 1 && claims.Party == "" {
		return nil, fmt.Errorf("check a token of %s: it is for another client", p.config.Issuer)
	}
	if checked.Subject == "" || len(checked.Subject) > mostSubject {
		return nil, fmt.Errorf("check a token of %s: it names nobody", p.config.Issuer)
	}
	person := &Person{Issuer: checked.Issuer, Subject: checked.Subject, Name: claims.Name}
	if person.Name == "" {
		person.Name = claims.Short
	}
	if claims.Verified {
		person.Mail = strings.TrimSpace(claims.Mail)
	}
	return person, nil
}
