package board

import (
	"strings"

	"agon/draw"
	"agon/term/screen"
)

// leastCell is how wide the cells of a table are at least.
const leastCell = 5

// Lines are the tables of the picture, a line each row: the first cell at the left, the others below each other at the right.
func (b *Board) Lines() []string {
	var lines []string
	for i := range b.Tables {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, tableLines(&b.Tables[i])...)
	}
	return lines
}

func tableLines(t *draw.Table) []string {
	rows := t.Rows
	lines := []string{t.Title}
	if t.Head != nil {
		rows, lines = append([][]string{t.Head}, t.Rows...), nil
	}
	var widths []int
	for _, row := range rows {
		for len(widths) < len(row) {
			widths = append(widths, leastCell)
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			if len(row) == len(widths) {
				widths[i] = max(widths[i], screen.Width(cell))
			}
		}
	}
	for _, row := range rows {
		line, end := screen.Pad(row[0], widths[0]), widths[0]
		for i, cell := range row[1:] {
			if end += 1 + widths[i+1]; i == len(row)-2 {
				for _, width := range widths[i+2:] {
					end += 1 + width
				}
			}
			line += strings.Repeat(" ", max(1, end-screen.Width(line)-screen.Width(cell))) + cell
		}
		lines = append(lines, line)
	}
	return lines
}
