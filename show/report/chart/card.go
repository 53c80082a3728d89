package chart

import (
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"agon/format/tournament"
	"agon/game/palette"
	"agon/internal/numerals"
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
	cardBots = 6   // at most
	cardName = 132 // where names begin, from the edge
	cardSide = 170 // for figures, at the right
)

var cardGrey = color.RGBA{0x56, 0x5c, 0x66, 0xff}

// newCard returns a card with two lines of text.
func newCard(title, facts string) *paint.Pen {
	pen := &paint.Pen{Image: image.NewRGBA(image.Rect(0, 0, cardWide, cardHigh))}
	pen.Fill(pen.Image.Bounds(), color.RGBA{0xff, 0xff, 0xff, 0xff})
	pen.Left(screen.Clean(title), cardEdge, 100, cardWide-2*cardEdge, paint.Face(gobold.TTF, 52), palette.Ink)
	pen.Left(screen.Clean(facts), cardEdge, 152, cardWide-2*cardEdge, paint.Face(goregular.TTF, 28), cardGrey)
	return pen
}

// Card writes a picture of the standings as a PNG of 1200 by 630 pixels, which other sites show beside a link.
func Card(w io.Writer, r *report.Run) error {
	facts := []string{r.Kind.Title, report.Counted(r.Played, "game")}
	if r.Finished {
		facts = append(facts, "final table")
	}
	pen := newCard(r.Contest, strings.Join(facts, " · "))
	last := r.Last()
	if last == nil {
		return png.Encode(w, pen.Image)
	}
	axis := NewAxis(last)
	for i := range min(cardBots, len(last.Standings)) {
		cardLine(pen, last, &last.Standings[i], axis, 196+i*cardRow)
	}
	if left := len(last.Standings) - cardBots; left > 0 {
		pen.Left("and "+report.Counted(left, "more bot"), cardEdge+cardName, cardHigh-44, cardWide, paint.Face(goregular.TTF, 32), cardGrey)
	}
	return png.Encode(w, pen.Image)
}

// cardLine draws the line of a bot: its rank, mark and name, and what ranks it as a figure and a bar.
func cardLine(pen *paint.Pen, s *report.Stage, line *report.Standing, axis Axis, top int) {
	slot, figures := palette.Of(line.Look()), paint.Face(goregular.TTF, 32)
	pen.Right(s.RankText(line), cardEdge+40, top+34, figures, cardGrey)
	cardMark(pen, line.Look(), image.Rect(cardEdge+64, top, cardEdge+112, top+44), 26)
	wide := cardWide - 2*cardEdge - cardName
	if value, _, _ := s.Measured(line); line.Played > 0 && s.By != tournament.ByBracket && !math.IsNaN(value) && !math.IsInf(value, 0) {
		wide -= cardSide
		text := numerals.Trimmed(math.Round(value*100) / 100)
		if s.By == tournament.ByRating {
			text = numerals.Decimals(value, 0)
		}
		pen.Right(text, cardWide-cardEdge, top+34, figures, palette.Ink)
		bar := image.Rect(cardEdge+cardName, top+44, cardEdge+cardName+int(float64(wide)*axis.part(value)/100), top+48)
		pen.Fill(bar, slot.Colour)
	}
	pen.Left(screen.Clean(line.Name), cardEdge+cardName, top+34, wide, paint.Face(goregular.TTF, 34), palette.Ink)
}

// cardMark draws the mark of a bot into a rectangle.
func cardMark(pen *paint.Pen, entry int, chip image.Rectangle, size float64) {
	slot := palette.Of(entry)
	pen.Fill(chip, slot.Colour)
	pen.Centred(palette.Mark(entry), float64(chip.Min.X+chip.Max.X)/2, float64(chip.Min.Y+chip.Max.Y)/2, paint.Face(gobold.TTF, size),
		slot.Ink)
}

// A BotCard is what the card of a bot says.
type BotCard struct {
	Name, Contest string // any text
	Entry         int
	Place, Rating string // "3rd of 12", "1210 ± 31"; empty: none
	Played        int
	Points        []tournament.CurvePoint // of its rating; fewer than two: no curve
}

// Write writes the card of a bot as a PNG of 1200 by 630 pixels.
func (b *BotCard) Write(w io.Writer) error {
	facts := []string{b.Contest}
	if b.Played > 0 {
		facts = append(facts, report.Counted(b.Played, "game"))
	}
	pen := newCard(b.Name, strings.Join(facts, " · "))
	cardMark(pen, b.Entry, image.Rect(cardEdge, 206, cardEdge+120, 326), 72)
	if b.Place != "" {
		pen.Left(screen.Clean(b.Place), cardEdge+152, 262, cardWide-2*cardEdge-152, paint.Face(gobold.TTF, 48), palette.Ink)
	}
	if b.Rating != "" {
		pen.Left("rating "+screen.Clean(b.Rating), cardEdge+152, 314, cardWide-2*cardEdge-152, paint.Face(goregular.TTF, 34), cardGrey)
	}
	b.curve(pen, image.Rect(cardEdge, 360, cardWide-cardEdge, cardHigh-cardEdge))
	return png.Encode(w, pen.Image)
}

// curve draws the rating over games with its 95 % band.
func (b *BotCard) curve(pen *paint.Pen, field image.Rectangle) {
	parts := []Version{{Points: sampled(b.Points, 200)}}
	if len(b.Points) < 2 || b.Points[0].Games >= b.Points[len(b.Points)-1].Games {
		return
	}
	for _, p := range parts[0].Points {
		if math.IsNaN(p.Rating+p.Error) || math.IsInf(p.Rating+p.Error, 0) {
			return
		}
	}
	c := newCurve(parts, Size{wide: float64(field.Dx()), high: float64(field.Dy())}, b.Points[len(b.Points)-1].Games)
	at := func(games int, rating float64) paint.Point {
		return paint.Point{X: float64(field.Min.X) + c.x(games), Y: float64(field.Min.Y) + c.y(rating)}
	}
	var line, band []paint.Point
	for _, p := range parts[0].Points {
		line = append(line, at(p.Games, p.Rating))
		band = append(band, at(p.Games, p.Rating+report.Reach*p.Error))
	}
	for i := len(parts[0].Points) - 1; i >= 0; i-- {
		p := parts[0].Points[i]
		band = append(band, at(p.Games, p.Rating-report.Reach*p.Error))
	}
	colour := palette.Of(b.Entry).Colour
	pen.Shape(palette.Mix(color.RGBA{0xff, 0xff, 0xff, 0xff}, colour, 0.22), band)
	pen.Stroke(line, 5, colour)
}
