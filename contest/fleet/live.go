package fleet

import (
	"context"
	"fmt"
	"time"

	"agon/contest/queue"
	"agon/contest/run"
)

// Limits of what is shown of running games. A frame has the whole game so far, so that one that is lost is made up for by the next.
const (
	mostLive   = 4                      // orders
	FrameEvery = 200 * time.Millisecond // at least, between two frames of an order
	FrameBytes = 256 << 10              // a second and worker, on average
)

// Limits of the server's time for the frames of one worker: what comes beyond them is lost.
const (
	frameLeast = FrameEvery / mostLive / 2 // bytes that a frame counts at least
	frameShare = 10                        // of the time since the last frame, one part of so many
)

// An allowance is how far a worker has used up the server's time: it has none left while this is more than [FrameEvery] in the future.
type allowance struct{ used time.Time }

// left reports whether a frame may be taken.
func (a *allowance) left(now time.Time) bool { return a.used.Sub(now) <= FrameEvery }

// spend counts a frame that took some time.
func (a *allowance) spend(now time.Time, took time.Duration) {
	if a.used.Before(now) {
		a.used = now
	}
	a.used = a.used.Add(max(frameLeast, frameShare*took))
}

// shown returns how many orders are shown.
func (s *Server) shown() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.orders {
		if o.live {
			n++
		}
	}
	return n
}

// show shows the frames of workers until ctx is done.
func (p *play) show(ctx context.Context) {
	allowed := map[string]*allowance{} // by worker
	err := p.link.Frames.Receive(ctx, func(name string, data []byte) {
		p.mu.Lock()
		w := p.peers[name]
		fits := w != nil && w.Aside == ""
		p.mu.Unlock()
		if !fits {
			return
		}
		if allowed[name] == nil {
			allowed[name] = &allowance{}
		}
		begun := time.Now()
		if !allowed[name].left(begun) {
			return
		}
		if err := p.frame(name, data); err != nil {
			p.mu.Lock()
			noted := w.misled
			w.misled = true
			p.mu.Unlock()
			if !noted {
				p.options.Note(fmt.Sprintf("worker %s shows a game that cannot be shown: %s", name, oneLine(err.Error())))
			}
		}
		allowed[name].spend(begun, time.Since(begun))
	})
	if err != nil {
		p.options.Note("games of workers are not shown before they are over: " + err.Error())
	}
}

// frame shows a game as far as its worker has played it. A wrong frame ends what is shown of the order.
func (p *play) frame(name string, data []byte) error {
	f, err := Decode[Frame](data)
	if err != nil {
		return err
	}
	if len(f.Replay) > queue.MaxFrame {
		return fmt.Errorf("game %d: the replay in a frame has %d bytes, want at most %d", f.Fixture+1, len(f.Replay), queue.MaxFrame)
	}
	p.mu.Lock()
	o := p.orders[f.Order]
	shown := o != nil && o.to == name && o.live && o.left[f.Fixture]
	p.mu.Unlock()
	if !shown { // it has been reported meanwhile, or is another worker's
		return nil
	}
	if err := p.stage.Show(o.job, run.RemoteGame{Fixture: f.Fixture, Replay: f.Replay}); err != nil {
		p.mu.Lock()
		o.live = false
		p.mu.Unlock()
		p.stage.Hide(f.Fixture)
		return err
	}
	return nil
}
