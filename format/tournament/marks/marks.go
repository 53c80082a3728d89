/*
Package marks is the format that measures bots against fixed opponents, the yardsticks, which are the first entries of the field. Every
other entry, a student, plays pairs of games against each yardstick, one start from both seats. Neither students nor yardsticks meet each
other, and the starts of a student's games are drawn for it alone, so a mark is the same whoever else joins or leaves.

A yardstick has thresholds on the chance to beat it, in which a draw counts half. After each round of play the interval of that chance
follows from all pairs of games so far ([rating.Evidence]). A student plays on until no threshold lies within the interval, or most_games
are played: what is not certain then is open, and the lower mark counts. The interval contains the true chance at all looks together with
the confidence of the yardstick, whatever the distribution of the pairs, so looking again and again makes no mark more likely to be wrong.

A yardstick that makes no move of its own measures nothing: such a game says nothing about the student, and its pair does not count.
*/
package marks

import (
	"fmt"
	"math"
	"slices"

	"agon/format/rating"
	"agon/format/tournament"
	"agon/game"
)

// Name is the name of the format.
const Name = "marks"

// Key is the key with the tables [[marks]] of a contest's file, as [Write] writes them.
const Key = "marks"

// Spec is the format "marks".
var Spec = tournament.Spec{
	Name:  Name,
	About: "Every bot meets the fixed opponents of the tables [[marks]], until its mark against each is certain; nobody is ranked.",
	Keys: []game.Option{
		{Name: Key, Title: "Tables [[marks]]", Default: "",
			About: "the tables [[marks]] of the contest's file, in JSON; the file's tables set it"},
		{Name: "ranked", Title: "Rank the bots", Default: false, About: "rank the bots by the sum of their points"},
	},
	Grows: []tournament.Growth{{Key: "ranked"}},
	New: func(keys game.Settings) tournament.Format {
		rules, err := Read(keys.Text(Key))
		return &format{rules, keys.Bool("ranked"), err}
	},
}

type format struct {
	rules  []Rule // by yardstick, in the order of the field
	ranked bool
	err    error // why there are no rules
}

// Yardsticks returns the names of the yardsticks, in the order of the field.
func (g *format) Yardsticks() (names []string) {
	for _, r := range g.rules {
		names = append(names, r.Against)
	}
	return names
}

func (g *format) Check(f *tournament.Field) error {
	if g.err != nil {
		return g.err
	}
	if err := f.SeatsFit(2); err != nil {
		return fmt.Errorf("marks are the chances to beat a yardstick in games of two: %w", err)
	}
	return f.AtLeast(2, Name)
}

// Ahead returns 1: whether a student plays on depends on all its games.
func (g *format) Ahead() int { return 1 }

// Shrinks reports true: the others play on whoever leaves.
func (g *format) Shrinks() bool { return true }

// Games returns the games of the first round of play, which are certain.
func (g *format) Games(f *tournament.Field) int { return g.games(f, firstPairs) }

// Caution returns how many games there may be.
func (g *format) Caution(f *tournament.Field) string {
	return fmt.Sprintf("%d games at most; a bot plays fewer where its mark is certain earlier", g.games(f, math.MaxInt))
}

// games returns the games of the students if each plays so many pairs against each yardstick, or the most that its rule allows.
func (g *format) games(f *tournament.Field, pairs int) (games int) {
	for i := range g.rules {
		games += g.series(f).Length(2) * min(pairs, g.mostPairs(i, f)) * max(0, f.Size()-len(g.rules))
	}
	return games
}

// series returns the pair of games of a match: where seats do not rotate it is one game.
func (g *format) series(f *tournament.Field) tournament.Series {
	return tournament.Series{KeepOrder: f.KeepOrder}
}

// mostPairs returns the most pairs of games of a student by a rule.
func (g *format) mostPairs(rule int, f *tournament.Field) int {
	turn := g.series(f).Length(2)
	return (g.rules[rule].MostGames + turn - 1) / turn
}

// firstPairs is the number of pairs of games before the first look at a chance. The looks after it come after half as many pairs again.
const firstPairs = 8

// Plan plans the pairs of games up to the next look, for each student and yardstick whose mark is not certain.
func (g *format) Plan(f *tournament.Field, past tournament.Past, round int) (fixtures []tournament.Fixture, over bool) {
	yardsticks, students := g.sides(f, round)
	measured, places, match := g.measured(f, past), f.Places(), past.NextMatch()
	for _, student := range students {
		for i, yardstick := range yardsticks {
			m := &measured[places[student]][i]
			left := g.mostPairs(i, f) - m.planned
			if left <= 0 || !g.rules[i].mark(m).Open || !f.Plays(yardstick, round) || yardstick != f.Entries[i] {
				continue // a yardstick that left, or was replaced, measures no more
			}
			for nth := range min(left, max(firstPairs, m.planned/2)) {
				seed := game.SubSeed(f.Seed, int64(student), int64(i), int64(m.planned+nth))
				fixtures = append(fixtures, g.series(f).Open(match, f.Ordered(student, yardstick), seed)...)
				match++
			}
		}
	}
	return fixtures, len(fixtures) == 0
}

// sides returns the yardsticks of a round of play, which versions may have replaced, and the students that take part in it.
func (g *format) sides(f *tournament.Field, round int) (yardsticks, students []int) {
	yardsticks = f.Replaced(round).Entries[:min(len(g.rules), f.Size())]
	students = slices.DeleteFunc(slices.Clone(f.At(round).Entries), func(e int) bool { return slices.Contains(yardsticks, e) })
	return yardsticks, students
}

// A measurement is the games of a student against a yardstick. Of the Mark only the counts are set.
type measurement struct {
	tournament.Mark
	planned  int // pairs
	round    int // of play of the newest pair that counts, from 1
	evidence rating.Evidence
}

// measured returns what the complete rounds of play come to, by the places of student and yardstick: in a round that goes on the short
// games would count before the others. A pair counts if both games have a result and the yardstick has made moves in both.
func (g *format) measured(f *tournament.Field, past tournament.Past) [][]measurement {
	all, places, taken := make([][]measurement, f.Size()), f.Places(), past.WithGaps().Taken()
	for i := range all {
		all[i] = make([]measurement, len(g.rules))
	}
	for _, pair := range past.Matches(g.series(f)) {
		student, yardstick := 0, len(pair.Entries)-1 // indexes of the match
		if places[pair.Entries[0]] < len(g.rules) {
			student, yardstick = yardstick, student
		}
		if len(pair.Entries) != 2 || places[pair.Entries[yardstick]] >= len(g.rules) {
			continue // a ledger that was changed
		}
		m := &all[places[pair.Entries[student]]][places[pair.Entries[yardstick]]]
		m.planned++
		silent := func(x tournament.Game) bool {
			return x.Silent(slices.Index([]int{x.Entry(0), x.Entry(1)}, pair.Entries[yardstick]))
		}
		if !pair.Decided || past.Len()-past.In(pair.Latest+1) > taken || slices.ContainsFunc(pair.Games, silent) {
			continue
		}
		n := len(pair.Games)
		m.evidence.Add(2*pair.Points[student]/float64(n) - 1)
		m.Games, m.Won, m.Lost = m.Games+n, m.Won+pair.Wins[student], m.Lost+pair.Wins[yardstick]
		m.Drawn, m.Faults = m.Games-m.Won-m.Lost, m.Faults+pair.Faults[student]
		if m.round <= pair.Latest {
			m.round = pair.Latest + 1
			m.Looks++
		}
	}
	return all
}
