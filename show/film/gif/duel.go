package gif

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/image/font"

	"agon/game/draw"
	"agon/game/palette"
	"agon/internal/paint"
	"agon/show/film"
)

// A duel is drawn on a square of tiles, in which everything is measured.
const (
	duelSide  = 30
	cardTop   = 4.3
	cardWide  = 14
	cardHigh  = 21.7
	artSquare = 12
	roundsRow = 26 // rounds that fit into the ribbon
)

// duel draws two cards, the score and its reason, and the rounds as letters.
func (c *Canvas) duel(d *draw.Duel, seats []film.Seat) {
	c.area(0, 0, duelSide, duelSide, palette.Tile)
	if len(d.Cards) != 2 || len(seats) != 2 {
		return
	}
	at := c.pixel(duelSide/2, 1.2)
	c.pen.Centred(d.Score, at.X, at.Y, c.pen.faces.large, palette.Ink)
	c.because(d.Words, seats)
	rows := artRows(d.Cards)
	for seat := range d.Cards {
		c.card(&d.Cards[seat], seat, seats[seat].Name, rows)
	}
	c.ribbon(d)
}

// because writes the reason of the result, in at most two lines.
func (c *Canvas) because(words string, seats []film.Seat) {
	for seat, who := range seats {
		words = strings.ReplaceAll(words, "{"+strconv.Itoa(seat)+"}", who.Name)
	}
	face, room := c.pen.faces.text, (duelSide-1)*c.tile
	for i := range 2 {
		line := words
		if i == 0 {
			line = head(words, room, face)
		}
		at := c.pixel(duelSide/2, 2.5+float64(i))
		c.pen.Centred(paint.Cut(line, room, face), at.X, at.Y, face, palette.Muted)
		if words = strings.TrimSpace(words[len(line):]); words == "" {
			return
		}
	}
}

// head returns as many words of a text as fit into a width.
func head(text string, width int, face font.Face) string {
	for end := len(text); end > 0; end = strings.LastIndexByte(text[:end], ' ') {
		if font.MeasureString(face, text[:end]).Ceil() <= width {
			return text[:end]
		}
	}
	return text
}

// card draws a seat's card; the winner's is framed in its colour.
func (c *Canvas) card(card *draw.Card, seat int, name string, rows int) {
	left := 0.7 + float64(seat)*(cardWide+0.6)
	c.area(left, cardTop, cardWide, cardHigh, palette.Surface)
	box := c.box(left, cardTop, cardWide, cardHigh)
	if card.Won {
		c.pen.Edge(box, 2, c.look[seat].Colour)
	} else {
		c.pen.Edge(box, 1, palette.TileLine)
	}
	at := c.pixel(left+0.8, cardTop+1.6)
	c.pen.Left(name, int(at.X), int(at.Y), (cardWide-2)*c.tile, c.pen.faces.text, palette.Ink)
	for _, shape := range draw.Around(left+cardWide/2, cardTop+4.6, 2.3, 2.3, card.Shapes) {
		c.shape(&shape)
	}
	word := card.Word
	if card.Why != "" {
		word += ": " + card.Why
	}
	c.Small(word, left+cardWide/2, cardTop+8, palette.Ink)
	c.art(card.Art, rows, left+(cardWide-artSquare)/2, cardTop+cardHigh-artSquare-0.8)
}

// ribbon draws the latest rounds as letters, the winner's on its colour.
func (c *Canvas) ribbon(d *draw.Duel) {
	wide := float64(duelSide-1) / roundsRow
	for seat := range d.Cards {
		played := d.Cards[seat].Rounds
		first := max(0, len(played)-1) / roundsRow * roundsRow
		for round := first; round < min(first+roundsRow, d.Rounds); round++ {
			x, y := 0.5+float64(round-first)*wide, 26.7+float64(seat)*1.35
			box := c.box(x, y, wide-0.12, 1.2)
			if round >= len(played) {
				c.pen.Edge(box, 1, palette.TileLine)
				continue
			}
			ground, ink := well, palette.Muted
			if played[round].Won {
				ground, ink = c.look[seat].Colour, c.look[seat].Ink
			}
			c.pen.Fill(box, ground)
			c.Small(played[round].Letter, x+wide/2-0.06, y+0.6, ink)
			if round == len(played)-1 {
				c.area(x, 29.4, wide-0.12, 0.2, palette.Ink)
			}
		}
	}
}

const longestArt = 60 // rows, and characters of a row

// artScales are the possible numbers of rows in the squares for art: the smallest that holds both pictures is used. A character is half as
// wide as high.
var artScales = [...]int{16, 20, 24, 30, 40, longestArt}

func artRows(cards []draw.Card) int {
	needed := 0
	for i := range cards {
		needed = max(needed, len(cards[i].Art), (widest(cards[i].Art)+1)/2)
	}
	for _, rows := range artScales {
		if rows >= needed {
			return rows
		}
	}
	return longestArt
}

func widest(picture []string) (n int) {
	for _, row := range picture {
		n = max(n, utf8.RuneCountInString(row))
	}
	return n
}

// art draws a picture in the centre of its square.
func (c *Canvas) art(picture []string, rows int, x, y float64) {
	c.area(x, y, artSquare, artSquare, well)
	picture = picture[:min(len(picture), longestArt)]
	at := c.pixel(x+artSquare/2, y+artSquare/2)
	if len(picture) == 0 {
		c.pen.Centred("no art", at.X, at.Y, c.pen.faces.text, palette.Muted)
		return
	}
	pitch := float64(artSquare*c.tile) / float64(rows)
	face := c.pen.faces.art(pitch / 2 / monoWide)
	left := at.X - float64(widest(picture))*pitch/4
	for i, row := range picture {
		low := at.Y + (float64(i)-float64(len(picture))/2+0.75)*pitch
		c.pen.Left(row, int(math.Round(left)), int(math.Round(low)), math.MaxInt32, face, palette.Ink)
	}
}

// monoWide is the width of a letter of the fixed face, relative to its size.
const monoWide = 0.6
