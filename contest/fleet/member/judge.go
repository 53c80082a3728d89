package member

import (
	"context"
	"errors"
	"fmt"

	"agon/contest/fleet"
	"agon/contest/queue"
	"agon/contest/run"
)

// judge executes games again that another worker has played, on the core that took the order, and reports what their rules say.
func (p *play) judge(order *taken) {
	var r fleet.Report
	for _, g := range order.order.Judge {
		if p.hard.Err() != nil {
			p.giveBack(context.WithoutCancel(p.hard), order)
			return
		}
		v := fleet.Verdict{Fixture: g.Fixture}
		if found, err := run.Execute(p.kind, g.Replay); err != nil {
			v.Why = err.Error()
		} else {
			v.Sum, v.Exact = found.Sum(), found.Exact()
		}
		r.Judged = append(r.Judged, v)
	}
	err := p.send(p.hard, order, r)
	order.stop()
	if err == nil {
		err = order.lease.Done(p.hard)
	}
	if err != nil && p.hard.Err() == nil && !errors.Is(err, queue.ErrExpired) {
		p.Note(fmt.Sprintf("report of %s: %v", order.lease.Job().Name, err))
	}
}
