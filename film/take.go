package film

import (
	"fmt"
	"slices"
	"sync"

	"agon/game"
)

// spares are the shots of released films, whose memory the next films use.
var spares sync.Pool // of *[]Shot

// Release ends the use of a finished film by everybody: films that are made later from records use its memory.
func (f *Film) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	shots := f.shots
	f.shots = nil
	spares.Put(&shots)
}

// Take takes a shot of a table: its frame, scores and places. The caller adds the events of the turn.
func Take(t *game.Table) Shot { return TakeFor(t, game.Audience) }

// TakeFor takes a shot of a table as a player may see it.
func TakeFor(t *game.Table, viewer game.Seat) Shot { return retake(Shot{}, t, viewer) }

// retake takes a shot into the memory of another, which nobody uses any more.
func retake(old Shot, t *game.Table, viewer game.Seat) Shot {
	s := Shot{Turn: t.Turns(), Round: t.Rounds(), Frame: old.Frame, Scores: old.Scores[:0], Places: old.Places[:0], Took: old.Took[:0]}
	if s.Frame == nil {
		s.Frame, s.Scores, s.Places = &game.Frame{}, make([]float64, 0, t.Seats()), make([]int, 0, t.Seats())
	}
	t.View(s.Frame, viewer)
	for seat := range t.Seats() {
		o := t.Outcome(game.Seat(seat))
		s.Scores = append(s.Scores, o.Score)
		s.Places = append(s.Places, o.Place)
	}
	return s
}

// FromRecord re-simulates a recorded game into a film. It fails if the record does not verify; the film then ends with the last valid shot.
func FromRecord(info Info, rec *game.Record) (*Film, error) {
	f := New(info)
	r, err := info.Kind.Rerun(rec)
	if err != nil {
		return f, err
	}
	spare, n := []Shot(nil), 0
	if old, ok := spares.Get().(*[]Shot); ok {
		spare = *old
	}
	take := func() (s Shot) {
		if n < len(spare) {
			s = spare[n]
			n++
		}
		return retake(s, r.Table, game.Audience)
	}
	f.Append(take())
	var faults, remarks, moves = 0, 0, make([]int, rec.Seats)
	for {
		owes := r.Table.Owes()
		more, err := r.Next()
		if err != nil {
			return f, err
		}
		if !more {
			break
		}
		shot := take()
		for ; faults < len(rec.Faults) && rec.Faults[faults].Turn < shot.Turn; faults++ {
			shot.Faults = append(shot.Faults, rec.Faults[faults])
		}
		for ; remarks < len(rec.Remarks) && rec.Remarks[remarks].Turn < shot.Turn; remarks++ {
			shot.Remarks = append(shot.Remarks, rec.Remarks[remarks])
		}
		shot.Took = times(shot.Took, rec, owes, moves)
		f.Append(shot)
	}
	f.End(r.Table.Ending(), r.Table.Digest())
	if r.Table.Digest() != rec.Digest {
		return f, fmt.Errorf("the re-simulated game has the digest %016x, the record %016x", r.Table.Digest(), rec.Digest)
	}
	return f, nil
}

// times appends the times of one turn from the columns, or returns nil if there are none.
func times(took []game.Micros, rec *game.Record, owes game.Seats, moves []int) []game.Micros {
	took = slices.Grow(took, rec.Seats)
	for seat := range rec.Seats {
		at := game.Micros(-1)
		if owes.Has(game.Seat(seat)) {
			if n := moves[seat]; n < len(rec.Times[seat]) {
				at = rec.Times[seat][n]
			}
			moves[seat]++
		}
		took = append(took, at)
	}
	for _, t := range took {
		if t >= 0 {
			return took
		}
	}
	return nil
}
