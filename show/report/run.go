package report

import (
	"slices"
	"sort"
	"time"

	"agon/game"
	"agon/show/film"
)

// Folder is the folder of the report, below the contest's own.
const Folder = "report"

// FeedFile is the file of the report with its events: rounds of play, decisions, the end.
const FeedFile = "feed.atom"

// MarksFile is the file of the report with every figure behind its marks, if a stage has some.
const MarksFile = "marks.csv"

// Run is a contest as far as it has been played. agon run --json prints its JSON form.
type Run struct {
	Agon       int        `json:"agon"` // version of the JSON form: 1
	Contest    string     `json:"contest"`
	Kind       Kind       `json:"kind"`
	Seed       int64      `json:"seed"`
	Played     int        `json:"games"` // with a result
	Finished   bool       `json:"finished"`
	Rounds     int64      `json:"rounds"`     // in this run
	Seconds    float64    `json:"seconds"`    // of this run
	Efficiency float64    `json:"efficiency"` // CPU time of bots divided by cores times wall time in this run, 0 to 1; 0: unknown
	Clock      Clock      `json:"clock"`
	Sandbox    string     `json:"sandbox"` // its level, and which of its limits were enforced
	Stages     []Stage    `json:"stages"`
	Refused    []Refusal  `json:"refused"`
	Retired    []Retired  `json:"retired"`
	Unplayed   string     `json:"unplayed,omitempty"` // why the next stage is not played, as too few bots are left
	Dir        string     `json:"dir"`
	Unproved   string     `json:"verification,omitempty"` // what is said of games that nothing plays again, see [game.Info.Unproved]
	Changes    []Change   `json:"changes"`                // of settings, between runs
	Workers    []Worker   `json:"workers,omitempty"`      // on other machines, of this run
	Limit      string     `json:"limit,omitempty"`        // a sentence that says what limited this run with workers most of the time
	Gone       []Gone     `json:"gone,omitempty"`
	Decisions  []Decision `json:"decisions,omitempty"`
	Secret     string     `json:"secret,omitempty"` // seeded the bots' generators; empty until the contest is over

	Discrepancies []int `json:"discrepancies,omitempty"` // numbers of the games with a later result that differs from the one that stands

	Entries     []Entry  `json:"-"` // the line-up, indexed by Standing.Entry and Seat.Slot
	Days        []Day    `json:"-"` // on which the contest was played
	About       string   `json:"-"` // the contest's description, Markdown; empty: none
	Veiled      bool     `json:"-"` // the seeds are not shown
	Card        string   `json:"-"` // address of a picture of the standings, which other sites show beside a link; empty: none
	Options     []string `json:"-"` // of the kind that differ from their defaults, "name=value"
	Length      int      `json:"-"` // rounds of a game, approximately
	Games       []Game   `json:"-"` // with a result, in plan order
	Annulled    []Game   `json:"-"` // results that were replaced or differ, and games that were given up, in plan order; see Mark
	Ahead       []Ahead  `json:"-"` // stages that have not begun
	ReplayBytes int64    `json:"-"`
	Again       string   `json:"-"` // command that shows the first game; empty while the contest is played, and if no bot uses the secret
	Beside      string   `json:"-"` // a folder of pages about coding agents, which is copied beside the report; empty: none
	Jury        *Jury    `json:"-"` // the short list, after the end of the contest; may be nil
}

// Kind is a kind of game, represented by its name in JSON.
type Kind struct{ *game.Kind }

// MarshalText returns the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.Name), nil }

// An Entry is a bot of the line-up, whether it plays or not.
type Entry struct {
	Name, Author string
	Image        string // digest of its container image; empty for none
	Hash         string `json:"-"` // of its files
	Doubt        string // why the times that it reports are not believed; usually empty
	Versions     []int  // all versions of its bot, oldest first, by their index in the line-up; nil if there is one
	Since        int    // the round of play from which it plays, if it joined a contest that had begun; else 0
	Out          string // how it left: "replaced in round 9", "withdrawn in round 3"; empty while it is in the contest
	OutWhy       string // the reason; may be empty
}

// Version returns the number of an entry among the versions of its bot, from 1.
func (r *Run) Version(entry int) int { return slices.Index(r.Entries[entry].Versions, entry) + 1 }

// Look returns the number of an entry's look, see package palette: all versions of a bot have that of the first.
func (r *Run) Look(entry int) int {
	if entry < len(r.Entries) && len(r.Entries[entry].Versions) > 0 {
		return r.Entries[entry].Versions[0]
	}
	return entry
}

// Looks returns the looks of the line-up.
func (r *Run) Looks() []int {
	looks := make([]int, len(r.Entries))
	for entry := range looks {
		looks[entry] = r.Look(entry)
	}
	return looks
}

// Leaving returns how an entry left and why, in one text; empty while it is in the contest.
func (e *Entry) Leaving() string {
	if e.OutWhy == "" {
		return e.Out
	}
	return e.Out + ": " + e.OutWhy
}

// Bots returns the number of bots in the contest, without those that left and older versions.
func (r *Run) Bots() (n int) {
	for i := range r.Entries {
		if r.Entries[i].Out == "" {
			n++
		}
	}
	return n
}

// A Refusal is a bot that does not play.
type Refusal struct {
	Bot     string `json:"bot"`
	Why     string `json:"why"`
	Outside bool   `json:"-"` // it is not in the line-up
}

// Retired is a bot that made no move of its own in several consecutive games.
type Retired struct {
	Bot   string `json:"bot"`
	Why   string `json:"why"`
	How   string `json:"-"`     // Why without games: "does not play: crashes in turn 1"
	Games int    `json:"games"` // decided without it
}

// Gone is a bot that is out of the contest.
type Gone struct {
	Bot string `json:"bot"` // with its version, if a later one plays
	Why string `json:"why"`
}

// A Decision is a change of the bots of a contest that had begun, or a decision about its games or limits.
type Decision struct {
	At    time.Time `json:"at"`
	What  string    `json:"what"` // "joined", "withdrawn", "barred", "reinstated", "again", "spent", "grown" or "limit"
	Bot   string    `json:"bot,omitempty"`
	Why   string    `json:"why,omitempty"`
	By    string    `json:"by,omitempty"`
	Stage int       `json:"stage"`           // from 1; 0 for a limit
	Round int       `json:"round,omitempty"` // of play, from 1: the first that was planned with it; 0 for a limit, and after the stage
	Games []int     `json:"games,omitempty"` // numbers, from 1: those that are replayed for "again", else those that were given up
	Text  string    `json:"text"`
	Entry int       `json:"-"` // that of Bot, which is a version of it; without Bot it means nothing
	Limit string    `json:"-"` // of a limit: its key
	Value string    `json:"-"` // of a limit: its value as written; empty: that of the contest file
}

// Ahead is a stage that has not begun.
type Ahead struct{ Name, Format string }

// A Day is a day on which a contest was played.
type Day struct {
	Date string    // "2026-03-01"
	At   time.Time // when the day's first round of play was planned

	Stage, Round int // of that round, from 0
}

// DayOf returns the day on which a round of play was planned, from 0; empty if unknown.
func (r *Run) DayOf(stage, round int) string {
	n := sort.Search(len(r.Days), func(i int) bool {
		d := &r.Days[i]
		return d.Stage > stage || d.Stage == stage && d.Round > round
	})
	if n == 0 {
		return ""
	}
	return r.Days[n-1].Date
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
	Day    string // on which its round of play was planned, "2026-03-01"; empty if unknown
	Title  string // "Final, game 318"
	Seed   int64
	Turns  int
	Rounds int
	Faults int
	OnTime []string // names of bots that lost it on time
	Void   bool     // its result does not stand, or it has none
	Mark   string   // decisions about it: "annulled: WHY"; usually empty
	Seats  []Seat   // by place
	Replay string   // address of the replay, relative to the report's folder; may be empty
	// File reads the replay. If it is not nil the report contains a copy, and Replay is its address.
	File func() ([]byte, error)
	// Film re-simulates the game for its page. It is called once, while the pages are written. If it is nil, the game has no page, or
	// keeps that of an earlier report.
	Film func() (*film.Film, error)
	Lost error // of Film or File, set when the pages are written, which show it
}

// A Seat is a bot's seat and result in a game.
type Seat struct {
	Name  string
	Slot  int // in the line-up
	Place int // from 1
	Score float64

	Faults map[string]int // number of its faults by name; nil if there were none
}

// Names returns the names of the line-up.
func (r *Run) Names() []string {
	names := make([]string, len(r.Entries))
	for i := range r.Entries {
		names[i] = r.Entries[i].Name
	}
	return names
}

// Last returns the last stage that has a table; nil before the first.
func (r *Run) Last() *Stage {
	if len(r.Stages) == 0 {
		return nil
	}
	return &r.Stages[len(r.Stages)-1]
}

// Outcome reports whether an entry won a game alone, and whether another did.
func (g *Game) Outcome(entry int) (won, lost bool) {
	mine, firsts := 0, 0
	for i := range g.Seats {
		if g.Seats[i].Place == 1 {
			firsts++
		}
		if g.Seats[i].Slot == entry {
			mine = g.Seats[i].Place
		}
	}
	return mine == 1 && firsts == 1, mine != 1 && firsts == 1
}
