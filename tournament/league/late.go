package league

import (
	"slices"

	"agon/tournament"
)

// members are the groups as a round of play is planned with them: those that the stage began with, and those that came since, in the place
// of whom they replace or in the smallest group.
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

// smallest is the first of the groups with the fewest entries that play.
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

// present are the groups with those alone that are in a field.
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

// made up is a round of play after the field has changed: of all meetings that are not planned yet, in the order in which the rounds of
// those who began have them and then those of who came later, each that leaves everybody with one at most.
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

// all visits every meeting of a group, of whom began says who was there from the first.
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
			slices.Reverse(entries) // so that nobody sits first in every game
		}
		visit(entries)
	})
}

// choices visits every choice of so many of a group, beside those already taken, in the order of the group.
func choices(group []int, seats int, taken []int, visit func([]int)) {
	if len(taken) == seats {
		visit(taken)
		return
	}
	for i, e := range group {
		choices(group[i+1:], seats, append(taken, e), visit)
	}
}

// planned are the meetings that have a match of which no game was given up.
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

// key tells meetings of other entries apart.
func key(entries []int) string {
	sorted := slices.Sorted(slices.Values(entries))
	text := make([]byte, 0, 4*len(sorted))
	for _, e := range sorted {
		text = append(text, byte(e>>24), byte(e>>16), byte(e>>8), byte(e))
	}
	return string(text)
}
