package onegame

import (
	"fmt"

	"agon/game"
	"agon/lab/live"
)

// A Result is what a game came to.
type Result struct {
	*live.Outcome
	Kind     *game.Kind
	Settings game.Settings
	Seed     int64
	Replay   string        // its file; empty: none
	Turn     int           // the first in which the bots decided; 0: all
	Differ   []Differing   // bots that answered otherwise before it
	Parting  *game.Parting // from the game before; nil: none
}

// Values is a result for programs: what agon play --json prints.
type Values struct {
	Agon    int            `json:"agon"`
	Kind    string         `json:"kind"`
	Seed    int64          `json:"seed"`
	Rounds  int            `json:"rounds"`
	Turns   int            `json:"turns"`
	Options map[string]any `json:"options"`
	Seats   []live.Seat    `json:"seats"`
	Ending  string         `json:"ending,omitempty"`
	Digest  string         `json:"digest"`
	Replay  string         `json:"replay,omitempty"`
	Turn    int            `json:"from_turn,omitempty"` // the first in which the bots decided, from 1; 0: all
	Differ  []Differing    `json:"differ,omitempty"`
	Parting *game.Parting  `json:"parting,omitempty"` // from the game before, with --again
}

// Values returns the result for programs.
func (r *Result) Values() Values {
	o := r.Outcome
	return Values{
		1, r.Kind.Name, r.Seed, o.Rounds, o.Turns, r.Settings.Values(), o.Seats, o.Ending, fmt.Sprintf("%016x",
			o.Digest), r.Replay, r.Turn, r.Differ, r.Parting,
	}
}
