package arena

import (
	"slices"

	"agon/game"
)

// large chooses the bots of games in a large field, at a cost that does not depend on its size. In each lap every bot plays once, in an
// order drawn from the stage's seed: the next bot of the order starts a game, and of those soon after it the ones join that have met its
// bots least often.
type large struct {
	*draw
	order []int // bots that have not played in this lap, the next one last
	met   []uint8
}

const (
	lapPurpose = 0x6c6170
	soon       = 64      // number of bots of the order that may join
	counters   = 1 << 24 // for games together; pairs share them by hashing
)

func newLarge(d *draw) *large { return &large{draw: d, met: make([]uint8, counters)} }

// together returns the counter of a pair.
func (l *large) together(a, b int) *uint8 {
	return &l.met[uint64(game.SubSeed(int64(min(a, b)), int64(max(a, b))))%counters]
}

// note counts games of a bot with others, up to 255 for each pair.
func (l *large) note(bot int, others []int) {
	for _, other := range others {
		if n := l.together(bot, other); *n < 255 {
			*n++
		}
	}
}

// choose returns the bots of a game.
func (l *large) choose(seats int) []int {
	var bots []int
	size := slices.Index(l.sizes, seats)
	for len(bots) < seats {
		if len(l.order) == 0 {
			l.next(bots)
		}
		from := max(0, len(l.order)-soon)
		best, least := len(l.order)-1, -1
		for at := best; at >= from && least != 0 && len(bots) > 0; at-- {
			familiar := l.sized[l.order[at]*len(l.sizes)+size] * seats
			for _, bot := range bots {
				familiar += int(*l.together(l.order[at], bot))
			}
			if least < 0 || familiar < least {
				best, least = at, familiar
			}
		}
		bots = append(bots, l.order[best])
		l.order = slices.Delete(l.order, best, best+1)
	}
	return bots
}

// next starts a lap with all bots that have played least often, except those already chosen.
func (l *large) next(sit []int) {
	least := -1
	for bot, n := range l.plays {
		if (least < 0 || n < least) && !slices.Contains(sit, bot) {
			least = n
		}
	}
	dice := l.field.Dice(int64(least), lapPurpose)
	l.order = slices.DeleteFunc(shuffled(len(l.plays), &dice),
		func(bot int) bool { return l.plays[bot] != least || slices.Contains(sit, bot) })
}
