package board

import (
	"slices"
	"strings"

	"agon/game/draw"
	"agon/show/term/screen"
)

// leastCell is the least width of a table's cells, in columns.
const leastCell = 5

// Lines returns the tables of the picture in room columns, one line per row. The first cell is aligned left, the others are aligned under
// each other on the right. Words are cut before numbers.
func (b *Board) Lines(room int) []string {
	var lines []string
	for i := range b.Tables {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, tableLines(b.named(&b.Tables[i]), room)...)
	}
	return lines
}

// named returns a table whose rows begin with the marks of their seats.
func (b *Board) named(t *draw.Table) *draw.Table {
	if len(t.Seats) == 0 {
		return t
	}
	n := *t
	n.Rows = make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		mark := ""
		if seat := t.Seats[i]; seat != draw.Nobody {
			mark = b.called(seat) + " "
		}
		n.Rows[i] = append([]string{mark + row[0]}, row[1:]...)
	}
	return &n
}

func tableLines(t *draw.Table, room int) []string {
	rows := t.Rows
	lines := []string{t.Title}
	if t.Head != nil {
		rows, lines = append([][]string{t.Head}, t.Rows...), nil
	}
	widths := widthsOf(rows, t.Rows, room)
	for _, row := range rows {
		line, end := screen.Pad(fit(row[0], widths[0]), widths[0]), widths[0]
		for i, cell := range row[1:] {
			if end += 1 + widths[i+1]; i == len(row)-2 {
				for _, width := range widths[i+2:] {
					end += 1 + width
				}
			}
			if len(row) == len(widths) {
				cell = fit(cell, widths[i+1])
			}
			line += strings.Repeat(" ", max(1, end-screen.Width(line)-screen.Width(cell))) + cell
		}
		lines = append(lines, line)
	}
	return lines
}

// fit returns as much of the beginning of a word as fits into the columns.
func fit(word string, columns int) string {
	letters := []rune(word)
	for screen.Width(string(letters)) > columns {
		letters = letters[:len(letters)-1]
	}
	return string(letters)
}

// widthsOf returns the widths of a table's columns: as wide as its rows and headings need, and at least leastCell. Without enough room for
// that, the headings are cut first, and then the first column, which holds words.
func widthsOf(rows, cells [][]string, room int) []int {
	widths := widest(rows, leastCell)
	if total(widths) <= room {
		return widths
	}
	narrow, heads := widest(cells, 1), widest(rows, 1)
	for len(narrow) < len(widths) {
		narrow = append(narrow, 1)
	}
	first := narrow[0]
	if few := apart(cells); few > 0 && total(narrow)-first+few <= room && total(slices.Concat(narrow[:1], heads[1:])) > room {
		narrow[0] = few // a letter or two of the first column distinguish its words, and leave room for the headings
	}
	for i := 1; i < len(narrow) && total(narrow) < room; i++ { // the remaining room is for the headings
		narrow[i] = min(heads[i], narrow[i]+room-total(narrow))
	}
	narrow[0] += max(min(room-total(narrow), first-narrow[0]), 0)
	if more := total(narrow) - room; more > 0 {
		narrow[0] = max(min(2, narrow[0]), narrow[0]-more)
	}
	return narrow
}

// apart returns how many letters distinguish the words of the first column, or 0 if no number does.
func apart(cells [][]string) int {
	longest := 0
	for _, row := range cells {
		longest = max(longest, screen.Width(row[0]))
	}
	for n := 1; n <= longest; n++ {
		had := map[string]bool{}
		for _, row := range cells {
			had[fit(row[0], n)] = true
		}
		if len(had) == len(cells) {
			return n
		}
	}
	return 0
}

// widest returns the width of the widest cell of each column, at least least.
func widest(rows [][]string, least int) (widths []int) {
	for _, row := range rows {
		for len(widths) < len(row) {
			widths = append(widths, least)
		}
	}
	for _, row := range rows {
		for i, cell := range row {
			if i == 0 || len(row) == len(widths) {
				widths[i] = max(widths[i], screen.Width(cell))
			}
		}
	}
	return widths
}

// total returns the width of a row, blanks between its columns included.
func total(widths []int) int {
	sum := len(widths) - 1
	for _, w := range widths {
		sum += w
	}
	return sum
}
