/*
Package queuetest is the test suite for implementations of queues: one call in the queue's own test.

	func TestQueue(t *testing.T) {
		queuetest.Run(t, func(t *testing.T, lease time.Duration) queue.Queue { … })
	}

The function returns an empty queue with the given duration of leases. The suite waits for required events and never measures how long they
take; a queue that does not meet its contract runs into the test's own time limit.
*/
package queuetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"agon/contest/queue"
)

// A Maker returns an empty queue.
type Maker func(t *testing.T, lease time.Duration) queue.Queue

// long is a lease that never expires in a test; short is one whose expiry tests wait for.
const (
	long  = time.Hour
	short = 50 * time.Millisecond
)

// Run checks that a queue keeps the contract of package queue.
func Run(t *testing.T, fresh Maker) {
	t.Helper()
	for _, test := range []struct {
		name string
		run  func(t *testing.T, fresh Maker)
	}{
		{"what is offered is delivered", delivers},
		{"a taker that waits gets what is offered later", waits},
		{"a job that is done is not delivered again", ends},
		{"a job that is returned is delivered again", returns},
		{"a silent taker loses its job", expires},
		{"a taker that extends its lease keeps it", extends},
		{"an ended lease changes nothing", endsOnce},
		{"waiting ends with its context", gives},
		{"closing a queue ends all waiting", closes},
		{"many takers, some of which die", survives},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, fresh) })
	}
}

func jobs(n int) []queue.Job {
	list := make([]queue.Job, n)
	for i := range list {
		list[i] = queue.Job{Name: fmt.Sprintf("job %d", i), Body: []byte{byte(i), 0, 255}}
	}
	return list
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func take(t *testing.T, q queue.Queue) queue.Lease {
	t.Helper()
	l, err := q.Take(t.Context())
	must(t, err)
	return l
}

func delivers(t *testing.T, fresh Maker) {
	q := fresh(t, long)
	must(t, q.Offer(t.Context(), jobs(20)...))
	seen := map[string]string{}
	for range 20 {
		l := take(t, q)
		if l.Delivery() != 1 {
			t.Errorf("%s is delivered for the %dth time", l.Job().Name, l.Delivery())
		}
		seen[l.Job().Name] = string(l.Job().Body)
		must(t, l.Done(t.Context()))
	}
	for _, j := range jobs(20) {
		if seen[j.Name] != string(j.Body) {
			t.Errorf("%s came as %q", j.Name, seen[j.Name])
		}
	}
}

func waits(t *testing.T, fresh Maker) {
	q := fresh(t, long)
	got := make(chan string)
	go func() {
		l, err := q.Take(t.Context())
		if err != nil {
			got <- err.Error()
			return
		}
		got <- l.Job().Name
	}()
	must(t, q.Offer(t.Context(), jobs(1)...))
	if name := <-got; name != "job 0" {
		t.Errorf("the taker got %s", name)
	}
}

// ends offers a second job after the first is done: the next job taken must be the second.
func ends(t *testing.T, fresh Maker) {
	q := fresh(t, long)
	all := jobs(2)
	must(t, q.Offer(t.Context(), all[0]))
	must(t, take(t, q).Done(t.Context()))
	must(t, q.Offer(t.Context(), all[1]))
	if l := take(t, q); l.Job().Name != "job 1" {
		t.Errorf("%s is delivered again", l.Job().Name)
	}
	must(t, q.Close())
}

func returns(t *testing.T, fresh Maker) {
	q := fresh(t, long)
	must(t, q.Offer(t.Context(), jobs(1)...))
	for delivery := 1; delivery <= 3; delivery++ {
		l := take(t, q)
		if l.Job().Name != "job 0" || l.Delivery() != delivery {
			t.Fatalf("delivery %d is %s, delivery %d", delivery, l.Job().Name, l.Delivery())
		}
		must(t, l.Return(t.Context()))
	}
}

func expires(t *testing.T, fresh Maker) {
	q := fresh(t, short)
	must(t, q.Offer(t.Context(), jobs(1)...))
	silent := take(t, q)
	again := take(t, q) // waits until the first lease has expired
	if again.Job().Name != "job 0" || again.Delivery() != 2 {
		t.Errorf("%s, delivery %d", again.Job().Name, again.Delivery())
	}
	if err := silent.Done(t.Context()); err != nil && !errors.Is(err, queue.ErrExpired) {
		t.Errorf("the lost lease returns %v", err)
	}
}

// extends keeps one job by extending its lease for several times its length, while another job, without extension, is delivered again,
// which shows that time has passed.
func extends(t *testing.T, fresh Maker) {
	q := fresh(t, 20*short)
	must(t, q.Offer(t.Context(), jobs(2)...))
	kept, silent := take(t, q), take(t, q)
	ctx, stop := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	wait.Go(func() {
		for ctx.Err() == nil {
			if err := kept.Extend(ctx); err != nil && ctx.Err() == nil {
				t.Errorf("extend: %v", err)
				return
			}
			time.Sleep(short)
		}
	})
	for delivery := 2; delivery <= 3; delivery++ {
		again := take(t, q)
		if again.Job().Name != silent.Job().Name || again.Delivery() != delivery {
			t.Errorf("%s is delivered for the %dth time", again.Job().Name, again.Delivery())
		}
	}
	stop()
	wait.Wait()
	must(t, kept.Done(t.Context()))
}

func endsOnce(t *testing.T, fresh Maker) {
	q := fresh(t, long)
	must(t, q.Offer(t.Context(), jobs(1)...))
	l := take(t, q)
	must(t, l.Done(t.Context()))
	for name, call := range map[string]func(context.Context) error{"done": l.Done, "return": l.Return, "extend": l.Extend} {
		if err := call(t.Context()); !errors.Is(err, queue.ErrExpired) {
			t.Errorf("%s after done returns %v", name, err)
		}
	}
}

func gives(t *testing.T, fresh Maker) {
	q := fresh(t, long)
	ctx, stop := context.WithCancel(t.Context())
	got := make(chan error)
	go func() {
		_, err := q.Take(ctx)
		got <- err
	}()
	stop()
	if err := <-got; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func closes(t *testing.T, fresh Maker) {
	q := fresh(t, long)
	must(t, q.Offer(t.Context(), jobs(1)...))
	out := take(t, q)
	got := make(chan error)
	for range 3 {
		go func() {
			_, err := q.Take(t.Context())
			got <- err
		}()
	}
	must(t, q.Close())
	for range 3 {
		if err := <-got; !errors.Is(err, queue.ErrClosed) {
			t.Errorf("a taker got %v", err)
		}
	}
	if err := q.Offer(t.Context(), jobs(1)...); !errors.Is(err, queue.ErrClosed) {
		t.Errorf("an offer got %v", err)
	}
	must(t, out.Done(t.Context()))
}

// survives drops every third delivery. Every job is finished in the end.
func survives(t *testing.T, fresh Maker) {
	const n, takers = 60, 5
	q := fresh(t, short)
	must(t, q.Offer(t.Context(), jobs(n)...))
	var mu sync.Mutex
	deliveries, finished := 0, map[string]bool{}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var wait sync.WaitGroup
	for range takers {
		wait.Go(func() {
			for {
				l, err := q.Take(ctx)
				if err != nil {
					return
				}
				mu.Lock()
				deliveries++
				dies := deliveries%3 == 0
				if !dies {
					finished[l.Job().Name] = true
				}
				all := len(finished) == n
				mu.Unlock()
				if dies {
					continue // without ending the lease, which must expire
				}
				if err := l.Done(ctx); err != nil && !errors.Is(err, queue.ErrExpired) && ctx.Err() == nil {
					t.Errorf("done: %v", err)
				}
				if all {
					stop()
				}
			}
		})
	}
	wait.Wait()
	if len(finished) != n || deliveries <= n {
		t.Errorf("%d of %d jobs were finished in %d deliveries", len(finished), n, deliveries)
	}
}
