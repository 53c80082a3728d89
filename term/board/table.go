package board

import (
	"slices"
	"strings"

	"agon/draw"
	"agon/term/screen"
)

// leastCell is how wide the cells of a table are at least.
const leastCell = 5

// Lines are the tables of the picture in so many columns, a line each row: the first cell at the left, the others below each other at the right. Where
// there is no room words give way to numbers.
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

// named is a table whose rows begin with the marks of their seats.
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

// fit is the beginning of a word, as far as there is room.
func fit(word string, columns int) string {
	letters := []rune(word)
	for screen.Width(string(letters)) > columns {
		letters = letters[:len(letters)-1]
	}
	return string(letters)
}

// widthsOf is how wide the columns of a table are: as its rows and its head need it and at least leastCell; where there is no room as the cells
// need it, then without the head, and then with less of the first column, which has words.
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
		narrow[0] = few // a letter or two of the first column tell its words apart, and leave room to the head
	}
	for i := 1; i < len(narrow) && total(narrow) < room; i++ { // what room is left is for the head
		narrow[i] = min(heads[i], narrow[i]+room-total(narrow))
	}
	narrow[0] += max(min(room-total(narrow), first-narrow[0]), 0)
	if more := total(narrow) - room; more > 0 {
		narrow[0] = max(min(2, narrow[0]), narrow[0]-more)
	}
	return narrow
}

// apart is how many letters of the first column tell its words apart; 0 where none do.
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

// widest is how wide the cells of each column are, at least so many columns.
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

// total is how wide a row is.
func total(widths []int) int {
	sum := len(widths) - 1
	for _, w := range widths {
		sum += w
	}
	return sum
}
