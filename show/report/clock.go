package report

import (
	"fmt"
	"math"
	"time"
)

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

// String describes the delays of the host in a sentence; empty if no move had a time limit.
func (c Clock) String() string {
	if c.Moves == 0 {
		return ""
	}
	text := Counted(c.Late, "answer") + " late"
	if c.ByHost > 0 {
		text += fmt.Sprintf(", %d of them caused by the host and not charged", c.ByHost)
	}
	if c.Voided > 0 {
		text += fmt.Sprintf("; %s played again for that", Counted(c.Voided, "game"))
	}
	gap := time.Duration(math.Round(c.GapMs*1e3)) * time.Microsecond
	text += fmt.Sprintf("; %s of %d held up. Largest gap in the heartbeat: %v; stolen by the hypervisor: %v",
		Counted(c.Held, "move"), c.Moves, gap.Round(time.Millisecond), millis(c.StolenMs).Round(10*time.Millisecond))
	if c.WaitedMs > 0 {
		text += fmt.Sprintf("; waited %v for the host to calm down", millis(c.WaitedMs).Round(100*time.Millisecond))
	}
	return text + "."
}

func millis(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
