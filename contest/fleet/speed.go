package fleet

import (
	"fmt"
	"slices"
	"time"
)

// MeasureEvery is how often a worker measures its processor again.
const MeasureEvery = 15 * time.Second

// speeds are the latest speeds of a worker's processor compared with this machine's, oldest first. Both sides measure at about the same
// moment, because what disturbs one measurement of machines that share a host often disturbs the other too.
type speeds []float64

// stands is how long a measurement of this machine stands, in which it is still of about the same moment as those of workers.
const stands = 3 * time.Second

// mostSpeeds are kept: those of about two minutes.
const mostSpeeds = 9

func (s *speeds) add(speed float64) {
	*s = append(*s, speed)
	if len(*s) > mostSpeeds {
		*s = slices.Delete(*s, 0, 1)
	}
}

// median returns the middle one, the faster of two: a single measurement in a noisy moment never makes a worker slow.
func (s speeds) median() float64 {
	sorted := slices.Sorted(slices.Values(s))
	return sorted[len(sorted)/2]
}

// compare compares the processors of workers that have measured again with this machine's. A worker whose processor is too slow gets no
// games until a later measurement finds it faster.
func (s *sighting) compare() {
	if len(s.fresh) == 0 {
		return
	}
	here := s.options.Calibrated
	if s.options.Measure != nil && slices.ContainsFunc(s.fresh, func(w *peer) bool { return w.Measured > 0 }) {
		if s.now.Sub(s.measuredAt) > stands { // with many workers some have always just measured
			s.here, s.measuredAt = s.options.Measure(), s.now
		}
		here = s.here
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.fresh {
		s.measured(w, here)
	}
}

// measured takes in the measurement of a worker. The caller holds the lock.
func (s *sighting) measured(w *peer, here time.Duration) {
	first, was := len(w.speeds) == 0, w.Slow
	w.speeds.add(here.Seconds() / w.Calibrated.Seconds())
	w.Speed, w.Slow = w.speeds.median(), ""
	longer := Slowness(w.Calibrated, here)
	switch {
	case w.Speed < Slowest:
		w.Slow = fmt.Sprintf("its processor has %.2f of this machine's speed, and at least %.2f is needed", w.Speed, Slowest)
		if was == "" {
			s.notes = append(s.notes, fmt.Sprintf("waits for worker %s: %s; it is measured again every %v", w.Name, w.Slow, MeasureEvery))
		}
	case was != "":
		s.notes = append(s.notes, fmt.Sprintf("worker %s gets games: measured again, its processor has %.2f of this machine's speed",
			w.Name, w.Speed))
	case first && longer > 1:
		s.notes = append(s.notes, fmt.Sprintf(
			"worker %s has a processor of %.2f of the speed of this machine's: time limits are %.2f times as long there",
			w.Name, w.Speed, longer))
	}
}
