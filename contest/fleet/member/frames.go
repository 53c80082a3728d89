package member

import (
	"context"
	"time"

	"agon/bot"
	"agon/contest/fleet"
	"agon/game"
	"agon/play/referee"
	"agon/play/worker"
	"agon/record/replay"
)

// watch returns who follows a game: one at a time of an order that the server shows.
func (p *play) watch(_ []int, f referee.Fixture, dealt *game.Table) worker.Viewer {
	p.mu.Lock()
	defer p.mu.Unlock()
	for order := range p.active {
		if order.order.Live && order.shown == nil && order.left[f.ID] {
			order.shown = &sender{play: p, order: order, fixture: f.ID}
			order.shown.made.Deal(dealt)
			return order.shown
		}
	}
	return nil
}

// A sender follows a game of which frames are sent while it is played. The end comes with the report.
type sender struct {
	*play
	order   *taken
	fixture int64
	made    replay.Growing
}

// Turn has the game sent as it is now, or in a later turn if that comes before there is time to send it.
func (c *sender) Turn(t *game.Table, _ []*bot.Call) {
	if t.Over() {
		c.Lost()
		return
	}
	c.made.Turn(t)
	select {
	case c.turned <- struct{}{}:
	default:
	}
}

// Lost ends the frames of the game.
func (c *sender) Lost() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order.shown = nil
}

// shown returns the games of which frames are sent.
func (p *play) shown() (list []*sender) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for order := range p.active {
		if order.shown != nil {
			list = append(list, order.shown)
		}
	}
	return list
}

// sendFrames sends frames until ctx is done. A game never waits for them, and what cannot be sent is lost.
func (p *play) sendFrames(ctx context.Context) {
	for {
		select {
		case <-p.turned:
		case <-ctx.Done():
			return
		}
		size := 0
		for _, c := range p.shown() {
			if made := c.made.News(); made != nil {
				size += c.send(made)
			}
		}
		if !rest(ctx, max(fleet.FrameEvery, time.Duration(size)*time.Second/fleet.FrameBytes)) {
			return
		}
	}
}

// send sends a frame, and returns its size in bytes.
func (c *sender) send(made *game.Record) int {
	rep := replay.Replay{Record: made, Seats: make([]replay.Seat, made.Seats)}
	frame := fleet.Frame{Order: c.order.lease.Job().Name, Fixture: int(c.fixture), Replay: replay.Encode(&rep, c.kind.Timed)}
	body, err := fleet.Encode(fleet.Framing(frame))
	if err != nil {
		return 0
	}
	c.Link.Frames.Send(c.Name, body)
	return len(body)
}
