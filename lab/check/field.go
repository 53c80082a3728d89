package check

import (
	"context"
	"errors"
	"fmt"

	"agon/bot/lineup"
	"agon/contest"
	"agon/internal/traceback"
)

// A Field is the bots of a contest, which are checked one after the other.
type Field struct {
	*Examination
	Seed    int64
	Entries []lineup.Entry
	Refused []contest.Refusal

	Begin func(label string) Progress // called before each bot
	Done  func(v *Verdict) error      // called after each bot
}

// Check checks all bots, and returns the verdicts so far with an error. If ctx is done the last of them is one that was stopped.
func (f *Field) Check(ctx context.Context) (verdicts []*Verdict, err error) {
	for i, e := range f.Entries {
		f.Progress = f.Begin(fmt.Sprintf("checking %d of %d: %s", i+1, len(f.Entries), e.Name))
		v, err := f.Verdict(ctx, e, f.Seed)
		if err != nil && !v.Stopped {
			return nil, err
		}
		verdicts = append(verdicts, v)
		if err := errors.Join(f.Done(v), err); err != nil {
			return verdicts, err
		}
	}
	for _, r := range f.Refused {
		v := Refused(r)
		verdicts = append(verdicts, v)
		if err := f.Done(v); err != nil {
			return nil, err
		}
	}
	return verdicts, nil
}

// Verdict checks a bot. If ctx is done the verdict is one that was stopped, with ctx's error.
func (x *Examination) Verdict(ctx context.Context, e lineup.Entry, seed int64) (*Verdict, error) {
	v := &Verdict{Agon: 1, Bot: e.Name, Author: e.Author, Passed: true}
	if e.Broken != "" {
		v.Add(false, "starts", "%s", e.Broken)
		v.Locate(e.Ref, traceback.Mistake(e.Broken), e.Broken)
		return v, nil
	}
	return v, x.Examine(ctx, v, e, seed)
}

// Under sets the conditions of a contest. opener opens the opponents.
func (x *Examination) Under(c *contest.Contest, opener *lineup.Opener) {
	limits := &c.File.Limits
	x.Sizes, x.Opener, x.Processor = c.TableSizes(), opener, limits.CPUClock
	x.Limit, x.Enforced = limits.Average, limits.Enforce || limits.Average == 0
	if limits.Packages != nil {
		x.Packages = append([]string{}, *limits.Packages...)
	}
}

// Refused returns the verdict on a bot that the contest refuses.
func Refused(r contest.Refusal) *Verdict {
	v := &Verdict{Agon: 1, Bot: r.Name, Author: r.Author}
	v.Add(false, "let in", "%s", r.Why)
	return v
}
