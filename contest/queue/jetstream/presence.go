package jetstream

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"agon/contest/queue"
)

// presence are requests that the server's side answers: no stream stores them.
type presence struct{ link *Link }

// mostHeard bounds all reports together, in bytes. A worker whose report has no room is not answered.
const mostHeard = 64 << 20

// heard is what the server's side has heard of workers, each as of its newest report.
type heard struct {
	keep time.Duration

	mu      sync.Mutex
	reports map[string]report
	bytes   int
}

type report struct {
	text []byte
	at   time.Time
}

// hear stores the state that a worker sends, and returns false if there is no room for another worker.
func (h *heard) hear(worker string, text []byte) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	more := len(text) - len(h.reports[worker].text)
	if h.bytes+more > mostHeard {
		return false
	}
	h.bytes += more
	h.reports[worker] = report{text, time.Now()}
	return true
}

// present returns the reports of those that are not silent, and forgets the others.
func (h *heard) present() map[string][]byte {
	all := map[string][]byte{}
	h.mu.Lock()
	defer h.mu.Unlock()
	for worker, r := range h.reports {
		if time.Since(r.at) > h.keep {
			h.bytes -= len(r.text)
			delete(h.reports, worker)
			continue
		}
		all[worker] = r.text
	}
	return all
}

// listen has the server's side hear reports.
func (l *Link) listen() error {
	l.heard = &heard{keep: l.options.Keep, reports: map[string]report{}}
	_, err := l.conn.Subscribe(l.report("*"), func(m *nats.Msg) {
		worker := strings.TrimPrefix(m.Subject, l.report(""))
		if len(m.Data) <= queue.MaxReport && queue.CheckWorker(worker) == nil && l.heard.hear(worker, m.Data) {
			l.answer(m) // a report without an answer is repeated
		}
	})
	if err != nil {
		return fmt.Errorf("hear the reports of workers: %w", err)
	}
	return nil
}

// answer answers a report. A worker chooses where: nothing but an inbox gets anything, since the server's side may publish everywhere.
func (l *Link) answer(m *nats.Msg) {
	if strings.HasPrefix(m.Reply, nats.InboxPrefix) || strings.HasPrefix(m.Reply, imported) {
		m.Respond(nil)
	}
}

// imported is the prefix under which NATS maps the inboxes of other accounts.
const imported = "_R_."

// Report replaces the report of this side's worker; the server may replace any. It waits until the server has heard it.
func (p presence) Report(ctx context.Context, worker string, report []byte) error {
	l := p.link
	if l.options.Worker != "" && worker != l.options.Worker {
		return fmt.Errorf("worker %q reports as %q: %w", l.options.Worker, worker, fs.ErrPermission)
	}
	if err := queue.CheckWorker(worker); err != nil {
		return err
	}
	if err := queue.CheckReport(worker, report); err != nil {
		return err
	}
	return l.conn.persist(ctx, "report as "+worker, func(ctx context.Context) error {
		_, _, err := l.conn.request(ctx, l.report(worker), report)
		return err
	})
}

// Reports returns the reports that have not expired.
func (p presence) Reports(context.Context) (map[string][]byte, error) {
	if l := p.link; l.heard == nil {
		return nil, fmt.Errorf("worker %q reads reports: %w", l.options.Worker, fs.ErrPermission)
	}
	return p.link.heard.present(), nil
}
