package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"agon/queue"
	"agon/worker"
)

// offers carries jobs from the desk to the workers through a queue. As many are offered as there are cores: the size of a job is
// decided as late as can be, when the cost of a game is known best.
type offers struct {
	desk  *desk
	queue queue.Queue
	taken chan struct{}
}

// forever is the lease of a job within one process: a worker that dies takes the queue with it.
const forever = 1000 * time.Hour

func newOffers(d *desk, q queue.Queue, cores int) *offers {
	o := &offers{desk: d, queue: q, taken: make(chan struct{}, cores)}
	for range cores {
		o.taken <- struct{}{}
	}
	return o
}

// feed offers jobs until the desk has no more, then closes the queue.
func (o *offers) feed(ctx context.Context) error {
	defer o.queue.Close()
	for n := 0; ; n++ {
		select {
		case <-o.taken:
		case <-ctx.Done():
			return nil
		}
		job, ok := o.desk.take(ctx)
		if !ok {
			return nil
		}
		body, err := json.Marshal(job)
		if err != nil {
			return err
		}
		if err := o.queue.Offer(ctx, queue.Job{Name: fmt.Sprintf("job %d", n), Body: body}); err != nil {
			return fmt.Errorf("offer a job: %w", err)
		}
	}
}

// take gives a worker its next job; false when there is none any more.
func (o *offers) take(ctx context.Context) (worker.Job, bool) {
	lease, err := o.queue.Take(ctx)
	if err != nil {
		return worker.Job{}, false
	}
	var job worker.Job
	if err := json.Unmarshal(lease.Job().Body, &job); err != nil {
		panic(err) // feed made it
	}
	job.Ended = func() {
		o.desk.ended(job)
		lease.Done(ctx)
		o.more()
	}
	return job, true
}

// more lets one more job be offered, up to one for each core.
func (o *offers) more() {
	select {
	case o.taken <- struct{}{}:
	default:
	}
}
