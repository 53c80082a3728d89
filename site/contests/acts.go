package contests

import (
	"fmt"
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
		return &Conflict{"The site is " + doing + " it: try again when that is done."}
	}
	return nil
}

// Trouble describes why the newest act on a contest did not end well though it had been answered before; empty: it did.
func (c *Contest) Trouble() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.trouble
}

// do notes what is being done with a contest; empty: nothing. trouble is that of what has been done before.
func (c *Contest) do(what, trouble string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.doing, c.trouble = what, trouble
}

// finish ends an act on a contest, whose lock acts the caller holds and finish unlocks. It returns the act's error, or nil if the act takes
// long: then it goes on, and pages say so, and what goes wrong is its [Contest.Trouble].
func (s *Contests) finish(c *Contest, doing string, act func() error) error {
	c.do(doing, "")
	done, late := make(chan error), make(chan struct{})
	s.work.Go(func() {
		defer c.acts.Unlock()
		err := act()
		c.do("", "")
		select {
		case done <- err:
		case <-late:
			if err != nil {
				c.do("", fmt.Sprintf("%s it failed: %v", doing, err))
				s.setup.Log(c.Name, c.Trouble())
			}
		}
	})
	select {
	case err := <-done:
		return err
	case <-time.After(s.answers):
		close(late)
		return nil
	}
}
