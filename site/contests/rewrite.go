package contests

import (
	"context"
	"errors"
	"fmt"
	"os"

	"agon/contest"
	"agon/contest/config"
	"agon/internal/regular"
	"agon/internal/wholefile"
	"agon/lab/agents"
)

// Begun reports whether a contest has been played, so that its file cannot change what results were made of.
func (c *Contest) Begun() bool {
	return agents.Begun(c.Dir())
}

// Text returns the text of a contest's file.
func (c *Contest) Text() ([]byte, error) { return regular.ReadSmall(c.Path, mostFile) }

// Rewrite gives a contest another file, whose content check has read from that text, and then calls done with what that changes in a
// contest that has begun, in sentences. The error is a [*Conflict] if results would be taken back, or while the contest is played. A ledger
// of many games takes long to compare; see [Contest.Doing].
func (s *Contests) Rewrite(ctx context.Context, c *Contest, text []byte, f *config.File, done func(changes []string) error) error {
	if err := c.Busy(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	c.acts.Lock()
	change := func() error {
		changes, err := s.rewrite(ctx, c, text, f)
		if err == nil {
			err = done(changes)
		}
		return err
	}
	if !c.Begun() { // there is nothing to compare
		defer c.acts.Unlock()
		return change()
	}
	return s.finish(c, "changing the file", func() error {
		before, _ := s.File(c)
		if err := change(); err != nil || before != nil && before.Name == f.Name && before.Description == f.Description {
			return err
		}
		return s.recount(ctx, c) // the report says both
	})
}

func (s *Contests) rewrite(ctx context.Context, c *Contest, text []byte, f *config.File) (changes []string, err error) {
	state, _, _ := c.State()
	if state == Playing {
		return nil, &Conflict{"The contest is being played, and reads its file when it starts: pause it first."}
	}
	if c.Begun() {
		if f.Agents != nil {
			return nil, &Conflict{"A contest of agents that has begun keeps its file: make another contest."}
		}
		if changes, err = s.fits(ctx, c, f); err != nil {
			return nil, err
		}
	}
	if err := wholefile.Keep(c.Path, text); err != nil {
		return nil, fmt.Errorf("write the file of %s: %w", c.Name, err)
	}
	if err := os.Chmod(c.Path, 0o644); err != nil {
		return nil, fmt.Errorf("write the file of %s: %w", c.Name, err)
	}
	s.mu.Lock()
	delete(s.files, c.Name)
	s.mu.Unlock()
	if state == Over && (len(changes) > 0 || f.At(s.setup.Now()) != f) {
		return changes, s.become(ctx, c, Waiting, "")
	}
	return changes, nil
}

// fits returns what a file changes in a contest that has begun.
func (s *Contests) fits(ctx context.Context, c *Contest, f *config.File) (changes []string, err error) {
	if s.setup.Amend == nil || s.setup.Fits == nil {
		return nil, &Conflict{
			"The contest has begun, and this site cannot compare its file with its games: change the file on the machine.",
		}
	}
	open, err := s.setup.Amend(ctx, c.Dir())
	if err != nil {
		return nil, refusal(err)
	}
	defer func() { err = errors.Join(err, open.Close()) }()
	changes, err = s.setup.Fits(ctx, open, f)
	var conflict *contest.Conflict
	if errors.As(err, &conflict) {
		return nil, &Conflict{"This would take results back: " + conflict.Text + ". Make another contest for that, or a season."}
	}
	return changes, err
}
