package film

import (
	"fmt"

	"agon/game"
	"agon/record/replay"
)

// OfReplay re-simulates a replay as a film. find returns the kind that a record names.
func OfReplay(find func(name string) (*game.Kind, error), r *replay.Replay) (*Film, error) {
	k, err := find(r.Record.Kind)
	if err != nil {
		return nil, err
	}
	settings, err := k.Recorded(r.Record)
	if err != nil {
		return nil, err
	}
	return FromRecord(ReplayInfo(k, settings, r), r.Record)
}

// ReplayInfo returns the info of a film of a replay.
func ReplayInfo(k *game.Kind, settings game.Settings, r *replay.Replay) Info {
	var seats []Seat
	for _, s := range r.Seats {
		seats = append(seats, Seat{Name: s.Name, Author: s.Author, Slot: s.Slot, Params: s.Params})
	}
	info := NewInfo(k, settings, seats)
	info.Seed = r.Record.Seed
	if r.Notes.Game > 0 {
		info.Title = fmt.Sprintf("%s, game %d", r.Notes.Stage, r.Notes.Game)
	}
	return info
}
