package member

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"agon/bot/lineup"
	"agon/contest/fleet"
	"agon/contest/queue"
	"agon/contest/queue/filecache"
	"agon/contest/run"
	"agon/game"
	"agon/play/worker"
)

// Options are the settings of a worker. Link, Kinds, Opener and Name are required.
type Options struct {
	Name       string
	Link       queue.Link // the worker's side
	Lease      time.Duration
	Cores      int           // 0: all
	Version    string        // of agon
	Sandbox    string        // how bots are confined, for the organiser
	Level      string        // of the sandbox, in one word
	Memory     int64         // of this machine, in bytes; 0: unknown
	Calibrated time.Duration // as of [fleet.Calibrate]; 0: it is called

	// Measure measures the processor again, every MeasureEvery. Nil is [fleet.Remeasure], 0 is [fleet.MeasureEvery].
	Measure      func() time.Duration
	MeasureEvery time.Duration

	// Kinds returns a kind by its name. rules are its files if the server alone has it, and come from there.
	Kinds func(name string, rules map[string][]byte) (*game.Kind, error)

	Opener func(*game.Kind, run.Terms) *lineup.Opener // of bots, under the conditions of a contest

	// Work plays what a pool takes, until that is nothing. Nil is [worker.Pool.Work], which has a thread for each core: a program that is
	// many workers has fewer.
	Work func(ctx context.Context, p *worker.Pool) error
	Bots int // different bots that a pool has room for; 0: 16384

	Note  func(text string) // receives messages for who runs the worker; may be nil
	Files filecache.Source  // where the files of bots come from; nil: the link
}

// How often a worker reports its state, and how long it rests when its machine lacks something.
const (
	stateEvery = 2 * time.Second
	restFor    = 10 * time.Second
)

// mostBots is how many different bots a pool has room for, unless options say how many.
const mostBots = 1 << 14

// reportBytes is the size of replays and logs from which a part of an order is reported. Half a lease after the last report a part is
// reported too, so that the server sees that long games go on.
const reportBytes = 1 << 20

// A member is a worker that runs.
type member struct {
	Options
	cores int
	begun time.Time

	mu     sync.Mutex
	games  int
	busy   time.Duration
	now    int // orders that are played
	lacks  string
	leaves bool
	plays  string // contest
	recent []time.Time
	found  time.Duration // the last measurement of the processor
	times  int           // number of repeated measurements
	stash  *taken        // an order of the next pool
	out    error         // a *Dismissed, once the server has set it aside
}

// taken is an order under lease.
type taken struct {
	lease    queue.Lease
	order    fleet.Order
	begun    time.Time
	reported time.Time // when games of it were reported, or it was taken
	stop     func()    // ends the extension of its lease

	mu    sync.Mutex
	left  map[int64]bool
	done  []fleet.ReportedGame
	bytes int
	parts int

	shown *sender // of the game of which frames are sent; nil: none is; guarded by the play's lock
}

// Run works until ctx is done and the orders that the worker has then are played. hard ends it at once.
func Run(ctx, hard context.Context, o Options) error {
	if o.Note == nil {
		o.Note = func(string) {}
	}
	if o.Files == nil {
		o.Files = o.Link.Files
	}
	if o.Calibrated == 0 {
		o.Calibrated = fleet.Calibrate()
	}
	if o.Measure == nil {
		o.Measure = fleet.Remeasure
	}
	if o.Work == nil {
		o.Work = func(ctx context.Context, p *worker.Pool) error { return p.Work(ctx) }
	}
	o.Bots = cmp.Or(o.Bots, mostBots)
	m := &member{Options: o, cores: o.Cores, begun: time.Now(), found: o.Calibrated}
	if m.cores <= 0 {
		m.cores = runtime.NumCPU()
	}
	state, stop := context.WithCancel(hard)
	var sides sync.WaitGroup
	sides.Go(func() { m.reportState(ctx, state) })
	sides.Go(func() { m.measure(state) })
	err := m.work(ctx, hard)
	stop()
	sides.Wait()
	if out := (*Dismissed)(nil); errors.As(err, &out) {
		m.depart(hard)
	}
	return err
}

// depart has the server know that this worker has read that it is set aside.
func (m *member) depart(ctx context.Context) {
	ctx, stop := context.WithTimeout(ctx, stateEvery)
	defer stop()
	m.mu.Lock()
	m.leaves = true
	m.mu.Unlock()
	if text, err := fleet.Encode(fleet.Stating(m.state())); err == nil {
		m.Link.Presence.Report(ctx, m.Name, text) // else the server waits a little longer
	}
}

// work plays orders, one set of conditions after the other.
func (m *member) work(ctx, hard context.Context) error {
	for ctx.Err() == nil {
		first := m.stash
		m.stash = nil
		if first == nil {
			var err error
			if first, err = m.take(ctx); err != nil {
				return quiet(ctx, err)
			}
		}
		err := m.serve(ctx, hard, first)
		if m.out != nil {
			return m.out
		}
		if err != nil && hard.Err() == nil {
			m.lack(err.Error())
			if !rest(ctx, restFor) {
				return nil
			}
			m.lack("")
		}
	}
	if m.stash != nil {
		m.giveBack(hard, m.stash)
	}
	return nil
}

// Dismissed is the error of a worker that the server has set aside.
type Dismissed struct {
	Why string // one line, in the server's words
}

func (d *Dismissed) Error() string {
	return "the contest's machine has set this worker aside: " + d.Why
}

// quiet drops the error of a context that is done.
func quiet(ctx context.Context, err error) error {
	if ctx.Err() != nil || errors.Is(err, queue.ErrClosed) {
		return nil
	}
	return err
}

// rest waits, and returns false if ctx was done first.
func rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// take waits for an order that can be read.
func (m *member) take(ctx context.Context) (*taken, error) {
	for {
		lease, err := m.Link.Jobs.Take(ctx)
		if err != nil {
			return nil, err
		}
		order, err := fleet.Decode[fleet.Order](lease.Job().Body)
		if err == nil && order.Dismissed != "" {
			lease.Done(ctx) // else it is withdrawn
			return nil, &Dismissed{order.Dismissed}
		}
		if err == nil && order.Notice != "" {
			m.Note(order.Notice)
			lease.Done(ctx) // else the notice comes again
			continue
		}
		if err == nil {
			err = check(&order)
		}
		t := &taken{lease: lease, order: order, left: map[int64]bool{}, reported: time.Now(), stop: func() {}}
		if err != nil {
			m.refuse(ctx, t, fleet.Report{Refused: err.Error()})
			continue
		}
		for _, g := range order.Games {
			t.left[g.ID] = true
		}
		extend, stop := context.WithCancel(context.WithoutCancel(ctx))
		t.stop = stop
		go func() {
			for rest(extend, m.Lease/3) {
				lease.Extend(extend) // a lease that is lost shows when it is ended
			}
		}()
		return t, nil
	}
}

// check returns an error if an order contradicts itself.
func check(o *fleet.Order) error {
	if len(o.Judge) > 0 && len(o.Games) == 0 {
		return nil
	}
	if len(o.Lineup) == 0 || len(o.Bots) != len(o.Lineup) || len(o.Games) == 0 || len(o.Bots) > mostBots/2 {
		return fmt.Errorf("the order has %d games and %d bots for a line-up of %d", len(o.Games), len(o.Bots), len(o.Lineup))
	}
	for _, g := range o.Games {
		if len(g.Seeds) != len(g.Seats) || len(g.Seats) == 0 {
			return fmt.Errorf("game %d of the order has %d seats and %d seeds", g.ID+1, len(g.Seats), len(g.Seeds))
		}
		for _, place := range g.Seats {
			if place < 0 || place >= len(o.Lineup) {
				return fmt.Errorf("game %d of the order seats bot %d of %d", g.ID+1, place+1, len(o.Lineup))
			}
		}
	}
	return nil
}

// refuse reports that an order cannot be played here, and why.
func (m *member) refuse(ctx context.Context, t *taken, r fleet.Report) {
	t.stop()
	m.Note("refused: " + r.Refused)
	m.send(ctx, t, r)
	t.lease.Done(ctx) // a failure means that it was somebody else's by then
}

// giveBack gives an order back that was not begun.
func (m *member) giveBack(ctx context.Context, t *taken) {
	t.stop()
	t.lease.Return(ctx)
}

// send offers a report, in parts if it is too long for the queue. It waits while there is no connection.
func (m *member) send(ctx context.Context, t *taken, r fleet.Report) error {
	body, err := fleet.Encode(fleet.Reporting(r))
	if err != nil {
		return err
	}
	if len(body) > queue.MaxBody {
		switch n := len(r.Games); {
		case n > 1:
			first := fleet.Report{Games: r.Games[:n/2]}
			r.Games = r.Games[n/2:]
			return errors.Join(m.send(ctx, t, first), m.send(ctx, t, r))
		case n == 1 && r.Games[0].DropOutput():
			return m.send(ctx, t, r)
		}
	}
	t.parts++
	return m.Link.Results.Offer(ctx, queue.Job{Name: fmt.Sprintf("%s#%d-%d", t.lease.Job().Name, t.lease.Delivery(), t.parts), Body: body})
}

// lack notes what this machine lacks; "" for nothing.
func (m *member) lack(what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lacks = what
	if what != "" {
		m.Note("takes no games for now: " + what)
	}
}

// reportState reports what the worker does, from time to time and when it begins to leave.
func (m *member) reportState(leave, ctx context.Context) {
	leaving := leave.Done()
	for {
		if text, err := fleet.Encode(fleet.Stating(m.state())); err == nil {
			if err := m.Link.Presence.Report(ctx, m.Name, text); err != nil && ctx.Err() == nil {
				m.Note("the server does not hear this worker: " + err.Error())
			}
		}
		t := time.NewTimer(stateEvery)
		select {
		case <-t.C:
		case <-leaving:
			leaving = nil
			m.mu.Lock()
			m.leaves = true
			m.mu.Unlock()
		case <-ctx.Done():
			t.Stop()
			return
		}
		t.Stop()
	}
}

// measure measures the processor again and again, since one measurement may fall into a noisy moment.
func (m *member) measure(ctx context.Context) {
	tick := time.NewTicker(cmp.Or(m.MeasureEvery, fleet.MeasureEvery))
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		found := m.Measure()
		m.mu.Lock()
		m.found, m.times = found, m.times+1
		m.mu.Unlock()
	}
}

// calibration returns the last measurement of the processor.
func (m *member) calibration() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.found
}

func (m *member) state() fleet.State {
	m.mu.Lock()
	defer m.mu.Unlock()
	host, _ := os.Hostname()
	lately := 0.0
	if n := len(m.recent); n > 1 {
		lately = float64(n) / max(time.Since(m.recent[0]).Seconds(), 1)
	}
	return fleet.State{
		Version: m.Version, Host: host, System: runtime.GOOS + "/" + runtime.GOARCH, Sandbox: m.Sandbox, Level: m.Level,
		Cores: m.cores, Memory: m.Memory, Calibrated: m.found, Measured: m.times, Games: m.games, Busy: m.busy, Uptime: time.Since(m.begun),
		Now: m.now, Lacks: m.lacks, Leaving: m.leaves, Contest: m.plays, Lately: lately,
	}
}
