package jetstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"agon/contest/queue"
)

// Times that one pull waits at the server: of the server's side, which looks meanwhile whether its server is broken; of a worker with one
// consumer; and with several, which are asked in turn.
const (
	pullServer = time.Second
	pullAlone  = 20 * time.Second
	pullInTurn = 250 * time.Millisecond
)

// closed notes that a side of a queue was closed. The zero value is open.
type closed struct {
	once sync.Once
	init sync.Once
	done chan struct{}
}

func (c *closed) channel() chan struct{} {
	c.init.Do(func() { c.done = make(chan struct{}) })
	return c.done
}

func (c *closed) Close() error {
	c.once.Do(func() { close(c.channel()) })
	return nil
}

func (c *closed) shut() bool {
	select {
	case <-c.channel():
		return true
	default:
		return false
	}
}

// A puller takes messages from the consumers of one stream. One caller at a time waits at the server, so that a worker with many cores
// sends no more requests than one with few.
type puller struct {
	conn      *conn
	stream    string
	lease     time.Duration
	patience  time.Duration // of a pull of the only consumer
	consumers []string
	turn      chan struct{} // holds a token while nobody pulls
	first     int           // consumer to ask next; belongs to the holder of the turn
	late      sync.WaitGroup
	closed
}

func newPuller(c *conn, stream string, lease time.Duration, consumers []string) *puller {
	p := &puller{conn: c, stream: stream, lease: lease, patience: pullAlone, consumers: consumers, turn: make(chan struct{}, 1)}
	p.turn <- struct{}{}
	return p
}

// take waits for a message that decodes, and ends those that do not.
func (p *puller) take(ctx context.Context, what string, decode func(*nats.Msg) (queue.Job, bool)) (queue.Lease, error) {
	if p.shut() {
		return nil, queue.ErrClosed
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	shutting := p.channel()
	go func() {
		select {
		case <-shutting:
			stop(queue.ErrClosed)
		case <-ctx.Done():
		}
	}()
	for {
		m, err := p.wait(ctx, what)
		if errors.Is(context.Cause(ctx), queue.ErrClosed) {
			if m != nil {
				p.conn.Publish(m.Reply, []byte("-NAK")) // else it is delivered again when its lease has expired
			}
			return nil, queue.ErrClosed
		}
		if err != nil {
			return nil, err
		}
		meta, err := m.Metadata()
		if err != nil {
			continue
		}
		l := &lease{conn: p.conn, reply: m.Reply, lasts: p.lease, until: time.Now().Add(p.lease), delivery: int(meta.NumDelivered)}
		job, ok := decode(m)
		job.More = int(meta.NumPending)
		l.job = job
		if ok {
			return l, nil
		}
		if err := l.Done(ctx); err != nil && !errors.Is(err, queue.ErrExpired) {
			return nil, err
		}
	}
}

// wait returns the next message of any consumer.
func (p *puller) wait(ctx context.Context, what string) (*nats.Msg, error) {
	select {
	case <-p.turn:
		defer func() { p.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for failures := 0; ; {
		m, err := p.round(ctx)
		if m == nil {
			if broken := p.conn.broken(); broken != nil {
				return nil, fmt.Errorf("take %s: %w", what, broken)
			}
		}
		switch {
		case m != nil:
			return m, nil
		case err == nil:
			failures = 0
			continue
		case p.conn.IsClosed():
			return nil, p.conn.closed("take " + what)
		case ctx.Err() == nil && !passing(err):
			return nil, fmt.Errorf("take %s: %w", what, err)
		}
		if failures++; rest(ctx, min(pause(failures), time.Second)) != nil {
			if passing(err) && !errors.Is(err, context.DeadlineExceeded) {
				return nil, fmt.Errorf("take %s: waited for %s: %w", what, p.conn.lacking(err), ctx.Err())
			}
			return nil, ctx.Err()
		}
	}
}

// round asks every consumer once, and waits a little at one of them.
func (p *puller) round(ctx context.Context) (*nats.Msg, error) {
	n := len(p.consumers)
	if n == 1 {
		return p.pull(ctx, p.consumers[0], p.patience)
	}
	missing := 0
	var failed error
	for range n {
		p.first = (p.first + 1) % n
		m, err := p.pull(ctx, p.consumers[p.first], 0)
		if m != nil || (err != nil && !errors.Is(err, nats.ErrNoResponders)) {
			return m, err
		}
		if err != nil { // jobs of this class were never offered
			missing, failed = missing+1, err
		}
	}
	if missing == n {
		return nil, failed
	}
	m, err := p.pull(ctx, p.consumers[p.first], pullInTurn)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, rest(ctx, pullInTurn)
	}
	return m, err
}

// pull asks one consumer for a message; nil if it has none within the time. If the caller leaves before the answer, a job that comes
// nevertheless is given back.
func (p *puller) pull(ctx context.Context, consumer string, patience time.Duration) (*nats.Msg, error) {
	body, err := json.Marshal(struct {
		Batch   int           `json:"batch"`
		Expires time.Duration `json:"expires,omitempty"` // 0: the server's own
		NoWait  bool          `json:"no_wait,omitempty"`
	}{1, patience, patience == 0})
	if err != nil {
		return nil, err
	}
	life, to := p.conn.lives.this(), p.conn.NewInbox()
	sub, err := p.conn.SubscribeSync(to)
	if err != nil {
		return nil, err
	}
	err = ctx.Err()
	if err == nil && !p.conn.IsConnected() { // asked after the life of the connection
		err = nats.ErrConnectionReconnecting
	}
	if err != nil {
		sub.Unsubscribe()
		return nil, err
	}
	if err := p.conn.PublishRequest(next(p.stream, consumer), to, body); err != nil {
		sub.Unsubscribe()
		return nil, err
	}
	limited, stop := context.WithTimeout(ctx, patience+time.Second)
	defer stop()
	defer context.AfterFunc(life, stop)() // the server has forgotten the pull
	m, err := sub.NextMsgWithContext(limited)
	if err != nil && ctx.Err() != nil {
		p.late.Go(func() { p.giveBack(sub) })
		return nil, err
	}
	sub.Unsubscribe()
	switch {
	case err != nil && life.Err() != nil:
		return nil, nats.ErrConnectionReconnecting
	case errors.Is(err, context.DeadlineExceeded):
		return nil, nats.ErrTimeout
	case err != nil:
		return nil, err
	}
	switch status := m.Header.Get("Status"); {
	case status == "":
		return m, nil
	case status == "404" || status == "408":
		return nil, nil
	case status == "503":
		return nil, nats.ErrNoResponders
	default:
		return nil, fmt.Errorf("%w: %s %s", nats.ErrTimeout, status, m.Header.Get("Description"))
	}
}

// giveBack ends a pull whose caller has left. A job that was on its way is given back.
func (p *puller) giveBack(sub *nats.Subscription) {
	if sub.Drain() != nil { // the server forgets the pull, and what it has sent until then comes
		return
	}
	for {
		m, err := sub.NextMsg(attempt)
		if err != nil {
			return
		}
		if m.Header.Get("Status") == "" {
			p.conn.Publish(m.Reply, []byte("-NAK")) // if that is lost, the lease expires
		}
	}
}
