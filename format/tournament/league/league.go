/*
Package league is the common part of round-robin and groups: within each group every entry plays every other, in the rounds of the circle
method; a match is a series of games; the table ranks by matches or by a rating.

# The rounds of play

Round n of the plan has the first games of the nth round of every group, and further games of the matches whose planned games, all of
rounds up to n-2, have not decided them: of best-of matches, and of those to which rotations were added. So no game is planned that may
turn out to be unnecessary, and the cores play round n+1 while round n is being finished.

# When the field changes

From the next round of play on, meetings with entries that have left are not planned, and meetings with entries that have joined are, one
for each entry in each round. A new version joins the group of the entry that it replaces, other bots join the smallest group. The table
counts games between entries that play.
*/
package league

import (
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
)

// A League is the settings of groups. Roundrobin and groups create one from their keys.
type League struct {
	Seats   int // of a game, and entries of a match
	Series  tournament.Series
	Rating  tournament.RatingKey
	Advance int // how many of each group advance; 0: all
	Until   tournament.Until
}

// Ahead returns 1 if every round of play may be the last, else 2.
func (l *League) Ahead() int {
	if !l.Until.None() {
		return 1
	}
	return 2
}

// Games returns the number of games that the groups will certainly play, 0 if they may end early.
func (l *League) Games(groups [][]int) int {
	if !l.Until.None() {
		return 0
	}
	return l.least(groups)
}

func (l *League) least(groups [][]int) int {
	n := 0
	for _, group := range groups {
		n += Meetings(len(group), l.Seats) * l.Series.Least(l.Seats)
	}
	return n
}

// Plan returns a round of play of all groups, which are those with which the stage began; see the package. format is the calling format,
// whose state is that of [League.Follow].
func (l *League) Plan(format tournament.Follower, f *tournament.Field, groups [][]int, past tournament.Past,
	round int) ([]tournament.Fixture, bool) {
	certain := l.certain(f, groups, past, round)
	if certain.all() {
		return nil, true
	}
	fixtures, waiting := l.further(format, f, past, round, certain)
	match := past.NextMatch()
	for _, entries := range l.meet(f, groups, past, round) {
		if certain.has(entries[0]) {
			continue
		}
		fixtures = append(fixtures, l.Series.Open(match, f.Replaced(round).Ordered(entries...), f.MatchSeed(match))...)
		match++
	}
	return fixtures, len(fixtures) == 0 && !waiting
}

// meet returns the entries of the new matches of a round of play, group by group.
func (l *League) meet(f *tournament.Field, groups [][]int, past tournament.Past, round int) (meetings [][]int) {
	if len(f.Changes) > 0 && f.Changes[0].Round <= round {
		return l.madeUp(f, groups, past, round)
	}
	for _, group := range groups {
		for _, meeting := range Round(len(group), l.Seats, round) {
			meetings = append(meetings, pick(group, meeting))
		}
	}
	return meetings
}

// further returns the next games of matches that are not decided; waiting means that more may follow later.
func (l *League) further(format tournament.Follower, f *tournament.Field, past tournament.Past, round int,
	certain settled) (fixtures []tournament.Fixture, waiting bool) {
	whole := l.Series.Least(l.Seats) == l.Series.Length(l.Seats) // all games of a match are planned at once, unless it has grown
	matches := past.Matches
	if len(f.Changes) == 0 {
		matches = func(tournament.Series) []*tournament.Match { return l.going(format, f, past) }
	}
	for _, m := range matches(l.Series) {
		if m.Decided || m.GivenUp || certain.has(m.Entries[0]) ||
			slices.ContainsFunc(m.Entries, func(e int) bool { return !f.Plays(e, round) }) {
			continue
		}
		if whole && m.Planned >= l.Series.Length(len(m.Entries)) {
			continue
		}
		waiting = true
		fixtures = append(fixtures, l.Series.More(m, m.Entries, f.MatchSeed(m.Number))...)
	}
	return fixtures, waiting
}

// going returns the undecided matches with all their planned games. It does not read the complete rounds of play again.
func (l *League) going(format tournament.Follower, f *tournament.Field, past tournament.Past) []*tournament.Match {
	s := past.State(format, f).(*open)
	var list []*tournament.Match
	for _, m := range s.matches {
		list = append(list, m.Clone())
	}
	for i := past.Taken(); i < past.Len(); i++ {
		list = tournament.Taken(list, l.Series, past.Game(i))
	}
	return list
}

func pick(group, meeting []int) []int {
	entries := make([]int, len(meeting))
	for i, at := range meeting {
		entries[i] = group[at]
	}
	return entries
}

// Table returns the tables of all groups. Games with an entry that has left count for nobody, since not all others have met it.
func (l *League) Table(f *tournament.Field, groups [][]int, past tournament.Past) tournament.Table {
	f, tables := l.tables(f, groups, past, tournament.Now)
	table := tournament.Table{By: tournament.ByPoints, AllMeet: true}
	if !l.Rating.None() {
		table.By = tournament.ByRating
	}
	for _, t := range tables {
		table.NotApart = append(table.NotApart, t.rank(f)...)
		if l.Rating.System == "davidson" {
			table.Ties = append(table.Ties, t.ties)
		}
		table.Standings = append(table.Standings, t.lines...)
	}
	return table
}

// tables returns the tables of all groups, not ranked yet, with the field and the groups of a round of play.
func (l *League) tables(f *tournament.Field, groups [][]int, past tournament.Past, round int) (*tournament.Field, []*table) {
	if len(f.Changes) > 0 {
		now := f.At(round)
		groups, past = present(now, members(f, groups, round)), past.Among(now.Entries)
		f = now
	}
	lines, places := tournament.Lines(f, past), f.Places()
	matches := byGroup(groups, past.Matches(l.Series))
	tables := make([]*table, len(groups))
	for number, group := range groups {
		own := make([]tournament.Standing, len(group))
		for i, entry := range group {
			own[i] = lines[places[entry]]
		}
		tables[number] = l.newTable(f, number, own, matches[number])
	}
	return f, tables
}

// byGroup splits matches by their groups; those of entries in no group are left out.
func byGroup(groups [][]int, all []*tournament.Match) [][]*tournament.Match {
	of := map[int]int{} // entry to group
	for number, group := range groups {
		for _, entry := range group {
			of[entry] = number
		}
	}
	matches := make([][]*tournament.Match, len(groups))
	for _, m := range all {
		if number, ok := of[m.Entries[0]]; ok {
			matches[number] = append(matches[number], m)
		}
	}
	return matches
}

// meetings returns a group's results in the form that ratings read, in the order of the plan.
func (l *League) meetings(matches []*tournament.Match, at map[int]int) []rating.Meeting {
	var meetings []rating.Meeting
	for _, m := range matches {
		if !m.Decided {
			continue
		}
		if !l.Rating.Games {
			meetings = append(meetings, rating.Meeting{Entries: places(m.Entries, at), Points: worths(m)})
			continue
		}
		for _, g := range m.Games {
			meetings = append(meetings, g.Meeting(func(entry int) int { return at[entry] }))
		}
	}
	return meetings
}

func places(entries []int, at map[int]int) []int {
	list := make([]int, len(entries))
	for i, e := range entries {
		list[i] = at[e]
	}
	return list
}
