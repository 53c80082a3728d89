package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"agon/queue"
	"agon/worker"
)

// A dispatcher carries jobs from the backlog to the workers through a queue. It offers one job for each core, so that the size of a job
// is decided as late as possible, when the cost of a game is best known.
type dispatcher struct {
	backlog *backlog
	queue   queue.Queue
	free    chan struct{} // one element for each job that may still be offered
}

// forever is the lease of a job within one process: a worker that dies ends the process and with it the queue.
const forever = 1000 * time.Hour

func newDispatcher(b *backlog, q queue.Queue, cores int) *dispatcher {
	d := &dispatcher{backlog: b, queue: q, free: make(chan struct{}, cores)}
	for range cores {
		d.free <- struct{}{}
	}
	return d
}

// feed offers jobs until the backlog has no more or ctx is done, then closes the queue.
func (d *dispatcher) feed(ctx context.Context) error {
	defer d.queue.Close()
	for n := 0; ; n++ {
		select {
		case <-d.free:
		case <-ctx.Done():
			return nil
		}
		job, ok := d.backlog.takeJob()
		if !ok {
			return nil
		}
		body, err := json.Marshal(job)
		if err != nil {
			return err
		}
		if err := d.queue.Offer(ctx, queue.Job{Name: fmt.Sprintf("job %d", n), Body: body}); err != nil {
			return fmt.Errorf("offer a job: %w", err)
		}
	}
}

// takeJob returns a worker's next job, and false if there are no more.
func (d *dispatcher) takeJob(ctx context.Context) (worker.Job, bool) {
	lease, err := d.queue.Take(ctx)
	if err != nil {
		return worker.Job{}, false
	}
	var job worker.Job
	if err := json.Unmarshal(lease.Job().Body, &job); err != nil {
		panic(err) // feed encoded it
	}
	job.Ended = func() {
		d.backlog.ended(job)
		lease.Done(ctx)
		d.more()
	}
	return job, true
}

// more allows one more job, up to one for each core.
func (d *dispatcher) more() {
	select {
	case d.free <- struct{}{}:
	default:
	}
}
