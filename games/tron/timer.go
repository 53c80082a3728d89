package tron

import "agon/game"

// A timer ends a search when the time of a move is over. Without a clock it is off, and a number of positions ends the search.
type timer struct {
	on    bool
	clock game.Timer
	limit game.Micros // time that may be spent
	done  bool
	asked int // positions judged when the clock was last read
}

// spare is how much of a short move's time is left at least, up to half of it: the garbage collector works on this thread too.
const spare game.Micros = 6000

// start begins a move. Without ms a tenth of its time is left for the host.
func (t *timer) start(clock game.Timer, p game.Settings) {
	*t = timer{clock: clock}
	if clock == nil || p.Int("nodes") > 0 {
		return
	}
	t.limit = game.Micros(p.Int("ms")) * 1000
	if t.limit == 0 {
		limit := clock.Limit()
		t.limit = limit - max(limit/10, min(spare, limit/2))
	}
	t.on = t.limit > 0
}

// over reports whether the time is over after a number of positions. Once it is, it stays so.
func (t *timer) over(nodes int) bool {
	if !t.done && nodes-t.asked >= clockEvery {
		t.asked = nodes
		t.done = t.clock.Spent() >= t.limit
	}
	return t.done
}

// clockEvery is the number of positions between two readings of the clock, which cost a third of a microsecond.
const clockEvery = 4
