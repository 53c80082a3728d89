package fleet

import (
	"context"
	"maps"
	"reflect"
)

// When a worker with games is set aside, the play ends, the contest decides about its games, and another play of the stage begins. What
// others play meanwhile they play on: the next play adopts their orders, unless it would have the games played otherwise.

// lasts reports whether an order may go on when the play ends because a worker is set aside. The caller holds the lock.
func (p *play) lasts(o *order) bool {
	return o.check == nil && o.judged == nil && o.waits == 0 && len(o.left) > 0 && p.peer(o.to).Aside == ""
}

// adopt takes over the orders of the play before, and withdraws those that it cannot.
func (p *play) adopt(ctx context.Context) {
	p.mu.Lock()
	gone := maps.Clone(p.orders)
	p.mu.Unlock()
	maps.DeleteFunc(gone, func(_ string, o *order) bool { return p.adopted(o) })
	p.withdraw(context.WithoutCancel(ctx), func(o *order) bool { return gone[o.name] != nil })
}

// adopted takes over an order, and reports whether it could.
func (p *play) adopted(o *order) bool {
	p.mu.Lock()
	lasts := p.lasts(o)
	p.mu.Unlock()
	before := o.of
	if !lasts || !reflect.DeepEqual(before.terms, p.terms) || !reflect.DeepEqual(before.rules, p.rules) {
		return false
	}
	for _, entry := range o.job.Lineup {
		if before.stage.Entry(entry).Hash != p.stage.Entry(entry).Hash {
			return false
		}
	}
	job, ok := p.stage.Adopt(before.stage, o.job, maps.Keys(o.left)) // nobody takes reports now
	if ok {
		p.mu.Lock()
		o.of, o.job = p, job
		p.mu.Unlock()
	}
	return ok
}
