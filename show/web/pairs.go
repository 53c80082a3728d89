package web

import (
	"fmt"
	"math"

	"agon/format/tournament"
	"agon/internal/numerals"
	"agon/show/report"
)

// pairTable has, for each pair of bots of a stage, how often one placed before the other in a game of both.
type pairTable struct {
	Note string
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
	t := &pairTable{Note: "percent of their games in which the row's bot came before the column's; a draw counts half"}
	if s.By == tournament.ByPoints {
		t.Note = "games that the row's bot won and lost against the column's; a draw counts half"
	}
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
				cell = pairCell{Text: pairText(s, m, part), Tone: tone(part),
					Title: fmt.Sprintf("%s before %s in %s of %s", row.Name, other.Name, numerals.Grouped(m.Won),
						numerals.Counted(m.Won+m.Drawn+m.Lost, "game"))}
			}
			v.Cells = append(v.Cells, cell)
		}
		t.Rows = append(t.Rows, v)
	}
	return t
}

// pairText returns the result of a pair: the share of games won in percent, or, where points rank, the games: "2:1", and of one game "1",
// "½" or "0".
func pairText(s *report.Stage, m *tournament.Encounter, part float64) string {
	if s.By != tournament.ByPoints {
		return fmt.Sprintf("%.0f", 100*part)
	}
	won := halves(2*m.Won + m.Drawn)
	if m.Won+m.Drawn+m.Lost == 1 {
		return won
	}
	return won + ":" + halves(2*m.Lost+m.Drawn)
}

// halves returns half a number: "1½".
func halves(n int) string {
	switch {
	case n == 1:
		return "½"
	case n%2 == 1:
		return numerals.Grouped(n/2) + "½"
	}
	return numerals.Grouped(n / 2)
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
