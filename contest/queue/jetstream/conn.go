package jetstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"agon/contest/queue"
)

// attempt is the time after which a request without an answer is repeated.
const attempt = 5 * time.Second

// conn is a connection whose calls outlast outages.
type conn struct {
	*nats.Conn
	js     jetstream.JetStream
	lives  *lives
	broken func() error // as in [Options]; never nil
}

// lives are the times from a connection to the loss of it.
type lives struct {
	mu   sync.Mutex
	now  context.Context
	lost context.CancelFunc
}

// this returns a context that ends when the connection is lost.
func (l *lives) this() context.Context {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == nil {
		l.now, l.lost = context.WithCancel(context.Background())
	}
	return l.now
}

// end ends the context.
func (l *lives) end(*nats.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now != nil {
		l.lost()
		l.now = nil
	}
}

// dial connects. It repeats attempts that may succeed later until ctx ends.
func dial(ctx context.Context, url string, o Options) (*conn, error) {
	options, err := o.connection(url)
	if err != nil {
		return nil, err
	}
	of := &lives{}
	options = append(options, nats.DisconnectErrHandler(of.end))
	for n := 0; ; n++ {
		nc, err := nats.Connect(url, options...)
		if err == nil {
			js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(256), jetstream.WithPublishAsyncTimeout(attempt),
				jetstream.WithDefaultTimeout(attempt))
			return &conn{nc, js, of, o.Broken}, err
		}
		if refused(err) {
			return nil, fmt.Errorf("connect to %s: %w", shown(url), err)
		}
		if o.Note != nil && n%noteEvery == noteAfter {
			o.Note(fmt.Sprintf("no connection to %s: %v; trying again", shown(url), err))
		}
		if rest(ctx, min(pause(n), dialPause)) != nil {
			return nil, fmt.Errorf("connect to %s: %w: %w", shown(url), context.Cause(ctx), err)
		}
	}
}

// A worker is often started before the run that it waits for: it tries at least each second, so that it is there when the run begins. That
// attempts fail is reported after some seconds, and then each half a minute.
const (
	dialPause = time.Second
	noteAfter = 5 // attempts
	noteEvery = 30
)

// shown returns addresses of servers without their passwords.
func shown(addresses string) string {
	list := strings.Split(addresses, ",")
	for i, a := range list {
		if scheme, rest, ok := strings.Cut(a, "://"); ok {
			list[i] = scheme + "://" + rest[strings.LastIndex(rest, "@")+1:]
		}
	}
	return strings.Join(list, ",")
}

// refused reports whether an error of connecting will not go away by itself.
func refused(err error) bool {
	var certificate *tls.CertificateVerificationError
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, errCertificate) ||
		errors.As(err, &certificate) ||
		errors.Is(err, nats.ErrSecureConnWanted) || errors.Is(err, nats.ErrSecureConnRequired)
}

// persist repeats a call while it fails for reasons of the connection or of a cluster without leader, until ctx ends.
func (c *conn) persist(ctx context.Context, what string, call func(ctx context.Context) error) error {
	for n := 0; ; n++ {
		limited, stop := context.WithTimeout(ctx, attempt)
		err := call(limited)
		stop()
		switch {
		case err == nil:
			return nil
		case c.IsClosed():
			return c.closed(what)
		case ctx.Err() == nil && !passing(err):
			return fmt.Errorf("%s: %w", what, err)
		}
		if broken := c.broken(); broken != nil {
			return fmt.Errorf("%s: %w", what, broken)
		}
		if rest(ctx, pause(n)) != nil {
			return fmt.Errorf("%s: waited for %s: %w", what, c.lacking(err), context.Cause(ctx))
		}
	}
}

// closed returns the error of calls after the connection ended for good.
func (c *conn) closed(what string) error {
	if err := c.LastError(); err != nil && refused(err) {
		return fmt.Errorf("%s: %w by %s: %w", what, queue.ErrClosed, c.name(), err)
	}
	return fmt.Errorf("%s: %w", what, queue.ErrClosed)
}

// lacking returns what a call waits for.
func (c *conn) lacking(err error) string {
	if c.IsConnected() {
		return fmt.Sprintf("an answer of %s (%v)", c.name(), err)
	}
	if last := c.LastError(); last != nil {
		err = last
	}
	return fmt.Sprintf("a connection to %s (%v)", c.name(), err)
}

func (c *conn) name() string {
	if list := c.Servers(); len(list) > 0 {
		return list[0]
	}
	return "NATS"
}

// passing reports whether an error may go away by itself.
func passing(err error) bool {
	for _, e := range []error{
		nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionReconnecting, nats.ErrDisconnected, nats.ErrReconnectBufExceeded,
		nats.ErrStaleConnection,
		context.DeadlineExceeded, jetstream.ErrNoStreamResponse, jetstream.ErrAsyncPublishTimeout, jetstream.ErrTooManyStalledMsgs,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api jetstream.JetStreamError
	return errors.As(err, &api) && api.APIError() != nil && (api.APIError().Code == 503 || api.APIError().ErrorCode == 10005)
}

// request sends a request and returns its answer. An answer that is a status alone comes with its code.
func (c *conn) request(ctx context.Context, subject string, body []byte) (answer *nats.Msg, status string, err error) {
	answer, err = c.RequestWithContext(ctx, subject, body)
	if err != nil {
		return nil, "", err
	}
	return answer, answer.Header.Get("Status"), nil
}

// rest waits. It returns ctx's error if that ends first.
func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
