package main

import (
	"fmt"
	"time"

	"agon/tournament"
	"agon/worker"
)

// clockJSON is what clocks and the host did in a run, in agon run --json.
type clockJSON struct {
	Charged  string  `json:"charged"`        // "wall": wall time without what the host held up; "cpu": processor time
	Moves    int64   `json:"moves"`          // under a clock that counts
	Held     int64   `json:"held"`           // moves that the host held up for a fifth of their time or more
	Late     int64   `json:"late"`           // answers after their time
	ByHost   int64   `json:"by_host"`        // late answers that the host caused
	Voided   int64   `json:"voided"`         // games that were played again because the host may have decided them
	WaitedMs int64   `json:"waited_ms"`      // for a calmer host, all cores together
	StolenMs int64   `json:"stolen_ms"`      // processor time that the hypervisor gave to others
	GapMs    float64 `json:"largest_gap_ms"` // in the heartbeat of this process
}

func (r *runReport) clockJSON() clockJSON {
	s := r.result.Strain
	charged := "wall"
	if r.contest.File.Limits.CPUClock {
		charged = "cpu"
	}
	return clockJSON{charged, s.Moves, s.Held, s.Late, s.ByHost, s.Voided, s.Waited.Milliseconds(), s.Stolen.Milliseconds(), float64(s.Gap.Microseconds()) / 1e3}
}

// lateness says at the end of a run what the host did to its clocks; empty where no move was under a clock.
func lateness(s worker.StrainReport) string {
	if s.Moves == 0 {
		return ""
	}
	text := fmt.Sprintf("Clocks: %s late", counted(s.Late, "answer"))
	if s.ByHost > 0 {
		text += fmt.Sprintf(", %d of them caused by the host and not charged", s.ByHost)
	}
	if s.Voided > 0 {
		text += fmt.Sprintf("; %s played again for that", counted(s.Voided, "game"))
	}
	text += fmt.Sprintf("; %s of %d held up. Largest gap in the heartbeat: %v; stolen by the hypervisor: %v",
		counted(s.Held, "move"), s.Moves, s.Gap.Round(time.Millisecond), s.Stolen.Round(10*time.Millisecond))
	if s.Waited > 0 {
		text += fmt.Sprintf("; waited %v for the host to calm down", s.Waited.Round(100*time.Millisecond))
	}
	return text + "."
}

// counted is a number with its noun.
func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// strained says of a run at work that the machine is busy; empty while it is not.
func strained(s worker.StrainReport) string {
	if !s.Busy() {
		return ""
	}
	text := fmt.Sprintf("this machine is busy: other processes delayed %.0f %% of moves; the delay is not charged", 100*float64(s.Held)/float64(s.Moves))
	if s.Waiting {
		text += "; waiting for it to be calmer"
	}
	return text
}

// onTime says how often a bot lost on time; empty for never.
func onTime(games int) string {
	if games == 0 {
		return ""
	}
	return fmt.Sprintf("lost %s on time", counted(int64(games), "game"))
}

// fallen names who lost a game on time.
func (r *runReport) fallen(f tournament.Fixture, res tournament.Result) (names []string) {
	for seat, s := range res.Seats {
		if s.OnTime {
			names = append(names, r.contest.Entries[f.Seats[seat]].Name)
		}
	}
	return names
}

// clockOf is the clock that a flag names, for contests without a file.
func clockOf(name string) (cpu bool, err error) {
	switch name {
	case "", "wall":
		return false, nil
	case "cpu":
		return true, nil
	}
	return false, fmt.Errorf("--clock is wall or cpu, not %q", name)
}
