package web

import (
	"agon/internal/numerals"
	"agon/show/report"
)

// costWeek is a week in the statistics of a stage.
type costWeek struct {
	Name string
	Bots []costRow // those with most time first
}

type costRow struct {
	chip
	Name, Time, Share, Games, Mean, Most string
}

// Bounds of the tables of processor time.
const (
	mostWeeks = 8
	mostCosts = 20
)

// costs fills in the processor time of the newest weeks, the newest first.
func (v *statistics) costs(f *report.Figures, spread *report.Spread) {
	for i := len(spread.Weeks) - 1; i >= 0 && len(v.Weeks) < mostWeeks; i-- {
		w := &spread.Weeks[i]
		shown := costWeek{Name: w.Name}
		for _, entry := range w.Order()[:min(mostCosts, len(w.Bots))] {
			c := w.Bots[entry]
			shown.Bots = append(shown.Bots, costRow{
				chip: chipOf(f.LookOf(f.Entries[entry].Bot)), Name: f.Entries[entry].Label, Time: microsUnit(c.Spent),
				Share: numerals.Decimals(100*c.Spent/max(w.All, 1), 1), Games: numerals.Grouped(c.Games),
				Mean: microsUnit(c.Spent / float64(c.Rounds)), Most: microsUnit(c.Most),
			})
		}
		v.Weeks = append(v.Weeks, shown)
	}
}
