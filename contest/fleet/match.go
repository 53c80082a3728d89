package fleet

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"agon/contest/queue"
)

// An order is offered to one worker: the least busy of those that can play it. A worker reports what it lacks when it is asked for it
// first.

// admit returns why a worker gets no games of the stage; empty: it gets some.
func (p *play) admit(s *State) string {
	if need := p.terms.Limits.Memory; s.Memory > 0 && s.Memory < need {
		return fmt.Sprintf("it has %d MiB of memory, and a bot may use %d MiB", s.Memory>>20, need>>20)
	}
	if p.options.Admit == nil {
		return ""
	}
	return p.options.Admit(s)
}

// notice sends a worker an order without games, and returns the order's name. what is what the worker does not learn if that fails.
func (p *play) notice(ctx context.Context, w *peer, o Order, what string) (name string) {
	p.mu.Lock()
	p.number++
	name = fmt.Sprintf("%s-%d", p.run, p.number)
	p.mu.Unlock()
	o.Agon = version
	body, err := Encode(o)
	if err == nil {
		err = p.link.Jobs.Offer(ctx, queue.Job{Name: name, Class: own(w.Name), Body: body})
	}
	if err != nil && ctx.Err() == nil {
		p.options.Note(fmt.Sprintf("worker %s does not learn %s: %v", w.Name, what, err))
	}
	return name
}

// lost reports whether the worker of an order does not play it. The caller holds the lock.
func (p *play) lost(o *order, now time.Time) bool {
	w := p.peer(o.to)
	return !w.Here || w.Aside != "" || !w.plays() && now.Sub(o.since) > p.options.Lease
}

// suits reports whether a worker can play a line-up, as far as is known. The caller holds the lock.
func (p *play) suits(w *peer, lineup []int) bool {
	return len(w.cannot) == 0 || !slices.ContainsFunc(lineup, func(entry int) bool { return w.cannot[p.stage.Entry(entry).Hash] })
}

// playable reports whether a worker that takes orders can play a line-up.
func (p *play) playable(ctx context.Context, lineup []int) bool {
	all := true
	for _, entry := range lineup {
		all = p.travels(ctx, p.stage.Entry(entry)) && all // so that all that are large are packed
	}
	if !all {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	for _, w := range p.peers {
		if w.takes(now) > 0 && p.suits(w, lineup) {
			return true
		}
	}
	return false
}

// chooses returns the worker that gets an order of a line-up: the one with the fewest orders for each of its cores among those that can
// play it, of equal ones that with the fewest games to play again, and of these one that reports in time; empty if none can.
func (p *play) chooses(lineup []int) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var best *peer
	var least float64 // orders for each of its cores
	now := time.Now()
	for _, w := range p.peers {
		takes := w.takes(now)
		if takes == 0 || !p.suits(w, lineup) {
			continue
		}
		load := float64(w.has) / float64(takes)
		if best == nil || cmp.Or(cmp.Compare(load, least), cmp.Compare(w.again, best.again), cmp.Compare(w.owes, best.owes),
			cmp.Compare(w.Name, best.Name)) < 0 {
			best, least = w, load
		}
	}
	if best == nil {
		return ""
	}
	return best.Name
}

// stuck returns a message about games that wait because nobody who is here can play them; empty: there are none, or it was noted.
func (p *play) stuck(ctx context.Context, cores int) string {
	lineup, waits := p.stage.Waiting()
	p.mu.Lock()
	idle := waits && p.options.NoCores && cores > 0 && len(p.orders) == 0 && len(p.packed) == 0
	if !idle {
		p.idle = time.Time{}
		p.mu.Unlock()
		return ""
	}
	if p.idle.IsZero() {
		p.idle = time.Now()
	}
	due := !p.noted && time.Since(p.idle) > p.options.Lease
	p.noted = p.noted || due
	p.mu.Unlock()
	if !due || p.playable(ctx, lineup) {
		return ""
	}
	var names []string
	for _, entry := range lineup {
		names = append(names, p.stage.Entry(entry).Name)
	}
	return fmt.Sprintf("games of %s wait: no worker that is here can play all of them. Start a worker on a machine that can, "+
		"or run without --no-cores", strings.Join(names, ", "))
}
