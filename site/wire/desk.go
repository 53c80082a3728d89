package wire

import "time"

// A Desk is what an organiser or the jury sees of a contest.
type Desk struct {
	State     string     `json:"state" enum:"waiting,playing,paused,over,failed"`
	Doing     string     `json:"doing" doc:"what is played, or why nothing is"`
	Costs     string     `json:"costs,omitempty" doc:"which bots took most processor time in the newest week"`
	Needs     []Need     `json:"needs" doc:"what waits for an organiser"`
	Due       []Due      `json:"due" doc:"the first dates, and times of the timetable, that are still to come"`
	Stages    []Stage    `json:"stages"`
	Bots      []DeskBot  `json:"bots"`
	Since     *time.Time `json:"seen,omitempty" doc:"when the caller last marked the faults as seen"`
	Pending   []Pending  `json:"pending" doc:"versions that wait for their check, the next first"`
	Dates     Dates      `json:"dates"`
	Closed    bool       `json:"submissions_closed"`
	Frozen    *time.Time `json:"frozen,omitempty" doc:"since when the table is"`
	Limits    []string   `json:"limits" doc:"keys of the limits that can be changed"`
	Decisions []Decided  `json:"decisions" doc:"the newest, at most 50"`
	Workers   []Worker   `json:"workers" maxItems:"50" doc:"other machines that play, at most 50, those that need a look first; list-workers has all"`
	Counts    string     `json:"workers_counted,omitempty" doc:"how many workers and cores take games, of how many, in words"`
	Limited   string     `json:"limited_by,omitempty" doc:"a sentence that says what limits the contest now: bots, verification, ledger, network, plan"`
}

// Workers are a part of the other machines that play.
type Workers struct {
	Counts  string   `json:"counted" doc:"how many workers and cores take games, of how many, in words"`
	Limited string   `json:"limited_by,omitempty" doc:"a sentence that says what limits the contest now"`
	Found   int      `json:"found" doc:"how many match"`
	Workers []Worker `json:"workers" maxItems:"200"`
}

// A Worker is another machine that plays.
type Worker struct {
	Name       string    `json:"name"`
	Host       string    `json:"host,omitempty" doc:"as it says"`
	System     string    `json:"system,omitempty" doc:"as it says"`
	Agon       string    `json:"agon,omitempty" doc:"its version of agon, as it says"`
	Cores      int       `json:"cores"`
	Out        int       `json:"orders_out" doc:"orders that it was given and that have not ended"`
	Silent     float64   `json:"silent_seconds" doc:"the longest time that one of these has been out without a report"`
	Overdue    int       `json:"overdue" doc:"orders of which it reported nothing in time; each order that it ends takes one off"`
	Refused    int       `json:"refused" doc:"orders that it could not play"`
	Checked    int       `json:"checked" doc:"games that were played again elsewhere"`
	Differ     int       `json:"differ" doc:"of these, with other moves"`
	Trouble    bool      `json:"trouble" doc:"it needs a look"`
	Games      int       `json:"games" doc:"that count"`
	PerSecond  float64   `json:"games_per_second"`
	Efficiency float64   `json:"efficiency" doc:"processor time of bots divided by cores and time, 0 to 1"`
	Speed      float64   `json:"speed" doc:"of a processor, compared with the site's; 0: unknown"`
	Pace       float64   `json:"pace" doc:"time of its bots for a move, divided by that of the same bots elsewhere; 0: unknown"`
	State      string    `json:"state"`
	Seen       time.Time `json:"seen"`
}

// A Due is something that happens by a date or by the timetable.
type Due struct {
	At   time.Time  `json:"at"`
	Ends *time.Time `json:"ends,omitempty" doc:"of what lasts, as a night of play does"`
	What string     `json:"what"`
}

// A Need is something that waits for an organiser.
type Need struct {
	What string `json:"what"`
	Why  string `json:"why"`
	Bad  bool   `json:"bad" doc:"nothing is played until it is mended"`
}

// A DeskBot is a bot as the desk shows it.
type DeskBot struct {
	Name      string `json:"name"`
	Author    string `json:"author,omitempty"`
	State     string `json:"state" enum:"plays,rests,withdrawn,disqualified"`
	Why       string `json:"why,omitempty" doc:"of the state"`
	Faults    string `json:"faults,omitempty" doc:"since the caller last marked them as seen"`
	NewFaults int    `json:"new_faults" doc:"their number"`
	Page      string `json:"page,omitempty" doc:"address of its page on this site; none for a bot that nobody submitted"`
}

// A Pending is a version that waits for its check.
type Pending struct {
	Bot      int64     `json:"bot" doc:"its ID"`
	Name     string    `json:"name" doc:"of the bot"`
	Owner    string    `json:"owner"`
	Version  int       `json:"version" minimum:"1"`
	Received time.Time `json:"received"`
	State    string    `json:"state" doc:"how far it is, in words"`
	After    string    `json:"after,omitempty" doc:"what stands before it in the queue, in words"`
}

// A Decided is a decision about a contest.
type Decided struct {
	ID       int64     `json:"id"`
	At       time.Time `json:"at"`
	Who      string    `json:"who"`
	What     string    `json:"what"`
	Why      string    `json:"why,omitempty"`
	Undoable bool      `json:"undoable"`
	Undone   bool      `json:"undone"`
}

// Dates are those of a contest. One that is missing never comes. The tag field has its name in the form of the site.
type Dates struct {
	Opens   *time.Time `json:"submissions_open,omitempty" field:"opens"`
	Closes  *time.Time `json:"submissions_close,omitempty" field:"closes"`
	Starts  *time.Time `json:"start,omitempty" field:"starts"`
	Ends    *time.Time `json:"end,omitempty" field:"ends"`
	Freezes *time.Time `json:"freeze,omitempty" field:"freezes" doc:"of the table"`
}

// A Deciding is a decision to be taken.
type Deciding struct {
	Reason
	What  string `json:"what" enum:"barred,withdrawn,reinstated,again,limit" doc:"barred, withdrawn and reinstated are about a bot, again about games, limit about a limit"`
	Bot   string `json:"bot,omitempty" maxLength:"200" doc:"its name"`
	Games string `json:"games,omitempty" maxLength:"10000" doc:"numbers of games from 1 with blanks between them, or the name of a stage"`
	Key   string `json:"key,omitempty" maxLength:"40" doc:"of the limit"`
	Value string `json:"value,omitempty" maxLength:"40" doc:"of the limit; empty: the value in the contest's file"`
}

// A Link is a new link, to a private contest or into a team.
type Link struct {
	Path string `json:"path" doc:"address on this site; it is shown once"`
}

// An Agent names an agent of a contest that edits on a machine of its own, with the reason of what is done.
type Agent struct {
	Agent string `json:"agent" maxLength:"40" doc:"name of the agent"`
	Why   string `json:"why" maxLength:"1000" doc:"reason, kept in the log of decisions"`
}

// An AgentToken is a new token of such an agent.
type AgentToken struct {
	Token string `json:"token" doc:"token with which the agent connects; it is shown once"`
}

// A Done describes what was done.
type Done struct {
	Told string `json:"told"`
}
