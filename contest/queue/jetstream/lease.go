package jetstream

import (
	"context"
	"fmt"
	"sync"
	"time"

	"agon/contest/queue"
)

// A lease is valid until its time is over, as measured here: it began at the server before the job arrived.
type lease struct {
	conn     *conn
	reply    string // subject of acknowledgements
	job      queue.Job
	delivery int
	lasts    time.Duration

	mu    sync.Mutex
	until time.Time
	over  bool
}

func (l *lease) Job() queue.Job { return l.job }

func (l *lease) Delivery() int { return l.delivery }

func (l *lease) Extend(ctx context.Context) error {
	return l.acknowledge(ctx, "extend the lease of", "+WPI", false)
}

func (l *lease) Done(ctx context.Context) error { return l.acknowledge(ctx, "end", "+ACK", true) }

func (l *lease) Return(ctx context.Context) error { return l.acknowledge(ctx, "return", "-NAK", true) }

// acknowledge sends an acknowledgement and waits until the server has stored it.
func (l *lease) acknowledge(ctx context.Context, what, mark string, last bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conn.persist(ctx, fmt.Sprintf("%s %q", what, l.job.Name), func(ctx context.Context) error {
		now := time.Now()
		if l.over || now.After(l.until) {
			return queue.ErrExpired
		}
		if _, _, err := l.conn.request(ctx, l.reply, []byte(mark)); err != nil {
			return err
		}
		l.until, l.over = now.Add(l.lasts), last
		return nil
	})
}
