package contests

import (
	"maps"
	"slices"
	"time"
)

// answersWithin is how long an act waits for its end before it answers; see [Contests].
const answersWithin = time.Second

// Doing returns what is being done with a contest, as "pausing"; empty: nothing.
func (c *Contest) Doing() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.doing
}

// Busy returns a [*Conflict] while something is being done with a contest, for acts that would have to wait for it.
func (c *Contest) Busy() error {
	if doing := c.Doing(); doing != "" {
		return &Conflict{"The site is busy with it (" + doing + "): try again when that is done."}
	}
	return nil
}

// Undone returns what was not done with a contest, and why, if the act that was begun last had answered before it failed.
func (c *Contest) Undone() (what, why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.undone, c.wrong
}

func (c *Contest) do(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.doing = what; what != "" {
		c.undone, c.wrong = "", ""
	}
}

// Deciding returns the decisions about bots that the run in progress has still to take, as "disqualifying Ann", in the order of the bots.
func (c *Contest) Deciding() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for _, bot := range slices.Sorted(maps.Keys(c.deciding)) {
		list = append(list, c.deciding[bot])
	}
	return list
}

// DecidingOn returns what the run in progress has still to do with a bot, as "disqualifying Ann"; empty: nothing.
func (c *Contest) DecidingOn(bot string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.deciding[bot]
}

// finish ends an act on a contest, whose lock acts the caller holds and finish unlocks; see [Contests.answer].
func (s *Contests) finish(c *Contest, doing string, act func() error) error {
	c.do(doing)
	return s.answer(c, doing, act, func() { c.doing = "" }, c.acts.Unlock)
}

// answer returns the error of an act, or nil if the act takes long: then it goes on, and pages say so, and what goes wrong is what
// [Contest.Undone] returns. ended is called when the act has ended, under c.mu, and then released without it.
func (s *Contests) answer(c *Contest, doing string, act func() error, ended, released func()) error {
	done, answered := make(chan error, 1), false // answered is guarded by c.mu
	s.work.Go(func() {
		defer released()
		err := act()
		c.mu.Lock()
		defer c.mu.Unlock()
		ended()
		switch {
		case !answered:
			done <- err
		case err != nil:
			c.undone, c.wrong = doing, err.Error()
			s.setup.Log(c.Name, err.Error())
		}
	})
	select {
	case err := <-done:
		return err
	case <-time.After(s.answers):
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case err := <-done:
		return err
	default:
		answered = true
		return nil
	}
}
