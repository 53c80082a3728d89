package wire

import "time"

// An Opponent is who can play in a match on demand.
type Opponent struct {
	Seat  string `json:"seat" doc:"what names it in a request for a match"`
	Name  string `json:"name"`
	Mine  bool   `json:"mine" doc:"it is a version of a bot of the caller's"`
	House bool   `json:"house" doc:"the organiser put it there"`
}

// A MatchRequest asks for a match.
type MatchRequest struct {
	Seats []string `json:"seats" minItems:"1" maxItems:"16" doc:"who plays, by seat; list-opponents has all. One of them is the caller's"`
	Map   *int64   `json:"map,omitempty" minimum:"0" maximum:"9007199254740991" doc:"a number that chooses the map; none: drawn"`
}

// An OwnMatch is a match that somebody asked for.
type OwnMatch struct {
	ID     int64       `json:"id"`
	State  string      `json:"state" enum:"waiting,playing,played,failed"`
	Asked  time.Time   `json:"asked"`
	Map    int64       `json:"map"`
	Seed   int64       `json:"seed" doc:"of the game, for agon play --seed"`
	Seats  []MatchSeat `json:"seats"`
	Why    string      `json:"why,omitempty" doc:"it failed"`
	Shared bool        `json:"shared" doc:"everybody with its address sees it"`
	Page   string      `json:"page" doc:"address of its page on this site"`
}

// A MatchSeat is a seat of a match.
type MatchSeat struct {
	Bot       string         `json:"bot"`
	Place     int            `json:"place,omitempty" doc:"from 1; none before the end"`
	Score     float64        `json:"score"`
	AverageUs float64        `json:"avg_us" doc:"mean time of a move, µs"`
	Faults    map[string]int `json:"faults,omitempty" doc:"their numbers, by kind"`
}

// Shared is how others see a match.
type Shared struct {
	Path string `json:"path" doc:"address on this site; it is shown once"`
}

// A SessionOpening begins a session, in which a bot of a contest makes the moves in a game that is played elsewhere.
type SessionOpening struct {
	Bot  string      `json:"bot" minLength:"1" maxLength:"100" doc:"its name in the contest"`
	Game SessionGame `json:"game"`
}

// A SessionGame is the game that is played elsewhere.
type SessionGame struct {
	Kind    string   `json:"kind" maxLength:"100"`
	Version string   `json:"version" maxLength:"100" doc:"of the kind's rules"`
	Options []string `json:"options" maxItems:"200" doc:"all of them, \"name=value\", sorted"`
	Seed    int64    `json:"seed"`
	Seats   int      `json:"seats" minimum:"1" maximum:"1000"`
	Seat    int      `json:"seat" minimum:"0" doc:"of the bot"`
	Names   []string `json:"names" maxItems:"1000" nullable:"true" doc:"of the players by seat, if prompts name them; else empty"`
}

// A Session is one that was opened.
type Session struct {
	ID string `json:"id"`
}

// A SessionRequest plays the turns that are over on the site's table, and may ask the bot for its move.
type SessionRequest struct {
	Turns     []SessionTurn `json:"turns" maxItems:"1000" doc:"since the request before"`
	Digest    string        `json:"digest,omitempty" maxLength:"16" doc:"of the game after them; empty: not compared"`
	Ask       bool          `json:"ask"`
	Clock     bool          `json:"clock" doc:"the move is timed"`
	Processor bool          `json:"processor" doc:"the clock counts processor time"`
	LimitUs   int64         `json:"limit_us" minimum:"0" doc:"after which the bot is killed, µs; 0: the site's"`
	AllowedUs int64         `json:"allowed_us" minimum:"0" doc:"the time that the prompt states, µs; 0: no limit"`
}

// A SessionTurn is a move of each seat that owed one, in the order of the seats.
type SessionTurn struct {
	Moves []SessionMove `json:"moves" maxItems:"1000"`
}

// A SessionMove is a seat's move, or its fault.
type SessionMove struct {
	Word   string `json:"word,omitempty" maxLength:"65536"`
	Fault  string `json:"fault,omitempty" maxLength:"20"`
	TookUs int64  `json:"took_us" minimum:"0"`
}

// A SessionAnswer is the bot's move, or its fault, and its times in µs.
type SessionAnswer struct {
	Word     string `json:"word"`
	Fault    string `json:"fault" doc:"empty: none"`
	WallUs   int64  `json:"wall_us"`
	CPUUs    int64  `json:"cpu_us" doc:"processor time"`
	StallUs  int64  `json:"stall_us" doc:"for which the site's machine held the bot up"`
	PonderUs int64  `json:"ponder_us" doc:"processor time outside its turns"`
	GraceUs  int64  `json:"grace_us" doc:"start of its language, which is granted"`
}
