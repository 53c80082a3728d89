package contest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"agon/contest/config"
	"agon/contest/ledger"
	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/nearest"
)

/*
A stage may name the bots that play it. It takes their newest versions when it begins, whoever advances by the stage before, so bots may
come, and come back, between two stages. No other bot joins such a stage; its own may be replaced and leave as in any other.
*/

// botsKey is the key of a stage in the ledger that has the names, as a JSON list. It is none of its format's.
const botsKey = "bots"

// specOf returns a stage of a ledger as a contest's file has it.
func specOf(s store.Stage) config.Stage {
	spec := config.Stage{Name: s.Name, Format: s.Format, Keys: anys(s.Keys)}
	if text, ok := spec.Keys[botsKey].(string); ok && json.Unmarshal([]byte(text), &spec.Bots) == nil {
		delete(spec.Keys, botsKey)
	}
	return spec
}

// recorded returns the keys of a stage as the ledger records them.
func (s *Stage) recorded() []store.Value {
	keys := keysOf(s.keys)
	if s.bots == nil {
		return keys
	}
	text, _ := json.Marshal(s.bots) // strings
	keys = append(keys, store.Value{Name: botsKey, Text: string(text)})
	slices.SortFunc(keys, func(a, b store.Value) int { return cmp.Compare(a.Name, b.Name) })
	return keys
}

// Entering returns the entries that begin a stage, in seeding order: the bots that it names, as they are after the changes of the stages
// before it, or those that advance if it names none. A name that no bot has, or only one that is out, is left out.
func (c *Contest) Entering(nth int, advancing []int) ([]int, error) {
	stage, err := c.asBegun(nth)
	if err != nil || stage.bots == nil {
		return advancing, err
	}
	before := slices.DeleteFunc(slices.Clone(c.changes), func(x store.Change) bool { return x.Stage >= nth })
	line := ledger.Of(c.bots, before...)
	return chosen(stage.bots, line.Names(), func(name string) int {
		if at := line.Newest(name); at >= 0 && line[at].Plays() {
			return at
		}
		return -1
	}), nil
}

// chosen returns the entries of names, of which "*" stands for all that are not named. entry returns the entry of a name, -1 for none.
func chosen(names, all []string, entry func(name string) int) (entries []int) {
	for _, name := range names {
		list := []string{name}
		if name == config.Others {
			list = slices.DeleteFunc(slices.Clone(all), func(other string) bool { return slices.Contains(names, other) })
		}
		for _, name := range list {
			if at := entry(name); at >= 0 {
				entries = append(entries, at)
			}
		}
	}
	return entries
}

// Reach returns the entries that will begin a stage as far as that is known before anything is played; advancing are those that advance,
// or all for the first stage. Bots that a stage names or needs and that are not there yet have numbers that no entry has; in the first
// stage of a new contest they are missing.
func (c *Contest) Reach(nth int, advancing []int) []int {
	stage, next := &c.Stages[nth], len(c.Entries)
	switch {
	case stage.bots == nil:
		return advancing
	case next == 0: // of a contest whose bots nobody has written
		if !slices.Contains(stage.bots, config.Others) {
			return advancing[:min(len(advancing), len(stage.bots))]
		}
		return advancing
	}
	at, names, beginning := map[string]int{}, []string(nil), nth == 0 && c.bots == nil
	for _, entry := range c.field() {
		name := c.Entries[entry].Name
		if _, known := at[name]; !known {
			names = append(names, name)
		}
		at[name] = entry
	}
	entries := chosen(stage.bots, names, func(name string) int {
		entry, known := at[name]
		if !known && beginning {
			return -1
		} else if !known {
			entry = next
			next++
		}
		return entry
	})
	field := tournament.NewField(&c.Kind.Info, c.Settings, 1, entries)
	if small := (*tournament.TooSmall)(nil); !beginning && errors.As(stage.play.Check(&field), &small) {
		for ; len(entries) < small.Least; next++ {
			entries = append(entries, next)
		}
	}
	return entries
}

// unnamed returns an error if a stage names a bot that nobody has, in a contest whose file lists its bots one by one.
func (o opening) unnamed() error {
	f := o.File
	if f.Agents != nil || slices.ContainsFunc(f.Finds, config.Find.Several) {
		return nil // more may come
	}
	known := append(ledger.Of(o.bots, o.changes...).Names(), o.setup.Without...)
	for _, e := range o.Entries {
		known = append(known, e.Name)
	}
	for _, x := range o.Refused {
		known = append(known, x.Name)
	}
	for i, stage := range f.Stages {
		for _, name := range stage.Bots {
			if name != config.Others && !slices.Contains(known, name) && !slices.Contains(f.Yardsticks, name) {
				return f.Mistake(config.Place{Table: "stages", Nth: i, Key: "bots"}, fmt.Errorf("no bot of this contest is named %q%s",
					name, cmp.Or(nearest.Hint(name, known), ": add it under [[bots]], or remove its name")))
			}
		}
	}
	return nil
}
