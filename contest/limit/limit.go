/*
Package limit says what limits how fast a contest is played: its bots, the verification of reports, the ledger, the network, or its plan.

A run measures with a [Meter] which part of the time its cores have games, reports of workers are executed again, and results are stored;
[Shares.Limit] decides from these shares alone. One goroutine stores results, and each core verifies one report at a time, so a share near 1
means that everything else waits for it, whatever the workers do: it is asked first.
*/
package limit

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Shares are parts of a time, each 0 to 1.
type Shares struct {
	Span                 time.Duration // of the measurement
	Cores, Reports       int           // that take games now, on all machines; that wait now to be executed again
	Playing, Open        float64       // of the cores' time: they had games; of the time: there were games that no machine had
	Verification, Ledger float64       // of the time: reports were executed again; results were stored
}

// Limit returns what limits the contest, and that as a sentence: "ledger", "verification", "workers" if no core takes games, "bots", "plan"
// or "network". Both are empty if it has been measured for less than a second.
func (s Shares) Limit() (what, sentence string) {
	const full, busy = 0.8, 0.7 // of a goroutine's time, from which others wait for it; of the cores' time
	waits := 100 * (1 - s.Playing)
	switch {
	case s.Span < time.Second:
		return "", ""
	case s.Ledger >= full:
		return "ledger", fmt.Sprintf("The ledger limits the contest: results are being stored %.0f %% of the time.", 100*s.Ledger)
	case s.Verification >= full:
		return "verification", fmt.Sprintf("Verification limits the contest: this machine executes reports again %.0f %% of the time, "+
			"and %d wait.", 100*s.Verification, s.Reports)
	case s.Cores == 0:
		return "workers", "The contest waits for workers: no core takes games."
	case s.Playing >= busy:
		return "bots", fmt.Sprintf("Bots limit the contest: %d cores have games %.0f %% of the time.", s.Cores, 100*s.Playing)
	case s.Open < 0.5:
		return "plan", fmt.Sprintf("The plan limits the contest: cores wait %.0f %% of the time until games have ended.", waits)
	}
	return "network", fmt.Sprintf("The network limits the contest: cores wait %.0f %% of the time for orders or files.", waits)
}

// A Watch adds up the time of something that is done again and again. The zero value is ready to use; it is safe for concurrent use.
type Watch struct {
	nanoseconds atomic.Int64
	Times       atomic.Uint64 // that it was done
}

// Time returns the time until now.
func (w *Watch) Time() time.Duration { return time.Duration(w.nanoseconds.Load()) }

// Since adds the time from begun until now.
func (w *Watch) Since(begun time.Time) {
	w.nanoseconds.Add(int64(time.Since(begun)))
	w.Times.Add(1)
}

// A Meter measures the shares of the runs of a contest. The zero value is ready to use; its methods are safe for concurrent use.
type Meter struct {
	Verifying, Storing Watch        // of reports that are executed again; of batches of results
	Reports            atomic.Int64 // that wait to be executed again

	mu               sync.Mutex
	begun, at        time.Time // of the first sample, and of the last
	verified, stored time.Duration
	shares           Shares
}

// Sample takes in how many cores take games, how many of these have some, and whether there are games that no machine has. It counts for
// the time since the last sample, and little after window. After a pause the meter begins anew.
func (m *Meter) Sample(now time.Time, cores, playing int, open bool) {
	const window, pause = 10 * time.Second, time.Minute
	m.mu.Lock()
	defer m.mu.Unlock()
	s, dt, verified, stored := &m.shares, now.Sub(m.at), m.Verifying.Time(), m.Storing.Time()
	if dt > pause {
		m.begun, *s = now, Shares{}
	} else if dt > 0 {
		age := now.Sub(m.begun)
		weight := max(float64(dt)/float64(age), 1-math.Exp(-float64(dt)/float64(window)))
		mix := func(share *float64, part float64) { *share += (min(max(part, 0), 1) - *share) * weight }
		mix(&s.Playing, float64(playing)/float64(max(cores, 1)))
		mix(&s.Open, map[bool]float64{true: 1}[open])
		mix(&s.Verification, float64(verified-m.verified)/float64(dt)/float64(runtime.GOMAXPROCS(0)))
		mix(&s.Ledger, float64(stored-m.stored)/float64(dt))
		s.Span, s.Cores, s.Reports = min(age, window), cores, int(m.Reports.Load())
	}
	m.at, m.verified, m.stored = now, verified, stored
}

// Shares returns those of about the last ten seconds.
func (m *Meter) Shares() Shares {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.shares
}
