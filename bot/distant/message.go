package distant

import "agon/game"

// An Opening begins a game.
type Opening struct {
	Kind    string   `json:"kind"`
	Version string   `json:"version"` // of the kind's rules
	Options []string `json:"options"` // "name=value", sorted
	Seed    int64    `json:"seed"`
	Seats   int      `json:"seats"`
	Seat    int      `json:"seat"`  // of the bot
	Names   []string `json:"names"` // of the players by seat, for kinds whose prompts name them; empty: unknown
}

// A Request plays the turns that are over, and may ask for a move.
type Request struct {
	Turns     []Turn `json:"turns"`            // since the last request
	Digest    string `json:"digest,omitempty"` // of the game after them, 16 hexadecimal digits; empty: not compared
	Ask       bool   `json:"ask"`              // the bot owes a move
	Clock     bool   `json:"clock"`            // the move is timed
	Processor bool   `json:"processor"`        // the clock counts processor time
	LimitUs   int64  `json:"limit_us"`         // after which the bot is killed, µs; 0: the mirror's
	AllowedUs int64  `json:"allowed_us"`       // the time that the prompt states, µs; 0: no limit
}

// A Turn is one turn: a move of each seat that owed one, in the order of the seats.
type Turn struct {
	Moves []Move `json:"moves"`
}

// A Move is a seat's move, or its fault.
type Move struct {
	Word   string      `json:"word,omitempty"`
	Fault  string      `json:"fault,omitempty"` // as game.Fault names it
	TookUs game.Micros `json:"took_us"`
}

// An Answer is the bot's move, or its fault, and its times in microseconds, as bot.Call has them.
type Answer struct {
	Word     string `json:"word"`
	Fault    string `json:"fault"`
	WallUs   int64  `json:"wall_us"`
	CPUUs    int64  `json:"cpu_us"`
	StallUs  int64  `json:"stall_us"`
	PonderUs int64  `json:"ponder_us"`
	GraceUs  int64  `json:"grace_us"`
}
