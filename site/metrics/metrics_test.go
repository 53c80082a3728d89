package metrics

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// read returns what the handler answers.
func read(m *Metrics) (int, string) {
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	return w.Code, w.Body.String()
}

func TestFigures(t *testing.T) {
	m := New(func(context.Context) (State, error) {
		return State{Contests: map[string]int{"playing": 2, "over": 1}, Games: 618, Queue: 1, Waiting: 3, Checking: 4, Free: 1 << 30,
			Workers: Workers{Connected: 1000, Orders: 2005, Overdue: 6, Reports: 7, Verified: 618, Verifying: 1500 * time.Millisecond,
				Batches: 9, Storing: 250 * time.Millisecond}}, nil
	}, slog.New(slog.DiscardHandler))
	m.Answered("GET /c/{contest}", "GET", 200, 3*time.Millisecond)
	m.Answered("GET /c/{contest}", "GET", 200, 3*time.Millisecond)
	m.Answered("", "BREW", 404, 0)
	code, text := read(m)
	if code != http.StatusOK {
		t.Fatal(code, text)
	}
	for _, line := range []string{
		`agon_http_requests_total{code="200",method="GET",route="GET /c/{contest}"} 2`,
		`agon_http_requests_total{code="404",method="other",route="none"} 1`,
		`agon_http_request_duration_seconds_bucket{route="GET /c/{contest}",le="0.0025"} 0`,
		`agon_http_request_duration_seconds_bucket{route="GET /c/{contest}",le="0.005"} 2`,
		`agon_contests{state="playing"} 2`, `agon_contests{state="over"} 1`,
		`agon_games_played_total 618`, `agon_contests_queued 1`, `agon_checks{state="waiting"} 3`, `agon_checks{state="running"} 4`,
		`agon_disk_free_bytes 1.073741824e+09`,
		`agon_workers_connected 1000`, `agon_worker_orders 2005`, `agon_worker_orders_overdue 6`, `agon_verification_queue 7`,
		`agon_verification_seconds_sum 1.5`, `agon_verification_seconds_count 618`,
		`agon_ledger_batch_seconds_sum 0.25`, `agon_ledger_batch_seconds_count 9`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("it lacks %s", line)
		}
	}
}

// A state that cannot be read fails the reading, and is not taken for zeros.
func TestAStateThatCannotBeRead(t *testing.T) {
	m := New(func(context.Context) (State, error) { return State{}, errors.New("the disk is gone") }, slog.New(slog.DiscardHandler))
	if code, text := read(m); code != http.StatusInternalServerError || !strings.Contains(text, "the disk is gone") {
		t.Error(code, text)
	}
}
