package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"
)

// Patience is how a run waits for a database that does not answer.
type Patience struct {
	Most  time.Duration   // 0: ten minutes
	Note  func(string)    // receives a message when waiting begins and when it ends; may be nil
	Hurry <-chan struct{} // when it is closed, waiting ends; may be nil
}

// usualPatience is enough to restart a server, or to fail over to another.
const usualPatience = 10 * time.Minute

// The pauses between attempts. Each is twice as long as the one before, less a random part, so that many runs do not come at once.
const (
	firstPause = 50 * time.Millisecond
	mostPause  = 5 * time.Second
)

// waiting is one wait of an operation.
type waiting struct {
	begun time.Time // zero before the first failure
	next  time.Duration
}

// pause waits before the next attempt. Its error ends the operation.
func (w *waiting) pause(ctx context.Context, s *Store, failed error) error {
	most := s.patience.Most
	if most <= 0 {
		most = usualPatience
	}
	if w.begun.IsZero() {
		w.begun, w.next = time.Now(), firstPause
		s.report(fmt.Sprintf("waiting for the database %s: %s; retrying for up to %v, nothing is lost", s.address.Database(),
			s.cause(failed), most))
	}
	given := func(why string) error {
		return &failure{fmt.Sprintf("the database %s does not answer (%s), and %s; results that it has not stored are played again: run "+
			"again to resume", s.address.Database(), s.cause(failed), why), failed}
	}
	if time.Since(w.begun)+w.next > most {
		return given(fmt.Sprintf("the run waited %v", most))
	}
	timer := time.NewTimer(w.next - rand.N(w.next/2))
	defer timer.Stop()
	w.next = min(2*w.next, mostPause)
	select {
	case <-timer.C:
		return nil
	case <-s.patience.Hurry:
		return given("the run was stopped")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// over ends the wait, if there was one.
func (w *waiting) over(s *Store) {
	if !w.begun.IsZero() {
		s.report(fmt.Sprintf("the database %s answers again after %v", s.address.Database(), time.Since(w.begun).Round(time.Second/10)))
	}
}

func (s *Store) report(text string) {
	if s.patience.Note != nil {
		s.patience.Note(text)
	}
}
