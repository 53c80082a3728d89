package table

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"agon/show/term/screen"
)

// markdown aligns numbers to the right and gives all numbers of a column the same decimals.
func (t *Table) markdown(out *strings.Builder) {
	out.WriteByte('\n')
	if t.Title != "" {
		fmt.Fprintf(out, "### %s\n\n", Escape(t.Title))
	}
	t.grid(out)
	for _, n := range t.Notes {
		fmt.Fprintf(out, "\n%s\n", Escape(n))
	}
}

// grid writes the columns that are not empty, with their headings and rules.
func (t *Table) grid(out *strings.Builder) {
	rows, shown := t.texts()
	widths := make([]int, len(shown))
	for _, row := range rows {
		for i, text := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(text))
		}
	}
	for nth, row := range rows {
		for i, text := range row {
			blanks := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(text))
			switch {
			case nth == 1:
				fmt.Fprintf(out, "| %s%s ", strings.Repeat("-", len(blanks)), text)
			case t.numeric(shown[i]):
				fmt.Fprintf(out, "| %s%s ", blanks, text)
			default:
				fmt.Fprintf(out, "| %s%s ", text, blanks)
			}
		}
		out.WriteString("|\n")
	}
}

// texts returns headings, rules and cells of the columns that are not empty, and the numbers of these columns.
func (t *Table) texts() (rows [][]string, shown []int) {
	rows = [][]string{nil, nil}
	for i, c := range t.Columns {
		if c.Head == "" && !slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[i] != Cell{} }) {
			continue
		}
		shown = append(shown, i)
		rows[0] = append(rows[0], Escape(c.Head))
		rule := "---"
		if t.numeric(i) {
			rule = "---:"
		}
		rows[1] = append(rows[1], rule)
	}
	for _, row := range t.Rows {
		var cells []string
		for _, i := range shown {
			text := row[i].text
			if row[i].kind == isNumber {
				text = row[i].long(t.Columns[i])
			}
			cells = append(cells, Escape(text))
		}
		rows = append(rows, cells)
	}
	return rows, shown
}

// numeric reports whether a column holds only numbers, texts that begin with one, and empty cells.
func (t *Table) numeric(column int) bool {
	some := false
	for _, row := range t.Rows {
		c := row[column]
		if c.kind == isText && c.text == "" {
			continue
		}
		digit := c.kind == isText && c.text[0] >= '0' && c.text[0] <= '9'
		if c.kind != isNumber && !digit {
			return false
		}
		some = true
	}
	return some
}

// Escape escapes a text for Markdown: nothing in it is markup, a link or the end of a cell.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range screen.Clean(text) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
			continue
		case r == '&':
			b.WriteString("&amp;")
			continue
		case r == '\n':
			r = ' '
		case strings.ContainsRune("\\`*_{}[]()#|~@", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
