package fleet_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"agon/contest/fleet"
	"agon/contest/queue"
)

// TestOthersPlayOn: when a worker is set aside whose games have counted, the games that another one plays then count, and nobody plays them
// a second time.
func TestOthersPlayOn(t *testing.T) {
	t.Parallel()
	const text = `kind = "tron"
seed = 5
options = { width = 8, height = 8 }
bots = [{ ref = "a=builtin:random" }, { ref = "b=builtin:hugger" }, { ref = "c=builtin:filler" }]
stages = [{ format = "round-robin", games = 20, seats = 3 }]
`
	want := alone(t, text)
	h := newHall(t, text, 10*time.Second)
	const decided = "games will be replayed: worker liar is not believed"
	orders := &noting{}
	h.here("honest")
	h.worker("honest", func(l queue.Link) queue.Link {
		orders.Queue = l.Jobs
		l.Jobs = orders
		l.Results = lying{l.Results, func(*fleet.Report) {
			orders.mu.Lock()
			if orders.before == 0 {
				orders.before = len(orders.games)
			}
			orders.mu.Unlock()
			for begun := time.Now(); !h.noted(decided) && time.Since(begun) < time.Minute; {
				time.Sleep(time.Millisecond)
			}
		}}
		return l
	})
	reports := 0
	h.worker("liar", func(l queue.Link) queue.Link {
		l.Results = lying{l.Results, func(r *fleet.Report) {
			stored := func() bool { return reports == 0 || h.meter.Storing.Times.Load() > 0 }
			for begun := time.Now(); !(orders.waits() && stored()) && time.Since(begun) < time.Minute; {
				time.Sleep(time.Millisecond)
			}
			if reports++; reports > 1 {
				r.Games[0].Replay = nil
			}
		}}
		return l
	})
	same(t, h.play(), want)
	if !h.noted(decided) {
		t.Fatalf("no games are played again: %q", h.notes)
	}
	for _, g := range orders.games[:orders.before] {
		if i := slices.Index(orders.games, g); slices.Contains(orders.games[i+1:], g) {
			t.Errorf("game %d is played again, though the honest worker played it all the time", g+1)
		}
	}
}

// noting is a queue of orders that notes their games.
type noting struct {
	queue.Queue
	mu     sync.Mutex
	games  []int64
	before int // games when the first report was ready
}

func (n *noting) Take(ctx context.Context) (queue.Lease, error) {
	l, err := n.Queue.Take(ctx)
	if err != nil {
		return nil, err
	}
	o, err := fleet.Decode[fleet.Order](l.Job().Body)
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, g := range o.Games {
		n.games = append(n.games, g.ID)
	}
	return l, err
}

// waits reports whether a report is ready.
func (n *noting) waits() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.before > 0
}
