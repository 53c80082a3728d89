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
		if s := &info.Seats[seat]; s.Slot < len(looks) {
			s.Slot = looks[s.Slot]
		}
	}
	return FromRecord(info, r.Record)
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
