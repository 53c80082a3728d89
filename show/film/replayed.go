package film

import (
	"fmt"

	"agon/game"
	"agon/record/replay"
)

// OfReplay re-simulates a replay as a film. find returns the kind that a record names. looks are those of the entries of the contest that
// the game belongs to, if any; without them bots have the looks that the replay gives them.
func OfReplay(find func(name string) (*game.Kind, error), r *replay.Replay, looks ...int) (*Film, error) {
	k, err := find(r.Record.Kind)
	if err != nil {
		return nil, err
	}
	settings, err := k.Recorded(r.Record)
	if err != nil {
		return nil, err
	}
	info := ReplayInfo(k, settings, r)
	for seat := range info.Seats {
		if slot := r.Seats[seat].Slot; slot < len(looks) {
			info.Seats[seat].Slot = looks[slot]
		}
	}
	return FromRecord(info, r.Record)
}

// ReplayInfo returns the info of a film of a replay.
func ReplayInfo(k *game.Kind, settings game.Settings, r *replay.Replay) Info {
	var seats []Seat
	for i := range r.Seats {
		s := &r.Seats[i]
		seats = append(seats, Seat{Name: s.Name, Author: s.Author, Slot: s.Look(), Params: s.Params})
	}
	info := NewInfo(k, settings, seats)
	info.Seed = r.Record.Seed
	if r.Notes.Game > 0 {
		info.Title = fmt.Sprintf("%s, game %d", r.Notes.Stage, r.Notes.Game)
	}
	return info
}
