package league

import (
	"slices"

	"agon/format/tournament"
)

// members returns the groups with which a round of play is planned: the entries with which the stage began, and those that joined since,
// in the group of the entry that they replace or in the smallest group.
func members(f *tournament.Field, began [][]int, round int) [][]int {
	groups := make([][]int, len(began))
	of := map[int]int{}
	for i, group := range began {
		groups[i] = slices.Clone(group)
		for _, e := range group {
			of[e] = i
		}
	}
	for _, c := range f.Changes {
		if _, known := of[c.Entry]; c.What != tournament.Joined || c.Round > round || known {
			continue
		}
		at, replaces := of[c.Instead]
		if !replaces || c.Instead < 0 {
			at = smallest(f, groups, c.Round)
		}
		groups[at], of[c.Entry] = append(groups[at], c.Entry), at
	}
	return groups
}

// smallest returns the index of the first group with the fewest entries that play.
func smallest(f *tournament.Field, groups [][]int, round int) int {
	least, at := 1<<30, 0
	for i, group := range groups {
		n := 0
		for _, e := range group {
			if f.Plays(e, round) {
				n++
			}
		}
		if n < least {
			least, at = n, i
		}
	}
	return at
}

// present returns the groups reduced to the entries of a field.
func present(f *tournament.Field, groups [][]int) [][]int {
	in := make(map[int]bool, f.Size())
	for _, e := range f.Entries {
		in[e] = true
	}
	kept := make([][]int, len(groups))
	for i, group := range groups {
		for _, e := range group {
			if in[e] {
				kept[i] = append(kept[i], e)
			}
		}
	}
	return kept
}

// madeUp returns the meetings of a round of play after the field has changed. It goes through all meetings that are not planned yet, in
// the order of the original rounds and then those with later entries, and takes each whose entries have none in this round yet.
func (l *League) madeUp(f *tournament.Field, began [][]int, past tournament.Past, round int) (meetings [][]int) {
	planned := l.planned(past)
	groups := present(f.At(round), members(f, began, round))
	for i, group := range groups {
		busy := map[int]bool{}
		take := func(entries []int) {
			if planned[key(entries)] || slices.ContainsFunc(entries, func(e int) bool { return busy[e] }) {
				return
			}
			for _, e := range entries {
				busy[e] = true
			}
			meetings = append(meetings, entries)
		}
		l.all(began[i], group, take)
	}
	return meetings
}

// all calls visit for every meeting of a group; began holds its original entries.
func (l *League) all(began, group []int, visit func(entries []int)) {
	here := make(map[int]bool, len(group))
	for _, e := range group {
		here[e] = true
	}
	for r := range Rounds(len(began), l.Seats) {
		for _, meeting := range Round(len(began), l.Seats, r) {
			if entries := pick(began, meeting); !slices.ContainsFunc(entries, func(e int) bool { return !here[e] }) {
				visit(entries)
			}
		}
	}
	late := map[int]bool{}
	for _, e := range group {
		late[e] = !slices.Contains(began, e)
	}
	choices(group, l.Seats, nil, func(entries []int) {
		if !slices.ContainsFunc(entries, func(e int) bool { return late[e] }) {
			return
		}
		entries = slices.Clone(entries)
		if first := slices.Index(group, entries[0]) + slices.Index(group, entries[len(entries)-1]); first%2 == 1 {
			slices.Reverse(entries) // so that no entry is first in every game
		}
		visit(entries)
	})
}

// choices calls visit for every combination of this many entries of a group, appended to taken, in the order of the group.
func choices(group []int, seats int, taken []int, visit func([]int)) {
	if len(taken) == seats {
		visit(taken)
		return
	}
	for i, e := range group {
		choices(group[i+1:], seats, append(taken, e), visit)
	}
}

// planned returns the meetings that have a match without games that were given up.
func (l *League) planned(past tournament.Past) map[string]bool {
	met, lost := map[int]string{}, map[int]bool{}
	for i := range past.Len() {
		g := past.Game(i)
		lost[g.Match] = lost[g.Match] || g.GivenUp
		if _, known := met[g.Match]; known {
			continue
		}
		entries := make([]int, g.Seats())
		for seat := range entries {
			entries[seat] = g.Entry(seat)
		}
		met[g.Match] = key(entries)
	}
	planned := make(map[string]bool, len(met))
	for match, entries := range met {
		if !lost[match] {
			planned[entries] = true
		}
	}
	return planned
}

// key returns a string that identifies the entries of a meeting, in any order.
func key(entries []int) string {
	sorted := slices.Sorted(slices.Values(entries))
	text := make([]byte, 0, 4*len(sorted))
	for _, e := range sorted {
		text = append(text, byte(e>>24), byte(e>>16), byte(e>>8), byte(e))
	}
	return string(text)
}
