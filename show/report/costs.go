package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// A Week is the processor time of bots in the games of a stage whose rounds of play were planned in one week.
type Week struct {
	Name string            // by ISO 8601, "2026-W09"; empty: unknown
	Bots map[int]*WeekCost // by entry
	All  float64           // time of all bots, in µs
}

// A WeekCost is for how long the moves of a bot held a processor in a week, in µs.
type WeekCost struct {
	Games, Rounds int     // of play with games of it
	Spent         float64 // in all
	Most          float64 // in one round of play

	round int // the newest of these
	now   float64
}

// WeekOf returns the week of a day such as "2026-03-01"; empty for another text.
func WeekOf(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	year, week := at.ISOWeek()
	return fmt.Sprintf("%d-W%02d", year, week)
}

// Spend counts a game of an entry, in the order of the plan, by the week and the round of play of its plan.
func (s *Spread) Spend(week string, round, entry int, micros float64) {
	if n := len(s.Weeks); n == 0 || s.Weeks[n-1].Name != week {
		s.Weeks = append(s.Weeks, Week{Name: week, Bots: map[int]*WeekCost{}})
	}
	w := &s.Weeks[len(s.Weeks)-1]
	c := w.Bots[entry]
	if c == nil {
		c = &WeekCost{round: -1}
		w.Bots[entry] = c
	}
	if c.round != round {
		c.round, c.now, c.Rounds = round, 0, c.Rounds+1
	}
	w.All += micros
	c.Games, c.Spent, c.now = c.Games+1, c.Spent+micros, c.now+micros
	c.Most = max(c.Most, c.now)
}

// Order returns the entries that had games in the week, those with most time first.
func (w *Week) Order() []int {
	return slices.SortedFunc(maps.Keys(w.Bots), func(a, b int) int { return cmp.Or(cmp.Compare(w.Bots[b].Spent, w.Bots[a].Spent), a-b) })
}
