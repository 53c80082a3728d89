package live

import (
	"fmt"
	"maps"

	"agon/bot/lineup"
	"agon/game"
	"agon/play/worker"
	"agon/record/gamelog"
)

// An Outcome is what a game came to.
type Outcome struct {
	Rounds, Turns int
	Digest        uint64
	Ending        string // in words with the names of players; if the last turn could not be played, with its faults
	Seats         []Seat // by seat
}

// A Seat is what a game came to for the player of a seat.
type Seat struct {
	Bot    string          `json:"bot"`
	Author string          `json:"author"`
	Image  string          `json:"image,omitempty"` // the image's digest
	Score  float64         `json:"score"`
	Place  int             `json:"place"` // from 1
	Faults map[string]int  `json:"faults"`
	Doubt  string          `json:"clock_disagrees,omitempty"` // why the bot's own times are not trusted
	Moves  int             `json:"moves"`
	AvgUs  float64         `json:"avg_us"` // of a move, in microseconds
	CPUUs  float64         `json:"cpu_us"`
	First  []gamelog.First `json:"-"` // the first fault of each kind
}

func newOutcome(entries []lineup.Entry, g worker.Game) *Outcome {
	o := &Outcome{Rounds: g.Record.Rounds, Turns: g.Record.Turns, Digest: g.Record.Digest}
	for seat, e := range entries {
		t := g.Seats[seat]
		s := Seat{Bot: e.Name, Author: e.Author, Image: e.Image, Score: t.Score, Place: t.Place, Faults: map[string]int{}, Moves: t.Moves,
			Doubt: t.Doubt}
		s.First = gamelog.Firsts(t.Log, map[string]bool{})
		maps.Copy(s.Faults, t.Faults)
		if t.Moves > 0 {
			s.AvgUs = float64(t.Wall.Nanoseconds()) / 1e3 / float64(t.Moves)
			s.CPUUs = float64(t.CPU.Nanoseconds()) / 1e3 / float64(t.Moves)
		}
		o.Seats = append(o.Seats, s)
	}
	o.Ending = g.Table.Ending(func(seat game.Seat) string { return entries[seat].Name })
	o.blame(g.Record)
	return o
}

// blame adds the faults of the last turn to the text of the ending, if the turn could not be played: the bot's name, the fault, and the
// value or the exception.
func (o *Outcome) blame(r *game.Record) {
	if o.Ending == "" {
		return
	}
	for _, f := range r.Faults {
		if f.Turn == r.Turns-1 {
			o.Ending += fmt.Sprintf("; %s: %v: %s", o.Seats[f.Seat].Bot, f.Why, f.Note)
		}
	}
}
