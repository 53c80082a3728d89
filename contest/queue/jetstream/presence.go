package jetstream

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"github.com/nats-io/nats.go/jetstream"

	"agon/contest/queue"
)

type presence struct{ link *Link }

// Report replaces the report of this side's worker; the server may replace any.
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
		_, err := l.conn.js.Publish(ctx, l.report(worker), report, jetstream.WithRetryAttempts(0))
		return err
	})
}

// Reports returns the reports that have not expired.
func (p presence) Reports(ctx context.Context) (map[string][]byte, error) {
	l := p.link
	if l.options.Worker != "" {
		return nil, fmt.Errorf("worker %q reads reports: %w", l.options.Worker, fs.ErrPermission)
	}
	var all map[string][]byte
	err := l.conn.persist(ctx, "read reports", func(ctx context.Context) error {
		all = make(map[string][]byte)
		stream, err := l.conn.js.Stream(ctx, l.names.presence())
		if err != nil {
			return err
		}
		info, err := stream.Info(ctx, jetstream.WithSubjectFilter(l.report("*")))
		if err != nil {
			return err
		}
		for subject := range info.State.Subjects {
			m, status, err := l.conn.request(ctx, direct(l.names.presence(), subject), nil)
			if err != nil {
				return err
			}
			if status == "" { // else it has expired meanwhile
				all[strings.TrimPrefix(subject, l.report(""))] = m.Data
			}
		}
		return nil
	})
	return all, err
}
