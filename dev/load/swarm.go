/*
Package load is a thousand workers in one process, and the load test of contests with them: make load.

The test starts a real agon run and connects the workers by invitations, accounts and TLS. They are those of agon worker
([agon/contest/fleet/member]) in all but how they play: they wait as long as programs would think, and then play cheap built-in bots. They
reconnect, vanish, sleep and lie, and the server is killed. Each storm has a contest of its own, whose table must be that of the same
contest on one machine.

Other storms are of what workers and server need: NATS servers and databases are killed, a replica takes over, nothing reaches anybody for a
while, a disk is slow or full. All of it stays on this machine: processes of the test end with it, and mounts are in a namespace of its own.
*/
package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"agon/bot"
	"agon/bot/lineup"
	"agon/contest/fleet"
	"agon/contest/fleet/connection"
	"agon/contest/fleet/member"
	"agon/contest/queue"
	"agon/contest/queue/invitation"
	"agon/contest/queue/jetstream"
	"agon/contest/run"
	"agon/game"
	"agon/games/tron"
	"agon/play/worker"
)

// A swarm is many workers in one process. Each is a [member.Run] with a connection of its own; see play for what they share.
type swarm struct {
	nats func(ctx context.Context, url *string, o *jetstream.Options) // changes where and how workers connect; may be nil

	takes    time.Duration // that a worker takes for a game, of which it waits almost all
	slots    chan struct{} // has an element for each game that is played now
	members  []*one
	reported atomic.Int64 // games in reports that the server's queue has stored
	storm    atomic.Bool  // orders that come now come in a storm
	measured atomic.Bool  // each worker has had an order, and there are games for all

	mu     sync.Mutex
	waits  map[bool][]time.Duration // from asking for an order to the order, in a storm and outside
	failed []error                  // of workers that ended and were not set aside
}

// one is a worker of a swarm. It is the dialer of its own connection.
type one struct {
	*swarm
	name   string
	lies   int // reports before it lies; -1: it does not
	orders atomic.Int64
	away   atomic.Bool // it cannot connect
	sleeps atomic.Bool // it ends no game
	conn   atomic.Pointer[net.Conn]
}

// newSwarm makes workers without connections, of which the first are liars. They play in 32 threads at most.
func newSwarm(n, liars int, takes time.Duration) *swarm {
	s := &swarm{takes: takes, slots: make(chan struct{}, 32), waits: map[bool][]time.Duration{}}
	for i := range n {
		w := &one{swarm: s, name: fmt.Sprintf("w%d", i), lies: -1}
		if i < liars {
			w.lies = i % 6
		}
		s.members = append(s.members, w)
	}
	return s
}

// work connects the workers and has them work until ctx is done.
func (s *swarm) work(ctx context.Context, invitations []invitation.Invitation) {
	var all sync.WaitGroup
	for i, w := range s.members {
		all.Go(func() {
			err := w.work(ctx, invitations[i])
			if out := (*member.Dismissed)(nil); err != nil && ctx.Err() == nil && !errors.As(err, &out) {
				s.mu.Lock()
				s.failed = append(s.failed, fmt.Errorf("worker %s: %w", w.name, err))
				s.mu.Unlock()
			}
		})
	}
	all.Wait()
}

func (w *one) work(ctx context.Context, i invitation.Invitation) error {
	url, o := i.URL(), jetstream.Options{
		Space: i.Space, Worker: i.Worker, Classes: i.Classes, Seed: i.Secret, Certificate: i.Certificate,
		Connect: []nats.Option{nats.SetCustomDialer(w)},
	}
	if w.nats != nil {
		w.nats(ctx, &url, &o)
	}
	link, err := jetstream.Dial(ctx, url, o)
	if err != nil {
		return err
	}
	defer link.Close()
	queues := link.Queues()
	queues.Jobs, queues.Results = asking{queues.Jobs, w}, &reporting{Queue: queues.Results, one: w}
	return member.Run(ctx, ctx, member.Options{
		Name: w.name, Link: queues, Lease: connection.Lease, Cores: 1, Bots: 16, Work: w.play,
		// A thousand measurements at once would measure this machine's load: each worker claims a processor that is fast enough.
		Calibrated: time.Millisecond, Measure: func() time.Duration { return time.Millisecond },
		Kinds:  func(string, map[string][]byte) (*game.Kind, error) { return game.New(tron.Spec), nil },
		Opener: func(k *game.Kind, _ run.Terms) *lineup.Opener { return &lineup.Opener{Kind: k, Log: bot.NewLog(0)} },
	})
}

// Dial connects, and keeps the connection so that it can be cut.
func (w *one) Dial(network, address string) (net.Conn, error) {
	if w.away.Load() {
		return nil, errors.New("this worker is away")
	}
	c, err := net.DialTimeout(network, address, 5*time.Second)
	if err == nil {
		w.conn.Store(&c)
	}
	return c, err
}

// cut ends the connection without a word, as networks do, and prevents another for a while.
func (w *one) cut(ctx context.Context, away time.Duration) {
	w.away.Store(true)
	if c := w.conn.Load(); c != nil {
		(*c).Close()
	}
	rest(ctx, away)
	w.away.Store(false)
}

// sleep has a worker end no game for a while.
func (w *one) sleep(ctx context.Context, gone time.Duration) {
	w.sleeps.Store(true)
	rest(ctx, gone)
	w.sleeps.Store(false)
}

// play plays what a worker's pool takes: it waits as long as bots would think, and then plays in one of the swarm's slots.
func (w *one) play(ctx context.Context, p *worker.Pool) error {
	for {
		job, ok := p.Take(ctx)
		if !ok {
			return ctx.Err()
		}
		rest(ctx, time.Duration(float64(w.takes)*float64(len(job.Fixtures))*(0.5+rand.Float64())))
		for w.sleeps.Load() && ctx.Err() == nil {
			rest(ctx, 50*time.Millisecond)
		}
		w.slots <- struct{}{}
		alone := worker.Pool{Play: p.Play, Take: worker.Once(job), Done: p.Done}
		err := alone.Work(ctx)
		<-w.slots
		if err != nil {
			return err
		}
	}
}

// rest waits, until ctx is done at most.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// asking is the queue of a worker's orders, which measures how long they take to come.
type asking struct {
	queue.Queue
	*one
}

func (a asking) Take(ctx context.Context) (queue.Lease, error) {
	asked := time.Now()
	lease, err := a.Queue.Take(ctx)
	if err != nil {
		return nil, err
	}
	a.orders.Add(1)
	if a.measured.Load() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.waits[a.storm.Load()] = append(a.waits[a.storm.Load()], time.Since(asked))
	}
	return lease, nil
}

// reporting is the queue of a worker's reports, which counts them. A liar's are forged: other moves, a part of a replay, or another hash.
type reporting struct {
	queue.Queue
	*one
	sent int
}

func (r *reporting) Offer(ctx context.Context, jobs ...queue.Job) error {
	games := 0
	for i := range jobs {
		report, err := fleet.Decode[fleet.Report](jobs[i].Body)
		if err != nil {
			return err
		}
		games += len(report.Games)
		if r.lies < 0 || r.sent < r.lies || len(report.Games) == 0 {
			continue
		}
		g := &report.Games[0]
		n := len(g.Replay)
		switch r.lies % 3 {
		case 0:
			g.Replay[n/2] ^= 1
		case 1:
			g.Replay = g.Replay[:n/2]
		default:
			g.Replay[n-1] ^= 1
		}
		if jobs[i].Body, err = fleet.Encode(report); err != nil {
			return err
		}
	}
	r.sent++
	err := r.Queue.Offer(ctx, jobs...)
	if err == nil {
		r.reported.Add(int64(games))
	}
	return err
}

// percentile returns the wait, in a storm or outside, than which a part of all is shorter; 0 if none was measured.
func (s *swarm) percentile(part float64, storm bool) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := slices.Sorted(slices.Values(s.waits[storm]))
	if len(list) == 0 {
		return 0
	}
	return list[int(part*float64(len(list)-1))].Round(time.Millisecond)
}
