package jetstream

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"github.com/nats-io/nats.go"

	"agon/contest/queue"
)

// frames are messages of NATS itself: no stream stores them.
type frames struct{ link *Link }

// waitingFrames is how many frames may wait at the server.
const waitingFrames = 16

// Send publishes a frame, if there is a connection.
func (f frames) Send(worker string, frame []byte) error {
	l := f.link
	if l.options.Worker != "" && worker != l.options.Worker {
		return fmt.Errorf("worker %q sends frames as %q: %w", l.options.Worker, worker, fs.ErrPermission)
	}
	if err := queue.CheckWorker(worker); err != nil {
		return err
	}
	if err := queue.CheckFrame(worker, frame); err != nil {
		return err
	}
	if err := l.conn.Publish(l.frame(worker), frame); err != nil && !passing(err) {
		return fmt.Errorf("send a frame as %s: %w", worker, err)
	}
	return nil
}

// Receive subscribes to the frames of all workers.
func (f frames) Receive(ctx context.Context, take func(worker string, frame []byte)) error {
	l := f.link
	if l.options.Worker != "" {
		return fmt.Errorf("worker %q receives frames: %w", l.options.Worker, fs.ErrPermission)
	}
	s, err := l.conn.Subscribe(l.frame("*"), func(m *nats.Msg) {
		if len(m.Data) <= queue.MaxFrame && ctx.Err() == nil {
			take(strings.TrimPrefix(m.Subject, l.frame("")), m.Data)
		}
	})
	if err != nil {
		return fmt.Errorf("receive frames: %w", err)
	}
	defer s.Unsubscribe()
	if err := s.SetPendingLimits(waitingFrames, waitingFrames*queue.MaxFrame); err != nil {
		return fmt.Errorf("receive frames: %w", err)
	}
	<-ctx.Done()
	return nil
}
