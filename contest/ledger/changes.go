package ledger

import (
	"fmt"
	"slices"

	"agon/contest/store"
	"agon/format/tournament"
	"agon/internal/numerals"
)

// Turns returns the effect of a change on the field of a stage: nil if its bot is not in the field.
func Turns(f *tournament.Field, c store.Change) []tournament.Change {
	in := func(entry int) bool { return entry >= 0 && slices.Contains(f.Entries, entry) }
	turn := tournament.Change{Round: c.Round, Entry: c.Entry, Instead: -1}
	switch c.What {
	case store.Joined:
		var list []tournament.Change
		turn.What, turn.Instead = tournament.Joined, c.Instead
		switch {
		case in(c.Instead):
			list = append(list, tournament.Change{Round: c.Round, Entry: c.Instead, What: tournament.Left, Instead: -1})
		case f.Named, c.Stage > 0, c.Round == tournament.After:
			return nil // it is not in this stage, but may be in a later one
		default:
			turn.Instead = -1
		}
		if c.Broken == "" {
			list = append(list, turn)
		}
		return list
	case store.Withdrawn:
		turn.What = tournament.Left
	case store.Barred:
		turn.What = tournament.Barred
	case store.Reinstated:
		turn.What = tournament.Returned
	default:
		return nil
	}
	if !in(c.Entry) {
		return nil
	}
	return []tournament.Change{turn}
}

// InStage returns the changes of a stage, in their order. Those between it and the next take effect with the round of play with which the
// stage went on after all, if it did; bots that came then are in later stages alone.
func InStage(all []store.Change, stage int) []store.Change {
	later := map[int]bool{}
	list := slices.DeleteFunc(slices.Clone(all), func(c store.Change) bool {
		if c.Stage == stage && c.What == store.Joined && c.Round == tournament.After && (c.Instead < 0 || later[c.Instead]) {
			later[c.Entry] = true
		}
		return c.Stage != stage || later[c.Entry]
	})
	for i := len(list) - 2; i >= 0; i-- {
		list[i].Round = min(list[i].Round, list[i+1].Round)
	}
	return list
}

// GivenUp returns the games that changes cancel.
func GivenUp(changes []store.Change) map[int]bool {
	given := map[int]bool{}
	for _, c := range changes {
		if c.What == store.Again {
			continue
		}
		for _, id := range c.Games {
			given[id] = true
		}
	}
	return given
}

// where returns in which round of a stage a change takes effect, and with which word before it a bot is taken out.
func where(x store.Change, stage string) (in, from string) {
	switch {
	case stage == "":
		return "", ""
	case x.Round == tournament.After:
		return fmt.Sprintf(" after stage %q", stage), ""
	}
	return fmt.Sprintf(" stage %q in round %d", stage, x.Round+1), " from"
}

// Describe describes a change in a sentence; stage is the name of the stage that has taken it, "" if none has yet.
func (l Lineup) Describe(x store.Change, stage string) string {
	name := x.Name
	if x.What != store.Joined && x.Entry >= 0 && x.Entry < len(l) {
		name = l[x.Entry].Name
	}
	in, from := where(x, stage)
	why := ""
	if x.Why != "" {
		why = ": " + x.Why
	}
	switch {
	case x.What == store.Grown:
		return x.Why
	case x.What == store.Joined && x.Broken != "":
		return fmt.Sprintf("%s is new and does not start: %s", name, x.Broken)
	case x.What == store.Joined && x.Instead >= 0:
		return fmt.Sprintf("a new version of %s joins%s", name, in)
	case x.What == store.Joined:
		return fmt.Sprintf("%s joins%s", name, in)
	case x.What == store.Withdrawn:
		return fmt.Sprintf("%s leaves%s%s", name, in, why)
	case x.What == store.Barred:
		return fmt.Sprintf("%s is disqualified%s%s%s", name, from, in, why)
	case x.What == store.Spent:
		return fmt.Sprintf("%s is given up for the rest of a round of play, with %s%s", name, numerals.Counted(len(x.Games), "game"), why)
	case x.What == store.Reinstated:
		return fmt.Sprintf("%s rejoins%s%s", name, in, why)
	}
	return numerals.Counted(len(x.Games), "game") + " will be replayed" + why
}
