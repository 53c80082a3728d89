package contest

import (
	"fmt"
	"slices"
	"time"

	"agon/bot/lineup"
	"agon/contest/store"
	"agon/format/tournament"
)

// Versions returns the entries of all versions of an entry's bot, oldest first.
func (r *Roster) Versions(entry int) []int { return r.lineup.Versions(entry) }

// Look returns the number by which an entry has its look (package palette): that of the first version of its bot, which looks the same in
// all its versions.
func (r *Roster) Look(entry int) int {
	return slices.IndexFunc(r.Entries, func(e lineup.Entry) bool { return e.Name == r.Entries[entry].Name })
}

// Looks returns the looks of all entries.
func (r *Roster) Looks() []int {
	first, looks := make(map[string]int, len(r.Entries)), make([]int, len(r.Entries))
	for entry := range r.Entries {
		name := r.Entries[entry].Name
		if _, ok := first[name]; !ok {
			first[name] = entry
		}
		looks[entry] = first[name]
	}
	return looks
}

// Joined returns the round of play, from 1, from which an entry plays that joined after the start; 0 for the others.
func (r *Roster) Joined(entry int) int {
	for _, x := range r.changes {
		switch {
		case x.What != store.Joined || x.Entry != entry:
		case x.Round == tournament.After:
			return 1 // of the next stage
		default:
			return x.Round + 1
		}
	}
	return 0
}

// Left describes how an entry left the contest, with the round of play: "replaced in round 9", "withdrawn in round 3". It is empty while
// the entry is in the contest. at is zero if the ledger does not know when it left.
func (c *Contest) Left(entry int) (how, why string, at time.Time) {
	if entry >= len(c.lineup) || c.lineup[entry].Out == "" {
		return "", "", at
	}
	e := &c.lineup[entry]
	how = map[store.What]string{store.Joined: "replaced", store.Withdrawn: "withdrawn", store.Barred: "disqualified"}[e.Out]
	in := ""
	for _, x := range c.changes {
		if x.What == e.Out && (x.Entry == entry && x.What != store.Joined || x.Instead == entry && x.What == store.Joined) {
			in, at = fmt.Sprintf(" in round %d", x.Round+1), x.At
			switch {
			case x.Round == tournament.After:
				in = fmt.Sprintf(" after stage %q", c.Stages[x.Stage].Name)
			case len(c.Stages) > 1:
				in += fmt.Sprintf(" of stage %q", c.Stages[x.Stage].Name)
			}
		}
	}
	return how + in, e.Why, at
}

// Decisions returns the changes of the contest's bots and games, in order, each with a sentence that describes it.
func (c *Contest) Decisions() (list []DescribedChange) {
	for _, x := range c.changes {
		list = append(list, DescribedChange{x, c.lineup.Describe(x, c.Stages[x.Stage].Name)})
	}
	return list
}

// A DescribedChange is a change with a sentence that describes it.
type DescribedChange struct {
	store.Change
	Text string
}
