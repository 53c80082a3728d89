/*
Package client talks to a contest site for a program: it submits a bot and follows its check, and reads the author's games.

The token goes to the address that was given and to no other: redirections are refused. Answers are bounded. A check that was
acknowledged runs on the site whatever becomes of the client, so a connection that breaks is made again.
*/
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"agon/site/wire"
)

// A Contest is a contest of a site, for somebody who has a token.
type Contest struct {
	Base  string // address of the site: "https://host"
	Name  string // of the contest in addresses
	Token string

	Insist bool // [Contest.Follow] lets a version play that is in its trial
}

var contestPath = regexp.MustCompile(`^/c/([a-z0-9][a-z0-9._-]{0,63})/?$`)

// Parse returns the contest of the address of its page.
func Parse(address string) (*Contest, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return nil, fmt.Errorf("%q is not the address of a contest (want https://HOST/c/NAME, as in a browser)", address)
	}
	name := contestPath.FindStringSubmatch(u.Path)
	if name == nil {
		return nil, fmt.Errorf("%q is not the address of a contest's page: its path is %q (want /c/NAME)", address, u.Path)
	}
	return &Contest{Base: u.Scheme + "://" + u.Host, Name: name[1]}, nil
}

// Exposed reports whether others on the way can read the token.
func (c *Contest) Exposed() bool {
	u, err := url.Parse(c.Base)
	if err != nil || u.Scheme == "https" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback())
}

// A Refusal is what a site says about a request that it does not fulfil.
type Refusal struct {
	Code int // HTTP status
	Text string
}

func (r *Refusal) Error() string { return r.Text }

// Mine reports whether the request was wrong, and not the site.
func (r *Refusal) Mine() bool { return r.Code < 500 }

// Limits of requests.
const (
	mostAnswer   = 64 << 20 // bytes
	uploadLasts  = 10 * time.Minute
	requestLasts = 30 * time.Second
	pollEvery    = 300 * time.Millisecond
	patience     = 2 * time.Minute // with a site that does not answer
)

var transport = &http.Client{CheckRedirect: func(r *http.Request, _ []*http.Request) error {
	return fmt.Errorf("the site redirects to %s: use that address", r.URL.Redacted())
}}

// send sends a request with content of a type, empty for none, and decodes its answer into a value, which is nil if there is none.
func (c *Contest) send(ctx context.Context, method, path, kind string, content []byte, into any) error {
	text, err := c.fetch(ctx, method, "/api/v1/contests/"+c.Name+path, kind, content)
	if err != nil || into == nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return &Refusal{http.StatusBadGateway, fmt.Sprintf("%s answers with something else than an agon site does: %v", c.Base, err)}
	}
	return nil
}

// Get returns the JSON that an operation about the contest answers with, such as "/bots".
func (c *Contest) Get(ctx context.Context, path string) (text json.RawMessage, err error) {
	err = c.send(ctx, http.MethodGet, path, "", nil, &text)
	return text, err
}

// Page returns what a page of the contest has, such as "/guide".
func (c *Contest) Page(ctx context.Context, path string) ([]byte, error) {
	return c.fetch(ctx, http.MethodGet, "/c/"+c.Name+path, "", nil)
}

// fetch sends a request, and returns the text of its answer.
func (c *Contest) fetch(ctx context.Context, method, path, kind string, content []byte) ([]byte, error) {
	limit := requestLasts
	if kind != "" {
		limit = uploadLasts
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, c.Base+path, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	r.Header.Set("Accept", "application/json")
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	resp, err := transport.Do(r)
	if err != nil {
		var at *url.Error
		if errors.As(err, &at) {
			err = at.Err // the address says nothing new
		}
		return nil, fmt.Errorf("%s does not answer: %w", c.Base, err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, mostAnswer+1))
	if err == nil && len(text) > mostAnswer {
		err = fmt.Errorf("it is longer than %d MiB", mostAnswer>>20)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: read the answer: %w", c.Base, err)
	}
	if resp.StatusCode >= 300 {
		return nil, refusal(resp, text)
	}
	return text, nil
}

func refusal(resp *http.Response, text []byte) error {
	var problem struct {
		Detail string `json:"detail"`
		Errors []struct {
			Message string `json:"message"`
		} `json:"errors"`
	}
	detail := ""
	if json.Unmarshal(text, &problem) == nil {
		detail = problem.Detail
		for _, e := range problem.Errors {
			detail += "; " + e.Message
		}
	}
	if detail == "" {
		detail = "it answers with " + resp.Status
	}
	return &Refusal{resp.StatusCode, detail}
}

// Submit submits a version of a bot.
func (c *Contest) Submit(ctx context.Context, bot, file string, content []byte) (*wire.Submitted, error) {
	var s wire.Submitted
	err := c.send(ctx, http.MethodPost, "/bots?"+url.Values{"bot": {bot}, "file": {file}}.Encode(), "application/octet-stream", content, &s)
	return &s, err
}

// SubmitAddress submits a version of a bot that the site fetches.
func (c *Contest) SubmitAddress(ctx context.Context, a wire.Address) (*wire.Submitted, error) {
	content, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	var s wire.Submitted
	err = c.send(ctx, http.MethodPost, "/addresses", "application/json", content, &s)
	return &s, err
}

// Activate lets a version play, also in its trial or after it.
func (c *Contest) Activate(ctx context.Context, s *wire.Submitted) error {
	return c.send(ctx, http.MethodPost, fmt.Sprintf("/bots/%d/versions/%d/activate", s.Bot, s.Version), "", nil, nil)
}

// Follow waits for the verdict on a version. What the check prints meanwhile goes to log.
func (c *Contest) Follow(ctx context.Context, s *wire.Submitted, log io.Writer) (*wire.Version, error) {
	printed, silent := "", time.Now()
	for {
		var all []wire.Version
		err := c.send(ctx, http.MethodGet, fmt.Sprintf("/bots/%d/versions", s.Bot), "", nil, &all)
		var refused *Refusal
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.As(err, &refused) && refused.Mine():
			return nil, err
		case err != nil && time.Since(silent) > patience:
			return nil, err
		case err == nil:
			silent = time.Now()
			for i := range all {
				v := &all[i]
				if v.Number != s.Version {
					continue
				}
				if more, ok := strings.CutPrefix(v.Log, printed); ok {
					io.WriteString(log, more)
					printed = v.Log
				}
				if v.Tried && c.Insist {
					if err := c.Activate(ctx, s); err != nil {
						return nil, err
					}
				}
				if v.State != "checking" {
					return v, nil
				}
			}
		}
		select {
		case <-time.After(pollEvery):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
