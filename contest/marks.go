package contest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"agon/contest/config"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/nearest"
)

/*
A stage that measures ([tournament.Measuring]) begins with fixed opponents, the yardsticks of the tables [[marks]]. They stay the same
files as long as the contest lasts, so that a mark means the same for everybody; others may join, come in new versions and leave.
*/

// yardsticks returns the names of the stage's yardsticks, nil if it does not measure.
func (s *Stage) yardsticks() []string {
	if m, ok := s.play.(tournament.Measuring); ok {
		return m.Yardsticks()
	}
	return nil
}

// closed reports whether no bot may join the stage but those that it names.
func (s *Stage) closed() bool {
	return s.bots != nil && (s.yardsticks() == nil || !slices.Contains(s.bots, config.Others))
}

// unmeasured returns why entries cannot begin a stage that measures, and the table [[marks]] that is wrong, -1 for none.
func (c *Contest) unmeasured(s *Stage, entries []int) (table int, err error) {
	names := s.yardsticks()
	for i, name := range names {
		if i < len(entries) && entries[i] < len(c.Entries) && c.Entries[entries[i]].Name == name {
			continue
		}
		var known []string
		for at, e := range c.Entries {
			if known = append(known, e.Name); e.Name == name {
				why, _, _ := strings.Cut(cmp.Or(e.Broken, c.Out(at)), "\n")
				return i, fmt.Errorf("%s measures the others, and does not play: %s", name, why)
			}
		}
		return i, fmt.Errorf("no bot of this contest is named %q%s", name,
			cmp.Or(nearest.Hint(name, known), ": add it under [[bots]], or remove its table [[marks]]"))
	}
	if names != nil && len(entries) <= len(names) {
		return -1, &tournament.TooSmall{Format: s.Format, Least: len(names) + 1, Bots: len(entries)}
	}
	return -1, nil
}

// measured checks the stages with the entries of the first, and that all yardsticks of the contest's file can play. A contest that has
// begun needs no students.
func (o opening) measured(entries []int) error {
	err := o.stages(entries, nil)
	if err != nil || o.File.Yardsticks == nil {
		return err
	}
	o.fields(func(s *Stage, f *tournament.Field) {
		table, why := o.unmeasured(s, f.Entries)
		if err == nil && (table >= 0 || why != nil && o.bots == nil) {
			err = o.File.Mistake(config.Place{Table: "marks", Nth: max(table, 0), Key: "against"}, why)
		}
	})
	return err
}

// steady returns an error if a yardstick is one of several bots that a reference finds, which may become others.
func (o opening) steady(found []foundBot) error {
	for _, b := range found {
		nth := slices.Index(o.File.Yardsticks, b.Name)
		several := func(x config.Find) bool { return x.Nth == b.from.Nth && x.Several() }
		if nth >= 0 && b.from.as == nil && slices.ContainsFunc(o.File.Finds, several) {
			return o.File.Mistake(config.Place{Table: "marks", Nth: nth, Key: "against"}, fmt.Errorf(
				"%s may change, since it comes from a folder of bots: copy it, and list it before that, with a ref of its own", b.Name))
		}
	}
	return nil
}

// replaced returns a Conflict if one of the changes that were found replaces a yardstick.
func (o opening) replaced() error {
	for _, x := range o.pending {
		if x.What == store.Joined && x.Instead >= 0 && slices.Contains(o.File.Yardsticks, x.Name) {
			return &Conflict{fmt.Sprintf("%s has changed since the contest began, and marks against two versions of it cannot be "+
				"compared: restore its files, or run with --fresh to measure all bots again", x.Name)}
		}
	}
	return nil
}
