package progress

import (
	"cmp"
	"time"

	"agon/format/tournament"
	"agon/game"
	"agon/internal/numerals"
	"agon/show/report"
)

// A Run is everything that is shown of a run. Fields that are zero or empty are not shown.
type Run struct {
	Command string // "agon run contest.toml"
	Contest string // "Colour Battle 2026"
	Stage   string // "final"
	Format  string // "arena"
	Unit    string // of the scores, "%"

	Games, Done int     // of this stage; voided games count in neither
	Rounds      int     // per game, approximately
	Step        string  // what the rules call a round; empty: "round"
	Played      int     // rounds of this stage, also those of games that are being played
	Total       int     // rounds that the stage will have, approximately; 0 if unknown
	Part        float64 // of the stage that has been played, 0 to 1; it counts if Total is known
	Bots, Cores int
	Sandbox     string // the level that is enforced: "full"

	PerSecond  float64       // rounds
	Elapsed    time.Duration // since this process began to play
	Left       time.Duration // estimated
	Efficiency float64       // CPU time inside bots divided by cores and wall time, 0 to 1
	Voided     int           // games that are played again
	Strain     string        // a text that says that the machine is busy
	Ledger     string        // path of the ledger

	Standings []report.Standing // by rank
	By        tournament.By     // what ranks them
	// Bracket draws the bracket of a knockout in width columns, with box-drawing characters if lines is set; nil for other formats.
	Bracket func(width int, lines bool) []string
	Playing []Playing
	Faults  []Count // most frequent first
	Last    Last
	Workers []report.Worker // other machines that play
	Orders  string          // what workers have been given: "6 orders, one without a report for 4 s"
	Limit   string          // a sentence that says what limits the contest now
	Over    bool            // no more games will be played
}

// Playing is a game that is being played.
type Playing struct {
	Game int
	Part float64 // of its rounds, 0 to 1
}

// A Count is the number of an entry's faults for one reason.
type Count struct {
	Slot  int
	Why   game.Fault
	Times int
}

// Last is the game that finished last, with its best bots.
type Last struct {
	Game int
	Best []Scored
}

// Scored is a bot's score in a game.
type Scored struct {
	Name  string
	Score float64
}

// part returns which part of the stage has been played, by rounds if their number is known, else by games.
func (r *Run) part() float64 {
	switch {
	case r.Games <= 0:
		return 0
	case r.Total > 0:
		return r.Part
	}
	return float64(r.Done) / float64(r.Games)
}

// percent returns the part of the stage as a whole percentage, rounded down so that only all is 100.
func (r *Run) percent() int {
	n := int(r.part()*100 + 1e-9)
	if r.Done < r.Games {
		return min(n, 99)
	}
	return n
}

// measurable reports whether the part of the stage is known: it is not while the first games of unknown length are being played.
func (r *Run) measurable() bool { return r.Total > 0 || r.Done > 0 || r.Played == 0 }

// rounds returns how many rounds of the stage have been played, of how many if that is known; empty if none.
func (r *Run) rounds() string {
	switch {
	case r.Played <= 0:
		return ""
	case r.Total > 0:
		return grouped(r.Played) + "/" + grouped(r.Total) + " " + r.steps()
	}
	return grouped(r.Played) + " " + r.steps()
}

// steps returns what the rules call rounds.
func (r *Run) steps() string { return numerals.Plural(cmp.Or(r.Step, "round")) }

// faults returns the total number of faults.
func (r *Run) faults() int {
	n := 0
	for _, c := range r.Faults {
		n += c.Times
	}
	return n
}

// measured returns the value that ranks a line, with the bounds of its interval, as the table at the end and pages show them.
func (r *Run) measured(e *report.Standing) (value, low, high float64) {
	return (&report.Stage{By: r.By}).Measured(e)
}

// quantity returns the value that ranks lines.
func (r *Run) quantity() report.Quantity { return (&report.Stage{By: r.By}).Quantity() }

// title names the contest and the stage being played.
func (r *Run) title() string {
	title := r.Contest
	for _, word := range [...]string{r.Stage, r.Format} {
		if word != "" && title != "" {
			title += ", "
		}
		title += word
	}
	return title
}
