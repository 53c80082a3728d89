package site

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"time"

	"agon/site/contests"
	"agon/site/disk"
	"agon/site/entries"
	"agon/site/metrics"
	"agon/site/people"
)

// probes show those who operate the site how it is, and count and log its requests.
type probes struct {
	people   *people.People
	contests *contests.Contests
	entries  *entries.Entries
	disk     *disk.Disk
	metrics  *metrics.Metrics
	log      *slog.Logger
	address  func(r *http.Request) string // from which a request comes
}

// A visit is what is known of a request while it is answered.
type visit struct {
	number string // names the request in the log and on the page of a fault
	route  string // its pattern; empty: none
	from   string // address from which it comes
}

// visitKey is the key of the visit in a request's context.
type visitKey struct{}

// visited returns the visit of a request.
func visited(r *http.Request) *visit {
	if v, ok := r.Context().Value(visitKey{}).(*visit); ok {
		return v
	}
	return &visit{}
}

// fromOf returns the address from which a request comes, by its context.
func fromOf(ctx context.Context) string {
	if v, ok := ctx.Value(visitKey{}).(*visit); ok {
		return v.from
	}
	return ""
}

// requestHeader names a request's number in its answer.
const requestHeader = "X-Request-Id"

// watched gives each request a number, counts it, and logs it at the level Debug. The log has the pattern of its route and not its address,
// which may contain the code of an invitation.
func (p *probes) watched(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, begun := &visit{number: rand.Text()[:numberLength], from: p.address(r)}, time.Now()
		w.Header().Set(requestHeader, v.number)
		out := &counted{ResponseWriter: w}
		defer func() {
			took := time.Since(begun)
			p.metrics.Answered(v.route, r.Method, out.status(), took)
			p.log.Log(r.Context(), slog.LevelDebug, "request", "request", v.number, "route", v.route, "code", out.status(), "bytes",
				out.bytes,
				"ms", float64(took.Microseconds())/1e3, "from", v.from)
		}()
		next.ServeHTTP(out, r.WithContext(context.WithValue(r.Context(), visitKey{}, v)))
	})
}

// numberLength is the length of a request's number, in letters of 5 random bits.
const numberLength = 12

// A counted writer notes the status and the size of an answer.
type counted struct {
	http.ResponseWriter
	code  int
	bytes int64
}

func (c *counted) status() int {
	if c.code == 0 {
		return http.StatusOK
	}
	return c.code
}

// WriteHeader writes the head of the answer.
func (c *counted) WriteHeader(code int) {
	if c.code == 0 && code >= 200 {
		c.code = code
	}
	c.ResponseWriter.WriteHeader(code)
}

// Write writes a part of the answer.
func (c *counted) Write(b []byte) (int, error) {
	if c.code == 0 {
		c.code = http.StatusOK
	}
	n, err := c.ResponseWriter.Write(b)
	c.bytes += int64(n)
	return n, err
}

// Unwrap returns the writer below, for http.ResponseController.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// state returns the figures of the site.
func (p *probes) state(ctx context.Context) (metrics.State, error) {
	c, err := p.contests.Stats(ctx)
	if err != nil {
		return metrics.State{}, err
	}
	now := metrics.State{Contests: map[string]int{}, Games: c.Games, Queue: c.Waiting, Workers: c.Workers}
	for _, state := range []contests.State{contests.Waiting, contests.Playing, contests.Paused, contests.Over, contests.Failed} {
		now.Contests[string(state)] = c.States[state]
	}
	if now.Waiting, now.Checking, err = p.entries.Checks(ctx); err != nil {
		return metrics.State{}, err
	}
	now.Free, err = p.disk.Free()
	return now, err
}

// Operations answers the requests of those who operate the site: /metrics for Prometheus, /healthz, and /readyz. It has no rights, no
// sessions and no check of the Host, so it belongs on an address that only they reach.
func (s *Site) Operations() http.Handler {
	p, mux := s.probes, http.NewServeMux()
	mux.Handle("GET /metrics", p.metrics.Handler())
	for pattern, answer := range map[string]func(http.ResponseWriter, *http.Request) error{"GET /healthz": p.health,
		"GET /readyz": p.ready} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := answer(w, r); err != nil {
				p.log.Error("request failed", "route", pattern, "error", err)
				http.Error(w, "the reason is in the log", http.StatusInternalServerError)
			}
		})
	}
	return mux
}

// health answers that the process serves requests, whatever else it can do.
func (p *probes) health(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, err := w.Write([]byte("ok\n"))
	return err
}

// ready answers 200 if the site can serve people, and else 503 with the reason: it reads its database, lists its contests, and has room
// on its disk.
func (p *probes) ready(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	why := ""
	if _, err := p.people.None(r.Context()); err != nil {
		p.log.Error("not ready", "error", err)
		why = "the database cannot be read; the reason is in the log"
	} else if _, err := p.state(r.Context()); err != nil {
		p.log.Error("not ready", "error", err)
		why = "the site's folder cannot be read; the reason is in the log"
	} else if err := p.disk.Room(); err != nil {
		why = err.Error()
	}
	if why != "" {
		w.WriteHeader(http.StatusServiceUnavailable)
		_, err := w.Write([]byte(why + "\n"))
		return err
	}
	_, err := w.Write([]byte("ready\n"))
	return err
}
