package web

import (
	"html/template"

	"agon/internal/numerals"
	"agon/show/report"
	"agon/show/report/chart"
)

// histogram is a small multiple: how often a bot had which score, on an axis that the whole stage shares.
type histogram struct {
	chip
	Name, Mean string
	Picture    template.HTML
	Low, High  string // the ends of the axis
}

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
			chip: chipOf(row.Look()), Name: row.Name, Mean: numerals.Decimals(row.Score, 2),
			Picture: chart.Bins(row.Histogram, most, (row.Score-s.BinLow)/(s.BinHigh-s.BinLow)), Low: numerals.Trimmed(s.BinLow),
			High: numerals.Trimmed(s.BinHigh),
		})
	}
	return list
}
