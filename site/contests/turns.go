package contests

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"agon/show/report"
)

// turns gives the cores to one contest at a time, in the order in which they ask.
type turns struct {
	slice time.Duration // of a contest while others wait

	mu      sync.Mutex
	begun   time.Time // of the turn that is being had; zero: nobody has the cores
	waiting []waiter
}

// A waiter is a contest that waits for its turn.
type waiter struct {
	contest *Contest
	turn    chan struct{} // closed when it has the cores
}

// tellEvery is how often those who watch a contest that waits are told how long that takes.
const tellEvery = 5 * time.Second

// take waits for the cores, and tells those who watch the contest meanwhile; give gives them back.
func (t *turns) take(ctx context.Context, c *Contest) error {
	turn := t.ask(c)
	if turn == nil {
		return nil
	}
	defer c.tell("")
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		c.tell(t.words(c, time.Now()))
		select {
		case <-turn:
			return nil
		case <-ctx.Done():
			if !t.leave(c) {
				t.give() // it has just come
			}
			return ctx.Err()
		case <-tick.C:
		}
	}
}

// ask takes the cores for a contest if they are free; else the contest waits until the channel is closed.
func (t *turns) ask(c *Contest) <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.begun.IsZero() {
		t.begun = time.Now()
		return nil
	}
	turn := make(chan struct{})
	t.waiting = append(t.waiting, waiter{c, turn})
	return turn
}

// leave removes a contest from those that wait, and reports whether it did.
func (t *turns) leave(c *Contest) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.at(c)
	if at >= 0 {
		t.waiting = slices.Delete(t.waiting, at, at+1)
	}
	return at >= 0
}

// at returns the place of a contest among those that wait, from 0; -1 if it does not. The caller holds the lock.
func (t *turns) at(c *Contest) int {
	return slices.IndexFunc(t.waiting, func(w waiter) bool { return w.contest == c })
}

// give gives the cores to the contest that waits longest.
func (t *turns) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 {
		t.begun = time.Time{}
		return
	}
	t.begun = time.Now()
	close(t.waiting[0].turn)
	t.waiting = slices.Delete(t.waiting, 0, 1)
}

// length returns how many contests wait.
func (t *turns) length() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting)
}

// left returns about how long a contest waits for its turn; false if it does not wait.
func (t *turns) left(c *Contest, now time.Time) (time.Duration, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := t.at(c)
	if at < 0 {
		return 0, false
	}
	return time.Duration(at)*t.slice + max(0, t.slice-now.Sub(t.begun)), true
}

// words describes how long a contest waits for its turn; empty if it does not.
func (t *turns) words(c *Contest, now time.Time) string {
	left, waits := t.left(c, now)
	switch seconds := (left + time.Second - 1) / time.Second; {
	case !waits:
		return ""
	case seconds == 0:
		return "waits for its turn, goes on in a moment"
	case seconds <= 120:
		return fmt.Sprintf("waits for its turn, goes on in %d s", seconds)
	default:
		return fmt.Sprintf("waits for its turn, goes on in %d min", (seconds+59)/60)
	}
}

// Turn describes how long a contest that is playing waits for its turn: "waits for its turn, goes on in 40 s"; empty if it does not wait.
func (s *Contests) Turn(c *Contest) string { return s.turns.words(c, time.Now()) }

// tell has the contest's screens say why no game goes on; empty: one does.
func (c *Contest) tell(why string) {
	if wall := c.Wall(); wall != nil {
		wall.Say(why)
	}
}

// FirstGame describes when a bot in a contest that is playing has its first game: "first game in about 2 minutes". It is empty if the bot
// has had one, or cannot join: once the first stage is over no new bot can.
func (s *Contests) FirstGame(c *Contest, bot string) string {
	state, _, _ := c.State()
	t := c.Newest()
	if state != Playing || c.LeftOut(bot) != "" || t != nil && (t.Nth > 0 || t.played(bot)) {
		return "" // after the first stage it has played before, or never will
	}
	now := time.Now()
	wait, waits := s.turns.left(c, now)
	switch known := t != nil && t.Next > 0; {
	case known && waits:
		return "first game " + about(wait+t.Next) // nothing has been played since the table
	case known:
		return "first game " + about(max(0, t.Next-now.Sub(t.At)))
	case waits:
		return "first game in the next round of play; the contest goes on " + about(wait)
	}
	return "first game in the next round of play"
}

// played reports whether a bot has had a game in the stage.
func (t *Table) played(bot string) bool {
	return slices.ContainsFunc(t.Stage.Standings, func(l report.Standing) bool { return l.Name == bot && l.Played > 0 })
}

// about returns a time in minutes, in words.
func about(d time.Duration) string {
	minutes := int((d + time.Minute - 1) / time.Minute)
	if minutes <= 1 {
		return "in about a minute"
	}
	return fmt.Sprintf("in about %d minutes", minutes)
}
