package tournament

import (
	"slices"

	"agon/rating"
)

// Standings returns a stage's table with the effects of its changes: in a format that is drawn once entries that are gone are ranked last,
// regardless of their results; in one that restarts, Earlier has the tables of the earlier series.
//
// Entries that made no move of their own in their newest games are marked as idle. A chance of being first is told after FirstAfter games of a bot.
func Standings(format Format, f *Field, past Past) Table {
	table := standings(format, f, past)
	idle := Idle(f, past)
	for i := range table.Standings {
		table.Standings[i].Idle = idle[table.Standings[i].Entry].String()
	}
	if table.By == ByBracket { // whose chances are those of its draw
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
	if DrawnOnce(format) {
		demote(&table, departed(f))
	}
	if renewing, ok := format.(Renewing); ok && renewing.Renews() {
		table.Earlier = earlier(format, f, past)
	}
	return table
}

// demote moves entries that are gone behind all others of their group, which move up and advance in their place.
func demote(t *Table, gone map[int]string) {
	if len(gone) == 0 {
		return
	}
	through := len(t.Through())
	out, sound := split(t.Standings, func(s Standing) bool { return gone[s.Entry] != "" })
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
		o.ChanceFirst, o.ChanceNext = 0, 0
	}
	if next > 0 && through >= len(sound) {
		for i := range sound {
			sound[i].ChanceNext = 1
		}
	}
	t.Standings, t.NotApart = append(sound, out...), nil
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
	gone, barred := map[int]string{}, f.AllBarred(Now)
	now := f.Replaced(Now)
	for _, e := range f.Entries {
		switch {
		case now.newest(e) != e:
			gone[e] = "replaced"
		case barred[e]:
			gone[e] = "disqualified"
		case now.Gone(e, Now):
			gone[e] = "withdrawn"
		}
	}
	return gone
}

// earlier returns the tables of all series before the last that have a result.
func earlier(format Format, f *Field, past Past) (tables []Table) {
	before := -1
	for _, c := range f.Changes {
		if c.Round == before || c.Round == 0 {
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
