package bracket

import (
	"fmt"
	"strings"

	"agon/format/tournament"
	"agon/show/term/screen"
)

// TextOptions say what a terminal can show. The zero value is for a file: unlimited width, in ASCII.
type TextOptions struct {
	Width int  // in columns; 0 for no limit, so that no name is cut
	Lines bool // box-drawing characters, else - + and |
}

// strokes are the characters of lines.
type strokes struct{ across, down, top, bottom, fork string }

var (
	ascii = strokes{"-", "|", "+", "+", "+"}
	boxes = strokes{"─", "│", "┐", "┘", "├"}
)

// Widths to which names are cut.
const (
	leastName = 5
	mostName  = 200
)

// Text draws a bracket, line by line. called are the entries' names, by their number.
func Text(b *tournament.Bracket, called []string, o TextOptions) []string {
	var lines []string
	called = marked(b, called)
	for _, t := range trees(b) {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		if t.name != "" {
			lines = append(lines, strings.ToUpper(t.name[:1])+t.name[1:])
		}
		lines = append(lines, t.text(called, o)...)
	}
	return lines
}

// text draws a tree with names as long as the width allows.
func (t *tree) text(called []string, o TextOptions) []string {
	longest := mostName
	for {
		s := newSheet(t, called, longest, o)
		if o.Width == 0 || s.width <= o.Width || longest <= leastName {
			s.draw(t.root)
			return s.lines()
		}
		longest = min(longest, s.name) - 1
	}
}

// A sheet is a tree as lines of cells. Rows of leaves are two lines apart, so that ties have lines of their own between them.
type sheet struct {
	strokes
	called []string
	cut    int   // largest number of columns of a name
	name   int   // columns of the longest name
	begins []int // where the columns begin
	ends   []int // where their texts end
	width  int
	cells  [][]string
}

func newSheet(t *tree, called []string, longest int, o TextOptions) *sheet {
	s := &sheet{strokes: ascii, called: called, cut: longest, cells: make([][]string, 2*t.rows-1)}
	if o.Lines {
		s.strokes = boxes
	}
	widths := make([]int, t.deep+1)
	s.measure(t.root, widths)
	at := 0
	for _, w := range widths {
		s.begins, s.ends = append(s.begins, at), append(s.ends, at+w)
		at += w + len(" -+- ")
	}
	s.width = s.ends[t.deep]
	for i := range s.cells {
		s.cells[i] = make([]string, s.width)
	}
	return s
}

// measure computes the widths of the columns' texts.
func (s *sheet) measure(n *node, widths []int) {
	widths[n.column] = max(widths[n.column], screen.Width(s.label(n)))
	s.name = max(s.name, screen.Width(s.short(n.entry)))
	if n.tie != nil {
		s.measure(n.kids[0], widths)
		s.measure(n.kids[1], widths)
	}
}

func (s *sheet) short(entry int) string { return screen.CutPlain(names(s.called).of(entry), s.cut) }

// label returns the text on a node's line.
func (s *sheet) label(n *node) string {
	name := s.short(n.entry)
	switch {
	case n.tie == nil && n.seed > 0:
		return fmt.Sprintf("%2d %s", n.seed, name)
	case n.tie == nil && name != "":
		return " - " + name
	case n.tie == nil:
		return " - " + screen.CutPlain("("+n.origin+")", s.cut)
	case n.tie.Live():
		return strings.TrimSpace("... " + score(n.tie))
	case n.entry == tournament.Nobody:
		return "nobody"
	case name == "":
		return "?"
	}
	if n.tie.How+n.tie.Left != "" {
		return name + " " + score(n.tie) + "*"
	}
	return name + " " + score(n.tie)
}

// draw draws a node, the nodes that lead to it, and the corner where its two lines meet.
func (s *sheet) draw(n *node) {
	line := int(2 * n.row)
	s.put(s.begins[n.column], line, s.label(n))
	if n.tie == nil {
		return
	}
	corner := s.begins[n.column] - 3
	for _, kid := range n.kids {
		s.draw(kid)
		from := s.begins[kid.column] + screen.Width(s.label(kid)) + 1
		for x := from; x < corner; x++ {
			s.set(x, int(2*kid.row), s.across)
		}
	}
	top, bottom := int(2*n.kids[0].row), int(2*n.kids[1].row)
	for y := top + 1; y < bottom; y++ {
		s.set(corner, y, s.down)
	}
	s.set(corner, top, s.top)
	s.set(corner, bottom, s.bottom)
	s.set(corner, line, s.fork)
	s.set(corner+1, line, s.across)
}

// put writes a text; a cell holds a character with its combining marks.
func (s *sheet) put(x, line int, text string) {
	for _, r := range text {
		width := screen.Width(string(r))
		s.set(x, line, string(r))
		for i := 1; i < width; i++ {
			s.set(x+i, line, "\x00") // the other half of a wide character
		}
		x += width
	}
}

func (s *sheet) set(x, line int, text string) {
	if x >= 0 && x < s.width && line >= 0 && line < len(s.cells) {
		s.cells[line][x] = text
	}
}

func (s *sheet) lines() []string {
	lines := make([]string, len(s.cells))
	for i, cells := range s.cells {
		var b strings.Builder
		for _, c := range cells {
			switch c {
			case "":
				b.WriteByte(' ')
			case "\x00":
			default:
				b.WriteString(c)
			}
		}
		lines[i] = strings.TrimRight(b.String(), " ")
	}
	return lines
}
