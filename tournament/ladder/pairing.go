package ladder

import (
	"cmp"
	"slices"

	"agon/game"
	"agon/internal/heap"
	"agon/tournament"
)

// A pairing chooses matches, one after the other, by their expected information about ranks; see [worth]. It adds the expected
// information of a chosen match at once, since that depends on no result.
type pairing struct {
	*worth
	field *tournament.Field
	order []int   // places in the field by strength, equal ones as drawn
	near  [][]int // by index in order: the opponents that each may meet, as indexes in order
	queue heap.Heap[chosen]
}

// chosen is an entry, by its index in the order of strengths, with the gain of its best match.
type chosen struct {
	gain float64
	at   int
}

// Before orders the largest gain first, and among equals the strongest entry.
func (c chosen) Before(o chosen) bool {
	if c.gain != o.gain {
		return c.gain > o.gain
	}
	return c.at < o.at
}

// pairing returns a pairing for a round, with the expected information of earlier matches that have no results yet.
func (l *format) pairing(f *tournament.Field, s *state, past tournament.Past, round int) *pairing {
	online := s.strengths(round)
	places := f.Places()
	p := &pairing{worth: newWorth(online, l.sizes(f), func(seats int) int { return l.length(f, seats) }), field: f}
	for i, before := past.Taken(), -1; i < past.Len(); i++ {
		g := past.Game(i)
		if g.Match == before {
			continue
		}
		before = g.Match
		var match []int
		for seat := range g.Seats() {
			match = append(match, places[g.Entry(seat)])
		}
		p.expect(match)
	}
	dice := f.Dice(0x6c6164646572, int64(round))
	p.sort(&dice, f.At(round), places)
	p.measure(online, p.order)
	p.meet(&dice)
	for at := range p.order {
		gain, _ := p.best(at)
		p.queue.Push(chosen{gain, at})
	}
	return p
}

// sort orders the field by strength, equal ones as drawn.
func (p *pairing) sort(dice *game.Dice, playing *tournament.Field, places []int) {
	p.order = make([]int, playing.Size())
	for i, entry := range playing.Entries {
		p.order[i] = places[entry]
	}
	dice.Shuffle(len(p.order), func(i, j int) { p.order[i], p.order[j] = p.order[j], p.order[i] })
	slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(p.logs[b], p.logs[a]) })
}

// fewOthers is the largest number of others that are all considered as opponents.
const fewOthers = 32

// meet draws the possible opponents of each bot: in a large field some at every distance, half as densely at twice the distance, so that
// the whole ladder is connected.
func (p *pairing) meet(dice *game.Dice) {
	n := len(p.order)
	p.near = make([][]int, n)
	for at := range p.near {
		if n <= fewOthers+1 {
			p.near[at] = others(n, at)
			continue
		}
		for far := 1; far < n; far *= 2 {
			for _, other := range []int{at - far - dice.Intn(far), at + far + dice.Intn(far)} {
				if other >= 0 && other < n {
					p.near[at] = append(p.near[at], other)
				}
			}
		}
	}
}

// others returns all numbers below n except one.
func others(n, but int) []int {
	var list []int
	for other := range n {
		if other != but {
			list = append(list, other)
		}
	}
	return list
}

// next returns the entries of the match, with this many seats, that gives most information.
func (p *pairing) next(seats int) []int {
	for {
		top := p.queue.Pop()
		gain, other := p.best(top.at)
		if len(p.queue) > 0 && p.queue[0].Before(chosen{gain, top.at}) {
			p.queue.Push(chosen{gain, top.at}) // its gain fell when other matches were chosen
			continue
		}
		match := p.fill([]int{p.order[top.at], p.order[other]}, seats, top.at)
		p.expect(match)
		gain, _ = p.best(top.at)
		p.queue.Push(chosen{gain, top.at})
		for k, i := range match {
			match[k] = p.field.Entries[i]
		}
		return match
	}
}

// any returns the entries of a match, with this many seats, drawn from the whole field.
func (p *pairing) any(match, seats int) []int {
	dice := p.field.Dice(0x616e79, int64(match))
	var bots []int
	for len(bots) < seats {
		if bot := p.order[dice.Intn(len(p.order))]; !slices.Contains(bots, bot) {
			bots = append(bots, bot)
		}
	}
	p.expect(bots)
	for k, bot := range bots {
		bots[k] = p.field.Entries[bot]
	}
	return bots
}

// best returns the opponent, by index in order, with the largest gain for an entry, and that gain. Rounding can make every gain NaN: then it is
// the first, with a gain of -1.
func (p *pairing) best(at int) (gain float64, other int) {
	if len(p.near[at]) == 0 {
		return -1, -1
	}
	gain, other = -1, p.near[at][0]
	for _, o := range p.near[at] {
		if g := p.gain(p.order[at], p.order[o]); g > gain {
			gain, other = g, o
		}
	}
	return gain, other
}

// fill adds entries to a match: each time the one whose meetings with those in it have the largest total gain.
func (p *pairing) fill(match []int, seats, at int) []int {
	for len(match) < seats {
		free := p.free(at, match)
		most, next := -1.0, free[0]
		for _, i := range free {
			sum := 0.0
			for _, sits := range match {
				sum += p.gain(i, sits)
			}
			if sum > most {
				most, next = sum, i
			}
		}
		match = append(match, next)
	}
	return match
}

// free returns the entries that may join a match: those near its first entry, or any if all of those are in it.
func (p *pairing) free(at int, match []int) []int {
	var list []int
	for _, o := range p.near[at] {
		if i := p.order[o]; !slices.Contains(match, i) {
			list = append(list, i)
		}
	}
	if len(list) > 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(p.order), func(i int) bool { return slices.Contains(match, i) })
}
