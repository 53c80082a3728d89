package report

import (
	"time"

	"agon/film"
	"agon/game"
)

// Folder is the folder of a contest's pages, below the contest's own.
const Folder = "report"

// Run is a contest as far as it has been played. Its JSON form is what agon run --json prints.
type Run struct {
	Agon       int        `json:"agon"` // version of the JSON form: 1
	Contest    string     `json:"contest"`
	Kind       Kind       `json:"kind"`
	Seed       int64      `json:"seed"`
	Played     int        `json:"games"` // with a result
	Finished   bool       `json:"finished"`
	Rounds     int64      `json:"rounds"`     // in this run
	Seconds    float64    `json:"seconds"`    // of this run
	Efficiency float64    `json:"efficiency"` // CPU time of bots over cores and wall time in this run, 0 to 1; 0: unknown
	Clock      Clock      `json:"clock"`
	Sandbox    string     `json:"sandbox"` // its level, and what of it was enforced
	Stages     []Stage    `json:"stages"`
	Refused    []Refusal  `json:"refused"`
	Retired    []Retired  `json:"retired"`
	Dir        string     `json:"dir"`
	Changes    []Change   `json:"changes"` // of settings, between runs
	Gone       []Gone     `json:"gone,omitempty"`
	Decisions  []Decision `json:"decisions,omitempty"`
	Secret     string     `json:"secret,omitempty"` // that seeded the bots' generators, once the contest is over

	Entries     []Entry  `json:"-"` // the line-up; Standings and Seats name its places
	Days        []Day    `json:"-"` // on which the contest was played
	Options     []string `json:"-"` // of the kind that differ from their defaults, "name=value"
	Length      int      `json:"-"` // rounds of a game, about
	Games       []Game   `json:"-"` // with a result, in plan order
	Annulled    []Game   `json:"-"` // results that stand no more, and games that were given up, in plan order; Mark says which
	Ahead       []Ahead  `json:"-"` // stages that have not begun
	ReplayBytes int64    `json:"-"`
	Again       string   `json:"-"` // command that plays the first game again; empty while it may not be told, or needs no secret
	Jury        *Jury    `json:"-"` // the short list, once the contest is over; nil for none
}

// Kind is a kind of game, which JSON has by its name.
type Kind struct{ *game.Kind }

// MarshalText is the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.Name), nil }

// An Entry is a bot of the line-up, whether it plays or not.
type Entry struct {
	Name, Author string
	Image        string // digest of its container image; empty for none
	Doubt        string // why its own times are not believed; empty for most
}

// A Refusal is a bot that does not play.
type Refusal struct {
	Bot     string `json:"bot"`
	Why     string `json:"why"`
	Outside bool   `json:"-"` // it is not in the line-up
}

// Retired is a bot that is started no more.
type Retired struct {
	Bot   string `json:"bot"`
	Why   string `json:"why"`
	Games int    `json:"games"` // that were decided without it
}

// Gone is a bot that plays no more.
type Gone struct {
	Bot string `json:"bot"` // with its version, where a later one plays
	Why string `json:"why"`
}

// A Decision is a change of the bots of a contest that had begun, or a decision about its games or limits.
type Decision struct {
	At    time.Time `json:"at"`
	What  string    `json:"what"` // "joined", "withdrawn", "barred", "reinstated", "again" or "limit"
	Bot   string    `json:"bot,omitempty"`
	Why   string    `json:"why,omitempty"`
	By    string    `json:"by,omitempty"`
	Stage int       `json:"stage"`           // from 1; 0 of a limit
	Round int       `json:"round,omitempty"` // of play, from 1: the first that was planned with it
	Games []int     `json:"games,omitempty"` // numbers, from 1: of "again" those that are played again, else those that were given up
	Text  string    `json:"text"`
}

// Ahead is a stage that has not begun.
type Ahead struct{ Name, Format string }

// A Day is a day on which a contest was played.
type Day struct {
	Date string    // "2026-03-01"
	At   time.Time // when its first round of play was planned
}

// A Change is a setting that changed between two runs.
type Change struct {
	At   time.Time `json:"at"`
	What string    `json:"what"`
	Was  string    `json:"was"`
	Now  string    `json:"now"`
}

// A Game is one game of a contest.
type Game struct {
	Number int    // from 1; it names the page
	Stage  int    // from 0
	Round  int    // of play in its stage, from 1
	Title  string // "Final, game 318"
	Seed   int64
	Rounds int
	Faults int
	OnTime []string // names of those who lost it on time
	Void   bool     // its result does not stand, or it has none
	Mark   string   // what was decided about it: "annulled: WHY"; empty for most
	Seats  []Seat   // by place
	Replay string   // address of the replay, relative to the report's folder; may be empty
	// File reads the replay, where the report is to hold a copy of it; it is then the Replay. nil: no copy.
	File func() ([]byte, error)
	// Film re-simulates the game for its page. It is called once, while the pages are written. nil: no page of its own, or the one that
	// an earlier report wrote.
	Film func() (*film.Film, error)
	Lost error // of Film or File, once the pages are written; they say so
}

// A Seat is who played in a game.
type Seat struct {
	Name  string
	Slot  int // in the line-up
	Place int // from 1
	Score float64
}

// Names are the names of the line-up.
func (r *Run) Names() []string {
	names := make([]string, len(r.Entries))
	for i := range r.Entries {
		names[i] = r.Entries[i].Name
	}
	return names
}

// Last is the last stage that has a table; nil before the first.
func (r *Run) Last() *Stage {
	if len(r.Stages) == 0 {
		return nil
	}
	return &r.Stages[len(r.Stages)-1]
}
