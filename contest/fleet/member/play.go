package member

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"strings"
	"sync"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest/fleet"
	"agon/contest/queue"
	"agon/contest/run"
	"agon/game"
	"agon/play/referee"
	"agon/play/worker"
	"agon/record/replay"
)

// A play is the play of orders under one set of conditions.
type play struct {
	*member
	hard   context.Context
	terms  run.Terms
	rules  fleet.Rules
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
	turned chan struct{} // one element when a game of which frames are sent has made a turn
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
	ctx, over := context.WithCancel(ctx)
	defer over()
	p, err := m.begin(ctx, hard, first)
	if err != nil {
		m.refuse(hard, first, fleet.Report{Refused: err.Error()})
		return nil
	}
	p.over = over
	m.mu.Lock()
	m.plays = p.terms.Contest
	m.mu.Unlock()
	text := fmt.Sprintf("plays for %s, stage %s", p.terms.Contest, p.terms.Stage)
	if p.pool.Slowness > 1 {
		text += fmt.Sprintf("; time limits are %.2f times as long here as at the server, whose processor is faster", p.pool.Slowness)
	}
	m.Note(text)
	for _, b := range first.order.Bots { // so that the pool knows their libraries when it begins
		p.slot(b) // next reports what fails
	}
	err = p.work()
	m.mu.Lock()
	m.plays, m.now = "", 0
	m.mu.Unlock()
	return err
}

// begin makes the play of an order's conditions. The error is why this machine cannot play under them.
func (m *member) begin(ctx, hard context.Context, first *taken) (*play, error) {
	terms := first.order.Terms
	kind, err := m.kind(hard, &first.order)
	if err != nil {
		return nil, err
	}
	if kind.Version != terms.Version {
		return nil, fmt.Errorf("the rules of %s have version %s here and %s at the server: use the same agon on both machines",
			kind.Name, kind.Version, terms.Version)
	}
	settings, err := kind.Settings(chosen(terms.Options))
	if err != nil {
		return nil, err
	}
	p := &play{
		member: m, hard: hard, terms: terms, rules: first.order.Rules, kind: kind, opener: m.Opener(kind, terms), slots: map[string]int{},
		first: first, active: map[*taken]bool{}, seeds: map[seeded]given{}, turned: make(chan struct{}, 1),
	}
	p.pool = &worker.Pool{
		Play: worker.Play{
			Kind: kind, Settings: settings, Entries: make([]lineup.Entry, m.Bots), Cores: m.cores, Guard: terms.Guard,
			Average:  terms.Average,
			Slowness: fleet.Slowness(m.calibration(), terms.Calibrated), NoLimits: terms.NoLimits, VoidStalled: terms.VoidStalled,
			Processor: terms.Processor, Times: terms.Times, OneProcess: terms.OneProcess, Pages: true, Logs: terms.Logs,
			Secret: bot.GivenSeeds(p.seed),
		},
		Strain: &worker.Strain{},
		Take:   func(context.Context) (worker.Job, bool) { return p.next(ctx) },
		Done:   p.played,
		Watch:  p.watch,
	}
	return p, nil
}

// work plays until there are no more orders.
func (p *play) work() error {
	frames, quit := context.WithCancel(p.hard)
	var sent sync.WaitGroup
	sent.Go(func() { p.sendFrames(frames) })
	err := p.Work(p.hard, p.pool)
	host := (*bot.HostError)(nil)
	if failed := (*referee.Failure)(nil); errors.As(err, &failed) && !errors.As(err, &host) { // not what this machine lacks
		p.fails(failed)
	}
	quit()
	sent.Wait()
	for left := range p.active { // the pool failed, or was ended at once
		p.giveBack(context.WithoutCancel(p.hard), left)
	}
	return err
}

// kind returns the kind of an order's games.
func (m *member) kind(ctx context.Context, o *fleet.Order) (*game.Kind, error) {
	files, err := o.Rules.Fetch(ctx, m.Files)
	if err != nil {
		return nil, err
	}
	return m.Kinds(o.Terms.Kind, files)
}

// chosen returns options as a map.
func chosen(options []string) map[string]any {
	values := map[string]any{}
	for _, o := range options {
		if name, value, ok := strings.Cut(o, "="); ok {
			values[name] = value
		}
	}
	return values
}

// seed returns the seed of a bot's generators that the server has sent.
func (p *play) seed(seed int64, seat game.Seat) int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seeds[seeded{seed, seat}].seed
}

// next returns a core's next job.
func (p *play) next(ctx context.Context) (worker.Job, bool) {
	for {
		p.mu.Lock()
		order := p.first
		p.first = nil
		p.mu.Unlock()
		if order == nil {
			var err error
			if order, err = p.take(ctx); err != nil {
				p.stopped(ctx, err)
				return worker.Job{}, false
			}
		}
		if !reflect.DeepEqual(order.order.Terms, p.terms) || !maps.Equal(order.order.Rules, p.rules) {
			p.keep(order)
			return worker.Job{}, false
		}
		if len(order.order.Judge) > 0 {
			p.judge(order)
			continue
		}
		job, err := p.job(order)
		switch {
		case err == nil:
			return job, true
		case bot.Lacks(err):
			p.giveBack(p.hard, order)
			p.lack(err.Error())
			if !rest(ctx, restFor) {
				return worker.Job{}, false
			}
			p.lack("")
		default:
			r := fleet.Report{Refused: err.Error()}
			if u := (*unplayable)(nil); errors.As(err, &u) {
				r.Cannot = map[string]string{u.hash: u.why}
			}
			p.refuse(p.hard, order, r)
		}
	}
}

// stopped notes why no order came.
func (p *play) stopped(ctx context.Context, err error) {
	var out *Dismissed
	switch {
	case errors.As(err, &out):
		p.member.mu.Lock()
		p.out = err
		p.member.mu.Unlock()
		p.over()
	case ctx.Err() == nil && !errors.Is(err, queue.ErrClosed):
		p.lack(err.Error())
	}
}

// keep keeps an order for the next pool, and ends this one.
func (p *play) keep(order *taken) {
	p.member.mu.Lock()
	other := p.stash
	if other == nil {
		p.stash = order
	}
	p.member.mu.Unlock()
	if other != nil {
		p.giveBack(p.hard, order)
	}
	p.over()
}

// job makes the job of an order, with its bots opened.
func (p *play) job(order *taken) (worker.Job, error) {
	o := &order.order
	job := worker.Job{Absent: map[int]string{}}
	for i, b := range o.Bots {
		slot, err := p.slot(b)
		if err != nil {
			return job, err
		}
		job.Lineup = append(job.Lineup, slot)
		if why, absent := o.Absent[o.Lineup[i]]; absent {
			job.Absent[slot] = why
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, g := range o.Games {
		job.Fixtures = append(job.Fixtures, referee.Fixture{ID: g.ID, Seed: g.Seed, Seats: g.Seats})
		for seat, seed := range g.Seeds {
			at := seeded{g.Seed, game.Seat(seat)}
			p.seeds[at] = given{seed, p.seeds[at].orders + 1}
		}
	}
	order.begun = time.Now()
	p.active[order] = true
	p.member.mu.Lock()
	p.member.now++
	p.member.mu.Unlock()
	job.Ended = func() { p.ended(order) }
	return job, nil
}

// slot returns the place of a bot among the pool's entries.
func (p *play) slot(b fleet.OrderedBot) (int, error) {
	p.opening.Lock()
	defer p.opening.Unlock()
	key := fmt.Sprintf("%+v", b.Parcel)
	if slot, ok := p.slots[key]; ok {
		return slot, nil
	}
	if len(p.slots) == p.Bots {
		return 0, fmt.Errorf("more than %d bots have played here: start the worker again", p.Bots)
	}
	var files []lineup.File
	for _, name := range b.Files {
		files = append(files, file{p, name})
	}
	e, err := p.opener.Unpack(p.hard, b.Parcel, files)
	switch {
	case err != nil && (bot.Lacks(err) || p.hard.Err() != nil):
		return 0, err
	case err != nil:
		return 0, &unplayable{b.Name, b.Hash, err.Error()}
	case e.Broken != "":
		return 0, &unplayable{b.Name, b.Hash, e.Broken}
	}
	slot := len(p.slots)
	p.pool.Entries[slot] = e // no core reads it before it has a job with it
	p.slots[key] = slot
	return slot, nil
}

// file is a file of a parcel.
type file struct {
	*play
	name string
}

func (f file) Open() (io.ReadCloser, error) { return f.Files.Get(f.hard, f.name) }

// unplayable is the error of a bot that cannot play on this machine, which may lack its language.
type unplayable struct{ name, hash, why string }

func (u *unplayable) Error() string { return u.name + " cannot play here: " + u.why }

// played takes a game from a core.
func (p *play) played(_ int, g worker.Game) error {
	if !p.terms.Sample || len(g.Record.Said) > reportBytes {
		g.Record.Said = nil // whoever gets the report executes the game again
	}
	rep := replay.Replay{Record: g.Record}
	for _, place := range g.Fixture.Seats {
		rep.Seats = append(rep.Seats, replay.Seat{Name: p.pool.Entries[g.Lineup[place]].Name})
	}
	packed := replay.Encode(&rep, p.kind.Timed)
	reported := fleet.NewReport(&g, packed)
	p.mu.Lock()
	of := p.has(g.Fixture.ID)
	if of != nil {
		delete(of.left, g.Fixture.ID)
	}
	p.mu.Unlock()
	p.tally(&g)
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
	if of.bytes < reportBytes && time.Since(of.reported) < p.Lease/2 {
		return nil
	}
	return p.report(of, 0)
}

// has returns the order of a game without a report, nil if there is none. The caller holds the lock.
func (p *play) has(fixture int64) *taken {
	for order := range p.active {
		if order.left[fixture] {
			return order
		}
	}
	return nil
}

// fails reports a game that cannot be played. Its order ends with it.
func (p *play) fails(f *referee.Failure) {
	g := fleet.FailedGame{Fixture: int(f.Fixture.ID), Why: f.Err.Error()}
	if f.Made != nil {
		rep := replay.Replay{Record: f.Made}
		for range f.Fixture.Seats {
			rep.Seats = append(rep.Seats, replay.Seat{})
		}
		g.Replay = replay.Encode(&rep, p.kind.Timed)
	}
	p.mu.Lock()
	of := p.has(f.Fixture.ID)
	delete(p.active, of)
	p.mu.Unlock()
	if of == nil {
		return
	}
	of.stop()
	p.send(p.hard, of, fleet.Report{Failed: &g})
	of.lease.Done(p.hard) // a failure means that it was somebody else's by then
}

// tally counts a game for the worker's state.
func (p *play) tally(g *worker.Game) {
	p.member.mu.Lock()
	defer p.member.mu.Unlock()
	p.games++
	p.busy += g.CPU()
	p.recent = append(p.recent, time.Now())
	for len(p.recent) > 0 && time.Since(p.recent[0]) > time.Minute {
		p.recent = p.recent[1:]
	}
}

// report sends the games of an order that were not sent. The caller holds the order's lock.
func (p *play) report(of *taken, took time.Duration) error {
	r := fleet.Report{Games: of.done, Took: took}
	of.done, of.bytes, of.reported = nil, 0, time.Now()
	return p.send(p.hard, of, r)
}

// ended reports the last games of an order.
func (p *play) ended(of *taken) {
	of.mu.Lock()
	err := p.report(of, time.Since(of.begun))
	of.mu.Unlock()
	of.stop()
	if err == nil {
		err = of.lease.Done(p.hard)
	}
	if err != nil && p.hard.Err() == nil && !errors.Is(err, queue.ErrExpired) {
		p.Note(fmt.Sprintf("report of %s: %v", of.lease.Job().Name, err))
	}
	p.mu.Lock()
	delete(p.active, of)
	p.forget(&of.order)
	p.mu.Unlock()
	p.member.mu.Lock()
	p.member.now--
	p.member.mu.Unlock()
}

// forget removes the seeds of an order. The caller holds the lock.
func (p *play) forget(o *fleet.Order) {
	for _, g := range o.Games {
		for seat := range g.Seeds {
			at := seeded{g.Seed, game.Seat(seat)}
			x := p.seeds[at]
			if x.orders--; x.orders > 0 {
				p.seeds[at] = x
				continue
			}
			delete(p.seeds, at)
		}
	}
}
