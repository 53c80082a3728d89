package tournament

import (
	"slices"

	"agon/format/rating"
)

// Standings returns a stage's table with the effects of its changes: in a format that is drawn once entries that are gone are ranked last,
// regardless of their results; in one that restarts, Earlier has the tables of the earlier series.
//
// Entries that made no move of their own in their newest games are marked as idle. A chance of being first is shown after FirstAfter games
// of a bot.
func Standings(format Format, f *Field, past Past) Table {
	table := standings(format, f, past)
	idle := Idle(f, past)
	for i := range table.Standings {
		table.Standings[i].Idle = idle[table.Standings[i].Entry].String()
	}
	if table.By == ByBracket { // its chances are those of its draw
		return table
	}
	for i := range table.Standings {
		if line := &table.Standings[i]; line.Played < FirstAfter {
			line.ChanceFirst = 0
		}
	}
	return table
}

// FirstAfter is the number of games before which a bot has no chance of being first: it would be that of the spread of all bots.
const FirstAfter = 5

func standings(format Format, f *Field, past Past) Table {
	if len(f.Changes) == 0 {
		return format.Table(f, past)
	}
	var table Table
	if f.Replaced(Now).Size() > 0 && (DrawnOnce(format) || f.At(Now).Size() > 0) {
		table = format.Table(f, past)
	}
	demote(&table, departed(f))
	if renewing, ok := format.(Renewing); ok && renewing.Renews() {
		table.Earlier = earlier(format, f, past)
	}
	return table
}

// demote moves entries that are gone behind all others of their group, which move up and advance in their place.
func demote(t *Table, gone map[int]string) {
	if !slices.ContainsFunc(t.Standings, func(s Standing) bool { return gone[s.Entry] != "" }) {
		return
	}
	var all []Standing
	var ties []Cluster
	for _, group := range groupsOf(t.Standings) {
		others := func(c Cluster) bool { return c.Group != group[0].Group }
		ties = append(ties, without(slices.DeleteFunc(slices.Clone(t.NotApart), others), group, gone)...)
		all = append(all, demoted(group, gone)...)
	}
	t.Standings, t.NotApart = all, ties
}

// groupsOf returns the lines of each group, in their order.
func groupsOf(lines []Standing) (groups [][]Standing) {
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && lines[to].Group == lines[from].Group {
			to++
		}
		groups, from = append(groups, lines[from:to]), to
	}
	return groups
}

// demoted returns the lines of a group with those that are gone behind the others.
func demoted(lines []Standing, gone map[int]string) []Standing {
	through := len(Table{Standings: lines}.Through())
	out, sound := split(lines, func(s Standing) bool { return gone[s.Entry] != "" })
	first, next := 0.0, 0.0
	for i := range out {
		first, next = first+out[i].ChanceFirst, next+out[i].ChanceNext
	}
	for i := range sound {
		above := 0
		for _, o := range out {
			if o.Rank < sound[i].Rank {
				above++
			}
		}
		s := &sound[i]
		s.Rank, s.RankLow, s.RankHigh = s.Rank-above, max(1, s.RankLow-above), max(s.Rank-above, min(s.RankHigh-above, len(sound)))
		s.Through = i < through
		if first < 1 {
			s.ChanceFirst = rating.Round(s.ChanceFirst / (1 - first))
		}
	}
	for i := range out {
		rank := len(sound) + 1
		o := &out[i]
		o.Rank, o.RankLow, o.RankHigh, o.Through, o.Note = rank, rank, len(sound)+len(out), false, gone[o.Entry]
		o.ChanceFirst, o.ChanceNext, o.Gone = 0, 0, true
	}
	open := slices.ContainsFunc(sound, func(s Standing) bool { return s.ChanceNext > 0 && s.ChanceNext < 1 })
	for i := range sound {
		if next > 0 && sound[i].Through && (!open || through >= len(sound)) {
			sound[i].ChanceNext = 1
		}
	}
	return append(sound, out...)
}

// without returns the ranges of statistically tied places of a group without the entries that are gone. How many games would separate those
// who stay is unknown where one of them is gone.
func without(ties []Cluster, lines []Standing, gone map[int]string) (kept []Cluster) {
	above := make([]int, len(lines)+1) // by place: those who stay, up to it
	for i := range lines {
		above[i+1] = above[i]
		if gone[lines[i].Entry] == "" {
			above[i+1]++
		}
	}
	for _, c := range ties {
		now := Cluster{Group: c.Group, From: above[c.From-1] + 1, To: above[c.To], More: c.More}
		if now.To-now.From < c.To-c.From {
			now.More = 0
		}
		within := func(o Cluster) bool { return o.From <= now.From && now.To <= o.To }
		if now.From < now.To && !slices.ContainsFunc(kept, within) {
			kept = slices.DeleteFunc(kept, func(o Cluster) bool { return now.From <= o.From && o.To <= now.To })
			kept = append(kept, now)
		}
	}
	return kept
}

// split returns the lines for which a condition holds, and the others.
func split(lines []Standing, holds func(Standing) bool) (yes, no []Standing) {
	for _, s := range lines {
		if holds(s) {
			yes = append(yes, s)
		} else {
			no = append(no, s)
		}
	}
	return yes, no
}

// departed returns why entries of the newest versions are gone for good, in a word for their lines.
func departed(f *Field) map[int]string {
	gone, barred := map[int]string{}, f.AllBarred(After)
	now := f.Replaced(Now)
	for _, e := range f.Entries {
		switch {
		case now.newest(e) != e:
			gone[e] = "replaced"
		case !now.Gone(e, After):
		case barred[e]:
			gone[e] = "disqualified"
		default:
			gone[e] = "withdrawn"
		}
	}
	return gone
}

// earlier returns the tables of all series before the last that have a result.
func earlier(format Format, f *Field, past Past) (tables []Table) {
	before := -1
	for _, c := range f.Changes {
		if c.Round == before || c.Round == 0 || c.Round == After {
			continue
		}
		before = c.Round
		then := *f
		then.Entries = f.Entries[:f.Known(c.Round-1)]
		then.Changes = slices.DeleteFunc(slices.Clone(f.Changes), func(o Change) bool { return o.Round >= c.Round })
		shown := past
		shown.games -= past.In(c.Round)
		played := false
		for i := past.Len() - past.In(then.LastChange(Now)); i < shown.Len() && !played; i++ {
			played = shown.Game(i).Done
		}
		if played {
			tables = append(tables, format.Table(&then, shown))
		}
	}
	return tables
}
