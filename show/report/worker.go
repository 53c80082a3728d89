package report

import (
	"fmt"
	"time"

	"agon/internal/moment"
)

// A Worker is another machine that plays or has played games of a run.
type Worker struct {
	Name       string    `json:"name"`
	Host       string    `json:"host,omitempty"`   // as it says
	System     string    `json:"system,omitempty"` // "linux/amd64"
	Cores      int       `json:"cores"`
	Speed      float64   `json:"speed"`            // of a processor, compared with the contest's machine; 0: unknown
	Pace       float64   `json:"pace"`             // time of its bots for a move, divided by that of the same bots elsewhere; 0: unknown
	Games      int       `json:"games"`            // those that count
	PerSecond  float64   `json:"games_per_second"` // lately
	Efficiency float64   `json:"efficiency"`       // processor time of bots divided by cores and wall time, 0 to 1
	Orders     int       `json:"orders"`           // those that it plays now
	Late       int       `json:"late_moves"`
	Checked    int       `json:"checked"` // games that were played again elsewhere
	Differ     int       `json:"differ"`  // of these, with other moves
	Seen       time.Time `json:"seen"`
	Here       bool      `json:"here"`
	Trouble    string    `json:"trouble,omitempty"` // why it takes no games, or why nothing that it sends counts
}

// State returns what a worker does, in a word or a sentence.
func (w *Worker) State() string {
	switch {
	case w.Trouble != "":
		return w.Trouble
	case !w.Here:
		return "silent since " + moment.Seconds(w.Seen)
	case w.Orders == 0:
		return "waits"
	}
	return "plays"
}

// Counts returns how many workers are there, and their cores: "3 workers, 12 cores".
func Counts(workers []Worker) string {
	here, cores := 0, 0
	for i := range workers {
		if workers[i].Here && workers[i].Trouble == "" {
			here, cores = here+1, cores+workers[i].Cores
		}
	}
	return fmt.Sprintf("%s, %s", Counted(here, "worker"), Counted(cores, "core"))
}
