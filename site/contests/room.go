package contests

import (
	"context"
	"time"
)

// lookForRoom is how often a contest that waits for room looks for it.
const lookForRoom = time.Second

// hasRoom waits until the disk has room for games; false if ctx ends first.
func (s *Contests) hasRoom(ctx context.Context, c *Contest) bool {
	for err := s.setup.Room(); err != nil; err = s.setup.Room() {
		s.held(c, err.Error())
		if !rest(ctx) {
			return false
		}
	}
	s.held(c, "")
	return true
}

// held notes why a contest plays nothing now, empty if it plays. It is kept in memory: the database may be on the disk that is full.
func (s *Contests) held(c *Contest, why string) {
	c.mu.Lock()
	was := c.hold
	c.hold = why
	c.mu.Unlock()
	switch {
	case was == why:
	case why != "":
		s.setup.Log(c.Name, why)
	default:
		s.setup.Log(c.Name, "There is room on the disk: its games are being played again.")
	}
}

// rest waits a while; false if ctx ends first.
func rest(ctx context.Context) bool {
	select {
	case <-time.After(lookForRoom):
		return true
	case <-ctx.Done():
		return false
	}
}
