package join

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"agon/internal/regular"
	"agon/lab/agents/remote"
	"agon/lab/tools"
)

// Waits between requests to a host that does not answer, and bounds of its answers.
const (
	firstWait  = 100 * time.Millisecond
	mostWait   = 15 * time.Second
	answerTime = time.Minute // for a status, which takes half of it
	mostText   = 1 << 20     // bytes
	mostReport = 64 << 10    // bytes
)

// A host is that of the contest, during one edit after the other. It is the [tools.Caller] of the edit.
type host struct {
	*Setup
	sending sync.Mutex // held while the workspace is packed and sent
	linked  bool       // that links are not sent was said

	mu    sync.Mutex
	round int    // of the edit
	id    string // of the edit
	sent  string // hash of the workspace that the host has; empty: unknown
}

// began notes that an edit has begun: the host has nothing of it.
func (h *host) began(now remote.Status) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.id != now.Edit {
		h.round, h.id, h.sent = now.Round, now.Edit, ""
	}
}

// A refusal is an answer of the host that it does not do what was asked.
type refusal struct {
	code int
	text string
}

func (r *refusal) Error() string { return r.text }

// refused reports whether an error is a refusal with one of these codes.
func refused(err error, codes ...int) bool {
	var r *refusal
	return errors.As(err, &r) && slices.Contains(codes, r.code)
}

var client = &http.Client{
	CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		return fmt.Errorf("the host redirects to %s: use that address", r.URL.Redacted())
	},
}

// ask sends a request once, and calls take with the body of its answer. The token goes to this host alone.
func (h *host) ask(ctx context.Context, method, path string, body io.Reader, take func(io.Reader) error) error {
	r, err := http.NewRequestWithContext(ctx, method, h.Base+path, body)
	if err != nil {
		return &refusal{text: err.Error()}
	}
	r.Header = h.header()
	got, err := client.Do(r)
	if err != nil {
		var at *url.Error
		if errors.As(err, &at) {
			err = at.Err // the address says nothing new
		}
		return fmt.Errorf("%s does not answer: %w", h.Base, err)
	}
	defer got.Body.Close()
	if got.StatusCode < 300 {
		return take(got.Body)
	}
	text, err := io.ReadAll(io.LimitReader(got.Body, mostText))
	told := strings.TrimSpace(string(text))
	if err != nil || got.StatusCode >= 500 || got.StatusCode == http.StatusTooManyRequests {
		return fmt.Errorf("%s answers with %s: %.200s", h.Base, got.Status, told)
	}
	return &refusal{got.StatusCode, fmt.Sprintf("%s: %.2000s", h.Base, told)}
}

// header returns the header of a request.
func (h *host) header() http.Header {
	h.mu.Lock()
	defer h.mu.Unlock()
	return http.Header{"Authorization": {"Bearer " + h.Token}, remote.EditHeader: {h.id}}
}

// steadily does something with the host, again and again while it does not answer, until it refuses or ctx is done.
func (h *host) steadily(ctx context.Context, do func() error) error {
	wait := firstWait
	for lost := false; ; lost = true {
		err := do()
		var refusal *refusal
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil && lost:
			h.Note(h.Base + " answers again")
			return nil
		case err == nil, errors.As(err, &refusal):
			return err
		case !lost:
			h.Note(fmt.Sprintf("%v; it is tried again", err))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait/2 + rand.N(wait)):
		}
		wait = min(2*wait, mostWait)
	}
}

// poll returns what goes on, when it is no longer that of a revision.
func (h *host) poll(ctx context.Context, after string) (now remote.Status, err error) {
	err = h.steadily(ctx, func() error {
		ctx, cancel := context.WithTimeout(ctx, answerTime)
		defer cancel()
		return h.ask(ctx, http.MethodGet, "/edit?after="+url.QueryEscape(after), nil, func(r io.Reader) error {
			return json.NewDecoder(io.LimitReader(r, mostText)).Decode(&now)
		})
	})
	return now, err
}

// again does something in the edit that goes on, once more if the host has begun that anew.
func (h *host) again(ctx context.Context, do func() error) error {
	for {
		err := do()
		if !refused(err, http.StatusConflict) && !errors.Is(err, tools.ErrConflict) {
			return err
		}
		now, err := h.poll(ctx, "")
		switch {
		case err != nil:
			return err
		case now.Edit == "" || now.Round != h.round:
			return errBell
		}
		h.began(now)
	}
}

// done sends the workspace, and reports that the agent is done.
func (h *host) done(ctx context.Context, report string) error {
	costs, _ := regular.ReadSmall(report, mostReport) // it need not be there
	if json.Unmarshal(costs, &map[string]json.RawMessage{}) != nil {
		costs = nil
	}
	return h.again(ctx, func() error {
		if err := h.send(ctx); err != nil {
			if refused(err, http.StatusConflict) {
				return err
			}
			h.Note(err.Error()) // what the host has counts
		}
		return h.steadily(ctx, func() error {
			return h.ask(ctx, http.MethodPost, "/done", strings.NewReader(string(costs)), func(io.Reader) error { return nil })
		})
	})
}

// Tools asks for the tools of the edit.
func (h *host) Tools(ctx context.Context) ([]tools.Tool, error) { return h.tools().Tools(ctx) }

// Call has a tool of the edit called, when the host has the workspace as it stands.
func (h *host) Call(ctx context.Context, name string, input json.RawMessage) (result tools.Result, err error) {
	err = h.again(ctx, func() error {
		if err := h.send(ctx); err != nil {
			return err
		}
		result, err = h.tools().Call(ctx, name, input)
		return err
	})
	var refusal *refusal
	if errors.As(err, &refusal) {
		return tools.Failure("%v", err), nil
	}
	return result, err
}

func (h *host) tools() *tools.Remote {
	r := tools.NewRemote(h.Base)
	r.Header = h.header()
	return r
}
