package web

import (
	"fmt"
	"html/template"

	"agon/internal/numerals"
	"agon/show/report"
	"agon/show/report/chart"
)

// versionView is a version of a bot on the page of one of them.
type versionView struct {
	Number                      int
	Href                        string // its page; empty for the page itself, and for a version that has none
	Now                         bool   // the page is its own
	Text                        string // "from round 4, replaced in round 9: WHY"
	Rating, Plus, Games, Record string
	Faults                      string
}

// versionsOf returns the versions of an entry's bot in a stage, the newest first, or nil if there is one. Addresses are relative to the
// folder of the bots' pages.
func versionsOf(r *report.Run, stage, entry int) (list []versionView) {
	for nth, slot := range r.Entries[entry].Versions {
		v := versionView{Number: nth + 1, Now: slot == entry, Text: r.Entries[slot].Leaving()}
		if since := r.Entries[slot].Since; since > 0 {
			from := "from round " + numerals.Grouped(since)
			if v.Text != "" {
				from += ", "
			}
			v.Text = from + v.Text
		}
		if row := lineOf(&r.Stages[stage], slot); row != nil {
			if !v.Now {
				v.Href = botFile(stage, slot)
			}
			v.Games, v.Faults = numerals.Grouped(row.Played), faultsText(row.Faults)
			v.Record = threeCounts(report.Record{row.GamesWon, row.GamesDrawn, row.GamesLost})
			if row.Played > 0 && row.Rating != 0 {
				v.Rating, v.Plus = numerals.Decimals(row.Rating, 0), numerals.Decimals(report.Reach*row.RatingError, 0)
			}
		}
		list = append([]versionView{v}, list...)
	}
	return list
}

// drawVersions draws the ratings of all versions of an entry's bot over their games, one after the other, that of the entry strong.
func drawVersions(r *report.Run, stage, entry int) template.HTML {
	var parts []chart.Version
	slots := r.Entries[entry].Versions
	if slots == nil {
		slots = []int{entry}
	}
	for nth, slot := range slots {
		if row := lineOf(&r.Stages[stage], slot); row != nil && len(row.Curve) > 0 {
			parts = append(parts, chart.Version{Points: row.Curve, Name: fmt.Sprintf("version %d", nth+1), Old: slot != entry})
		}
	}
	return chart.Curve(parts, chart.OnPage)
}
