package report

import "fmt"

// Clock summarises the measured times of a run and the delays of its host.
type Clock struct {
	Charged  string  `json:"charged"`        // "wall": wall time without delays by the host; "cpu": processor time
	Moves    int64   `json:"moves"`          // with a time limit
	Held     int64   `json:"held"`           // moves of which the host delayed a fifth of their time or more
	Late     int64   `json:"late"`           // answers after their time
	ByHost   int64   `json:"by_host"`        // late answers that the host caused
	Voided   int64   `json:"voided"`         // games that were replayed because the host may have decided them
	WaitedMs int64   `json:"waited_ms"`      // time spent waiting for a less loaded host, sum of all cores
	StolenMs int64   `json:"stolen_ms"`      // processor time that the hypervisor gave to other machines
	GapMs    float64 `json:"largest_gap_ms"` // in the heartbeat of this process, in ms
	PlayedMs int64   `json:"played_ms"`      // time of all moves of this run but the first of each game, with a time limit or without
	QueuedMs int64   `json:"queued_ms"`      // the part in which their bots waited for a processor, as far as it was measured
}

// busyPercent is the share of waits in the bots' time from which the machine is called busy.
const busyPercent = 10

// Busy reports that the bots waited for processors, and what their time is then; empty if they waited little.
func (c Clock) Busy() string {
	percent := 100 * float64(c.QueuedMs) / float64(max(c.PlayedMs, 1))
	if percent < busyPercent {
		return ""
	}
	counted := "processor time and sleeps"
	if c.Charged == "cpu" && c.Moves > 0 {
		counted = "processor time"
	}
	return fmt.Sprintf("The machine was busy: bots waited for a processor for %.0f %% of their time. µs/move is %s only.", percent, counted)
}

// String describes late answers in a sentence; empty if none was late.
func (c Clock) String() string {
	if c.Late == 0 {
		return ""
	}
	text, was := Counted(c.Late, "answer")+" were late", "none was charged"
	if c.Late == 1 {
		text, was = "1 answer was late", "it was not charged"
	}
	switch {
	case c.ByHost >= c.Late && c.Late == 1:
		text += ", because this computer was busy; " + was
	case c.ByHost >= c.Late:
		text += ", all because this computer was busy; " + was
	case c.ByHost > 0:
		text += fmt.Sprintf(", %d of them because this computer was busy, which was not charged", c.ByHost)
	}
	switch {
	case c.Voided == 1:
		text += "; 1 game was played again"
	case c.Voided > 1:
		text += fmt.Sprintf("; %d games were played again", c.Voided)
	}
	return text + "."
}
