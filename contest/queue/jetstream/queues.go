package jetstream

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"agon/contest/queue"
)

// Headers of messages. Jobs and results have different ones: a message that a worker had JetStream copy into the other stream has none that
// counts.
const (
	jobHeader    = "Agon-Job"
	resultHeader = "Agon-Result"
	classHeader  = "Agon-Class"
)

// jobs is the queue of jobs: the server offers, both sides may take.
type jobs struct {
	link *Link
	*puller

	mu    sync.Mutex
	known map[string]*class
}

// A class is one that was offered.
type class struct {
	mu   sync.Mutex // held while its consumer is made
	made bool       // it has a consumer
}

// Offer adds jobs to the queue.
func (q *jobs) Offer(ctx context.Context, list ...queue.Job) error {
	l := q.link
	if l.options.Worker != "" {
		return fmt.Errorf("worker %q offers jobs: %w", l.options.Worker, fs.ErrPermission)
	}
	for _, j := range list {
		if err := j.Check(); err != nil {
			return err
		}
		if err := q.prepare(ctx, j.Class); err != nil {
			return err
		}
	}
	return l.publish(ctx, q.puller, list, func(j queue.Job) *nats.Msg { return message(l.job(j.Class, j.Name), jobHeader, j) })
}

// prepare makes the consumer of a class that is offered for the first time.
func (q *jobs) prepare(ctx context.Context, name string) error {
	q.mu.Lock()
	c := q.known[name]
	if c == nil {
		c = &class{}
		q.known[name] = c
	}
	q.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.made {
		return nil
	}
	l := q.link
	err := l.consumer(ctx, l.names.jobs(), token(name), l.space+".jobs."+token(name)+".*", l.options.Deliveries)
	c.made = err == nil
	return err
}

// Take waits for a job of this side's classes.
func (q *jobs) Take(ctx context.Context) (queue.Lease, error) {
	return q.take(ctx, "a job", func(m *nats.Msg) (queue.Job, bool) {
		j, ok := decode(m, jobHeader)
		return j, ok && m.Subject == q.link.job(j.Class, j.Name)
	})
}

// results is the queue of results: workers offer, the server takes.
type results struct {
	link    *Link
	*puller // nil at a worker
	closed
}

// Offer sends results to the server.
func (q *results) Offer(ctx context.Context, list ...queue.Job) error {
	for _, j := range list {
		if err := j.Check(); err != nil {
			return err
		}
	}
	l := q.link
	from := l.options.Worker
	if from == "" {
		from = serverName
	}
	return l.publish(ctx, q, list, func(j queue.Job) *nats.Msg { return message(l.result(from, j.Name), resultHeader, j) })
}

// serverName is the server's part of the subject of results. No worker's name begins with a dollar.
const serverName = "$server"

// Take waits for a result. A message that was not published as a result, or under another name than it says, is dropped.
func (q *results) Take(ctx context.Context) (queue.Lease, error) {
	l := q.link
	if q.puller == nil {
		return nil, fmt.Errorf("worker %q takes results: %w", l.options.Worker, fs.ErrPermission)
	}
	return q.take(ctx, "a result", func(m *nats.Msg) (queue.Job, bool) {
		j, ok := decode(m, resultHeader)
		from, _, _ := strings.Cut(strings.TrimPrefix(m.Subject, l.space+".results."), ".")
		if from != serverName {
			j.From = from
		}
		return j, ok && m.Subject == l.result(from, j.Name)
	})
}

// Close closes the queue on this side.
func (q *results) Close() error {
	q.closed.Close()
	if q.puller != nil {
		q.puller.Close()
	}
	return nil
}

func (q *results) shut() bool { return q.closed.shut() }

// message encodes a job.
func message(subject, header string, j queue.Job) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Header.Set(header, url.QueryEscape(j.Name))
	m.Header.Set(classHeader, url.QueryEscape(j.Class))
	m.Data = j.Body
	return m
}

// decode returns the job of a message, and whether it is one.
func decode(m *nats.Msg, header string) (queue.Job, bool) {
	name, bad := url.QueryUnescape(m.Header.Get(header))
	class, wrong := url.QueryUnescape(m.Header.Get(classHeader))
	j := queue.Job{Name: name, Class: class, Body: m.Data}
	return j, bad == nil && wrong == nil && j.Check() == nil
}

// publish stores the messages of jobs; those that a stream holds already are dropped. It repeats those without an answer.
func (l *Link) publish(ctx context.Context, q interface{ shut() bool }, list []queue.Job, encode func(queue.Job) *nats.Msg) error {
	what := fmt.Sprintf("offer %d jobs", len(list))
	if len(list) == 1 {
		what = fmt.Sprintf("offer %q", list[0].Name)
	}
	return l.conn.persist(ctx, what, func(ctx context.Context) error {
		if q.shut() {
			return queue.ErrClosed
		}
		var left []queue.Job
		var late error
		for len(list) > 0 && late == nil {
			some := list[:min(len(list), 200)]
			list = list[len(some):]
			sent := make([]jetstream.PubAckFuture, len(some))
			for i, j := range some {
				future, err := l.conn.js.PublishMsgAsync(encode(j), jetstream.WithRetryAttempts(0))
				if err != nil {
					late = err
					left = append(left, j)
					continue
				}
				sent[i] = future
			}
			for i, future := range sent {
				if future == nil {
					continue
				}
				if err := stored(ctx, future); passing(err) {
					late = err
					left = append(left, some[i])
				} else if err != nil {
					return err
				}
			}
		}
		list = append(left, list...)
		return late
	})
}

// stored waits for the answer to a publication.
func stored(ctx context.Context, future jetstream.PubAckFuture) error {
	select {
	case <-future.Ok():
		return nil
	case err := <-future.Err():
		switch text := err.Error(); {
		case strings.Contains(text, "maximum messages per subject exceeded"):
			return nil // it is there
		case strings.Contains(text, "maximum bytes exceeded"):
			return fmt.Errorf("the queue is full: %v", err) // not wrapped: it does not pass by itself
		case errors.Is(err, nats.ErrMaxPayload):
			return fmt.Errorf("the NATS server takes no messages of this size: %w", err)
		}
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
