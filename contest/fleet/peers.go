package fleet

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"time"

	"agon/contest/queue"
	"agon/contest/run"
	"agon/game"
)

// A Worker is what the organiser sees of a worker.
type Worker struct {
	Name string
	State
	Seen    time.Time // when it last reported its state
	Here    bool
	Played  int           // games that count
	Late    int           // moves that were late
	Moves   int           //
	Speed   float64       // of a processor, compared with this machine's; 0: unknown
	Checks  int           // games that were played again elsewhere
	Differ  int           // of these, with other moves
	Pace    float64       // time of its bots for a move, divided by that of the same bots elsewhere; 0: unknown
	Aside   string        // why nothing that it sends counts; empty: it does
	Unfit   string        // why it gets no games of the contest; empty: it gets some
	Slow    string        // why it gets none until it is measured again; empty: it gets some
	Out     int           // orders that it was given and that have not ended
	Silent  time.Duration // the longest that one of these has been out without a report
	Overdue int           // orders of which it reported nothing in time; each that it ends takes one off
	Refused int           // orders that it could not play
}

// Efficiency returns the part of its cores' time in which bots were busy.
func (w *Worker) Efficiency() float64 {
	if w.Uptime <= 0 || w.Cores <= 0 {
		return 0
	}
	return w.Busy.Seconds() / (w.Uptime.Seconds() * float64(w.Cores))
}

// peer is a worker as the server knows it.
type peer struct {
	Worker
	fixtures []int           // those that it has played and that count
	refusals int             // in a row
	has      int             // orders, without those of games that are played again
	again    int             // these
	offered  chan struct{}   // closed when the last of them is in the queue; nil: it had none
	ended    int             // orders, since it came or was overdue
	overdue  int             // times in a row that it reported nothing of its orders in time
	owes     int             // orders to end before more than one core of it takes any: as many as were overdue
	rests    time.Time       // until when it gets no orders, having been overdue
	differ   map[string]int  // games with other moves, by the other worker
	agree    map[string]int  // games with the same moves
	paces    paces           // of its bots
	cannot   map[string]bool // bots that cannot play there, by hash
	speeds   speeds          // since it is known
	judging  int             // games that it judges now
	judges   time.Time       // when it judges games again, having judged none in time
	misled   bool            // it has sent a frame that cannot be shown, which was noted

	dismissed bool // it is set aside, and is being notified of that

	reporting sync.Mutex // held while a report of it is taken in; taken before the server's lock
}

// peer returns a worker, known or not. The caller holds the lock.
func (s *Server) peer(name string) *peer {
	w := s.peers[name]
	if w == nil {
		w = &peer{Worker: Worker{Name: name}, differ: map[string]int{}, agree: map[string]int{}, paces: paces{}, cannot: map[string]bool{}}
		s.peers[name] = w
	}
	return w
}

// firstCores of a worker take orders before it has ended any, since a worker may claim any number of cores. With each order that it ends
// one more does.
const firstCores = 4

// plays reports whether a worker plays games of the contest. The caller holds the lock.
func (w *peer) plays() bool {
	return w.Here && w.Aside == "" && w.Lacks == "" && !w.Leaving && w.Unfit == "" && w.Slow == ""
}

// takes returns how many cores of a worker take orders. The caller holds the lock.
func (w *peer) takes(now time.Time) int {
	switch {
	case !w.plays() || now.Before(w.rests):
		return 0
	case w.owes > 0:
		return min(w.Cores, 1)
	}
	return min(w.Cores, firstCores+w.ended)
}

// count adds a game that counts. The caller holds the lock.
func (s *Server) count(w *peer, lineup []int, g *ReportedGame) {
	w.Played++
	w.fixtures = append(w.fixtures, g.Fixture)
	for i := range g.Seats {
		w.Moves += g.Seats[i].Seat.Moves
		w.Late += g.Seats[i].Seat.Faults[game.Late.String()]
		w.paces.add(lineup[i], &g.Seats[i])
		s.paces.add(lineup[i], &g.Seats[i])
	}
}

// aside sets a worker aside and has what it played played again, as far as that is possible.
func (p *play) aside(ctx context.Context, w *peer, why string) {
	p.mu.Lock()
	if w.Aside != "" {
		p.mu.Unlock()
		return
	}
	w.Aside = oneLine(why)
	games, agreed := len(w.fixtures), len(p.agreed(w.Name))
	p.paces.leave(w.paces)
	w.paces = paces{}
	p.mu.Unlock()
	text := fmt.Sprintf("worker %s is set aside: %s", w.Name, w.Aside)
	if games > 0 {
		text += fmt.Sprintf("; it has played %d games, which are played again where that is possible", games)
	}
	p.options.Note(text)
	p.dismiss(ctx, w)
	if games+agreed > 0 {
		if err := p.options.Journal.write(entry{Worker: w.Name, Aside: w.Aside}); err != nil {
			p.fail(err)
			return
		}
		p.fail(errUnsettled)
	}
	p.change()
}

// errUnsettled ends a play when a worker with games is set aside.
var errUnsettled = errors.New("games are not believed any more")

// unsettled returns a worker that is set aside and whose games the contest has not decided about; nil if there is none.
func (s *Server) unsettled() *run.Distrust {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, w := range s.peers {
		if w.Aside == "" {
			continue
		}
		if games, agreed := slices.Clone(w.fixtures), s.agreed(name); len(games)+len(agreed) > 0 {
			return &run.Distrust{Worker: name, Games: games, Judged: agreed, Why: w.Aside, Forged: s.forged,
				Settled: func() { s.settled(w, slices.Concat(games, agreed)) }}
		}
	}
	return nil
}

// settled forgets games of a worker that the contest has decided about.
func (s *Server) settled(w *peer, games []int) {
	s.mu.Lock()
	w.fixtures = without(w.fixtures, games)
	for _, id := range games {
		delete(s.words, id)
	}
	s.mu.Unlock()
	if err := s.options.Journal.write(entry{Worker: w.Name, Settled: games}); err != nil {
		s.options.Note(err.Error()) // the next run decides about them again
	}
}

// dismiss notifies a worker that it is set aside, in the background. Its access ends when it has read that, or had a lease's time to.
func (p *play) dismiss(ctx context.Context, w *peer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if w.dismissed {
		return
	}
	w.dismissed = true
	p.dismissals.Go(func() {
		ctx := context.WithoutCancel(ctx) // the play may be over meanwhile
		limited, stop := context.WithTimeout(ctx, p.options.Lease)
		defer stop()
		notice := p.notice(limited, w, Order{Dismissed: w.Aside}, "that it is set aside")
		for !p.leaves(limited, w.Name) && rest(limited, 200*time.Millisecond) {
		}
		p.remove(ctx, w.Name, notice)
		p.mu.Lock()
		w.dismissed = false
		p.mu.Unlock()
	})
}

// leaves reports whether a worker says that it leaves.
func (s *Server) leaves(ctx context.Context, worker string) bool {
	all, err := s.link.Presence.Reports(ctx)
	if err != nil || all[worker] == nil {
		return false
	}
	state, err := Decode[State](all[worker])
	return err == nil && state.Leaving
}

// remove ends the access of a worker that is set aside, and takes its notice back.
func (s *Server) remove(ctx context.Context, worker, notice string) {
	ctx, stop := context.WithTimeout(ctx, s.options.Lease)
	defer stop()
	errs := []error{s.link.Poison.Withdraw(ctx, notice)}
	if s.options.Remove != nil {
		if err := s.options.Remove(worker); !errors.Is(err, fs.ErrNotExist) { // another contest of a site may have removed it
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil && !errors.Is(err, queue.ErrClosed) {
		s.options.Note(fmt.Sprintf("worker %s keeps its access: %v", worker, err))
	}
}

// Wait waits until workers that were set aside know it, for a lease's time at most. Whoever closes the link calls it before.
func (s *Server) Wait() { s.dismissals.Wait() }

// rest waits, and returns false if ctx is done first.
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

// oneLine shortens a stranger's text for a message.
func oneLine(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	if letters := []rune(text); len(letters) > 300 {
		text = string(letters[:300]) + "…"
	}
	return strings.TrimSpace(text)
}

// own returns the class of orders for one worker.
func own(worker string) string { return "worker " + worker }

// Classes returns the classes that a worker takes.
func Classes(worker string) []string { return []string{own(worker)} }

// Workers returns what is known of all workers, by name.
func (s *Server) Workers() []Worker {
	s.mu.Lock()
	defer s.mu.Unlock()
	out, silent := map[string]int{}, map[string]time.Duration{}
	for _, o := range s.orders {
		out[o.to]++
		silent[o.to] = max(silent[o.to], time.Since(o.reported))
	}
	list := make([]Worker, 0, len(s.peers))
	for name, w := range s.peers {
		if w.Seen.IsZero() && w.Aside == "" && w.Played == 0 { // only the journal knows it
			continue
		}
		w.Pace = s.paces.residual(w.paces)
		w.Out, w.Silent, w.Overdue = out[name], silent[name], w.owes
		list = append(list, w.Worker)
	}
	slices.SortFunc(list, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	return list
}

var _ run.Remote = (*Server)(nil)
