package contest

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"agon/contest/ledger"
	"agon/contest/store"
)

// conditions returns the settings that results may depend on and that may change within a contest. A change of the other settings, which
// define the contest, is refused.
func (c *Contest) conditions(o Options) ([]store.Value, error) {
	l := c.File.Limits
	unlimited := func(n any) string {
		if text := fmt.Sprint(n); text != "0" && text != "0s" {
			return text
		}
		return "default"
	}
	isolation := "process"
	if o.OneProcess {
		isolation = "shared"
	}
	facts := []store.Value{
		{Name: "time limits", Text: enforced(!o.NoLimits)},
		{Name: "clock", Text: map[bool]string{true: "cpu", false: "wall"}[l.CPUClock]},
		{Name: "guard", Text: unlimited(l.Guard)},
		{Name: "memory limit", Text: unlimited(l.Memory)},
		{Name: "task limit", Text: unlimited(l.Tasks)},
		{Name: "CPU limit", Text: unlimited(l.CPU)},
		{Name: "disk limit", Text: unlimited(l.Disk)},
		{Name: "isolation", Text: isolation},
		{Name: "stalled games", Text: map[bool]string{true: "played again", false: "stand"}[o.VoidStalled]},
		{Name: "sandbox", Text: o.Sandbox},
		{Name: "warm interpreters", Text: fmt.Sprint(c.File.Warm)},
	}
	builds, err := c.builds()
	if err != nil {
		return nil, err
	}
	return slices.Concat(facts, builds, c.interpreters()), nil
}

func enforced(yes bool) string {
	if yes {
		return "enforced"
	}
	return "off"
}

// interpreters returns the versions of the interpreters that run the bots.
func (c *Contest) interpreters() (facts []store.Value) {
	var versions []string
	for _, e := range c.Entries {
		if v := e.Interpreter(); v != "" && !slices.Contains(versions, v) {
			versions = append(versions, v)
		}
	}
	if len(versions) == 0 {
		return nil
	}
	slices.Sort(versions)
	return []store.Value{{Name: "interpreter", Text: strings.Join(versions, "; ")}}
}

// settle stores the conditions of this run as events, and notes each that differs from an earlier run.
func (c *Contest) settle(ctx context.Context, o Options) error {
	events, err := c.store.Events(ctx)
	if err != nil {
		return err
	}
	before := store.Latest(events, store.Setting)
	conditions, err := c.conditions(o)
	if err != nil {
		return err
	}
	var news []store.Event
	for _, fact := range conditions {
		was, ok := before[fact.Name]
		if ok && was.Now == fact.Text {
			continue
		}
		news = append(news, store.Event{At: c.now(), Topic: store.Setting, Of: fact.Name, Was: was.Now, Now: fact.Text})
		if ok && o.Note != nil {
			o.Note(fmt.Sprintf("%s was %s in an earlier run and is now %s: the tables contain games of both", fact.Name, was.Now, fact.Text))
		}
	}
	if file := c.filePath(); file != "" && file != store.Latest(events, store.File)[""].Now {
		news = append(news, store.Event{At: c.now(), Topic: store.File, Now: file})
	}
	if err := c.store.Note(ctx, news...); err != nil {
		return fmt.Errorf("keep the settings of this run: %w", err)
	}
	c.events = append(events, news...)
	return nil
}

// filePath returns the path of the contest's file relative to its folder, empty if it has none.
func (c *Contest) filePath() string {
	dir, err := filepath.Abs(c.Dir)
	if err != nil || c.File.Path == "" {
		return ""
	}
	rel, err := filepath.Rel(dir, c.File.Path)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

// doubt marks a bot whose reported times are not believed, at most once in a contest.
func (c *Contest) doubt(ctx context.Context, entry int, why string) error {
	name := c.Entries[entry].Name
	if _, known := store.Latest(c.events, store.Doubt)[name]; known {
		return nil
	}
	e := store.Event{At: c.now(), Topic: store.Doubt, Of: name, Now: why}
	if err := c.store.Note(ctx, e); err != nil {
		return fmt.Errorf("keep that the times of %s differ: %w", name, err)
	}
	c.events = append(c.events, e)
	return nil
}

// Doubt returns why the times reported by a bot's process were not believed; empty if they were.
func (c *Contest) Doubt(entry int) string {
	return store.Latest(c.events, store.Doubt)[c.Entries[entry].Name].Now
}

// Limits returns the limits that were changed after the contest began, in order.
func (c *Contest) Limits() []ledger.LimitChange { return ledger.Limits(c.events) }

// Changes returns the settings that changed between runs, in order.
func (c *Contest) Changes() []store.Event { return ledger.Settings(c.events) }

// Sandbox returns the sandbox of the last run, empty if none is known.
func (c *Contest) Sandbox() string { return ledger.Sandbox(c.events) }
