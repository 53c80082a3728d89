package progress

import (
	"time"

	"agon/game"
	"agon/report"
)

// A Run is everything that is shown of a run. What is zero or empty is not shown.
type Run struct {
	Command string // "agon run contest.toml"
	Contest string // "Colour Battle 2026"
	Stage   string // "final"
	Format  string // "arena"
	Unit    string // of the scores, "%"

	Games, Done int // of this stage; what is voided counts in neither
	Rounds      int // in a game, about
	Bots, Cores int
	Sandbox     string // the level that is enforced: "full"

	PerSecond  float64       // rounds
	Elapsed    time.Duration // since this process began to play
	Left       time.Duration // estimated
	Efficiency float64       // CPU time inside bots by cores and wall time, 0 to 1
	Voided     int           // games that are played again
	Strain     string        // that the machine is busy, in words
	Ledger     string        // its path

	Standings []report.Standing // by rank
	// Bracket draws the bracket of a knockout for so many columns, with box-drawing characters or without; nil for other formats.
	Bracket func(width int, lines bool) []string
	Playing []Playing
	Faults  []Count // most frequent first
	Last    Last
	Over    bool // nothing will be played any more
}

// Playing is a game that is being played.
type Playing struct {
	Game int
	Part float64 // of its rounds, 0 to 1
}

// A Count is how often an entry had a fault.
type Count struct {
	Slot  int
	Why   game.Fault
	Times int
}

// Last is the game that was finished last, with its best.
type Last struct {
	Game int
	Best []Scored
}

// Scored is a bot's score in a game.
type Scored struct {
	Name  string
	Score float64
}

// faults is how many there were in all.
func (r *Run) faults() int {
	n := 0
	for _, c := range r.Faults {
		n += c.Times
	}
	return n
}

// title names the contest and what is played of it.
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
