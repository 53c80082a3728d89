package table

import (
	"slices"
	"strings"

	"agon/game/palette"
	"agon/show/term/screen"
)

// between is the number of blanks between two columns on a terminal.
const between = 2

// terminal draws the table on a sheet that is as wide as the terminal.
func (t *Table) terminal(out *strings.Builder, s Style) {
	cut := s.cut
	widths := t.widths(s.Width)
	sheet := screen.New(s.Width, len(t.Rows)+4)
	y := 0
	if t.Title != "" {
		sheet.Text(0, 0, cut(t.Title, s.Width), screen.Style{Bold: true})
		sheet.Text(0, 1, strings.Repeat("=", min(max(t.Ruler, total(widths)), s.Width)), screen.Style{Dim: true})
		y = 2
	}
	x := 0
	for i, c := range t.Columns {
		place(sheet, area{x, y, widths[i]}, cut(c.Head, widths[i]), t.right(i), screen.Style{Bold: true})
		x += widths[i] + between
	}
	for j, row := range t.Rows {
		x := 0
		for i, c := range row {
			t.cell(sheet, c, i, area{x, y + 1 + j, widths[i]}, cut)
			x += widths[i] + between
		}
	}
	out.WriteString(sheet.Head(y + 1 + len(t.Rows)).String(s.Depth))
	out.WriteByte('\n')
	for _, n := range t.Notes {
		out.WriteString(cut(screen.Clean(n), s.Width) + "\n")
	}
}

// cut shortens a text, without colours with plain characters.
func (s Style) cut(text string, columns int) string {
	if s.Depth.Colour() {
		return screen.Cut(text, columns)
	}
	return screen.CutPlain(text, columns)
}

// An area is the position of a cell.
type area struct{ x, y, width int }

func (t *Table) cell(sheet *screen.Screen, c Cell, column int, a area, cut func(string, int) string) {
	if a.width <= 0 {
		return
	}
	if c.kind != isBot {
		place(sheet, a, cut(c.long(t.Columns[column]), a.width), t.right(column), screen.Style{})
		return
	}
	end := sheet.Text(a.x, a.y, palette.Mark(c.slot), screen.Chip(c.slot))
	sheet.Text(end+1, a.y, cut(c.text, a.width-(end-a.x)-1), screen.Style{})
}

// place writes a text to the left or right of a column.
func place(sheet *screen.Screen, a area, text string, right bool, style screen.Style) {
	if right {
		sheet.Right(a.x+a.width, a.y, text, style)
		return
	}
	sheet.Text(a.x, a.y, text, style)
}

// right reports whether a column is aligned to the right, as numbers are, except for the first, which is the rank.
func (t *Table) right(column int) bool {
	if column == 0 {
		return false
	}
	for _, row := range t.Rows {
		if c := row[column]; c != (Cell{}) {
			return c.kind == isNumber
		}
	}
	return false
}

// least is the width below which names are not cut.
const least = 10

// widths returns the widths of the cells. If they exceed the room, remarks are cut first, then names and other words, the longest first, in
// the first column too; numbers are never cut.
func (t *Table) widths(room int) []int {
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = screen.Width(c.Head)
		for _, row := range t.Rows {
			widths[i] = max(widths[i], screen.Width(row[i].long(c)))
		}
	}
	for i, c := range t.Columns {
		if over := total(widths) - room; c.Remark && over > 0 {
			widths[i] = max(widths[i]-over, 0)
		}
	}
	for total(widths) > room {
		i := t.longest(widths)
		if i < 0 {
			break
		}
		widths[i]--
	}
	return widths
}

// longest returns the longest column that may still be cut, or -1 if there is none.
func (t *Table) longest(widths []int) int {
	best := -1
	for i := range widths {
		numbers := slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[i].kind == isNumber })
		if !numbers && widths[i] > least && (best < 0 || widths[i] > widths[best]) {
			best = i
		}
	}
	return best
}

func total(widths []int) int {
	sum := -between
	for _, w := range widths {
		sum += w + between
	}
	return sum
}
