package table

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"agon/game/palette"
	"agon/show/term/screen"
)

// A Table is a table to print.
type Table struct {
	Title   string
	Columns []Column
	Rows    [][]Cell
	Ruler   int      // least width of the lines of "=" around the headings
	Notes   []string // sentences below it
}

// A Column is a heading and the format of its cells.
type Column struct {
	Head   string
	Width  int    // in a pipe: its columns, as in the original program; a longer cell moves the rest to the right
	Digits int    // decimals of numbers
	Unit   string // after each number, as "%"; in a pipe after its columns
	Added  bool   // not in the original's table: preceded by two blanks in a pipe
	Remark bool   // cut at the right of a narrow terminal
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

// Text returns a cell with a text, without control bytes.
func Text(s string) Cell { return Cell{text: screen.Clean(s)} }

// Number returns a cell with a number, which is empty if the number is not finite.
func Number(v float64) Cell {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Cell{}
	}
	return Cell{number: v, kind: isNumber}
}

// Bot returns a cell with a bot's name, and its chip if there are colours.
func Bot(slot int, name string) Cell { return Cell{text: screen.Clean(name), kind: isBot, slot: slot} }

// Style is the medium a table is printed on.
type Style struct {
	Depth    screen.Depth // Plain for a pipe
	Width    int          // of the terminal
	Markdown bool         // a table in GitHub's Markdown, regardless of the medium
}

// On returns the style of a writer: that of its terminal, or of a pipe. env is the environment.
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

// Wrap breaks a sentence between words where a terminal is narrower.
func (s Style) Wrap(text string) string {
	if s.Depth == screen.Plain {
		return text
	}
	return ansi.Wordwrap(text, s.Width, "")
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

// plain uses the original's widths, aligns all columns to the left, and trims blanks at the ends of lines.
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

// short returns a cell for a pipe: numbers are rounded and lose trailing zeros, as the original prints them.
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
		text += ".0" // a rounded number keeps its decimal point
	}
	if col.Unit != "" {
		text = screen.Pad(text, col.Width) + " " + col.Unit
	}
	return text
}

// long returns a cell for a terminal: equal decimals in a column, a true minus sign.
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

// Score returns the heading of a column of scores, with their unit.
func Score(unit string) string {
	if unit == "" {
		return "Score"
	}
	return "Score [" + unit + "]"
}
