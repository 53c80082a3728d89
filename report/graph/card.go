package graph

import (
	"fmt"
	"io"
	"strings"

	"agon/palette"
	"agon/report"
	"agon/term/screen"
)

// Size of the picture that other sites show beside a link, in CSS pixels: 1200 by 630 pixels.
const (
	cardWide = 600.0
	cardHigh = 315.0
	cardRow  = 30.0
	cardMost = 6 // bots
)

// Card writes a picture of the standings as a PNG, for links on other sites.
func Card(w io.Writer, r *report.Run) error {
	const edge = 32.0
	s := &sheet{wide: cardWide, high: cardHigh, label: r.Contest}
	s.box(0, 0, cardWide, cardHigh, page, 0)
	s.put(item{x: edge, y: 50, wide: cardWide - 2*edge, high: 26, text: screen.Clean(r.Contest), tone: ink, bold: true})
	facts := []string{r.Kind.Title, report.Counted(r.Played, "game")}
	if r.Finished {
		facts = append(facts, "final table")
	}
	s.put(item{x: edge, y: 76, wide: cardWide - 2*edge, high: 14, text: screen.Clean(strings.Join(facts, " · ")), tone: muted})
	if last := r.Last(); last != nil {
		for i := range min(cardMost, len(last.Standings)) {
			l, y := &last.Standings[i], 98+float64(i)*cardRow
			s.put(item{x: edge + 20, y: y + 17, high: 16, text: fmt.Sprint(l.Rank), tone: muted, anchor: end})
			s.box(edge+32, y, 24, 22, slot, l.Entry)
			s.put(item{x: edge + 44, y: y + 16, wide: 22, high: 13, text: palette.Mark(l.Entry), tone: onTop, slot: l.Entry, anchor: middle, bold: true})
			s.put(item{x: edge + 66, y: y + 17, wide: cardWide - 2*edge - 66, high: 17, text: screen.Clean(l.Name), tone: ink, bold: i == 0})
		}
		if left := len(last.Standings) - cardMost; left > 0 {
			s.put(item{x: edge + 66, y: cardHigh - 22, high: 12, text: "and " + report.Counted(left, "more bot"), tone: muted})
		}
	}
	return s.png(w)
}
