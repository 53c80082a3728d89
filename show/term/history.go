package term

import (
	"cmp"
	"slices"
	"sort"

	"agon/game"
	"agon/show/film"
)

// A history indexes the faults of a film by seat and reason, so that they can be counted up to any shot. It reads each shot once.
type history struct {
	read  int
	all   []shownFault
	kinds []*tally
}

// A shownFault is a fault with the shot that shows its turn.
type shownFault struct {
	shot, round int
	fault       game.FaultAt
}

// A tally has the shots of all faults of one seat for one reason.
type tally struct {
	seat  int
	why   game.Fault
	shots []int
}

// learn reads the shots that were added since the last call.
func (h *history) learn(f *film.Film) {
	n, _ := f.Len()
	for ; h.read < n; h.read++ {
		shot := f.Shot(h.read)
		for _, fault := range shot.Faults {
			h.all = append(h.all, shownFault{h.read, shot.Round, fault})
			h.tally(int(fault.Seat), fault.Why, h.read)
		}
	}
}

func (h *history) tally(seat int, why game.Fault, shot int) {
	for _, t := range h.kinds {
		if t.seat == seat && t.why == why {
			t.shots = append(t.shots, shot)
			return
		}
	}
	h.kinds = append(h.kinds, &tally{seat, why, []int{shot}})
}

// A count is the number of a seat's faults for one reason.
type count struct {
	seat, times int
	why         game.Fault
}

// counts returns the faults up to and including a shot, most frequent first.
func (h *history) counts(shot int) []count {
	var all []count
	for _, t := range h.kinds {
		if n := sort.SearchInts(t.shots, shot+1); n > 0 {
			all = append(all, count{t.seat, n, t.why})
		}
	}
	slices.SortStableFunc(all, func(a, b count) int { return cmp.Compare(b.times, a.times) })
	return all
}

// bySeat returns the number of faults of each seat up to and including a shot.
func (h *history) bySeat(shot, seats int) []int {
	n := make([]int, seats)
	for _, c := range h.counts(shot) {
		if c.seat < seats {
			n[c.seat] += c.times
		}
	}
	return n
}

// last returns at most n faults up to and including a shot, the latest last.
func (h *history) last(shot, n int) []shownFault {
	end := sort.Search(len(h.all), func(i int) bool { return h.all[i].shot > shot })
	return h.all[max(end-n, 0):end]
}

// next returns the shot of the first fault after a shot, and before that of the last fault before it. Both return the shot itself if there
// is no such fault.
func (h *history) next(shot int) int {
	if i := sort.Search(len(h.all), func(i int) bool { return h.all[i].shot > shot }); i < len(h.all) {
		return h.all[i].shot
	}
	return shot
}

func (h *history) before(shot int) int {
	if i := sort.Search(len(h.all), func(i int) bool { return h.all[i].shot >= shot }); i > 0 {
		return h.all[i-1].shot
	}
	return shot
}
