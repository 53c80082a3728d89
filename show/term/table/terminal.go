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
// the first column too, then heads that are wider than what is below them; numbers are never cut.
func (t *Table) widths(room int) []int {
	widths, values := make([]int, len(t.Columns)), make([]int, len(t.Columns))
	for i, c := range t.Columns {
		for _, row := range t.Rows {
			values[i] = max(values[i], screen.Width(row[i].long(c)))
		}
		widths[i] = max(values[i], screen.Width(c.Head))
	}
	for i, c := range t.Columns {
		if over := total(widths) - room; c.Remark && over > 0 {
			widths[i] = max(widths[i]-over, 0)
		}
	}
	narrow(widths, room, func(i int) bool { return widths[i] > least && !t.numbers(i) })
	narrow(widths, room, func(i int) bool { return widths[i] > max(values[i], leastHead) })
	return widths
}

// leastHead is the width below which heads are not cut.
const leastHead = 4

// narrow takes from the widest column that may be cut until all have room, or none may.
func narrow(widths []int, room int, may func(column int) bool) {
	for total(widths) > room {
		best := -1
		for i := range widths {
			if may(i) && (best < 0 || widths[i] > widths[best]) {
				best = i
			}
		}
		if best < 0 {
			return
		}
		widths[best]--
	}
}

// numbers reports whether a column has numbers.
func (t *Table) numbers(column int) bool {
	return slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[column].kind == isNumber })
}

func total(widths []int) int {
	sum := -between
	for _, w := range widths {
		sum += w + between
	}
	return sum
}
