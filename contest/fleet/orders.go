package fleet

import (
	"context"
	"fmt"
	"time"

	"agon/contest/queue"
	"agon/contest/run"
)

// Orders take about this long, so that little is lost with a worker and the queue costs next to nothing.
const orderTime = 1500 * time.Millisecond

// Limits of an order.
const (
	mostGames  = 512
	firstGames = 4
	ahead      = 2 // orders for each core of a worker: the one it plays, and the next, as long as there are games for all
)

// An order is a job that was offered and has games without a result.
type order struct {
	name     string
	job      run.RemoteJob
	left     map[int]bool // fixtures without a result
	since    time.Time
	reported time.Time // when games of it were reported, or it was offered
	check    *checked  // not nil: it plays a game again
	to       string    // the worker that gets it
	live     bool      // games of it are shown while they are played

	waits  int           // games of it that other workers judge
	over   bool          // it has ended but for these
	judged map[int]*held // not nil: it has games of another worker judged, by fixture
}

// offer offers orders as long as workers have room for them.
func (p *play) offer(ctx context.Context) error {
	for {
		if !p.room(ctx) {
			return nil
		}
		job, ok := p.stage.Take(ctx, p.games(), func(lineup []int) bool { return p.playable(ctx, lineup) })
		if !ok {
			return nil
		}
		if err := p.send(ctx, job); err != nil {
			p.stage.Ended(job)
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("offer games to workers: %w", err)
		}
	}
}

// room waits until a worker has room for an order, and returns false when ctx is done.
func (p *play) room(ctx context.Context) bool {
	for {
		open := p.stage.Open() // asked without the lock, which the stage takes too
		p.mu.Lock()
		cores, orders := 0, 0
		for _, w := range p.peers {
			cores += w.takes()
		}
		for _, o := range p.orders {
			// a game that is played or executed again takes nobody's place: others would be idle while a game waits
			if o.check == nil && o.judged == nil {
				orders++
			}
		}
		free := orders < most(open, cores)
		p.mu.Unlock()
		if free {
			return ctx.Err() == nil
		}
		select {
		case <-p.changed:
		case <-ctx.Done():
			return false
		}
	}
}

// most returns how many orders workers may have together, with so many games that nobody has and so many cores. The last games wait for
// whoever is idle first.
func most(open, cores int) int {
	if open <= cores {
		return cores
	}
	return ahead * cores
}

// change wakes who waits in room.
func (s *Server) change() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// games returns how many games an order has.
func (s *Server) games() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.each == 0 {
		return firstGames
	}
	return min(max(int(orderTime/s.each), 1), mostGames)
}

// write makes the order of a job.
func (p *play) write(ctx context.Context, job run.RemoteJob) (Order, error) {
	rules, err := p.sendRules(ctx)
	if err != nil {
		return Order{}, err
	}
	o := Order{Agon: version, Terms: p.terms, Rules: rules, Lineup: job.Lineup, Absent: job.Absent}
	for _, entry := range job.Lineup {
		o.Bots = append(o.Bots, p.parcel(ctx, p.stage.Entry(entry)).OrderedBot)
	}
	for _, f := range job.Fixtures {
		g := OrderedGame{ID: f.ID, Seed: f.Seed, Seats: f.Seats}
		for seat := range f.Seats {
			g.Seeds = append(g.Seeds, p.stage.Seed(f, seat))
		}
		o.Games = append(o.Games, g)
	}
	return o, nil
}

// send offers a job.
func (p *play) send(ctx context.Context, job run.RemoteJob) error {
	o := &order{job: job, left: map[int]bool{}}
	for _, f := range job.Fixtures {
		o.left[int(f.ID)] = true
	}
	o.live = p.stage.Watched() && p.shown() < mostLive
	text, err := p.write(ctx, job)
	if err != nil {
		return err
	}
	text.Live = o.live
	if o.to = p.chooses(job.Lineup); o.to == "" { // who could play it has gone
		p.stage.Ended(job)
		return nil
	}
	return p.dispatch(ctx, o, text)
}

// dispatch offers an order.
func (p *play) dispatch(ctx context.Context, o *order, text Order) error {
	body, err := Encode(text)
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.number++
	o.name, o.since = fmt.Sprintf("%s-%d", p.run, p.number), time.Now()
	o.reported = o.since
	p.orders[o.name] = o
	p.mu.Unlock()
	if err := p.link.Jobs.Offer(ctx, queue.Job{Name: o.name, Class: own(o.to), Body: body}); err != nil {
		p.forget(o)
		return err
	}
	return nil
}

// forget removes an order, and returns false if it was removed before.
func (s *Server) forget(o *order) bool {
	s.mu.Lock()
	_, ok := s.orders[o.name]
	delete(s.orders, o.name)
	s.mu.Unlock()
	s.change()
	return ok
}
