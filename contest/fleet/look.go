package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

// watch reads the states of workers every second, and once more at the end, for workers that have played all of it since.
func (p *play) watch(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if err := p.look(ctx); err != nil && ctx.Err() == nil {
			p.options.Note(fmt.Sprintf("who is there is unknown: %v", err))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			last, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer stop()
			p.look(last) // what is unknown then stays unknown
			return
		}
	}
}

// look takes in the states of workers, and takes orders back that nobody plays.
func (p *play) look(ctx context.Context) error {
	reports, err := p.link.Presence.Reports(ctx)
	if err != nil {
		return err
	}
	seen := sighting{play: p, now: time.Now(), wrong: map[*peer]string{}}
	if len(reports) >= manyWorkers {
		saveMemory()
	}
	p.mu.Lock()
	for name, text := range reports {
		seen.take(name, text)
	}
	p.mu.Unlock()
	seen.compare()
	p.mu.Lock()
	seen.absent(reports)
	stale := seen.stale()
	for _, w := range p.peers {
		takes := w.takes(seen.now)
		seen.cores, seen.busy = seen.cores+takes, seen.busy+min(w.Now, takes)
	}
	p.mu.Unlock()
	for _, text := range seen.notes {
		p.options.Note(text)
	}
	for w, why := range seen.wrong {
		p.aside(ctx, w, why)
	}
	for _, w := range seen.again {
		p.dismiss(ctx, w)
	}
	for _, w := range seen.unfit {
		p.notice(ctx, w, Order{Notice: fmt.Sprintf("%s gives this worker no games: %s", p.terms.Contest, w.Unfit)}, "why it gets no games")
	}
	p.stage.Cores(seen.cores, seen.busy)
	p.change()
	if text := p.stuck(ctx, seen.cores); text != "" {
		p.options.Note(text)
	}
	poisoned, err := seen.poisoned(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, o := range append(stale, poisoned...) {
		errs = append(errs, p.link.Poison.Withdraw(ctx, o.name))
		p.end(o)
	}
	return errors.Join(errs...)
}

// manyWorkers is the number of workers from which memory is saved. The connection and the queue of each take a third of a megabyte.
const manyWorkers = 100

// saveMemory has garbage collected three times as often, so that the process is a third larger than what it uses, not twice as large.
var saveMemory = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(30)
	}
})

// A sighting is what one look at the states of workers has found.
type sighting struct {
	*play
	now   time.Time
	cores int              // those that take orders
	busy  int              // of these, those that play some
	notes []string         // for the organiser
	wrong map[*peer]string // to be set aside, and why
	again []*peer          // set aside, and back
	unfit []*peer          // those that get no games of the contest from now on
	fresh []*peer          // those that have measured their processors since the last look
}

// take takes in the state of a worker. The caller holds the lock.
func (s *sighting) take(name string, text []byte) {
	w := s.peer(name)
	state, err := Decode[State](text)
	if err != nil {
		s.wrong[w] = err.Error()
		return
	}
	state.bound()
	if !w.Here {
		s.notes = append(s.notes, fmt.Sprintf("worker %s is here: %s, %d cores", name, state.System, state.Cores))
		if w.Aside != "" {
			s.again = append(s.again, w)
		}
	}
	if state.Lacks != "" && state.Lacks != w.Lacks {
		s.notes = append(s.notes, fmt.Sprintf("worker %s takes no games: %s", name, state.Lacks))
	}
	if !w.Here || state.Uptime < w.Uptime { // it was started again, perhaps with what it lacked
		clear(w.cannot)
		w.ended, w.overdue, w.owes, w.rests, w.judges = 0, 0, 0, time.Time{}, time.Time{}
	}
	s.admitted(w, &state)
	if state.Calibrated > 0 && s.options.Calibrated > 0 && (!w.Here || len(w.speeds) == 0 || state.Measured != w.Measured) {
		s.fresh = append(s.fresh, w)
	}
	w.State, w.Here, w.Seen = state, true, s.now
}

// admitted notes whether a worker gets games of the contest in its state.
func (s *sighting) admitted(w *peer, state *State) {
	unfit := s.admit(state)
	if unfit != w.Unfit && unfit != "" {
		s.notes = append(s.notes, fmt.Sprintf("worker %s gets no games: %s", w.Name, unfit))
		s.unfit = append(s.unfit, w)
	}
	w.Unfit = unfit
}

// absent notes the workers that have gone. The caller holds the lock.
func (s *sighting) absent(reports map[string][]byte) {
	for name, w := range s.peers {
		if _, ok := reports[name]; ok || !w.Here {
			continue
		}
		w.Here = false
		how := "is silent; its games are offered to others"
		if w.Leaving {
			how = "has left"
		}
		s.notes = append(s.notes, fmt.Sprintf("worker %s %s", name, how))
	}
}

// longest that an order may go without a report.
const longest = 24 * time.Hour

// patience returns how long an order may go without a report: ten leases and what twenty times its games take, doubled for each time that
// no worker reported one of them in time, since bots may think for long. The caller holds the lock.
func (s *sighting) patience(o *order) time.Duration {
	long, times := 10*s.options.Lease+20*s.each*time.Duration(len(o.job.Fixtures)), 0
	for fixture := range o.left {
		times = max(times, s.overdue[fixture])
	}
	for range times {
		long = min(2*long, longest)
	}
	return min(long, longest)
}

// stale returns the orders that nobody plays: of a worker that has gone, or without a report for long. The caller holds the lock.
func (s *sighting) stale() (list []*order) {
	late := map[*peer][]*order{}
	for _, o := range s.orders {
		if s.lost(o, s.now) {
			list = append(list, o)
		} else if o.judged != nil {
			if s.unheard(o) {
				list = append(list, o)
			}
		} else if s.now.Sub(o.reported) > s.patience(o) {
			w := s.peer(o.to)
			late[w] = append(late[w], o)
		}
	}
	for w, orders := range late {
		oldest, rest := s.now, time.Duration(0)
		for _, o := range orders {
			rest = max(rest, s.patience(o))
			for fixture := range o.left {
				s.overdue[fixture]++
			}
			if o.reported.Before(oldest) {
				oldest = o.reported
			}
		}
		for range w.overdue {
			rest = min(2*rest, longest)
		}
		w.ended, w.rests = 0, s.now.Add(rest)
		w.overdue++
		w.owes += len(orders)
		s.notes = append(s.notes, fmt.Sprintf(
			"worker %s has reported nothing of %d orders for %v: their games are offered anew, with more time, and it gets no more for %v",
			w.Name, len(orders), s.now.Sub(oldest).Round(time.Second), rest.Round(time.Second)))
		list = append(list, orders...)
	}
	return list
}

// poisoned returns the orders that no worker has ended in several attempts, and names them.
func (s *sighting) poisoned(ctx context.Context) (list []*order, err error) {
	found, err := s.link.Poison.Poisoned(ctx)
	if err != nil {
		return nil, err
	}
	for _, x := range found {
		s.mu.Lock()
		o := s.orders[x.Job.Name]
		s.mu.Unlock()
		if o != nil && o.judged != nil {
			list = append(list, o)
		} else if o != nil {
			s.options.Note(fmt.Sprintf(
				"no worker ended games of %s in %d attempts; they are offered anew. What the workers print says more: agon worker",
				strings.Join(s.stage.Names(o.job), ", "), x.Deliveries))
			list = append(list, o)
		}
	}
	return list, nil
}
