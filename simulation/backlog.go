package simulation

import (
	"time"

	"agon/contest/cutting"
	"agon/tournament"
)

// A backlog holds the open games of a stage, and estimates what is left of those in progress.
type backlog struct {
	returned []tournament.Fixture // offered again, in the order in which they are handed out
	open     []tournament.Fixture
	out      outs
}

func (b *backlog) offer(fixtures []tournament.Fixture) { b.open = append(b.open, fixtures...) }

// again offers games of a lost job before all others.
func (b *backlog) again(job []tournament.Fixture) {
	b.returned = append(sorted(job), b.returned...)
}

func (b *backlog) len() int { return len(b.returned) + len(b.open) }

// at returns the nth open game, from 0.
func (b *backlog) at(n int) *tournament.Fixture {
	if n < len(b.returned) {
		return &b.returned[n]
	}
	return &b.open[n-len(b.returned)]
}

// hand removes the first open game, with its slot among those in progress.
func (b *backlog) hand(now time.Duration) (tournament.Fixture, int) {
	f := *b.at(0)
	if len(b.returned) > 0 {
		b.returned = b.returned[1:]
	} else {
		b.open = b.open[1:]
	}
	return f, b.out.add(now)
}

// first returns with how many games the next job begins.
func (b *backlog) first(cores int, now time.Duration) int {
	seats := b.at(0).Seats
	return cutting.First(b.len(), cutting.FirstJob, b.share(cores, now), func(n int) bool { return sameEntries(seats, b.at(n).Seats) })
}

// another reports whether a core that has played its job takes one more game.
func (b *backlog) another(seats []int, cores int, now time.Duration) bool {
	return b.len() > 0 && sameEntries(seats, b.at(0).Seats) && cutting.Another(0, b.share(cores, now))
}

// share returns a core's share of what is left. Games in progress are added only where that can change a decision.
func (b *backlog) share(cores int, now time.Duration) float64 {
	left := float64(b.len())
	if b.len() < cutting.FirstJob*cores {
		left += b.out.left(now)
	}
	return cutting.Share(left, cores)
}

// came records that a game has been played.
func (b *backlog) came(slot int, now time.Duration) { b.out.came(slot, now) }

// gone records that a game was lost.
func (b *backlog) gone(slot int) { b.out.remove(slot) }

// outs are the games in progress, by the time at which they were handed out. Sums over the recent ones give what is left of all without a
// look at each.
type outs struct {
	since []time.Duration // ascending
	done  []bool
	head  int           // games before it are expected to be over
	n     int           // games from head on that are not done
	sum   int64         // of their times since base, in µs, which does not overflow
	base  time.Duration // when the first was handed out
	lasts time.Duration // of late, from when a game is handed out; 0: unknown
}

func (o *outs) add(now time.Duration) int {
	if len(o.since) == 0 {
		o.base = now
	}
	o.since, o.done = append(o.since, now), append(o.done, false)
	o.n++
	o.sum += o.micros(now)
	return len(o.since) - 1
}

func (o *outs) remove(slot int) {
	o.done[slot] = true
	if slot >= o.head {
		o.n--
		o.sum -= o.micros(o.since[slot])
	}
}

func (o *outs) came(slot int, now time.Duration) {
	if took := now - o.since[slot]; o.lasts == 0 {
		o.lasts = took
	} else {
		o.lasts += (took - o.lasts) / 8
	}
	o.remove(slot)
}

// left returns how much of the games in progress is left to play, in games.
func (o *outs) left(now time.Duration) float64 {
	if o.lasts == 0 {
		return float64(o.n)
	}
	for ; o.head < len(o.since) && now-o.since[o.head] >= o.lasts; o.head++ {
		if !o.done[o.head] {
			o.n--
			o.sum -= o.micros(o.since[o.head])
		}
	}
	for ; o.head > 0 && now-o.since[o.head-1] < o.lasts; o.head-- {
		if !o.done[o.head-1] {
			o.n++
			o.sum += o.micros(o.since[o.head-1])
		}
	}
	played := int64(o.n)*o.micros(now) - o.sum
	return float64(o.n) - float64(played)*1000/float64(o.lasts)
}

func (o *outs) micros(at time.Duration) int64 { return (at - o.base).Microseconds() }
