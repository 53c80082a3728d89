package gif

import (
	"image/color"
	"strconv"
	"strings"

	"golang.org/x/image/font"

	"agon/game"
	"agon/palette"
)

// hands draws "rps": two cards with hand and art, the score and what decided the round, and the rounds as letters.
type hands struct{}

// The board is a square of so many tiles; everything is measured in them.
const (
	handSide  = 30
	cardTop   = 4.3
	cardWide  = 14
	cardHigh  = 21.7
	artSquare = 12
	roundsRow = 26 // rounds that fit into the ribbon
)

var handWords = [...]string{"FORFEIT", "ROCK", "PAPER", "SCISSORS"}

var handLetters = [...]string{"-", "R", "P", "S"}

func (hands) Size(*game.Frame) (width, height int) { return handSide, handSide }

// Colours are the grounds of cards and letters.
func (hands) Colours() []color.RGBA { return []color.RGBA{well, grey} }

var (
	well = color.RGBA{0xef, 0xef, 0xeb, 0xff} // where art lies
	grey = palette.Mix(palette.Surface, palette.Ink, 0.14)
)

func (p hands) Paint(c *Canvas, v View) {
	f := v.Frame()
	c.area(0, 0, handSide, handSide, palette.Tile)
	if len(v.Seats) < 2 {
		return
	}
	score := f.List("score")
	at := c.pixel(handSide/2, 1.2)
	c.pen.centred(strconv.Itoa(score[0])+" : "+strconv.Itoa(score[1]), at.x, at.y, c.pen.faces.large, palette.Ink)
	p.because(c, v)
	pictures := [2][]string{art(v.Shot, 0), art(v.Shot, 1)}
	for seat := range 2 {
		p.card(c, v, seat, pictures[seat], scale(pictures))
	}
	p.ribbon(c, f)
}

// because says what decided the round, in two lines at most.
func (hands) because(c *Canvas, v View) {
	words := v.Frame().Word("because")
	for seat, who := range v.Seats[:2] {
		words = strings.ReplaceAll(words, "player "+strconv.Itoa(seat+1), who.Name)
	}
	face, room := c.pen.faces.text, (handSide-1)*c.tile
	for i := range 2 {
		line := words
		if i == 0 {
			line = head(words, room, face)
		}
		at := c.pixel(handSide/2, 2.5+float64(i))
		c.pen.centred(cut(line, room, face), at.x, at.y, face, palette.Muted)
		if words = strings.TrimSpace(words[len(line):]); words == "" {
			return
		}
	}
}

// head is as many words of a text as fit into a width.
func head(text string, width int, face font.Face) string {
	for end := len(text); end > 0; end = strings.LastIndexByte(text[:end], ' ') {
		if font.MeasureString(face, text[:end]).Ceil() <= width {
			return text[:end]
		}
	}
	return text
}

// card draws a player's card; the winner's is framed in its colour.
func (p hands) card(c *Canvas, v View, seat int, picture []string, rows int) {
	f := v.Frame()
	left := 0.7 + float64(seat)*(cardWide+0.6)
	played := f.List([...]string{"hands_1", "hands_2"}[seat])
	winners := f.List("winners")
	won := len(winners) > 0 && winners[len(winners)-1] == seat+1
	c.area(left, cardTop, cardWide, cardHigh, palette.Surface)
	box := c.box(left, cardTop, cardWide, cardHigh)
	if won {
		c.pen.edge(box, 2, c.Look(seat).Colour)
	} else {
		c.pen.edge(box, 1, palette.TileLine)
	}
	at := c.pixel(left+0.8, cardTop+1.6)
	c.pen.left(v.Seats[seat].Name, int(at.x), int(at.y), (cardWide-2)*c.tile, c.pen.faces.text, palette.Ink)
	if len(played) > 0 {
		p.hand(c, f, seat, played[len(played)-1], won, left+cardWide/2)
	}
	p.art(c, picture, rows, left+(cardWide-artSquare)/2, cardTop+cardHigh-artSquare-0.8)
}

// hand draws a hand and its word, or why there is none.
func (hands) hand(c *Canvas, f *game.Frame, seat, hand int, won bool, x float64) {
	colour, word := grey, handWords[min(hand, 3)]
	if won {
		colour = c.Look(seat).Colour
	}
	y := cardTop + 4.6
	switch hand {
	case 0:
		word += ": " + last(f.Words([...]string{"faults_1", "faults_2"}[seat]))
	case 1:
		drawRock(c, x, y, 2.3, colour)
	case 2:
		drawPaper(c, x, y, 2.3, colour)
	case 3:
		drawScissors(c, x, y, 2.3, colour)
	}
	at := c.pixel(x, cardTop+8)
	c.pen.centred(word, at.x, at.y, c.pen.faces.mark, palette.Ink)
}

func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// ribbon is the rounds around this one as letters, the winner's on its colour.
func (hands) ribbon(c *Canvas, f *game.Frame) {
	winners, of := f.List("winners"), f.Number("rounds")
	first := max(0, len(winners)-1) / roundsRow * roundsRow
	wide := float64(handSide-1) / roundsRow
	for round := first; round < min(first+roundsRow, of); round++ {
		for seat, name := range [...]string{"hands_1", "hands_2"} {
			x, y := 0.5+float64(round-first)*wide, 26.7+float64(seat)*1.35
			box := c.box(x, y, wide-0.12, 1.2)
			if round >= len(winners) {
				c.pen.edge(box, 1, palette.TileLine)
				continue
			}
			ground, ink := well, palette.Muted
			if winners[round] == seat+1 {
				ground, ink = c.Look(seat).Colour, c.Look(seat).Ink
			}
			c.pen.fill(box, ground)
			c.Small(handLetters[min(f.List(name)[round], 3)], x+wide/2-0.06, y+0.6, ink)
		}
		if round == len(winners)-1 {
			c.area(0.5+float64(round-first)*wide, 29.4, wide-0.12, 0.2, palette.Ink)
		}
	}
}
