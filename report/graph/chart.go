package graph

import (
	"math"

	"agon/rating"
	"agon/report"
	"agon/report/ticks"
)

// Most is the maximum number of bots in a graph: the best of the last stage.
const Most = 200

// chart is the data of a graph.
type chart struct {
	title, unit string
	rows        []row
	left        int     // bots that are left out
	low, high   float64 // ends of the axis, at edges of bins
	bin         float64 // width of a bin
	tallest     int     // games in the fullest bin of all rows
}

// row is the data of one bot.
type row struct {
	entry     int
	name      string
	bins      []int
	games     int
	mean      float64
	low, high float64 // 95 % interval of the mean; equal if there are too few games
}

func newChart(r *report.Run) *chart {
	scores := map[int][]float64{}
	c := &chart{title: r.Contest, unit: r.Last().Unit, tallest: 1}
	for _, g := range r.Games {
		for _, s := range g.Seats {
			scores[s.Slot] = append(scores[s.Slot], s.Score)
		}
	}
	entries := drawn(r, scores)
	shown := entries[:min(Most, len(entries))]
	c.left = len(entries) - len(shown)
	c.scale(shown, scores)
	for _, entry := range shown {
		c.rows = append(c.rows, c.row(entry, r.Entries[entry].Name, scores[entry]))
	}
	return c
}

// bins is the number of bins that an axis has at most.
const bins = 60

// scale chooses the axis: from 0, or the lowest score, to the highest in bins of a round width. Whole scores have bins around them.
func (c *chart) scale(entries []int, scores map[int][]float64) {
	low, high, whole := 0.0, 0.0, true
	for _, entry := range entries {
		for _, s := range scores[entry] {
			low, high = min(low, s), max(high, s)
			whole = whole && s == math.Trunc(s)
		}
	}
	if high-low < 1e-9 {
		high = low + 1
	}
	c.bin = ticks.Step((high - low) / bins)
	half := 0.0
	if whole && c.bin <= 1 {
		c.bin, half = 1, 0.5
	}
	c.low = math.Floor(low/c.bin)*c.bin - half
	c.high = c.low + c.bin*(math.Floor((high-c.low)/c.bin)+1)
}

func (c *chart) row(entry int, name string, scores []float64) row {
	r := row{entry: entry, name: name, games: len(scores), bins: make([]int, int(math.Round((c.high-c.low)/c.bin)))}
	var all rating.Sample
	for _, s := range scores {
		all.Add(s)
		// A score at the edge of two bins belongs to the upper one, whatever the division makes of it.
		i := min(max(int((s-c.low)/c.bin+1e-9), 0), len(r.bins)-1)
		r.bins[i]++
		c.tallest = max(c.tallest, r.bins[i])
	}
	r.mean = all.Mean()
	r.low, r.high = all.Interval(0, 0)
	return r
}

// decimals returns the number of decimals of means: three or four figures of the axis.
func (c *chart) decimals() int {
	return min(6, max(0, 3-int(math.Floor(math.Log10(c.high-c.low)))))
}
