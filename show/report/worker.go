package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"agon/internal/moment"
)

// A Worker is another machine that plays or has played games of a run.
type Worker struct {
	Name       string    `json:"name"`
	Host       string    `json:"host,omitempty"`   // as it says
	System     string    `json:"system,omitempty"` // "linux/amd64"
	Version    string    `json:"agon,omitempty"`   // of agon there, as it says
	Cores      int       `json:"cores"`
	Speed      float64   `json:"speed"`            // of a processor, compared with the contest's machine; 0: unknown
	Pace       float64   `json:"pace"`             // time of its bots for a move, divided by that of the same bots elsewhere; 0: unknown
	Games      int       `json:"games"`            // those that count
	PerSecond  float64   `json:"games_per_second"` // lately
	Efficiency float64   `json:"efficiency"`       // processor time of bots divided by cores and wall time, 0 to 1
	Orders     int       `json:"orders"`           // those that it plays now
	Out        int       `json:"orders_out"`       // those that it was given and that have not ended
	Silent     float64   `json:"silent_seconds"`   // the longest time that one of these has been out without a report
	Overdue    int       `json:"overdue"`          // orders of which it reported nothing in time; each order that it ends takes one off
	Refused    int       `json:"refused"`          // orders that it could not play
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

// urgency is the place of a worker in [Urgent].
func (w *Worker) urgency() int {
	kind, _, _ := strings.Cut(w.Trouble, ":")
	switch {
	case w.Trouble == "left":
		return inOrder + 1
	case kind == "set aside":
		return 0
	case w.Overdue > 0:
		return 1
	case kind == "waits": // it is too slow
		return 2
	case w.Trouble != "":
		return 3
	case !w.Here:
		return 4
	}
	return inOrder
}

const inOrder = 5 // the urgency of a worker without trouble

// NeedsLook reports whether an organiser should look at the worker: it has trouble, is silent, or has orders overdue.
func (w *Worker) NeedsLook() bool { return w.urgency() < inOrder }

// Urgent returns workers in the order in which an organiser looks at them: set aside, with orders overdue, too slow, with other trouble,
// silent, in order, and those that have left.
func Urgent(workers []Worker) []Worker {
	return slices.SortedStableFunc(slices.Values(workers), func(a, b Worker) int { return cmp.Compare(a.urgency(), b.urgency()) })
}

// Looks returns how many workers an organiser should look at.
func Looks(workers []Worker) (n int) {
	for i := range workers {
		if workers[i].NeedsLook() {
			n++
		}
	}
	return n
}

// Rest describes the workers of a list that is not shown: "950 more, all in order"; empty if there are none.
func Rest(workers []Worker) string {
	looks := Looks(workers)
	switch {
	case len(workers) == 0:
		return ""
	case looks > 0:
		return fmt.Sprintf("%d more, %d of them with trouble", len(workers), looks)
	}
	return fmt.Sprintf("%d more, all in order", len(workers))
}

// Outstanding describes what workers have been given: "6 orders, one without a report for 4 s"; empty if that is nothing.
func Outstanding(workers []Worker) string {
	n, silent := 0, 0.0
	for i := range workers {
		n, silent = n+workers[i].Out, max(silent, workers[i].Silent)
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s, one without a report for %.0f s", Counted(n, "order"), silent)
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
