package rps

import "agon/game"

// past is the game so far from one player's side: "mine" and "theirs" instead of seats.
type past struct {
	mine, theirs []Hand
	won          []int8 // 1 me, -1 them, 0 nobody
	counts       [2][4]int32
}

// addRound adds one round.
func (p *past) addRound(r *Round, me game.Seat) {
	mine, theirs := r.Hands[me].Hand, r.Hands[1-me].Hand
	p.mine, p.theirs = append(p.mine, mine), append(p.theirs, theirs)
	won := int8(-1)
	if r.Winner == 0 {
		won = 0
	} else if game.Seat(r.Winner) == me+1 {
		won = 1
	}
	p.won = append(p.won, won)
	if r.Law != Forfeit {
		p.counts[0][mine]++
		p.counts[1][theirs]++
	}
}

// back returns the hand n rounds ago in one of the lists, None before the beginning.
func back(hands []Hand, n int) Hand {
	if n > len(hands) {
		return None
	}
	return hands[len(hands)-n]
}

// lean returns who would win if both showed h now: 1 me, -1 them, 0 random.
func (p *past) lean(h Hand) int8 {
	lead := p.counts[0][h] - p.counts[1][h]
	if lead == 0 {
		lead = p.counts[0][h.Beater()] - p.counts[1][h.Beater()]
	}
	return int8(min(max(lead, -1), 1))
}

// gains returns my gain in this round, by my hand and theirs, from 0 for rock: 1, -1, or 0 if it is random.
func (p *past) gains() (g [3][3]float64) {
	for mine := Rock; mine <= Scissors; mine++ {
		g[mine-1][mine-1] = float64(p.lean(mine))
		g[mine.Beater()-1][mine-1] = 1
		g[mine-1][mine.Beater()-1] = -1
	}
	return g
}

// most returns the most frequent hand, the lowest of equals.
func most(counts *[4]int32) Hand {
	h := Rock
	for other := Paper; other <= Scissors; other++ {
		if counts[other] > counts[h] {
			h = other
		}
	}
	return h
}

// echo finds the longest suffix of the game that has occurred before, among both players' hands or one's alone, and returns the hand that
// followed it then in the list next; None if nothing repeats.
func (p *past) echo(next []Hand, mine, theirs bool) Hand {
	const longest = 20
	n, best, at := len(next), 0, 0
	for end := n - 1; end > 0 && best < longest; end-- {
		long := 0
		for long < end && long < longest && (!mine || p.mine[end-1-long] == p.mine[n-1-long]) &&
			(!theirs || p.theirs[end-1-long] == p.theirs[n-1-long]) {
			long++
		}
		if long > best {
			best, at = long, end
		}
	}
	if best == 0 {
		return None
	}
	return next[at]
}
