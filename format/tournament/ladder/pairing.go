package ladder

import (
	"cmp"
	"slices"

	"agon/format/tournament"
	"agon/game"
	"agon/internal/heap"
)

// A pairing chooses matches, one after the other, by their expected information about ranks; see [worth]. It adds the expected
// information of a chosen match at once, since that depends on no result.
type pairing struct {
	*worth
	field *tournament.Field
	order []int     // places in the field by strength, equal ones as drawn
	near  [][]int   // by index in order: the opponents that each may meet, as indexes in order
	gains [][]known // beside near
	chose []int     // by place in the field: number of matches chosen with it
	queue heap.Heap[chosen]
	turns
}

// chosen is an entry, by its index in the order of strengths, with the gain of its best match.
type chosen struct {
	gain float64
	at   int
}

// known is the gain of a match of two, which changes only when one of them gets another match.
type known struct {
	gain  float64
	chose int // matches of both when it was computed, plus 1; 0: it was not
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
	playing := f.At(round)
	p := &pairing{
		worth: newWorth(online, l.sizes(f), func(seats int) int { return l.length(f, seats) }), field: f,
		turns: l.turns(s, past, playing, places, slices.Max(l.sizes(f))),
	}
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
	p.sort(&dice, playing, places)
	p.measure(online, p.order)
	p.meet(&dice)
	p.remember()
	for at := range p.order {
		gain, _ := p.bid(at)
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

// next returns the entries of the match, with this many seats, that gives most information; nil if too few may play another in this round.
func (p *pairing) next(seats int) []int {
	for len(p.queue) > 0 {
		top := p.queue.Pop()
		gain, other := p.bid(top.at)
		if other < 0 || p.had[p.order[top.at]] {
			continue
		}
		if len(p.queue) > 0 && p.queue[0].Before(chosen{gain, top.at}) {
			p.queue.Push(chosen{gain, top.at}) // its gain fell when other matches were chosen
			continue
		}
		match := p.fill([]int{p.order[top.at], p.order[other]}, seats, top.at)
		if match == nil {
			continue
		}
		entries := p.take(match)
		gain, _ = p.bid(top.at)
		p.queue.Push(chosen{gain, top.at})
		return entries
	}
	return nil
}

// any returns the entries of a match, with this many seats, drawn from the whole field; nil if too few may play another in this round.
func (p *pairing) any(match, seats int) []int {
	dice := p.field.Dice(0x616e79, int64(match))
	free := p.order
	if len(p.had) > 0 {
		free = slices.DeleteFunc(slices.Clone(p.order), func(i int) bool { return p.had[i] })
	}
	if len(free) < seats {
		return nil
	}
	var bots []int
	for len(bots) < seats {
		if bot := free[dice.Intn(len(free))]; !slices.Contains(bots, bot) {
			bots = append(bots, bot)
		}
	}
	return p.take(bots)
}

// take adds the expected information of a match, and returns its entries.
func (p *pairing) take(match []int) []int {
	p.expect(match)
	for _, i := range match {
		p.chose[i]++
	}
	p.sit(match)
	entries := make([]int, len(match))
	for k, i := range match {
		entries[k] = p.field.Entries[i]
	}
	return entries
}

// best returns the opponent, by index in order, with the largest gain for an entry, and that gain. Rounding can make every gain NaN: then
// it is the first, with a gain of -1. The opponent is -1 if there is nobody. Those who have had their match of this round come last.
func (p *pairing) best(at int) (gain float64, other int) {
	gain, other = -1, -1
	worst := refused
	for k, o := range p.near[at] {
		switch now := p.seat(p.order[o]); {
		case now > worst || now == refused:
			continue
		case now < worst:
			worst, gain, other = now, -1, o
		}
		if g := p.known(at, k); g > gain {
			gain, other = g, o
		}
	}
	return gain, other
}

// newcomer is added to the gain of a bot that is paired first. It is far beyond every gain.
const newcomer = 1e6

// bid is best with the gain by which matches are chosen.
func (p *pairing) bid(at int) (gain float64, other int) {
	if gain, other = p.best(at); other >= 0 && p.first(p.order[at]) {
		gain += newcomer
	}
	return gain, other
}

// remember makes room for known gains.
func (p *pairing) remember() {
	p.gains, p.chose = make([][]known, len(p.near)), make([]int, len(p.logs))
	for at, near := range p.near {
		p.gains[at] = make([]known, len(near))
	}
}

// known returns the gain of the match of an entry with the kth that it may meet, by its index in order.
func (p *pairing) known(at, k int) float64 {
	one, other, g := p.order[at], p.order[p.near[at][k]], &p.gains[at][k]
	if chose := p.chose[one] + p.chose[other] + 1; g.chose != chose {
		*g = known{p.gain(one, other), chose}
	}
	return g.gain
}

// fill adds entries to a match: each time the one whose meetings with those in it have the largest total gain. It returns nil if there are
// too few.
func (p *pairing) fill(match []int, seats, at int) []int {
	for len(match) < seats {
		free := p.free(at, match)
		if len(free) == 0 {
			return nil
		}
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

// free returns the entries that may join a match: those near its first entry, or any if all of those are in it or have had their match of
// this round. None may if it is empty.
func (p *pairing) free(at int, match []int) (list []int) {
	for _, wanted := range []seating{welcome, again} {
		may := func(i int) bool { return p.seat(i) == wanted && !slices.Contains(match, i) }
		for _, o := range p.near[at] {
			if i := p.order[o]; may(i) {
				list = append(list, i)
			}
		}
		if len(list) > 0 {
			return list
		}
		if list = slices.DeleteFunc(slices.Clone(p.order), func(i int) bool { return !may(i) }); len(list) > 0 {
			return list
		}
	}
	return nil
}
