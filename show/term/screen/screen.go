package screen

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// A Screen is a sheet of cells. It clips what is drawn outside of it.
type Screen struct {
	Width, Height int
	cells         []cell
}

// A cell is empty if the character before it takes two columns.
type cell struct {
	text  string
	style Style
}

// New makes an empty sheet.
func New(width, height int) *Screen {
	s := &Screen{Width: max(width, 0), Height: max(height, 0)}
	s.cells = make([]cell, s.Width*s.Height)
	for i := range s.cells {
		s.cells[i].text = " "
	}
	return s
}

// Text writes a text at x, y and returns the column after it. It leaves out a character that does not fit entirely.
func (s *Screen) Text(x, y int, text string, style Style) int {
	for len(text) > 0 {
		char, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		text = text[len(char):]
		if width > 0 {
			s.put(x, y, char, width, style)
			x += width
		}
	}
	return x
}

// Right writes a text that ends before a column, and returns the column where it begins.
func (s *Screen) Right(end, y int, text string, style Style) int {
	x := end - Width(text)
	s.Text(x, y, text, style)
	return x
}

func (s *Screen) put(x, y int, char string, width int, style Style) {
	if y < 0 || y >= s.Height || x < 0 || x+width > s.Width {
		return
	}
	at := y*s.Width + x
	s.free(at, x)
	s.cells[at] = cell{char, style}
	if width == 2 {
		s.free(at+1, x+1)
		s.cells[at+1] = cell{"", style}
	}
}

// free blanks the other half of a wide character that is about to be overwritten.
func (s *Screen) free(at, x int) {
	if s.cells[at].text == "" && x > 0 {
		s.cells[at-1].text = " "
	}
	if x+1 < s.Width && s.cells[at+1].text == "" {
		s.cells[at+1].text = " "
	}
	s.cells[at].text = " "
}

// String returns the sheet as lines, without trailing blanks and without a line break after the last.
func (s *Screen) String(d Depth) string {
	var out strings.Builder
	for y := range s.Height {
		if y > 0 {
			out.WriteByte('\n')
		}
		s.line(&out, s.cells[y*s.Width:(y+1)*s.Width], d)
	}
	return out.String()
}

func (s *Screen) line(out *strings.Builder, cells []cell, d Depth) {
	end := len(cells)
	for end > 0 && cells[end-1].text == " " && cells[end-1].style.sequence(d) == "" {
		end--
	}
	style, on := Style{}, ""
	for _, c := range cells[:end] {
		if c.style != style {
			style = c.style
			on = change(out, on, style.sequence(d))
		}
		out.WriteString(c.text)
	}
	change(out, on, "")
}

// change writes the sequences from one style to another, resetting to the terminal's own style in between.
func change(out *strings.Builder, from, to string) string {
	if from == to {
		return to
	}
	if from != "" {
		out.WriteString(ansi.ResetStyle)
	}
	out.WriteString(to)
	return to
}

// Draw copies another sheet onto this one, with its upper left corner at x, y.
func (s *Screen) Draw(x, y int, top *Screen) {
	for i, c := range top.cells {
		if c.text != "" {
			s.put(x+i%top.Width, y+i/top.Width, c.text, max(Width(c.text), 1), c.style)
		}
	}
}

// Head returns the first rows of the sheet.
func (s *Screen) Head(rows int) *Screen {
	rows = min(max(rows, 0), s.Height)
	return &Screen{Width: s.Width, Height: rows, cells: s.cells[:rows*s.Width]}
}
