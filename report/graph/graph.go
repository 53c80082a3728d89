/*
Package graph draws the scores of a contest as SVG or PNG: a row for each bot with its mark and name, a histogram of its scores in all games,
and its mean with the 95 % interval below. All rows share one axis of scores and one scale of games, so that they can be compared down the page.

A picture is laid out once as a sheet of rectangles and texts, which both formats render. An SVG follows the light or dark theme of its
viewer; a PNG is light. Equal results give equal bytes.
*/
package graph

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"agon/internal/wholefile"
	"agon/report"
)

// Check returns an error if a graph cannot be written to a file of this name; the empty name means no graph.
func Check(name string) error {
	if ext := strings.ToLower(filepath.Ext(name)); name != "" && ext != ".png" && ext != ".svg" {
		return fmt.Errorf("--graph writes FILE.png or FILE.svg, not %q", name)
	}
	return nil
}

// Write writes the graph of a run with at least one stage to a file, in the format of its extension.
func Write(name string, r *report.Run) error {
	s := layOut(newChart(r))
	return wholefile.Write(name, func(w io.Writer) error {
		if strings.ToLower(filepath.Ext(name)) == ".png" {
			return s.png(w)
		}
		return s.svg(w)
	})
}

// drawn returns the bots of a graph: those of the last stage first, the best on top.
func drawn(r *report.Run, scores map[int][]float64) (entries []int) {
	for _, line := range r.Last().Standings {
		if len(scores[line.Entry]) > 0 {
			entries = append(entries, line.Entry)
		}
	}
	for entry := range r.Entries {
		if len(scores[entry]) > 0 && !slices.Contains(entries, entry) {
			entries = append(entries, entry)
		}
	}
	return entries
}
