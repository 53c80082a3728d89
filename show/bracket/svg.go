package bracket

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"
	"unicode"

	"agon/format/tournament"
	"agon/game/palette"
	"agon/show/term/screen"
)

// Sizes in the picture's units, CSS pixels on a page.
const (
	rowHeight   = 38 // from leaf to leaf
	boxWidth    = 196
	wideBox     = 270 // of a bracket of at most three rounds
	boxGap      = 15
	sideHeight  = 28 // of a side of a box
	headHeight  = 30 // of the names of the rounds
	partGap     = 38 // above a part's name
	nameFrom    = 48 // the name from the left side of its box
	figureTo    = 8  // the score from the right side
	sideMargin  = 16
	titleHeight = 46
	textColumns = 25 // of what a side waits for
	fontSize    = 12
)

// A Picture is a bracket as SVG.
type Picture struct {
	Bracket *tournament.Bracket
	Called  []string // the entries' names, by their number
	Looks   []int    // the entries' looks, see package palette; nil: their numbers
	Title   string   // above the bracket; empty for none
	Paper   bool     // black on white for printing; otherwise in the colours of the page

	Link func(t *tournament.Tie) string // returns the address of a tie's game, "" for none; nil: no links
}

// Write writes the picture. Names are text, never markup.
func (p *Picture) Write(w io.Writer) error {
	d := drawing{called: marked(p.Bracket, p.Called), looks: p.Looks, link: p.Link}
	y := float64(sideMargin)
	if p.Title != "" {
		y += titleHeight
	}
	all := trees(p.Bracket)
	columns := 0
	for _, t := range all {
		columns = max(columns, t.deep)
	}
	if d.width = boxWidth; columns <= 3 {
		d.width = wideBox
	}
	for i, t := range all {
		if t.name != "" {
			y += partGap
			d.text(sideMargin, y-10, "start", `font-weight="600" font-size="15"`, strings.ToUpper(t.name[:1])+t.name[1:])
		}
		for c, name := range t.rounds() {
			if name == strings.ToUpper(t.name[:min(1, len(t.name))])+t.name[min(1, len(t.name)):] {
				continue // it was drawn above
			}
			d.text(d.x(c+1)+2, y+14, "start", `font-weight="600"`, name)
		}
		d.top, d.last = y+headHeight, t.deep
		d.node(t.root, t.name == "final" || i == 0 && all[len(all)-1].name != "final")
		y = d.top + float64(t.rows)*rowHeight
	}
	for _, note := range Notes(p.Bracket, p.Called) {
		y += 18
		d.text(sideMargin, y, "start", `opacity="0.75"`, "* "+note)
	}
	width, height := 2*sideMargin+columns*(d.width+boxGap)-boxGap, int(y)+sideMargin
	_, err := io.WriteString(w, p.open(width, height)+d.out.String()+"</svg>\n")
	return err
}

// open returns the beginning of the picture.
func (p *Picture) open(width, height int) string {
	var b strings.Builder
	role := "img"
	if p.Link != nil {
		role = "group" // an image has no links in it
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="%s" font-family="system-ui, sans-serif" font-size="%d"`, width, height, width, height, role, fontSize)
	if p.Paper {
		b.WriteString(` color="#000"`)
	}
	fmt.Fprintf(&b, "><title>%s</title>\n", escape(strings.TrimSpace(screen.Clean(p.Title)+" bracket")))
	if p.Paper {
		fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	}
	if p.Title != "" {
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="22" font-weight="700" fill="currentColor">%s</text>`+"\n", sideMargin,
			sideMargin+22, escape(screen.Cut(screen.Clean(p.Title), 60)))
	}
	return b.String()
}

// drawing collects the elements of a picture.
type drawing struct {
	out    strings.Builder
	called names
	looks  []int
	link   func(t *tournament.Tie) string
	top    float64
	last   int // the column of the tree's last tie
	width  int // of a box
}

// node draws a tie as a box of two sides, and the nodes that lead to it. An entry without an opponent stands in its first tie.
func (d *drawing) node(n *node, deciding bool) {
	if n.tie == nil {
		return // an entry without an opponent: a bracket of one
	}
	x, y := d.x(n.column), d.y(n)
	for i, kid := range n.kids {
		side := y + float64(i*sideHeight) + sideHeight/2 - sideHeight
		if kid.tie != nil {
			d.node(kid, deciding)
			d.join(d.x(kid.column)+float64(d.width), d.y(kid), x, side)
		}
	}
	address := ""
	if d.link != nil {
		address = d.link(n.tie)
	}
	if address != "" {
		fmt.Fprintf(&d.out, `<a href="%s" aria-label="%s">`+"\n", escape(address), escape(d.tieName(n)))
	}
	d.box(x, y, 2*sideHeight, n, deciding)
	for i := range n.kids {
		d.side(n, i, x, y+float64(i*sideHeight)+sideHeight/2-sideHeight)
	}
	d.line(x, y, x+float64(d.width), y, `stroke-opacity="0.25"`)
	if address != "" {
		d.out.WriteString("</a>\n")
	}
}

// tieName names a tie for screen readers: "the final: Ann against Bob".
func (d *drawing) tieName(n *node) string {
	name := fmt.Sprintf("%s against %s", d.called.of(n.kids[0].entry), d.called.of(n.kids[1].entry))
	if n.tie.Name != "" {
		name = n.tie.Name + ": " + name
	}
	return screen.Clean(name)
}

func (d *drawing) x(column int) float64 { return float64(sideMargin + (column-1)*(d.width+boxGap)) }
func (d *drawing) y(n *node) float64    { return d.top + n.row*rowHeight + rowHeight/2 }

// box draws the frame of a tie. The frame is bold and labelled if the tie can be played or is being played, and if it decides the contest.
func (d *drawing) box(x, y, height float64, n *node, deciding bool) {
	class, stroke, word := "tie", `stroke-opacity="0.35"`, ""
	switch {
	case n.tie.Live() && len(n.tie.Games) > 0:
		class, stroke, word = "tie live", `stroke-width="2.5"`, "playing"
	case n.tie.Live():
		class, stroke, word = "tie live", `stroke-width="2"`, "next"
	case deciding && n.column == d.last:
		class, stroke = "tie final", `stroke-width="2"`
	}
	fmt.Fprintf(&d.out, `<rect class="%s" x="%.1f" y="%.1f" width="%d" height="%.0f" rx="6" fill="none" stroke="currentColor" %s/>`+"\n",
		class, x, y-height/2, d.width, height, stroke)
	d.text(x+2, y+height/2+12, "start", `font-size="11" font-weight="600"`, word)
}

// join draws a line from the end of a box to a side of the next.
func (d *drawing) join(x1, y1, x2, y2 float64) {
	middle := (x1 + x2) / 2
	fmt.Fprintf(&d.out, `<path d="M%.1f %.1fH%.1fV%.1fH%.1f" fill="none" stroke="currentColor" stroke-opacity="0.5"/>`+"\n", x1, y1, middle,
		y2, x2)
}

// side writes a side of a tie and its score: the winner bold, the loser pale.
func (d *drawing) side(n *node, i int, x, y float64) {
	kid, t := n.kids[i], n.tie
	if kid.entry < 0 {
		d.text(x+24, y+4.5, "start", `opacity="0.7"`, screen.Cut(waiting(kid), textColumns))
		return
	}
	style := ""
	switch {
	case t.Winner == kid.entry:
		style = `font-weight="700"`
	case t.Winner >= 0:
		style = `opacity="0.72"`
	}
	figure := sideScore(t, kid.entry)
	d.entry(kid.entry, seedOf(kid), x, y, float64(d.width)-nameFrom-figureTo-extent(figure), style)
	d.text(x+float64(d.width)-figureTo, y+4.5, "end", style, figure)
}

// entry writes the place in the draw, the chip and the name of an entry, for which there is some room.
func (d *drawing) entry(entry, seed int, x, y, room float64, style string) {
	if seed > 0 {
		d.text(x+20, y+4, "end", `opacity="0.7" font-size="11"`, fmt.Sprint(seed))
	}
	look := Look(d.looks, entry)
	slot := palette.Of(look)
	fmt.Fprintf(&d.out, `<rect x="%.1f" y="%.1f" width="18" height="18" rx="4" fill="%s"/>`, x+24, y-9, rgb(slot.Colour))
	fmt.Fprintf(&d.out, `<text x="%.1f" y="%.1f" text-anchor="middle" font-size="11" font-weight="700" fill="%s">%s</text>`+"\n", x+33, y+4,
		rgb(slot.Ink), escape(palette.Mark(look)))
	d.text(x+nameFrom, y+4.5, "start", style, cut(d.called.of(entry), room))
}

// cut returns as much of a name as fits into some room.
func cut(name string, room float64) string {
	whole := name
	for n := len(whole); n > 1 && extent(name) > room; n-- {
		name = screen.Cut(whole, n)
	}
	return name
}

// extent returns about the width of a bold text, rather too large: faces differ.
func extent(text string) (wide float64) {
	for _, r := range text {
		switch {
		case strings.ContainsRune("MWmw@%", r):
			wide += 12.5
		case r >= 0x2e80: // ideographs and the like
			wide += 13
		case unicode.IsUpper(r):
			wide += 9.5
		default:
			wide += 7.6
		}
	}
	return wide
}

func (d *drawing) line(x1, y1, x2, y2 float64, style string) {
	fmt.Fprintf(&d.out, `<path d="M%.1f %.1fL%.1f %.1f" stroke="currentColor" %s/>`+"\n", x1, y1, x2, y2, style)
}

func (d *drawing) text(x, y float64, anchor, attributes, words string) {
	if words == "" {
		return
	}
	fmt.Fprintf(&d.out, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="currentColor" %s>%s</text>`+"\n", x, y, anchor, attributes,
		escape(words))
}

func escape(text string) string { return html.EscapeString(text) }

func rgb(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
