package folders

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"agon/contest"
	"agon/internal/nearest"
)

// Started returns the folder of a contest that has started.
func Started(name string) (string, error) {
	dir, ok := Dir(name)
	if ok {
		return dir, nil
	}
	if _, err := os.Stat(name); err != nil {
		return "", fmt.Errorf("%s: no such contest", name)
	}
	return "", fmt.Errorf("%s has not started: there is no ledger in %s. Edit the contest file instead", name, dir)
}

// Decide stores a decision about the contest in a folder. It returns the contest and the decision in words. If a run holds the contest, the
// run is asked to apply the decision, and the contest is nil.
func (f *Folders) Decide(ctx context.Context, dir string, d contest.Decision) (c *contest.Contest, text string, err error) {
	c, err = f.Amend(ctx, dir)
	var conflict *contest.Conflict
	if errors.As(err, &conflict) {
		return nil, "", f.Ask(ctx, dir, d)
	}
	if err != nil {
		return nil, "", err
	}
	if text, err = c.Decide(ctx, d); err == nil {
		return c, text, nil
	}
	var names []string
	for _, e := range c.Entries {
		names = append(names, e.Name)
	}
	if d.Bot != "" && !slices.Contains(names, d.Bot) {
		all := slices.Compact(slices.Sorted(slices.Values(names)))
		err = fmt.Errorf("no bot named %q%s; the bots are %s", d.Bot, nearest.Hint(d.Bot, names), strings.Join(all, ", "))
	}
	c.Close()
	return nil, "", err
}

// Ask stores a decision for the run in progress.
func (f *Folders) Ask(ctx context.Context, dir string, d contest.Decision) error {
	s, err := f.Beside(ctx, dir)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = contest.Ask(ctx, s, d)
	return err
}

// SetLimit changes a limit from the next run on; an empty value is that of the contest's file.
func (f *Folders) SetLimit(ctx context.Context, dir, key, value, why string) error {
	s, err := f.Beside(ctx, dir)
	if err != nil {
		return err
	}
	defer s.Close()
	_, err = contest.SetLimit(ctx, s, key, value, why)
	return err
}
