package member

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest"
	"agon/fleet"
	"agon/game"
	"agon/queue"
	"agon/queue/filecache"
	"agon/referee"
	"agon/replay"
	"agon/worker"
)

// Options are the settings of a worker. Link, Kinds, Opener and Name are required.
type Options struct {
	Name       string
	Link       queue.Link // the worker's side
	Lease      time.Duration
	Cores      int                                            // 0: all
	Version    string                                         // of agon
	Sandbox    string                                         // how bots are confined, for the organiser
	Level      string                                         // of the sandbox, in one word
	Memory     int64                                          // of this machine, in bytes; 0: unknown
	Calibrated time.Duration                                  // as of [fleet.Calibrate]; 0: it is called
	Kinds      func(name string) (*game.Kind, error)          //
	Opener     func(*game.Kind, contest.Terms) *lineup.Opener // of bots, under the conditions of a contest
	Note       func(text string)                              // receives messages for who runs the worker; may be nil
	Files      filecache.Source                               // where the files of bots come from; nil: the link
}

// How often a worker says what it does, and how long it rests when its machine lacks something.
const (
	stateEvery = 2 * time.Second
	restFor    = 10 * time.Second
)

// mostBots is how many different bots a pool has room for.
const mostBots = 1 << 14

// reportBytes is the size of replays and logs from which a part of an order is reported.
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
	stash  *taken // an order of the next pool
	out    error  // a *Dismissed, once the server has said so
}

// taken is an order under lease.
type taken struct {
	lease queue.Lease
	order fleet.Order
	begun time.Time
	stop  func() // ends the extension of its lease

	mu    sync.Mutex
	left  map[int64]bool
	done  []fleet.ReportedGame
	bytes int
	parts int

	shown *sender // of the game of which frames are sent; nil: none is; guarded by the table's lock
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
	m := &member{Options: o, cores: o.Cores, begun: time.Now()}
	if m.cores <= 0 {
		m.cores = runtime.NumCPU()
	}
	state, stop := context.WithCancel(hard)
	var said sync.WaitGroup
	said.Go(func() { m.sayState(ctx, state) })
	err := m.work(ctx, hard)
	stop()
	said.Wait()
	return err
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
			lease.Done(ctx) // or it is withdrawn
			return nil, &Dismissed{order.Dismissed}
		}
		if err == nil && order.Notice != "" {
			m.Note(order.Notice)
			lease.Done(ctx) // or it is said again
			continue
		}
		if err == nil {
			err = check(&order)
		}
		t := &taken{lease: lease, order: order, left: map[int64]bool{}, stop: func() {}}
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
	t.lease.Done(ctx) // or it was somebody else's by then
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

// A table is the play under one set of conditions.
type table struct {
	*member
	hard   context.Context
	terms  contest.Terms
	kind   *game.Kind
	opener *lineup.Opener
	pool   *worker.Pool
	over   context.CancelFunc // no more orders are taken

	opening sync.Mutex     // one order at a time has its bots opened
	slots   map[string]int // of bots, by hash and name

	mu     sync.Mutex
	first  *taken
	active map[*taken]bool
	seeds  map[seeded]given
	turned chan struct{} // has an element when a game of which frames are sent has made a turn
}

// given is a seed that the server has sent, for games of some orders.
type given struct {
	seed   int64
	orders int
}

type seeded struct {
	seed int64
	seat game.Seat
}

// serve plays orders under the conditions of the first.
func (m *member) serve(ctx, hard context.Context, first *taken) error {
	terms := first.order.Terms
	kind, err := m.Kinds(terms.Kind)
	if err == nil && kind.Version != terms.Version {
		err = fmt.Errorf("the rules of %s have version %s here and %s at the server: use the same agon on both machines", kind.Name, kind.Version, terms.Version)
	}
	var settings game.Settings
	if err == nil {
		settings, err = kind.Settings(chosen(terms.Options))
	}
	if err != nil {
		m.refuse(hard, first, fleet.Report{Refused: err.Error()})
		return nil
	}
	ctx, over := context.WithCancel(ctx)
	defer over()
	t := &table{
		member: m, hard: hard, terms: terms, kind: kind, opener: m.Opener(kind, terms), over: over, slots: map[string]int{}, first: first,
		active: map[*taken]bool{}, seeds: map[seeded]given{}, turned: make(chan struct{}, 1),
	}
	t.pool = &worker.Pool{
		Play: worker.Play{
			Kind: kind, Settings: settings, Entries: make([]lineup.Entry, mostBots), Cores: m.cores, Guard: terms.Guard, Average: terms.Average,
			Slowness: fleet.Slowness(m.Calibrated, terms.Calibrated), NoLimits: terms.NoLimits, VoidStalled: terms.VoidStalled, Processor: terms.Processor,
			Times: terms.Times, OneProcess: terms.OneProcess, Pages: true, Logs: terms.Logs, Secret: bot.GivenSeeds(t.seed),
		},
		Strain: &worker.Strain{},
		Take:   func(context.Context) (worker.Job, bool) { return t.next(ctx) },
		Done:   t.played,
		Watch:  t.watch,
	}
	m.mu.Lock()
	m.plays = terms.Contest
	m.mu.Unlock()
	text := fmt.Sprintf("plays for %s, stage %s", terms.Contest, terms.Stage)
	if t.pool.Slowness > 1 {
		text += fmt.Sprintf("; time limits are %.2f times as long here as at the server, whose processor is faster", t.pool.Slowness)
	}
	m.Note(text)
	for _, b := range first.order.Bots { // so that the pool knows their libraries when it begins
		t.slot(b) // next tells what fails
	}
	frames, quit := context.WithCancel(hard)
	var sent sync.WaitGroup
	sent.Go(func() { t.sendFrames(frames) })
	err = t.pool.Work(hard)
	quit()
	sent.Wait()
	for left := range t.active { // the pool failed, or was ended at once
		m.giveBack(context.WithoutCancel(hard), left)
	}
	m.mu.Lock()
	m.plays, m.now = "", 0
	m.mu.Unlock()
	return err
}

// chosen returns options as a map.
func chosen(options []string) map[string]any {
	values := map[string]any{}
	for _, o := range options {
		for i := range o {
			if o[i] == '=' {
				values[o[:i]] = o[i+1:]
				break
			}
		}
	}
	return values
}

// seed returns the seed of a bot's generators that the server has sent.
func (t *table) seed(seed int64, seat game.Seat) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seeds[seeded{seed, seat}].seed
}

// next returns a core's next job.
func (t *table) next(ctx context.Context) (worker.Job, bool) {
	for {
		t.mu.Lock()
		order := t.first
		t.first = nil
		t.mu.Unlock()
		if order == nil {
			var err error
			if order, err = t.take(ctx); err != nil {
				t.stopped(ctx, err)
				return worker.Job{}, false
			}
		}
		if !reflect.DeepEqual(order.order.Terms, t.terms) {
			t.keep(order)
			return worker.Job{}, false
		}
		job, err := t.job(order)
		switch {
		case err == nil:
			return job, true
		case bot.Lacks(err):
			t.giveBack(t.hard, order)
			t.lack(err.Error())
			if !rest(ctx, restFor) {
				return worker.Job{}, false
			}
			t.lack("")
		default:
			r := fleet.Report{Refused: err.Error()}
			if u := (*unplayable)(nil); errors.As(err, &u) {
				r.Cannot = map[string]string{u.hash: u.why}
			}
			t.refuse(t.hard, order, r)
		}
	}
}

// stopped notes why no order came.
func (t *table) stopped(ctx context.Context, err error) {
	var out *Dismissed
	switch {
	case errors.As(err, &out):
		t.member.mu.Lock()
		t.out = err
		t.member.mu.Unlock()
		t.over()
	case ctx.Err() == nil && !errors.Is(err, queue.ErrClosed):
		t.lack(err.Error())
	}
}

// keep keeps an order for the next pool, and ends this one.
func (t *table) keep(order *taken) {
	t.member.mu.Lock()
	other := t.stash
	if other == nil {
		t.stash = order
	}
	t.member.mu.Unlock()
	if other != nil {
		t.giveBack(t.hard, order)
	}
	t.over()
}

// job makes the job of an order, with its bots opened.
func (t *table) job(order *taken) (worker.Job, error) {
	o := &order.order
	job := worker.Job{Absent: map[int]string{}}
	for i, b := range o.Bots {
		slot, err := t.slot(b)
		if err != nil {
			return job, err
		}
		job.Lineup = append(job.Lineup, slot)
		if why, absent := o.Absent[o.Lineup[i]]; absent {
			job.Absent[slot] = why
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, g := range o.Games {
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: g.ID, Seed: g.Seed, Seats: g.Seats})
		for seat, seed := range g.Seeds {
			at := seeded{g.Seed, game.Seat(seat)}
			t.seeds[at] = given{seed, t.seeds[at].orders + 1}
		}
	}
	order.begun = time.Now()
	t.active[order] = true
	t.member.mu.Lock()
	t.member.now++
	t.member.mu.Unlock()
	job.Ended = func() { t.ended(order) }
	return job, nil
}

// slot returns the place of a bot among the pool's entries.
func (t *table) slot(b fleet.OrderedBot) (int, error) {
	t.opening.Lock()
	defer t.opening.Unlock()
	key := fmt.Sprintf("%+v", b.Parcel)
	if slot, ok := t.slots[key]; ok {
		return slot, nil
	}
	if len(t.slots) == mostBots {
		return 0, fmt.Errorf("more than %d bots have played here: start the worker again", mostBots)
	}
	var files []lineup.File
	for _, name := range b.Files {
		files = append(files, file{t, name})
	}
	e, err := t.opener.Unpack(t.hard, b.Parcel, files)
	switch {
	case err != nil && (bot.Lacks(err) || t.hard.Err() != nil):
		return 0, err
	case err != nil:
		return 0, &unplayable{b.Name, b.Hash, err.Error()}
	case e.Broken != "":
		return 0, &unplayable{b.Name, b.Hash, e.Broken}
	}
	slot := len(t.slots)
	t.pool.Entries[slot] = e // no core reads it before it has a job with it
	t.slots[key] = slot
	return slot, nil
}

// file is a file of a parcel.
type file struct {
	*table
	name string
}

func (f file) Open() (io.ReadCloser, error) { return f.Files.Get(f.hard, f.name) }

// unplayable is the error of a bot that cannot play on this machine, which may lack its language.
type unplayable struct{ name, hash, why string }

func (u *unplayable) Error() string { return u.name + " cannot play here: " + u.why }

// played takes a game from a core.
func (t *table) played(_ int, g worker.Game) error {
	rep := replay.Replay{Record: g.Record}
	for _, place := range g.Fixture.Seats {
		rep.Seats = append(rep.Seats, replay.Seat{Name: t.pool.Entries[g.Lineup[place]].Name})
	}
	packed := replay.Encode(&rep, t.kind.Timed)
	reported := fleet.NewReport(&g, packed)
	t.mu.Lock()
	var of *taken
	for order := range t.active {
		if order.left[g.Fixture.ID] {
			of = order
		}
	}
	if of != nil {
		delete(of.left, g.Fixture.ID)
	}
	t.mu.Unlock()
	t.tally(&g)
	if of == nil {
		return nil
	}
	of.mu.Lock()
	defer of.mu.Unlock()
	of.done = append(of.done, reported)
	of.bytes += len(packed)
	for i := range reported.Seats {
		for _, record := range reported.Seats[i].Log {
			of.bytes += len(record.Text)
		}
	}
	if of.bytes < reportBytes {
		return nil
	}
	return t.report(of, 0)
}

// tally counts a game for the worker's state.
func (t *table) tally(g *worker.Game) {
	t.member.mu.Lock()
	defer t.member.mu.Unlock()
	t.games++
	t.busy += g.CPU()
	t.recent = append(t.recent, time.Now())
	for len(t.recent) > 0 && time.Since(t.recent[0]) > time.Minute {
		t.recent = t.recent[1:]
	}
}

// report sends the games of an order that were not sent. The caller holds the order's lock.
func (t *table) report(of *taken, took time.Duration) error {
	r := fleet.Report{Games: of.done, Took: took}
	of.done, of.bytes = nil, 0
	return t.send(t.hard, of, r)
}

// ended reports the last games of an order.
func (t *table) ended(of *taken) {
	of.mu.Lock()
	err := t.report(of, time.Since(of.begun))
	of.mu.Unlock()
	of.stop()
	if err == nil {
		err = of.lease.Done(t.hard)
	}
	if err != nil && t.hard.Err() == nil && !errors.Is(err, queue.ErrExpired) {
		t.Note(fmt.Sprintf("report of %s: %v", of.lease.Job().Name, err))
	}
	t.mu.Lock()
	delete(t.active, of)
	t.forget(&of.order)
	t.mu.Unlock()
	t.member.mu.Lock()
	t.member.now--
	t.member.mu.Unlock()
}

// forget removes the seeds of an order. The caller holds the lock.
func (t *table) forget(o *fleet.Order) {
	for _, g := range o.Games {
		for seat := range g.Seeds {
			at := seeded{g.Seed, game.Seat(seat)}
			x := t.seeds[at]
			if x.orders--; x.orders > 0 {
				t.seeds[at] = x
				continue
			}
			delete(t.seeds, at)
		}
	}
}

// sayState says what the worker does, from time to time and when it begins to leave.
func (m *member) sayState(leave, ctx context.Context) {
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

func (m *member) state() fleet.State {
	m.mu.Lock()
	defer m.mu.Unlock()
	host, _ := os.Hostname()
	lately := 0.0
	if n := len(m.recent); n > 1 {
		lately = float64(n) / max(time.Since(m.recent[0]).Seconds(), 1)
	}
	return fleet.State{
		Version: m.Version, Host: host, System: runtime.GOOS + "/" + runtime.GOARCH, Sandbox: m.Sandbox, Level: m.Level, Cores: m.cores, Memory: m.Memory, Calibrated: m.Calibrated,
		Games: m.games, Busy: m.busy, Uptime: time.Since(m.begun), Now: m.now, Lacks: m.lacks, Leaving: m.leaves, Contest: m.plays, Lately: lately,
	}
}
