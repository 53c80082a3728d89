package contests

import (
	"slices"

	"agon/contest/config"
	"agon/lab/agents"
	"agon/lab/agents/remote"
)

// ofAgents is what a contest of agents has besides.
type ofAgents struct {
	play   *agents.Play   // nil: it is not played
	server *remote.Server // of those that are remote; nil: nobody has asked for it
	of     *config.File   // whose agents it serves
}

// beginAgents returns the rounds of a contest of agents; nil if it is none.
func (s *Contests) beginAgents(c *Contest) (*agents.Play, error) {
	f, err := s.File(c)
	if err != nil || f.Agents == nil {
		return nil, nil // whoever opens it says what is wrong
	}
	setup, err := s.setup.Agents(f, c.Dir())
	if err != nil {
		return nil, err
	}
	setup.Remote, setup.Note = s.Remote(c), func(text string) { s.setup.Log(c.Name, text) }
	play, err := setup.Begin()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.agents.play = play
	return play, err
}

// endAgents ends them.
func (c *Contest) endAgents(play *agents.Play) {
	if play == nil {
		return
	}
	play.Close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.agents.play = nil
	if c.agents.server != nil {
		c.agents.server.Do(0, remote.Waits)
	}
}

// Agents returns how far the agents of a contest are; nil if it has none, or is not played.
func (c *Contest) Agents() *agents.Status {
	c.mu.Lock()
	play := c.agents.play
	c.mu.Unlock()
	if play == nil {
		return nil
	}
	return play.Status()
}

// Remote returns the server of a contest's remote agents; nil if it has none.
func (s *Contests) Remote(c *Contest) *remote.Server {
	f, err := s.File(c)
	if err != nil || len(f.Agents.Remote()) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	a := &c.agents
	if a.server == nil || a.play == nil && a.of != f {
		a.server, a.of = remote.NewServer(f, c.Dir()), f
	}
	if c.state == Over {
		a.server.Do(f.Agents.Rounds, remote.Over)
	}
	return a.server
}

// NewAgentToken returns a new token of a remote agent; the one before is not valid any more. The error is a [*Conflict] if there is no such
// agent.
func (s *Contests) NewAgentToken(c *Contest, agent string) (string, error) {
	f, err := s.File(c)
	if err != nil {
		return "", err
	}
	token, err := remote.NewToken(f, c.Dir(), agent)
	if !slices.Contains(f.Agents.Remote(), agent) {
		err = &Conflict{err.Error()}
	}
	return token, err
}
