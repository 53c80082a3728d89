package web

import (
	"fmt"
	"html/template"
	"math"

	"agon/internal/numerals"
	"agon/show/report"
	"agon/show/report/chart"
)

// mostSpread is the number of bots whose distributions a page shows.
const mostSpread = 60

// statistics is the data of the template "statistics".
type statistics struct {
	*report.Stage
	Small         []histogram // scores
	Places, Times []histogram
	Seats         []seatBiasView
	Uneven        string // what the seats say
	Wins          []placeRow
	Heads         []int // the places, from 1
	Pairs         *pairTable
	Weeks         []costWeek
	More          int // bots that are not shown
	Ratings       template.HTML
	Drawings      []drawing
}

type seatBiasView struct {
	Seat                 int // from 1
	Games, Share, Around string
	Bar                  template.HTML
}

// placeRow is a bot's games by place, as a table for those who do not see the pictures.
type placeRow struct {
	chip
	Name  string
	Games []string
}

// Statistics returns the statistics of a stage as a part of a page with [StageSheets]: distributions of scores, places and times, the
// influence of the seat, and the pairs.
func Statistics(f *report.Figures, stage int) (template.HTML, error) {
	s, spread := f.Stages[stage], &f.Spreads[stage]
	v := &statistics{Stage: &s}
	paired := s
	if len(s.Pairs) == 0 && len(s.Standings) <= report.MostPairs {
		paired.Pairs = s.Meetings
	}
	v.Pairs = newPairs(&paired)
	v.Drawings = drawings(&s)
	if s.Ladder() {
		v.Ratings = ratingsOver(&s, f.VersionsOf)
	}
	v.More = max(0, len(s.Standings)-mostSpread)
	s.Standings = s.Standings[:min(mostSpread, len(s.Standings))]
	v.Small = histograms(&s)
	v.seats(spread)
	v.places(&s, spread)
	v.times(&s, spread)
	v.costs(f, spread)
	text, err := render("statistics", v)
	return template.HTML(text), err
}

// seats fills in the influence of the seat.
func (v *statistics) seats(spread *report.Spread) {
	uneven := false
	for i, b := range spread.Seats {
		if b.Games == 0 {
			continue
		}
		uneven = uneven || b.Low > 0.5 || b.High < 0.5
		v.Seats = append(v.Seats, seatBiasView{
			Seat: i + 1, Games: numerals.Grouped(b.Games), Share: numerals.Decimals(100*b.Share, 1),
			Around: numerals.Decimals(100*(b.High-b.Low)/2, 1),
			Bar:    template.HTML(fmt.Sprintf(`<svg aria-hidden="true"><line x1="50%%" x2="50%%" y1="0" y2="100%%"/><rect x="%.1f%%" width="%.1f%%"/></svg>`, 100*b.Low, max(0.4, 100*(b.High-b.Low)))),
		})
	}
	v.Uneven = "No seat differs from one half by more than its 95 % interval."
	if uneven {
		v.Uneven = "At least one seat differs from one half by more than its 95 % interval. That is the influence of the seat only if " +
			"every bot sat in each seat as often."
	}
}

// places fills in the places of the bots.
func (v *statistics) places(s *report.Stage, spread *report.Spread) {
	most, seats := 1, 0
	for i := range s.Standings {
		for at, n := range spread.Places[s.Standings[i].Entry] {
			most = max(most, n)
			if n > 0 {
				seats = max(seats, at+1)
			}
		}
	}
	if seats < 2 {
		return
	}
	for place := 1; place <= seats; place++ {
		v.Heads = append(v.Heads, place)
	}
	for i := range s.Standings {
		row := &s.Standings[i]
		games := spread.Places[row.Entry]
		if len(games) == 0 {
			continue
		}
		bins, all, sum := make([]int, seats), 0, 0
		copy(bins, games)
		shown := placeRow{chip: chipOf(row.Look()), Name: row.Name}
		for at, n := range bins {
			all, sum = all+n, sum+n*(at+1)
			shown.Games = append(shown.Games, faultsText(n))
		}
		if all == 0 {
			continue
		}
		mean := float64(sum) / float64(all)
		v.Places = append(v.Places, histogram{
			chip: chipOf(row.Look()), Name: row.Name, Mean: numerals.Decimals(mean, 2), Low: "1", High: fmt.Sprint(seats),
			Picture: chart.Bins(bins, most, (mean-0.5)/float64(seats)),
		})
		v.Wins = append(v.Wins, shown)
	}
}

// times fills in the times of the bots, on one logarithmic axis.
func (v *statistics) times(s *report.Stage, spread *report.Spread) {
	low, high, most := report.TimeBins, -1, 1
	for i := range s.Standings {
		for at, n := range spread.Times[s.Standings[i].Entry] {
			if n > 0 {
				low, high, most = min(low, at), max(high, at), max(most, n)
			}
		}
	}
	if high < low {
		return
	}
	low, high = low/4*4, (high/4+1)*4 // whole powers of ten
	for i := range s.Standings {
		row := &s.Standings[i]
		bins := spread.Times[row.Entry]
		if bins == nil || row.Average() <= 0 {
			continue
		}
		at := (4*math.Log10(max(1, row.Average())) - float64(low)) / float64(high-low)
		v.Times = append(v.Times, histogram{
			chip: chipOf(row.Look()), Name: row.Name, Mean: microsUnit(row.Average()), Low: microsUnit(math.Pow(10, float64(low)/4)),
			High:    microsUnit(math.Pow(10, float64(high)/4)),
			Picture: chart.Bins(bins[low:min(high, len(bins))], most, at),
		})
	}
}

// RatingCurve draws the ratings of all versions of a bot in a stage as a part of a page with [StageSheets]; empty for a stage without
// curves.
func RatingCurve(f *report.Figures, stage int, bot string) template.HTML {
	var parts []chart.Version
	newest := f.SlotOf(bot)
	for entry, e := range f.Entries {
		if row := lineOf(&f.Stages[stage], entry); e.Bot == bot && row != nil {
			parts = append(parts, chart.Version{Points: row.Curve, Name: fmt.Sprintf("version %d", e.Number), Old: entry != newest})
		}
	}
	return chart.Curve(parts, chart.OnPage)
}
