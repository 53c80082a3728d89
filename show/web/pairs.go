package web

import (
	"fmt"
	"math"

	"agon/internal/numerals"
	"agon/show/report"
)

// pairTable has, for each pair of bots of a stage, how often one placed before the other in a game of both.
type pairTable struct {
	Rows []pairRow
}

type pairRow struct {
	chip
	Rank  int
	Name  string
	Cells []pairCell
}

// A pairCell is the share of games that the row's bot won against the column's; a draw counts half. Tone is the difference from one half, 0
// to 4, and whether the share is above it.
type pairCell struct {
	Text, Title, Tone string
}

// newPairs returns a stage's table of pairs, or nil if it has none.
func newPairs(s *report.Stage) *pairTable {
	if len(s.Pairs) == 0 {
		return nil
	}
	met := meetingsBySlots(s.Pairs)
	t := &pairTable{}
	for i := range s.Standings {
		row := &s.Standings[i]
		v := pairRow{chip: chipOf(row.Look()), Rank: row.Rank, Name: row.Name}
		for j := range s.Standings {
			other := &s.Standings[j]
			cell := pairCell{Text: "–"}
			if i == j {
				cell.Text = "·"
			} else if m := met[[2]int{row.Entry, other.Entry}]; m != nil && m.Won+m.Drawn+m.Lost > 0 {
				part := (float64(m.Won) + float64(m.Drawn)/2) / float64(m.Won+m.Drawn+m.Lost)
				cell = pairCell{Text: fmt.Sprintf("%.0f", 100*part), Tone: tone(part),
					Title: fmt.Sprintf("%s before %s in %s of %s", row.Name, other.Name, numerals.Grouped(m.Won),
						numerals.Counted(m.Won+m.Drawn+m.Lost, "game"))}
			}
			v.Cells = append(v.Cells, cell)
		}
		t.Rows = append(t.Rows, v)
	}
	return t
}

// tone returns the class of a cell: "up3", "down1", or "even".
func tone(part float64) string {
	n := int(math.Round(math.Abs(part-0.5) * 8))
	switch {
	case n == 0:
		return "even"
	case part > 0.5:
		return fmt.Sprint("up", n)
	}
	return fmt.Sprint("down", n)
}
