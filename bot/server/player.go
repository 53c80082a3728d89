package server

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"agon/bot"
	"agon/game"
)

// Limits of a server.
const (
	longest = 64 << 10        // bytes of an answer
	patient = 5 * time.Second // for answers that are no moves
)

// Config describes which server plays.
type Config struct {
	URL      string
	Requests game.Requests
	Log      *bot.Log
	Stop     <-chan struct{} // closed when a move must be given up at once; may be nil
}

// A Player asks one server. It is not safe for concurrent use.
type Player struct {
	Config
	client *http.Client
	facts  game.RequestFacts // of the next request
	table  *game.Table
	seat   game.Seat
	answer chan answer // of the move that is asked for
	sent   string
	asked  time.Time
	clock  bot.Stopwatch
	cancel context.CancelFunc
	watch  func(bot.Trace)
}

// An answer is what came of a request.
type answer struct {
	body   []byte
	status int
	err    error
	wall   time.Duration
}

// New returns a player. It connects when it is asked.
func New(c Config) *Player {
	return &Player{Config: c, client: client(), answer: make(chan answer, 1)}
}

// client follows no redirection and uses no proxy: requests go where the reference says.
func client() *http.Client {
	return &http.Client{
		Transport: &http.Transport{DialContext: (&net.Dialer{Timeout: patient}).DialContext, TLSHandshakeTimeout: patient,
			MaxIdleConns: 1, IdleConnTimeout: time.Minute, DisableCompression: true, MaxResponseHeaderBytes: longest},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Traits: one game at a time, since a server that is asked for two moves at once may be late with both.
func (p *Player) Traits() bot.Traits {
	return bot.Traits{MostLanes: func() int { return 1 }, Trace: func(watch func(bot.Trace)) { p.watch = watch }}
}

// Sit begins a game.
func (p *Player) Sit(_ int, t *game.Table, seat game.Seat) {
	p.table, p.seat, p.facts = t, seat, t.Facts
	p.facts.Game = cmp.Or(p.facts.Game, rand.Text())
	p.Log.At(0)
	p.notify(p.Requests.Start)
}

// notify posts a request whose answer does not matter.
func (p *Player) notify(path string) {
	if path == "" || p.table == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patient)
	defer cancel()
	a := p.post(ctx, path, p.table.Request(p.seat, p.facts))
	if why := a.wrong(); why != "" {
		p.Log.Printf("POST %s: %s", path, why)
	}
}

// post posts a body and waits for the answer.
func (p *Player) post(ctx context.Context, path, body string) (a answer) {
	begun := time.Now()
	defer func() { a.wall = time.Since(begun) }()
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(p.URL, "/")+path, strings.NewReader(body))
	if err != nil {
		return answer{err: err}
	}
	q.Header.Set("Content-Type", "application/json")
	return read(p.client.Do(q))
}

func read(r *http.Response, err error) answer {
	if err != nil {
		return answer{err: err}
	}
	defer r.Body.Close()
	body, err := io.ReadAll(io.LimitReader(r.Body, longest+1))
	if err == nil && len(body) > longest {
		err = fmt.Errorf("its answer has more than %d KiB", longest>>10)
	}
	return answer{body: body, status: r.StatusCode, err: err}
}

// wrong returns why an answer is none; empty: it is one.
func (a answer) wrong() string {
	var cause *url.Error
	var reason syscall.Errno
	switch {
	case errors.Is(a.err, context.DeadlineExceeded):
		return fmt.Sprintf("no answer within %v", patient)
	case errors.As(a.err, &reason):
		return "no connection: " + reason.Error()
	case errors.As(a.err, &cause):
		return "no answer by HTTP: " + cause.Err.Error()
	case a.err != nil:
		return a.err.Error()
	case a.status != http.StatusOK:
		return fmt.Sprintf("it answered with status %d %s", a.status, http.StatusText(a.status))
	}
	return ""
}

// Ask posts the request for a move.
func (p *Player) Ask(calls []*bot.Call) {
	c := calls[0]
	p.Log.At(c.Table.Turns() + 1)
	p.facts.Allowed = c.Allowed
	p.sent = c.Table.Request(c.Seat, p.facts)
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.clock, p.asked = cancel, bot.Stopwatch{}, time.Now()
	p.clock.Begin(c)
	go func() { p.answer <- p.post(ctx, p.Requests.Move, p.sent) }()
}

// Answer waits for the move.
func (p *Player) Answer(calls []*bot.Call) {
	c := calls[0]
	a, late := p.await(c)
	p.cancel()
	p.clock.Measure(c, a.wall)
	c.Charge()
	p.facts.Took = a.wall
	if p.put(c, a); late {
		c.Reply.Fault, c.Reply.Note = game.Late, fmt.Sprintf("no answer within %v", c.Limit)
	}
	if p.watch != nil {
		p.watch(bot.Trace{Turn: c.Table.Turns(), Seed: c.Table.Seed(), Seat: c.Seat, Living: true, Sent: []byte(p.sent),
			Out: bytes.Clone(a.body), Wall: c.Wall, Fault: c.Reply.Fault, Note: c.Reply.Note})
	}
}

// await waits for an answer until the limit of the call has been used up, without what the host takes of it.
func (p *Player) await(c *bot.Call) (a answer, late bool) {
	for left := c.Limit; ; {
		var over <-chan time.Time
		if c.Limit > 0 {
			over = time.After(left)
		}
		select {
		case a = <-p.answer:
			return a, false
		case <-p.Stop:
		case <-over:
			if left = p.clock.Left(c, time.Since(p.asked)); left > 0 {
				continue
			}
		}
		p.cancel()
		a = <-p.answer
		return a, a.err != nil
	}
}

// put puts an answer into a call.
func (p *Player) put(c *bot.Call, a answer) {
	c.Worded = true
	var fields map[string]json.RawMessage
	why := a.wrong()
	switch {
	case a.err != nil:
		c.Reply.Fault, c.Reply.Note = game.Crashed, why
	case why != "":
		c.Reply.Fault, c.Reply.Note = game.Garbled, why+quote(a.body)
	case json.Unmarshal(a.body, &fields) != nil:
		c.Reply.Fault, c.Reply.Note = game.Garbled, "its answer is no object in JSON"+quote(a.body)
	default:
		var word string
		if json.Unmarshal(fields[p.Requests.Answer], &word) != nil {
			c.Reply.Fault, c.Reply.Note = game.Garbled, fmt.Sprintf("its answer has no text %q%s", p.Requests.Answer, quote(a.body))
		}
		c.Reply.Out = append(c.Reply.Out[:0], word...)
	}
}

// quote returns the beginning of an answer for a sentence.
func quote(body []byte) string {
	if len(body) == 0 {
		return ""
	}
	return fmt.Sprintf(": %.200q", body)
}

// Leave ends the game.
func (p *Player) Leave(int) {
	p.notify(p.Requests.End)
	p.table = nil
}

// Close lets the connection go.
func (p *Player) Close() error {
	p.client.CloseIdleConnections()
	return nil
}

// A Greeting is what a server says of itself.
type Greeting struct {
	Name   string `json:"name"`
	Author string `json:"author"`
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
	json.Unmarshal(a.body, &g) // a server may say anything
	return g, nil
}
