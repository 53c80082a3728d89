package tournament

import "slices"

// Standings returns a stage's table with the effects of its changes: in a format that is drawn once disqualified entries are ranked last,
// regardless of their results; in one that restarts, Earlier has the tables of the earlier series.
//
// A chance of being first is told after FirstAfter games of a bot.
func Standings(format Format, f *Field, past Past) Table {
	table := standings(format, f, past)
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
		demote(&table, f.AllBarred(Now))
	}
	if renewing, ok := format.(Renewing); ok && renewing.Renews() {
		table.Earlier = earlier(format, f, past)
	}
	return table
}

// demote moves disqualified entries behind all others of a table, which move up.
func demote(t *Table, barred map[int]bool) {
	if len(barred) == 0 {
		return
	}
	through := 0
	for _, s := range t.Standings {
		if s.Through {
			through++
		}
	}
	sound := slices.DeleteFunc(slices.Clone(t.Standings), func(s Standing) bool { return barred[s.Entry] })
	out := slices.DeleteFunc(t.Standings, func(s Standing) bool { return !barred[s.Entry] })
	for i := range sound {
		above := 0
		for _, o := range out {
			if o.Rank < sound[i].Rank {
				above++
			}
		}
		s := &sound[i]
		s.Rank, s.RankLow, s.RankHigh = s.Rank-above, max(1, s.RankLow-above), max(s.Rank-above, s.RankHigh-above)
		s.Through = i < through
	}
	for i := range out {
		rank := len(sound) + 1
		out[i].Rank, out[i].RankLow, out[i].RankHigh, out[i].Through, out[i].Note = rank, rank, len(sound)+len(out), false, "disqualified"
	}
	t.Standings = append(sound, out...)
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
