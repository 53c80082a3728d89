package fleet_test

import (
	"testing"
	"testing/synctest"
	"time"

	"agon/contest/queue"
	"agon/contest/queue/queuetest"
)

func TestMemoryQueue(t *testing.T) {
	queuetest.Run(t, func(t *testing.T, lease time.Duration) queue.Queue {
		q := newMemoryQueue(lease)
		t.Cleanup(func() { q.Close() }) // never fails
		return q
	})
}

func TestASecondOfferOfAWaitingOrLeasedJobIsDropped(t *testing.T) {
	q := newMemoryQueue(0)
	one := queue.Job{Name: "one"}
	for range 3 {
		if err := q.Offer(t.Context(), one, one); err != nil {
			t.Fatal(err)
		}
	}
	l, err := q.Take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Offer(t.Context(), one); err != nil {
		t.Fatal(err)
	}
	if len(q.waiting) != 0 {
		t.Errorf("%d jobs wait", len(q.waiting))
	}
	if err := l.Done(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := q.Offer(t.Context(), one); err != nil || len(q.waiting) != 1 {
		t.Errorf("an ended job cannot be offered again: %v", err)
	}
}

func TestALeaseOfNoLengthLastsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // in here time is simulated
		q := newMemoryQueue(0)
		if err := q.Offer(t.Context(), queue.Job{Name: "one"}); err != nil {
			t.Fatal(err)
		}
		l, err := q.Take(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(365 * 24 * time.Hour)
		if err := l.Done(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestMemoryLink(t *testing.T) {
	queuetest.RunLink(t, func(_ *testing.T, lease, keep time.Duration) queuetest.Sides { return newMemoryLink(lease, keep) })
}
