package fleet

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

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
	of       *play // which takes its games
	job      run.RemoteJob
	left     map[int]bool // fixtures without a result
	since    time.Time
	reported time.Time // when games of it were reported, or it was offered
	check    *checked  // not nil: it plays a game again
	to       string    // the worker that gets it
	live     bool      // games of it are shown while they are played

	before, offered chan struct{} // closed when the worker's order before, and this one, is in the queue, so that they come in their order

	waits  int           // games of it that other workers judge
	over   bool          // it has ended but for these
	judged map[int]*held // not nil: it has games of another worker judged, by fixture
}

// offering is how many orders are handed to the queue at a time.
const offering = 16

// offer offers orders as long as workers have room for them.
func (p *play) offer(ctx context.Context) error {
	sending, going := errgroup.WithContext(ctx)
	sending.SetLimit(offering)
	for p.room(going) {
		job, ok := p.stage.Take(going, p.games(), func(lineup []int) bool { return p.playable(going, lineup) })
		if !ok {
			break
		}
		o := p.order(job)
		if o == nil { // who could play it has gone
			p.stage.Ended(job)
			continue
		}
		sending.Go(func() error {
			err := p.dispatch(going, o, func() (Order, error) { return p.write(going, o) })
			if err != nil && ctx.Err() == nil {
				return fmt.Errorf("offer games to workers: %w", err)
			}
			return nil
		})
	}
	return sending.Wait()
}

// room waits until a worker has room for an order, and returns false when ctx is done.
func (p *play) room(ctx context.Context) bool {
	for {
		open := p.stage.Open() // asked without the lock, which the stage takes too
		p.mu.Lock()
		cores, now := 0, time.Now()
		for _, w := range p.peers {
			cores += w.takes(now)
		}
		free := p.taken < most(open, cores)
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

// write returns what a worker is sent for an order.
func (p *play) write(ctx context.Context, of *order) (Order, error) {
	rules, err := p.sendRules(ctx)
	if err != nil {
		return Order{}, err
	}
	job := of.job
	o := Order{Agon: version, Terms: p.terms, Rules: rules, Lineup: job.Lineup, Absent: job.Absent, Live: of.live}
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

// order makes the order of a job for the worker that gets it, nil if nobody can play it. It counts as that worker's from now on.
func (p *play) order(job run.RemoteJob) *order {
	o := &order{job: job, left: map[int]bool{}, to: p.chooses(job.Lineup)}
	if o.to == "" {
		return nil
	}
	for _, f := range job.Fixtures {
		o.left[int(f.ID)] = true
	}
	o.live = p.stage.Watched() && p.shown() < mostLive
	p.enlist(o)
	return o
}

// enlist notes an order that is offered now.
func (p *play) enlist(o *order) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.number++
	o.name, o.since, o.of = fmt.Sprintf("%s-%d", p.run, p.number), time.Now(), p
	o.reported = o.since
	p.orders[o.name] = o
	w := p.peer(o.to)
	o.before, o.offered = w.offered, make(chan struct{})
	w.offered = o.offered
	p.occupy(o, 1)
}

// occupy counts an order, or no more. A game that is played or executed again takes nobody's place: others would be idle while a game
// waits. The caller holds the lock.
func (s *Server) occupy(o *order, n int) {
	if o.judged != nil { // these are short
		return
	}
	if w := s.peer(o.to); o.check != nil {
		w.again += n
	} else {
		w.has += n
		s.taken += n
	}
}

// dispatch offers an order that was enlisted, which ends if that fails. write writes it.
func (p *play) dispatch(ctx context.Context, o *order, write func() (Order, error)) error {
	text, err := write()
	if o.before != nil {
		<-o.before
	}
	if err == nil {
		var body []byte
		if body, err = Encode(text); err == nil {
			err = p.link.Jobs.Offer(ctx, queue.Job{Name: o.name, Class: own(o.to), Body: body})
		}
	}
	close(o.offered)
	if err != nil {
		p.end(o)
	}
	return err
}

// forget removes an order, and returns false if it was removed before.
func (s *Server) forget(o *order) bool {
	s.mu.Lock()
	there := s.orders[o.name] == o
	if there {
		delete(s.orders, o.name)
		s.occupy(o, -1)
	}
	s.mu.Unlock()
	s.change()
	return there
}
