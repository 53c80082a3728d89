package bracket

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"

	"agon/palette"
	"agon/term/screen"
	"agon/tournament"
)

// Sizes in the picture's units, CSS pixels on a page.
const (
	rowHeight   = 30 // from leaf to leaf
	columnWidth = 196
	partGap     = 34 // above a part's name
	sideMargin  = 16
	titleHeight = 46
	nameColumns = 18 // longer names are cut
	fontSize    = 13
)

// A Picture is a bracket as SVG.
type Picture struct {
	Bracket *tournament.Bracket
	Called  []string // the entries' names, by their number
	Title   string   // above the bracket; empty for none
	Paper   bool     // black on white for printing; otherwise in the colours of the page
}

// Write writes the picture. Names are text, never markup.
func (p *Picture) Write(w io.Writer) error {
	d := drawing{called: p.Called}
	y := float64(sideMargin)
	if p.Title != "" {
		y += titleHeight
	}
	columns := 0
	for _, t := range trees(p.Bracket) {
		if t.name != "" {
			y += partGap
			d.text(sideMargin, y-8, "start", `font-weight="600"`, strings.ToUpper(t.name[:1])+t.name[1:])
		}
		d.top = y
		d.node(t.root, t.deep)
		y += float64(t.rows) * rowHeight
		columns = max(columns, t.deep+1)
	}
	for _, note := range Notes(p.Bracket, p.Called) {
		y += 18
		d.text(sideMargin, y, "start", `opacity="0.75"`, "* "+note)
	}
	width, height := 2*sideMargin+columns*columnWidth, int(y)+sideMargin
	_, err := io.WriteString(w, p.open(width, height)+d.out.String()+"</svg>\n")
	return err
}

// open returns the beginning of the picture.
func (p *Picture) open(width, height int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" font-family="system-ui, sans-serif" font-size="%d"`, width, height, width, height, fontSize)
	if p.Paper {
		b.WriteString(` color="#000"`)
	}
	fmt.Fprintf(&b, "><title>%s</title>\n", escape(strings.TrimSpace(screen.Clean(p.Title)+" bracket")))
	if p.Paper {
		fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	}
	if p.Title != "" {
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="22" font-weight="700" fill="currentColor">%s</text>`+"\n", sideMargin, sideMargin+22, escape(screen.Cut(screen.Clean(p.Title), 60)))
	}
	return b.String()
}

// drawing collects the elements of a picture.
type drawing struct {
	out    strings.Builder
	called names
	top    float64
}

// node draws a node's line with its name, and the lines that lead to it.
func (d *drawing) node(n *node, deep int) {
	x, y := d.x(n.column), d.y(n)
	end := x + columnWidth
	d.line(x, y, end, y)
	d.label(n, x, y, n.column == deep)
	if n.tie == nil {
		return
	}
	for _, kid := range n.kids {
		d.node(kid, deep)
		if from := d.x(kid.column) + columnWidth; from < x {
			d.line(from, d.y(kid), x, d.y(kid))
		}
	}
	d.line(x, d.y(n.kids[0]), x, d.y(n.kids[1]))
}

func (d *drawing) x(column int) float64 { return float64(sideMargin + column*columnWidth) }
func (d *drawing) y(n *node) float64    { return d.top + n.row*rowHeight + rowHeight - 8 }

// label writes the entry on a line: chip, name, and the score of its tie.
func (d *drawing) label(n *node, x, y float64, last bool) {
	if n.entry < 0 {
		d.text(x+6, y-6, "start", `opacity="0.6"`, d.waiting(n))
		return
	}
	at := x + 6
	if n.seed > 0 {
		d.text(at+14, y-6, "end", `opacity="0.6" font-size="11"`, fmt.Sprint(n.seed))
		at += 20
	}
	slot := palette.Of(n.entry)
	fmt.Fprintf(&d.out, `<rect x="%.0f" y="%.0f" width="16" height="16" rx="3" fill="%s"/>`, at, y-19, rgb(slot.Colour))
	fmt.Fprintf(&d.out, `<text x="%.0f" y="%.0f" text-anchor="middle" font-size="10" font-weight="700" fill="%s">%s</text>`+"\n", at+8, y-7.5, rgb(slot.Ink), escape(palette.Mark(n.entry)))
	weight := ""
	if last {
		weight = `font-weight="700"`
	}
	name := d.called.of(n.entry)
	d.text(at+22, y-6, "start", weight, screen.Cut(name, nameColumns))
	if n.tie == nil {
		return
	}
	mark := ""
	if n.tie.How != "" {
		mark = "*"
	}
	d.text(x+columnWidth-6, y-6, "end", `font-size="12"`, score(n.tie)+mark)
}

// waiting returns the text for an unknown entry.
func (d *drawing) waiting(n *node) string {
	switch {
	case n.origin != "":
		return n.origin
	case n.tie.Live():
		return strings.TrimSpace("playing " + score(n.tie))
	}
	return ""
}

func (d *drawing) line(x1, y1, x2, y2 float64) {
	fmt.Fprintf(&d.out, `<path d="M%.1f %.1fL%.1f %.1f" stroke="currentColor" stroke-width="1.2" stroke-linecap="square"/>`+"\n", x1, y1, x2, y2)
}

func (d *drawing) text(x, y float64, anchor, attributes, words string) {
	if words == "" {
		return
	}
	fmt.Fprintf(&d.out, `<text x="%.0f" y="%.0f" text-anchor="%s" fill="currentColor" %s>%s</text>`+"\n", x, y, anchor, attributes, escape(words))
}

func escape(text string) string { return html.EscapeString(text) }

func rgb(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
