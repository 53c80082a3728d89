package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"agon/site/people"
)

// A logged buffer is written by several goroutines.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Each request has a number in its answer and in the log, and the log has neither codes nor tokens.
func TestRequestsAreLogged(t *testing.T) {
	log := &logged{}
	s := serve(t, func(o *Options) {
		o.Log = slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	b := s.browser(t)
	a := b.get("/invited/SECRETCODE")
	number := a.head.Get(requestHeader)
	if len(number) != numberLength || number == b.get("/").head.Get(requestHeader) {
		t.Errorf("the request has the number %q", number)
	}
	r, err := http.NewRequest("GET", s.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer agon_SECRETTOKEN")
	if a := b.do(r); a.code != http.StatusUnauthorized {
		t.Error(a.code)
	}
	r, err = http.NewRequest("GET", s.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	b.do(r)
	s.Server.Close() // waits for the handlers, which log last
	routes := map[string]string{}
	for line := range strings.Lines(log.String()) {
		var l struct {
			Msg, Request, Route string
			Code                int
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err, line)
		}
		if l.Msg == "request" {
			routes[l.Request] = l.Route
		}
	}
	if routes[number] != "GET /invited/{code}" || len(routes) != 4 {
		t.Errorf("the log has the requests %v", routes)
	}
	if strings.Contains(log.String(), "SECRET") {
		t.Error("the log has a secret:", log)
	}
}

// A page that fails names the number of its line in the log.
func TestFaultsAreFoundInTheLog(t *testing.T) {
	log := &logged{}
	s := serve(t, func(o *Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
	b := s.browser(t)
	if err := s.site.db.Close(); err != nil {
		t.Fatal(err)
	}
	a := b.get("/invited/SECRETCODE")
	found := regexp.MustCompile(`in the log as ([A-Z0-9]+)\.`).FindStringSubmatch(a.text)
	if a.code != 500 || found == nil || !strings.Contains(log.String(), "request="+found[1]) || strings.Contains(log.String(), "SECRET") {
		t.Errorf("%d %s\nlog: %s", a.code, a.text, log)
	}
	if a := b.get("/healthz"); a.code != 200 {
		t.Error("a process that serves requests is not healthy:", a.code)
	}
	if a := b.get("/readyz"); a.code != http.StatusServiceUnavailable || !strings.Contains(a.text, "the database cannot be read") {
		t.Error(a.code, a.text)
	}
}

// The metrics count requests by route, and what the site does; a visitor adds no series.
func TestMetrics(t *testing.T) {
	s := serve(t, nil)
	olga := s.as(t, people.Organiser)
	if a := olga.post("/c/cup/start"); a.code != 303 {
		t.Fatal(a.code, a.text)
	}
	olga.until("/c/cup", "finished")
	for _, path := range []string{"/no/such/page", "/c/cup?x=1", "/c/nothing"} {
		olga.get(path)
	}
	r, err := http.NewRequest("STRANGE", s.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	olga.do(r)
	operations := httptest.NewServer(s.site.Operations())
	defer operations.Close()
	b := s.browser(t)
	b.at = operations.URL
	a := b.get("/metrics")
	if regexp.MustCompile(`(?m)^agon_ledger_batch_seconds_(sum|count) 0$`).MatchString(a.text) {
		t.Errorf("games were played, and no batch was stored:\n%s", a.text)
	}
	for _, line := range []string{
		"agon_workers_connected 0", "agon_verification_queue 0", "agon_verification_seconds_count 0",
		`agon_contests{state="over"} 1`, `agon_contests{state="playing"} 0`,
		fmt.Sprintf("agon_games_played_total %d\n", mustFind(t, s, "cup").Table().Stage.Played), "agon_contests_queued 0",
		`agon_checks{state="waiting"} 0`, `agon_checks{state="running"} 0`,
		`agon_http_requests_total{code="303",method="POST",route="POST /c/{contest}/start"} 1`,
		`agon_http_requests_total{code="404",method="GET",route="none"} 1`,
		`route="none"`, `method="other"`, "go_goroutines", "process_resident_memory_bytes",
	} {
		if !strings.Contains(a.text, line) {
			t.Errorf("no %s in\n%s", line, a.text)
		}
	}
	if free := regexp.MustCompile(`(?m)^agon_disk_free_bytes ([0-9.e+]+)$`).FindStringSubmatch(a.text); a.code != 200 || free == nil ||
		free[1] == "0" {
		t.Errorf("%d, free: %v", a.code, free)
	}
	if strings.Contains(a.text, "nothing") || strings.Contains(a.text, "STRANGE") {
		t.Error("a visitor has named a series")
	}
	for path, want := range map[string]string{"/healthz": "ok\n", "/readyz": "ready\n"} {
		if a := b.get(path); a.code != 200 || a.text != want {
			t.Errorf("%s: %d %s", path, a.code, a.text)
		}
	}
	if a := s.browser(t).get("/metrics"); a.code != 404 {
		t.Error("the site itself shows its metrics:", a.code)
	}
}
