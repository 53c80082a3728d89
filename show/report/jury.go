package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// The jury's list has this many bots, plus one if the games do not separate it from the last of them, and this many games of each.
const (
	juryBots  = 5
	juryGames = 3
)

// A Jury is the short list of a finished contest: the best bots, for a human jury.
type Jury struct {
	Stage int    // the last stage, from 0
	Why   string // how the list was made, in a sentence
	Bots  []JuryBot
}

// A JuryBot is a bot on the short list.
type JuryBot struct {
	Slot    int      // in the line-up
	Closest []Margin // its closest games, the closest first
}

// A Margin is the difference of scores in a game.
type Margin struct {
	Game   int     // its number
	Points float64 // between the bot and the best of the others, never negative
}

// ShortList returns the jury's list of a finished contest with several stages; nil for any other.
func (r *Run) ShortList() *Jury {
	last := len(r.Stages) - 1
	if last < 1 || !r.Finished {
		return nil
	}
	s := &r.Stages[last]
	lines := slices.Clone(s.Standings)
	slices.SortStableFunc(lines, func(a, b Standing) int { return cmp.Compare(a.Rank, b.Rank) })
	n, why := shortList(lines)
	jury := &Jury{Stage: last, Why: fmt.Sprintf("The best %d of %s%s.", n, s.Name, why)}
	if n == len(lines) {
		jury.Why = fmt.Sprintf("All %d of %s.", n, s.Name)
	}
	for _, l := range lines[:n] {
		jury.Bots = append(jury.Bots, JuryBot{l.Entry, r.closest(l.Entry)})
	}
	return jury
}

// shortList returns how many of a table's lines are on the list, and why there is one more than usual.
func shortList(lines []Standing) (n int, why string) {
	n = min(juryBots, len(lines))
	if len(lines) > juryBots && lines[juryBots].RankLow <= juryBots {
		return n + 1, fmt.Sprintf(": ranks %d and %d are statistically tied", n+1, n)
	}
	return n, ""
}

// closest returns the games of a bot with the smallest margins to the best of the others; of two equal margins the later stage is first.
func (r *Run) closest(slot int) []Margin {
	var margins []Margin
	for i := range r.Games {
		if points, ok := margin(&r.Games[i], slot); ok {
			margins = append(margins, Margin{i, points})
		}
	}
	slices.SortStableFunc(margins, func(a, b Margin) int {
		return cmp.Or(cmp.Compare(a.Points, b.Points), cmp.Compare(r.Games[b.Game].Stage, r.Games[a.Game].Stage))
	})
	margins = slices.Clip(margins[:min(juryGames, len(margins))])
	for i := range margins {
		margins[i].Game = r.Games[margins[i].Game].Number
	}
	return margins
}

// margin returns the difference between a bot's score and the best of the others in a game; ok is false if there are none or it did not
// play.
func margin(g *Game, slot int) (points float64, ok bool) {
	own, best := math.NaN(), math.Inf(-1)
	for _, s := range g.Seats {
		if s.Slot == slot {
			own = s.Score
			continue
		}
		best = max(best, s.Score)
	}
	if math.IsNaN(own) || math.IsInf(best, 0) {
		return 0, false
	}
	return math.Abs(own - best), true
}
