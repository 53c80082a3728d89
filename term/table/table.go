package table

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"agon/palette"
	"agon/term/screen"
)

// A Table is what is printed.
type Table struct {
	Title   string
	Columns []Column
	Rows    [][]Cell
	Ruler   int      // least width of the lines of "=" around the headings
	Notes   []string // sentences below it
}

// A Column is a heading, and how its cells are written.
type Column struct {
	Head   string
	Width  int    // in a pipe: the columns it takes, as the original program has them; a longer cell moves the rest to the right
	Digits int    // decimals of numbers
	Unit   string // behind each number, as "%"; in a pipe behind its columns
	Added  bool   // not in the original's table: in a pipe two blanks stand before it
	Remark bool   // to be cut at the right of a narrow terminal
}

// A Cell is a text, a number, or a bot. The zero Cell is empty.
type Cell struct {
	text   string
	number float64
	kind   kind
	slot   int
}

type kind uint8

const (
	isText kind = iota
	isNumber
	isBot
)

// Text is a cell with words; control bytes are taken out.
func Text(s string) Cell { return Cell{text: screen.Clean(s)} }

// Number is a cell with a number; one that is not finite is empty.
func Number(v float64) Cell {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Cell{}
	}
	return Cell{number: v, kind: isNumber}
}

// Bot is a cell with a bot's name, and its chip where there are colours.
func Bot(slot int, name string) Cell { return Cell{text: screen.Clean(name), kind: isBot, slot: slot} }

// Style is where a table is printed.
type Style struct {
	Depth    screen.Depth // Plain for a pipe
	Width    int          // of the terminal
	Markdown bool         // a table of GitHub's Markdown, whatever it is printed on
}

// On is the style of a writer: that of its terminal, or of a pipe. env is the environment.
func On(out io.Writer, env []string) Style {
	file, ok := out.(*os.File)
	if !ok {
		return Style{}
	}
	s := Style{Depth: screen.Detect(file, env)}
	if s.Depth != screen.Plain {
		s.Width, _ = screen.Size(file)
	}
	return s
}

// Write prints the table.
func (t *Table) Write(w io.Writer, s Style) error {
	var out strings.Builder
	switch {
	case s.Markdown:
		t.markdown(&out)
	case s.Depth == screen.Plain:
		t.plain(&out)
	default:
		t.terminal(&out, s)
	}
	if _, err := io.WriteString(w, out.String()); err != nil {
		return fmt.Errorf("print the table %q: %w", t.Title, err)
	}
	return nil
}

// plain has the original's widths, all columns to the left, and no blanks at the ends of lines.
func (t *Table) plain(out *strings.Builder) {
	if t.Title != "" {
		ruler := strings.Repeat("=", t.Ruler)
		fmt.Fprintf(out, "%s\n%s\n%s\n", ruler, t.Title, ruler)
	}
	t.plainLine(out, func(i int) string { return t.Columns[i].Head })
	for _, row := range t.Rows {
		t.plainLine(out, func(i int) string { return row[i].short(t.Columns[i]) })
	}
	for _, n := range t.Notes {
		fmt.Fprintln(out, screen.Clean(n))
	}
}

func (t *Table) plainLine(out *strings.Builder, text func(column int) string) {
	line := ""
	for i, c := range t.Columns {
		if c.Added {
			line += "  "
		}
		width := c.Width
		if c.Unit != "" {
			width += 1 + len(c.Unit)
		}
		line += screen.Pad(text(i), width)
	}
	fmt.Fprintln(out, strings.TrimRight(line, " "))
}

// short is a cell for a pipe: numbers are rounded and have no zeros at their end, as the original prints them.
func (c Cell) short(col Column) string {
	if c.kind != isNumber {
		return c.text
	}
	scale := math.Pow10(col.Digits)
	text := strconv.FormatFloat(math.Round(c.number*scale)/scale, 'f', -1, 64)
	if text == "-0" {
		text = "0"
	}
	if !strings.Contains(text, ".") && col.Digits > 0 {
		text += ".0" // a rounded number stays one with a point
	}
	if col.Unit != "" {
		text = screen.Pad(text, col.Width) + " " + col.Unit
	}
	return text
}

// long is a cell for a terminal: equal decimals in a column, a true minus.
func (c Cell) long(col Column) string {
	switch c.kind {
	case isBot:
		return palette.Mark(c.slot) + " " + c.text
	case isText:
		return c.text
	}
	text := strings.Replace(strconv.FormatFloat(c.number, 'f', col.Digits, 64), "-", "−", 1)
	if col.Unit != "" {
		text += " " + col.Unit
	}
	return text
}

// Score is the heading of a column of scores, with their unit.
func Score(unit string) string {
	if unit == "" {
		return "Score"
	}
	return "Score [" + unit + "]"
}
