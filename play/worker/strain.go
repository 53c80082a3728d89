package worker

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"agon/bot"
	"agon/game"
	"agon/internal/heartbeat"
)

// A Strain measures the effect of a busy host on the games of a pool. The zero value is ready to use; its methods are safe for concurrent
// use, and a nil Strain counts nothing.
type Strain struct {
	moves, held, late, byHost, voided atomic.Int64
	waiting                           atomic.Int64 // cores waiting for a calmer host
	// Sums over all moves but the first, with a clock or without: their time, and waits for a processor in it
	played, queued atomic.Int64
	beats          atomic.Pointer[heartbeat.Monitor]

	mu     sync.Mutex // guards all below
	recent window
	begun  time.Time
	stolen time.Duration // at the beginning
	waited time.Duration
	gap    time.Duration // of earlier stages
}

// window counts moves since it was last reset.
type window struct{ moves, held int64 }

// A StrainReport is the state of a Strain.
type StrainReport struct {
	Moves   int64         // moves under a clock
	Held    int64         // of these, those held up by the host for a fifth of their time
	Late    int64         // late answers, whatever the cause
	ByHost  int64         // of these, those caused by the host: they count as in time, or their games as void
	Voided  int64         // games that were replayed
	Waited  time.Duration // total of all cores, for a calmer host
	Waiting bool          // a core is waiting now
	Played  time.Duration // time of all moves, with a clock or without
	Queued  time.Duration // waits for a processor in it, as far as they were measured
	Gap     time.Duration // the largest in the heartbeat of this process
	Stolen  time.Duration // processor time that the hypervisor gave to others since the work began
}

// Busy reports whether the host holds up enough moves for a warning.
func (r StrainReport) Busy() bool { return r.Moves >= enough && r.Held*100 > r.Moves*heldPercent }

// The percentage of moves that a busy host holds up, and the number of moves needed to judge.
const (
	heldPercent = 5
	enough      = 100
)

func (s *Strain) begin(beats *heartbeat.Monitor) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.begun.IsZero() {
		s.begun, s.stolen = time.Now(), heartbeat.Stolen()
	}
	if before := s.beats.Swap(beats); before != nil { // of an earlier stage
		s.gap = max(s.gap, before.Largest())
	}
}

// Report is what has been counted so far.
func (s *Strain) Report() StrainReport {
	s.mu.Lock()
	waited, stolen, gap := s.waited, s.stolen, s.gap
	s.mu.Unlock()
	r := StrainReport{
		Moves: s.moves.Load(), Held: s.held.Load(), Late: s.late.Load(), ByHost: s.byHost.Load(), Voided: s.voided.Load(),
		Waited: waited, Waiting: s.waiting.Load() > 0, Played: time.Duration(s.played.Load()), Queued: time.Duration(s.queued.Load()),
	}
	if beats := s.beats.Load(); beats != nil {
		r.Gap, r.Stolen = max(gap, beats.Largest()), heartbeat.Stolen()-stolen
	}
	return r
}

// count counts the calls of a turn.
func (s *Strain) count(calls []*bot.Call) {
	if s == nil || len(calls) == 0 {
		return
	}
	var played, queued time.Duration
	for _, c := range calls {
		if starts(c) {
			continue
		}
		played, queued = played+c.Wall, queued+max(min(c.Stall, c.Wall), 0)
	}
	s.played.Add(int64(played))
	if queued > 0 {
		s.queued.Add(int64(queued))
	}
	if !calls[0].Clock {
		return
	}
	var held, late, excused int64
	for _, c := range calls {
		if c.Held {
			held++
		}
		if c.Excused {
			excused++
		}
		if c.Excused || c.Reply.Fault == game.Late {
			late++
		}
	}
	s.moves.Add(int64(len(calls)))
	if held+late == 0 {
		return
	}
	s.held.Add(held)
	s.late.Add(late)
	s.byHost.Add(excused)
}

// starts reports whether a program may start in a call. Agon works beside a start, for other games too, so it waits for processors on a
// quiet machine.
func starts(c *bot.Call) bool { return c.Table != nil && c.Table.Turns() <= c.Table.Seats() }

// void counts a game that is replayed.
func (s *Strain) void() {
	if s == nil {
		return
	}
	s.voided.Add(1)
	s.late.Add(1)
	s.byHost.Add(1)
}

// A core that finds the host busy waits before it begins a game: for a fixed time in all at first, and for a share of the run's time. So a
// contest beside a permanently busy neighbour still makes progress.
const (
	waitAtFirst = 2 * time.Second
	waitShare   = 10 // 1/10
	waitPause   = 100 * time.Millisecond
	probe       = 10 * time.Millisecond
)

// waitForCalmHost waits for a calmer host, if the host held up more than a few of the last moves.
func (k *core) waitForCalmHost(ctx context.Context) {
	s := k.pool.Strain
	if s == nil || !s.strained() {
		return
	}
	s.waiting.Add(1)
	defer s.waiting.Add(-1)
	for ctx.Err() == nil && s.mayWait(waitPause+probe) && k.crowded() {
		select {
		case <-ctx.Done():
		case <-time.After(waitPause):
		}
	}
}

// strained reports whether more than a few of the moves since it last returned true were held up.
func (s *Strain) strained() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := window{s.moves.Load(), s.held.Load()}
	moves, held := now.moves-s.recent.moves, now.held-s.recent.held
	if moves < enough {
		return false
	}
	s.recent = now
	return held*100 > moves*heldPercent
}

// mayWait takes part of the time that a run may wait.
func (s *Strain) mayWait(d time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waited+d > waitAtFirst+time.Since(s.begun)/waitShare {
		return false
	}
	s.waited += d
	return true
}

// crowded reports whether another process wants this core's processor.
func (k *core) crowded() bool {
	begun, delay := time.Now(), k.thread.Delay()
	for time.Since(begun) < probe {
	}
	return k.thread.Delay()-delay > probe/waitShare
}
