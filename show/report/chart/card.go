package chart

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strings"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"agon/game/palette"
	"agon/internal/paint"
	"agon/show/report"
	"agon/show/term/screen"
)

// The measures of a card, in pixels.
const (
	cardWide = 1200
	cardHigh = 630
	cardEdge = 64
	cardRow  = 60
	cardBots = 6 // at most
)

// Card writes a picture of the standings as a PNG of 1200 by 630 pixels, which other sites show beside a link.
func Card(w io.Writer, r *report.Run) error {
	pen := &paint.Pen{Image: image.NewRGBA(image.Rect(0, 0, cardWide, cardHigh))}
	pen.Fill(pen.Image.Bounds(), color.RGBA{0xff, 0xff, 0xff, 0xff})
	grey := color.RGBA{0x56, 0x5c, 0x66, 0xff}
	pen.Left(screen.Clean(r.Contest), cardEdge, 100, cardWide-2*cardEdge, paint.Face(gobold.TTF, 52), palette.Ink)
	facts := []string{r.Kind.Title, report.Counted(r.Played, "game")}
	if r.Finished {
		facts = append(facts, "final table")
	}
	pen.Left(screen.Clean(strings.Join(facts, " · ")), cardEdge, 152, cardWide-2*cardEdge, paint.Face(goregular.TTF, 28), grey)
	last := r.Last()
	if last == nil {
		return png.Encode(w, pen.Image)
	}
	figures, marks, names := paint.Face(goregular.TTF, 32), paint.Face(gobold.TTF, 26), paint.Face(goregular.TTF, 34)
	for i := range min(cardBots, len(last.Standings)) {
		line, top := &last.Standings[i], 196+i*cardRow
		slot := palette.Of(line.Look())
		pen.Right(fmt.Sprint(line.Rank), cardEdge+40, top+34, figures, grey)
		chip := image.Rect(cardEdge+64, top, cardEdge+112, top+44)
		pen.Fill(chip, slot.Colour)
		pen.Centred(palette.Mark(line.Look()), float64(chip.Min.X+chip.Dx()/2), float64(top+22), marks, slot.Ink)
		pen.Left(screen.Clean(line.Name), cardEdge+132, top+34, cardWide-2*cardEdge-132, names, palette.Ink)
	}
	if left := len(last.Standings) - cardBots; left > 0 {
		pen.Left("and "+report.Counted(left, "more bot"), cardEdge+132, cardHigh-44, cardWide, figures, grey)
	}
	return png.Encode(w, pen.Image)
}
