package tron

// fight searches for a step against the one other.
func (s *search) fight() finding {
	d := s.duel
	d.load(&s.walls, s.head[s.me], s.head[s.after(s.me)])
	d.budget, d.timer = s.budget, &s.timer
	found := d.deepen()
	s.nodes += d.nodes
	return found
}

// mostIdle is how many consecutive depths may judge nothing new before the search ends. The table knows some from the move before.
const mostIdle = 24

// deepen searches one ply deeper each time, until the time is over or the game is decided.
func (d *duel) deepen() (found finding) {
	var first Move
	if e := d.table.find(d.key); e != nil {
		first = e.move
	}
	steps, n := d.steps(0, 0, first)
	list := steps[:n]
	found.move = list[0]
	for depth, idle := 1, 0; depth < longest/2 && idle < mostIdle; depth++ {
		known := d.nodes
		m, worth := d.best(list, depth)
		if m == 0 {
			break
		}
		promote(list, m)
		found.move, found.worth = m, worth
		if d.out {
			break
		}
		found.depth = depth
		d.table.keep(d.key, depth, worth, exact, m)
		if worth > won/2 || worth < -won/2 {
			break
		}
		if idle++; d.nodes > known {
			idle = 0
		}
	}
	found.nodes = d.nodes
	return found
}

// best returns the best of my steps and its worth. If the search ends on the way, the finished steps count: the best one of the depth
// before is always the first. The step is 0 if none was finished.
func (d *duel) best(list []Move, depth int) (choice Move, most int) {
	most = -won - 1
	for i, m := range list {
		d.ride(0, m)
		worth := d.follow(1, depth, 0, i, most, won+1)
		d.back(0, m)
		if d.out {
			break
		}
		if worth > most {
			choice, most = m, worth
		}
	}
	return choice, most
}

// doubt is the reduction of depth, in plies, for steps after the first. It is even, so that the same side has the last step; below
// doubtFrom plies too little would be left of the search.
const (
	doubt     = 2
	doubtFrom = 6
)

// follow returns the worth of a position, for the side that reached it by its ith step. Steps after the first are expected to be worse,
// which is quicker to prove than how much, and is mostly visible in a shallower search.
func (d *duel) follow(side, depth, ply, i, alpha, beta int) int {
	if i > 0 && depth >= doubtFrom {
		if worth := -d.look(side, depth-1-doubt, ply+1, -alpha-1, -alpha); worth <= alpha || d.out {
			return worth
		}
	}
	if i > 0 {
		worth := -d.look(side, depth-1, ply+1, -alpha-1, -alpha)
		if worth <= alpha || worth >= beta || d.out {
			return worth
		}
	}
	return -d.look(side, depth-1, ply+1, -beta, -alpha)
}

// look returns the worth of a position for the side to move, within alpha and beta. It is undefined once the duel is out of time.
func (d *duel) look(side, depth, ply, alpha, beta int) int {
	if d.visit() {
		return 0
	}
	var first Move
	if e := d.table.find(d.key); e != nil {
		if worth, ok := e.answers(depth, ply, alpha, beta); ok {
			return worth
		}
		first = e.move
	}
	list, n := d.steps(side, ply, first)
	if n == 0 {
		return ply - won
	}
	if depth <= 0 || ply >= longest-1 || d.cutOff(1-side) {
		worth, apart := d.judge(side)
		if apart {
			depth = longest // nothing deeper is known of it
		}
		d.table.keep(d.key, depth, worth, exact, 0)
		return worth
	}
	further := depth
	if n == 1 {
		further++ // a forced step does not count
	}
	best, choice, from := -won-1, Move(0), alpha
	for i, m := range list[:n] {
		d.ride(side, m)
		worth := d.follow(1-side, further, ply, i, alpha, beta)
		d.back(side, m)
		if d.out {
			return 0
		}
		if worth > best {
			best, choice = worth, m
		}
		if alpha = max(alpha, worth); alpha >= beta {
			d.cut(side, ply, depth, m)
			break
		}
	}
	d.table.keep(d.key, depth, afterPly(best, ply), boundOf(best, from, beta), choice)
	return best
}
