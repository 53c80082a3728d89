package site

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"time"

	"agon/internal/diskfree"
	"agon/site/contests"
	"agon/site/metrics"
)

// A visit is what is known of a request while it is answered.
type visit struct {
	number string // names the request in the log and on the page of a fault
	route  string // its pattern; empty: none
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

// requestHeader names a request's number in its answer.
const requestHeader = "X-Request-Id"

// watched gives each request a number, counts it, and logs it at the level Debug. The log has the pattern of its route and not its address,
// which may contain the code of an invitation.
func (s *Site) watched(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, begun := &visit{number: rand.Text()[:numberLength]}, time.Now()
		w.Header().Set(requestHeader, v.number)
		out := &counted{ResponseWriter: w}
		defer func() {
			took := time.Since(begun)
			s.metrics.Answered(v.route, r.Method, out.status(), took)
			s.log.Log(r.Context(), slog.LevelDebug, "request", "request", v.number, "route", v.route, "code", out.status(), "bytes", out.bytes, "ms", float64(took.Microseconds())/1e3, "from", s.address(r))
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
func (s *Site) state(ctx context.Context) (metrics.State, error) {
	c, err := s.contests.Stats(ctx)
	if err != nil {
		return metrics.State{}, err
	}
	now := metrics.State{Contests: map[string]int{}, Games: c.Games, Queue: c.Waiting}
	for _, state := range []contests.State{contests.Waiting, contests.Playing, contests.Paused, contests.Over, contests.Failed} {
		now.Contests[string(state)] = c.States[state]
	}
	if now.Waiting, now.Checking, err = s.entries.Checks(ctx); err != nil {
		return metrics.State{}, err
	}
	now.Free, err = diskfree.Of(s.options.Dir)
	return now, err
}

// Operations answers the requests of those who operate the site: /metrics for Prometheus, /healthz, and /readyz. It has no rights, no
// sessions and no check of the Host, so it belongs on an address that only they reach.
func (s *Site) Operations() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", s.metrics.Handler())
	for pattern, answer := range map[string]func(*Site, http.ResponseWriter, *http.Request) error{"GET /healthz": (*Site).health, "GET /readyz": (*Site).ready} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := answer(s, w, r); err != nil {
				s.log.Error("request failed", "route", pattern, "error", err)
				http.Error(w, "the reason is in the log", http.StatusInternalServerError)
			}
		})
	}
	return mux
}

// health answers that the process serves requests, whatever else it can do.
func (s *Site) health(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, err := w.Write([]byte("ok\n"))
	return err
}

// ready answers 200 if the site can serve people, and else 503 with the reason: it reads its database, lists its contests, and has room on its disk.
func (s *Site) ready(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	why := ""
	if _, err := s.people.None(r.Context()); err != nil {
		s.log.Error("not ready", "error", err)
		why = "the database cannot be read; the reason is in the log"
	} else if _, err := s.state(r.Context()); err != nil {
		s.log.Error("not ready", "error", err)
		why = "the site's folder cannot be read; the reason is in the log"
	} else if err := s.room(); err != nil {
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
