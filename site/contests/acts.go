package contests

import "time"

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

// finish ends an act on a contest, whose lock acts the caller holds and finish unlocks. It returns the act's error, or nil if the act takes
// long: then it goes on, and pages say so, and what goes wrong is its [Contest.Trouble].
func (s *Contests) finish(c *Contest, doing string, act func() error) error {
	c.do(doing)
	done, answered := make(chan error, 1), false // answered is guarded by c.mu
	s.work.Go(func() {
		defer c.acts.Unlock()
		err := act()
		c.mu.Lock()
		defer c.mu.Unlock()
		c.doing = ""
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
