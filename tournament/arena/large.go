package arena

import (
	"slices"

	"agon/game"
)

// large chooses who plays in a large field, at a cost that does not grow with it. In each lap everybody plays once, in an order that the
// stage's seed draws: the next of the order calls a game, and of those soon after it the ones join that it has met least often.
type large struct {
	*draw
	order []int // who has not played in this lap, the next one last
	met   []uint8
}

const (
	lapPurpose = 0x6c6170
	soon       = 64      // so many of the order may join
	counters   = 1 << 24 // for games together, which pairs share by chance
)

func newLarge(d *draw) *large { return &large{draw: d, met: make([]uint8, counters)} }

// together is the counter of a pair.
func (l *large) together(a, b int) *uint8 {
	return &l.met[uint64(game.SubSeed(int64(min(a, b)), int64(max(a, b))))%counters]
}

// note counts that a bot has played with others.
func (l *large) note(bot int, others []int) {
	for _, other := range others {
		if n := l.together(bot, other); *n < 255 {
			*n++
		}
	}
}

// choose picks who plays.
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

// next begins a lap with all who have played least often, but for those who sit already.
func (l *large) next(sit []int) {
	least := -1
	for bot, n := range l.plays {
		if (least < 0 || n < least) && !slices.Contains(sit, bot) {
			least = n
		}
	}
	dice := l.field.Dice(int64(least), lapPurpose)
	l.order = slices.DeleteFunc(shuffled(len(l.plays), &dice), func(bot int) bool { return l.plays[bot] != least || slices.Contains(sit, bot) })
}
