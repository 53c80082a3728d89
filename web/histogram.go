package web

import (
	"fmt"
	"html/template"
	"strings"

	"agon/report"
	"agon/report/ticks"
)

// histogram is a small multiple: how often a bot had which score, on an axis that the whole stage shares.
type histogram struct {
	chip
	Name, Mean string
	Picture    template.HTML
	Low, High  string // the ends of the axis
}

// The size of a small multiple, in the units of its viewBox.
const (
	histogramWide = 160
	histogramHigh = 44
)

func histograms(s *report.Stage) []histogram {
	if s.BinHigh <= s.BinLow {
		return nil
	}
	most := 1
	for _, row := range s.Standings {
		for _, n := range row.Histogram {
			most = max(most, n)
		}
	}
	var list []histogram
	for _, row := range s.Standings {
		if len(row.Histogram) == 0 {
			continue
		}
		list = append(list, histogram{
			chip: chipOf(row.Entry), Name: row.Name, Mean: decimals(row.Score, 2),
			Picture: drawBins(row.Histogram, most, (row.Score-s.BinLow)/(s.BinHigh-s.BinLow)), Low: ticks.Text(s.BinLow), High: ticks.Text(s.BinHigh),
		})
	}
	return list
}

// drawBins draws bins as one path, with a tick at the mean, which is a part of the width.
func drawBins(bins []int, most int, mean float64) template.HTML {
	var path strings.Builder
	wide := float64(histogramWide) / float64(len(bins))
	for i, n := range bins {
		if n > 0 {
			high := float64(n) / float64(most) * (histogramHigh - 4)
			fmt.Fprintf(&path, "M%.1f %dh%.1fv%.1fh%.1fz", float64(i)*wide+0.25, histogramHigh, wide-0.5, -high, 0.5-wide)
		}
	}
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %d %d" preserveAspectRatio="none" aria-hidden="true"><path class="bins" d="%s"/><path class="mean" d="M%.1f 0v%d"/></svg>`,
		histogramWide, histogramHigh, path.String(), min(histogramWide, max(0, mean*histogramWide)), histogramHigh))
}
