package fleet_test

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"agon/contest/queue"
)

// frames gives each frame to everybody who receives.
type frames struct {
	mu        sync.Mutex
	receivers map[chan frame]bool
}

type frame struct {
	worker string
	text   []byte
}

// waitingFrames is how many frames may wait for a receiver.
const waitingFrames = 16

func (f *frames) Send(worker string, text []byte) error {
	if err := queue.CheckWorker(worker); err != nil {
		return err
	}
	if err := queue.CheckFrame(worker, text); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for c := range f.receivers {
		select {
		case c <- frame{worker, slices.Clone(text)}:
		default:
		}
	}
	return nil
}

func (f *frames) Receive(ctx context.Context, take func(worker string, text []byte)) error {
	c := make(chan frame, waitingFrames)
	f.mu.Lock()
	f.receivers[c] = true
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.receivers, c)
	}()
	for {
		select {
		case one := <-c:
			take(one.worker, one.text)
		case <-ctx.Done():
			return nil
		}
	}
}

// sender is a worker's view of the frames.
type sender struct {
	*frames
	name string
}

func (s sender) Send(worker string, text []byte) error {
	if worker != s.name {
		return fmt.Errorf("worker %q sends frames as %q: %w", s.name, worker, fs.ErrPermission)
	}
	return s.frames.Send(worker, text)
}

func (s sender) Receive(context.Context, func(string, []byte)) error {
	return fmt.Errorf("worker %q receives frames: %w", s.name, fs.ErrPermission)
}
