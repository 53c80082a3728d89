package fleet

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"agon/contest/queue"
	"agon/contest/run"
	"agon/game"
	"agon/record/gamelog"
)

// Options are the settings of a server.
type Options struct {
	Lease      time.Duration             // of the link's orders
	Calibrated time.Duration             // processor time of [Calibrate] on this machine
	Measure    func() time.Duration      // measures that again, as [Remeasure] does; nil: Calibrated stands
	NoCores    bool                      // no core of this machine plays
	Admit      func(s *State) string     // why a worker gets no games of the contest, empty: it gets some; nil: all do
	Note       func(text string)         // receives messages for the organiser
	Remove     func(worker string) error // ends a worker's access when it is set aside; may be nil
	Depot      *Depot                    // of the link's files; nil: one for this server alone
	Journal    *Journal                  // of the games that workers play; nil: a server knows only those of its own time
}

// Orders take about this long, so that little is lost with a worker and the queue costs next to nothing.
const orderTime = 1500 * time.Millisecond

// Limits of an order.
const (
	mostGames  = 512
	firstGames = 4
	ahead      = 2 // orders for each core of a worker: the one it plays, and the next, as long as there are games for all
)

// A Server has games played by workers. It is a [run.Remote] for the runs of one contest, and safe for concurrent use.
type Server struct {
	link    queue.Link
	options Options
	run     string // begins the names of this server's orders

	mu      sync.Mutex
	peers   map[string]*peer
	orders  map[string]*order // that workers have, by name
	number  int               // of orders so far
	each    time.Duration     // that a game takes on a core, lately; 0: unknown
	overdue map[int]int       // how often no worker reported a game in time, by fixture; those without a result
	parcels map[string]parcel // by the hash of the bot and its name
	packing sync.Mutex        // held while files of a bot are put where workers find them; taken before mu
	changed chan struct{}     // has an element when orders or peers have changed
	paces   paces             // of all workers that are believed
	key     [32]byte          // chooses the sample
	sampled uint64            // one of so many games is played twice
}

// An order is a job that was offered and has games without a result.
type order struct {
	name  string
	job   run.RemoteJob
	left  map[int]bool // fixtures without a result
	since time.Time
	heard time.Time // when games of it were reported, or it was offered
	check *checked  // not nil: it plays a game again
	to    string    // the worker that gets it
	live  bool      // games of it are shown while they are played
}

// New returns a server on its side of a link.
func New(link queue.Link, o Options) *Server {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	s := &Server{
		link: link, options: o, run: strings.ToLower(rand.Text()[:8]), peers: map[string]*peer{}, orders: map[string]*order{},
		parcels: map[string]parcel{}, changed: make(chan struct{}, 1), paces: paces{}, overdue: map[int]int{}, sampled: sampled,
	}
	if s.options.Depot == nil {
		s.options.Depot = NewDepot(link.Files)
	}
	rand.Read(s.key[:])
	if o.Journal != nil {
		for name, r := range o.Journal.found {
			w := s.peer(name)
			w.fixtures, w.Aside = r.games, r.aside
		}
	}
	return s
}

// A play is the part of a server that plays one stage.
type play struct {
	*Server
	stage *run.RemoteStage
	terms run.Terms
	rules []ruleFile
	fail  func(error) // ends the play

	packs  sync.WaitGroup      // that run in the background
	packed map[string]struct{} // keys of the bots that are packed in the background; guarded by the server's lock
	idle   time.Time           // since when games wait that nobody can play; guarded by the server's lock
	said   bool                // that they wait
}

// Play has games of a stage played by the workers that are there.
func (s *Server) Play(ctx context.Context, stage *run.RemoteStage) error {
	if d := s.unsettled(); d != nil {
		return d
	}
	inner, cancel := context.WithCancelCause(ctx)
	stop := func() { cancel(nil) }
	defer stop()
	p := &play{Server: s, stage: stage, terms: stage.Terms(), fail: cancel, packed: map[string]struct{}{}}
	p.terms.Calibrated = s.options.Calibrated
	var err error
	if p.rules, err = ruleFiles(stage); err != nil {
		return err
	}
	var sides sync.WaitGroup
	var offered, received error
	sides.Go(func() {
		defer stop() // there is no more, or nobody can be asked
		offered = p.offer(inner)
	})
	sides.Go(func() {
		if received = p.receive(inner); received != nil {
			stop()
		}
	})
	sides.Go(func() { p.watch(inner) })
	if stage.Watched() {
		sides.Go(func() { p.show(inner) })
	}
	sides.Wait()
	p.packs.Wait()
	p.withdraw(context.WithoutCancel(ctx))
	p.remove(context.WithoutCancel(ctx), func(*peer) bool { return true })
	if d := s.unsettled(); d != nil {
		return d
	}
	if ctx.Err() != nil {
		return nil
	}
	if cause := context.Cause(inner); !errors.Is(cause, context.Canceled) {
		return cause
	}
	return errors.Join(offered, received)
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
			if o.check == nil { // a game that is played again takes nobody's place: others would be idle while a game waits
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

// most returns how many orders workers may have together, with so many games that nobody has and so many cores. The last games wait for whoever is idle first.
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
	o.heard = o.since
	p.orders[o.name] = o
	p.mu.Unlock()
	if err := p.link.Jobs.Offer(ctx, queue.Job{Name: o.name, Class: own(o.to), Body: body}); err != nil {
		p.forget(o)
		return err
	}
	return nil
}

// forget removes an order.
func (s *Server) forget(o *order) {
	s.mu.Lock()
	delete(s.orders, o.name)
	s.mu.Unlock()
	s.change()
}

// receive takes reports until ctx is done.
func (p *play) receive(ctx context.Context) error {
	for {
		lease, err := p.link.Results.Take(ctx)
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, queue.ErrClosed) {
				return nil
			}
			return fmt.Errorf("take reports of workers: %w", err)
		}
		p.report(ctx, lease.Job())
		if err := lease.Done(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, queue.ErrExpired) {
			return fmt.Errorf("take reports of workers: %w", err)
		}
	}
}

// report takes in a report. Whatever is wrong with it is its worker's.
func (p *play) report(ctx context.Context, j queue.Job) {
	name, _, _ := strings.Cut(j.Name, "#")
	p.mu.Lock()
	w, o := p.peer(j.From), p.orders[name]
	out := w.Aside != ""
	p.mu.Unlock()
	if o == nil { // it was withdrawn, or is of an earlier server
		return
	}
	if o.to != w.Name {
		p.aside(ctx, w, "it reported games of an order for worker "+o.to)
		return
	}
	r, err := Decode[Report](j.Body)
	switch {
	case out:
	case errors.Is(err, ErrVersion):
		p.aside(ctx, w, err.Error())
	case err != nil:
		p.aside(ctx, w, "it sent a report that cannot be read: "+err.Error())
	case r.Refused != "":
		p.refuse(ctx, w, o, &r)
		return
	case r.Failed != nil:
		p.failed(ctx, w, o, r.Failed)
		return
	default:
		if err := p.writeDown(w, o, r.Games); err != nil {
			p.fail(err)
			return
		}
		for _, g := range r.Games {
			if out = !p.game(ctx, w, o, g); out {
				break
			}
		}
	}
	if out || err != nil { // others get what it has not played
		p.end(o)
		return
	}
	p.mu.Lock()
	ended := len(o.left) == 0
	if r.Took > 0 && ended {
		each := min(r.Took, time.Since(o.since)) / time.Duration(len(o.job.Fixtures))
		if p.each == 0 {
			p.each = each
		}
		p.each += (each - p.each) / 4
	}
	w.refusals, w.overdue, w.rests, o.heard = 0, 0, time.Time{}, time.Now()
	if ended {
		w.ended++
		w.owes = max(w.owes-1, 0)
	}
	ended = ended && p.orders[o.name] == o
	p.mu.Unlock()
	if ended {
		p.end(o)
	}
}

// failed takes in a game that a worker could not play. If the rules fail here too, the play ends with that: no other machine can play it. Else the worker has refused the order: it may lack memory
// or time for these rules.
func (p *play) failed(ctx context.Context, w *peer, o *order, g *FailedGame) {
	if err := p.stage.Fails(o.job, run.RemoteGame{Fixture: g.Fixture, Replay: g.Replay}); err != nil {
		p.fail(err)
		return
	}
	p.refuse(ctx, w, o, &Report{Refused: fmt.Sprintf("game %d, which can be played here: %s", g.Fixture+1, g.Why)})
}

// game takes in a reported game, and returns false if the worker is set aside.
func (p *play) game(ctx context.Context, w *peer, o *order, g ReportedGame) bool {
	said := run.RemoteGame{Fixture: g.Fixture, Replay: g.Replay}
	for i := range g.Seats {
		said.Seats = append(said.Seats, g.Seats[i].tally())
	}
	take := p.stage.Accept
	if o.check != nil {
		take = p.stage.Check
	}
	err := p.bounded(&g, time.Since(o.since))
	if err == nil {
		err = take(o.job, said)
	}
	if failed := (*game.RulesError)(nil); errors.As(err, &failed) { // which is nobody's report
		p.fail(err)
		return false
	}
	if err != nil {
		p.aside(ctx, w, "its report contradicts the rules: "+err.Error())
		return false
	}
	var slow string
	p.mu.Lock()
	first := o.left[g.Fixture]
	delete(o.left, g.Fixture)
	delete(p.overdue, g.Fixture)
	if first && o.check == nil {
		p.count(w, o.job.Fixture(g.Fixture), &g)
		slow = p.paces.slow(w.paces)
	}
	p.mu.Unlock()
	if slow != "" {
		p.aside(ctx, w, slow)
		return false
	}
	moves := digest(g)
	switch {
	case o.check != nil:
		if !p.compare(ctx, w, o.check, moves) && w.Aside == "" { // the ledger keeps that there is another result
			return p.stage.Accept(o.job, said) == nil
		}
	case first && p.chosen(g.Fixture):
		p.twice(ctx, w, o, checked{g.Fixture, moves, w.Name})
	}
	return true
}

// Bounds of what a report says of a seat. A bot may use several processors.
const (
	mostProcessors = 256
	mostDoubt      = 1 << 10 // bytes
	moreLog        = 8 << 20 // bytes beyond the limit of the stage: the notes by agon
	recordSize     = 32      // bytes of a record without its text
)

// bounded returns an error if the times of a game are longer than its order has been out, or its texts too long. They are the worker's word, and later
// added up and written down.
func (p *play) bounded(g *ReportedGame, out time.Duration) error {
	most := mostProcessors * (out + time.Second)
	for i := range g.Seats {
		s := &g.Seats[i]
		for _, d := range []time.Duration{s.Wall, s.CPU, s.Least, s.Most} {
			if d < 0 || d > most {
				return fmt.Errorf("game %d: seat %d took %v, %v after the games were offered", g.Fixture+1, i+1, d, out.Round(time.Second))
			}
		}
		for _, d := range []game.Micros{s.Seat.Took, s.Seat.CPU, s.Seat.Stall} {
			if d < 0 || int64(d) > most.Microseconds() {
				return fmt.Errorf("game %d: seat %d took %d µs, %v after the games were offered", g.Fixture+1, i+1, d, out.Round(time.Second))
			}
		}
		if err := p.boundedLog(g.Fixture, i, s.Log); err != nil {
			return err
		}
		if len(s.Doubt) > mostDoubt {
			return fmt.Errorf("game %d: seat %d has a doubt of %d bytes", g.Fixture+1, i+1, len(s.Doubt))
		}
	}
	return nil
}

// boundedLog returns an error if the log of a seat is too long, or says something of another game.
func (p *play) boundedLog(fixture, seat int, log []gamelog.Record) error {
	size := 0
	for _, r := range log {
		size += recordSize + len(r.Text) + len(r.Fault) + len(r.Kind)
		if r.Game != 0 && r.Game != fixture+1 {
			return fmt.Errorf("game %d: the log of seat %d is of game %d", fixture+1, seat+1, r.Game)
		}
	}
	if size > 3*p.terms.Logs+moreLog {
		return fmt.Errorf("game %d: seat %d has a log of %d bytes", fixture+1, seat+1, size)
	}
	return nil
}

// end ends an order.
func (p *play) end(o *order) {
	p.forget(o)
	if o.check == nil {
		p.stage.Ended(o.job)
	}
}

// withdraw takes all orders back.
func (p *play) withdraw(ctx context.Context) {
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	p.mu.Lock()
	var all []*order
	for _, o := range p.orders {
		all = append(all, o)
	}
	p.mu.Unlock()
	for _, o := range all {
		p.link.Poison.Withdraw(ctx, o.name) // what stays there is played in vain
		p.end(o)
	}
}
