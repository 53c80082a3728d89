package server

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"time"

	"agon/bot"
)

// A remote is a server that somebody else has started.
type remote struct {
	url    string
	client *http.Client
	answer chan answer // of the request that was sent
	cancel context.CancelFunc
}

// New returns a player of the server at an address. It connects when it is asked.
func New(url string, c Config) *Player {
	return &Player{Config: c, server: &remote{url: strings.TrimSuffix(url, "/"), client: client(), answer: make(chan answer, 1)}}
}

// client follows no redirection and uses no proxy: requests go where the reference says.
func client() *http.Client {
	return &http.Client{
		Transport: &http.Transport{DialContext: (&net.Dialer{Timeout: patient}).DialContext, TLSHandshakeTimeout: patient,
			MaxIdleConns: 1, IdleConnTimeout: time.Minute, DisableCompression: true, MaxResponseHeaderBytes: longest},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (r *remote) begin() *death         { return nil }
func (r *remote) wake() time.Duration   { return 0 }
func (r *remote) rest()                 {}
func (r *remote) running() *bot.Process { return nil }
func (r *remote) dead() *death          { return nil }
func (r *remote) kill()                 {}

func (r *remote) used() (cpu time.Duration, peak int64) { return 0, 0 }

func (r *remote) send(path, body string) {
	var ctx context.Context
	ctx, r.cancel = context.WithCancel(context.Background())
	go func() { r.answer <- r.post(ctx, path, body) }()
}

// post posts a body and waits for the answer.
func (r *remote) post(ctx context.Context, path, body string) (a answer) {
	begun := time.Now()
	defer func() { a.wall = time.Since(begun) }()
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, r.url+path, strings.NewReader(body))
	if err != nil {
		return answer{err: err}
	}
	q.Header.Set("Content-Type", "application/json")
	return read(r.client.Do(q))
}

func (r *remote) wait(p patience) (a answer, late bool) {
	defer r.cancel()
	for left := p.limit; ; {
		var over <-chan time.Time
		if p.limit > 0 {
			over = time.After(left)
		}
		select {
		case a = <-r.answer:
			return a, false
		case <-p.stop:
		case <-over:
			if left = p.left(); left > 0 {
				continue
			}
		}
		r.cancel()
		a = <-r.answer
		return a, a.err != nil
	}
}

func (r *remote) close() { r.client.CloseIdleConnections() }

// A Greeting is what a server says of itself.
type Greeting struct {
	Name   string `json:"name"`
	Author string `json:"author"`
}

// greeting reads an answer; a server may say anything.
func (a answer) greeting() (g Greeting) {
	json.Unmarshal(a.body, &g)
	return g
}

// Greet asks a server for its name and its author, by GET. The error says in a sentence why it cannot play; a server that says nothing of
// itself has an empty Greeting.
func Greet(ctx context.Context, address string) (g Greeting, err error) {
	ctx, cancel := context.WithTimeout(ctx, patient)
	defer cancel()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return g, err
	}
	c := client()
	defer c.CloseIdleConnections()
	a := read(c.Do(q))
	if a.err != nil {
		return g, errors.New(a.wrong() + "; start the server, or change the address")
	}
	return a.greeting(), nil
}
