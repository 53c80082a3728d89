package contests

import (
	"context"
	"time"

	"agon/site/metrics"
)

// Stats are figures about the contests of a site.
type Stats struct {
	States  map[State]int // contests in each state
	Waiting int           // contests that wait for the cores
	Games   int64         // played since the contests were opened

	metrics.Workers
}

// Stats returns the present figures.
func (s *Contests) Stats(ctx context.Context) (Stats, error) {
	all, err := s.All(ctx)
	if err != nil {
		return Stats{}, err
	}
	now := Stats{States: map[State]int{}, Waiting: s.turns.length(), Games: s.games.Load()}
	here := map[string]bool{} // a worker plays for several contests
	for _, c := range all {
		state, _, _ := c.State()
		now.States[state]++
		for _, w := range s.Workers(c) {
			if w.Here && time.Since(w.Seen) < 15*time.Second { // else the contest is not played, or the worker has gone
				here[w.Name] = true
				now.Orders, now.Overdue = now.Orders+w.Out, now.Overdue+w.Overdue
			}
		}
		now.Reports += int(c.meter.Reports.Load())
		verifying, storing := &c.meter.Verifying, &c.meter.Storing
		now.Verified, now.Batches = now.Verified+verifying.Times.Load(), now.Batches+storing.Times.Load()
		now.Verifying, now.Storing = now.Verifying+verifying.Time(), now.Storing+storing.Time()
	}
	now.Connected = len(here)
	return now, nil
}
