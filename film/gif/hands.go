package gif

import (
	"encoding/json"
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"

	"agon/film"
	"agon/game"
	"agon/palette"
)

// hands draws "rps": two cards with hand and art, the score and what decided the round, and the rounds as letters.
type hands struct{}

// The board is a square of so many tiles; everything is measured in them.
const (
	handSide   = 30
	cardTop    = 4
	cardWide   = 14
	cardHigh   = 22
	artSquare  = 12
	roundsRow  = 26 // rounds that fit into the ribbon
	longestArt = 60 // rows, and characters of a row
)

// artScales is how many rows the squares for art have: the least that hold both pictures. A character is half as wide as high.
var artScales = [...]int{16, 20, 24, 30, 40, longestArt}

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
	c.Text(strconv.Itoa(score[0])+" : "+strconv.Itoa(score[1]), handSide/2, 1.1, palette.Ink)
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
		at := c.pixel(handSide/2, 2.2+float64(i))
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

// The drawings are filled twice: larger in ink, smaller in colour, which leaves a rim.

var rockShape = [][2]float64{{-0.95, 0.3}, {-0.85, -0.2}, {-0.6, -0.55}, {-0.15, -0.8}, {0.45, -0.72}, {0.85, -0.25}, {0.95, 0.1}, {0.8, 0.55}, {0.25, 0.8}, {-0.6, 0.75}}

func drawRock(c *Canvas, x, y, r float64, colour color.RGBA) {
	c.Shape(palette.Ink, around(x, y, r, r, rockShape)...)
	c.Shape(colour, around(x, y, r*0.92, r*0.92, rockShape)...)
	c.Line(0.14, palette.Ink, around(x, y, r, r, [][2]float64{{-0.15, -0.78}, {-0.05, -0.2}, {0.45, 0.1}})...)
	c.Line(0.14, palette.Ink, around(x, y, r, r, [][2]float64{{-0.05, -0.2}, {-0.5, 0.15}})...)
}

func drawPaper(c *Canvas, x, y, r float64, colour color.RGBA) {
	sheet := [][2]float64{{-0.68, -0.9}, {0.32, -0.9}, {0.68, -0.54}, {0.68, 0.9}, {-0.68, 0.9}}
	c.Shape(palette.Ink, around(x, y, r, r, sheet)...)
	c.Shape(colour, around(x, y, r*0.9, r*0.92, sheet)...)
	c.Line(0.14, palette.Ink, around(x, y, r, r, [][2]float64{{0.32, -0.88}, {0.32, -0.54}, {0.66, -0.54}})...)
	for _, line := range [][2]float64{{-0.15, 0.4}, {0.15, 0.4}, {0.45, 0.1}} {
		c.Line(0.14, palette.Ink, around(x, y, r, r, [][2]float64{{-0.4, line[0]}, {line[1], line[0]}})...)
	}
}

func drawScissors(c *Canvas, x, y, r float64, colour color.RGBA) {
	blade, handle := [][2]float64{{-0.6, -0.95}, {-0.42, -0.97}, {0.2, 0.22}, {0.02, 0.32}}, [][2]float64{{0.36, 0.6}}
	for _, side := range []float64{-1, 1} {
		c.Line(0.26, palette.Ink, around(x, y, side*r, r, append(blade, blade[0]))...)
		c.Shape(colour, around(x, y, side*r, r, blade)...)
		ring := around(x, y, side*r, r, handle)[0]
		c.Dot(ring[0], ring[1], 0.36*r, palette.Ink)
		c.Dot(ring[0], ring[1], 0.3*r, colour)
		c.Dot(ring[0], ring[1], 0.2*r, palette.Ink)
		c.Dot(ring[0], ring[1], 0.14*r, palette.Surface)
	}
	c.Dot(x, y+0.12*r, 0.08*r, palette.Ink)
}

// around moves a drawing to a point and to a size; a negative one mirrors it.
func around(x, y, wide, high float64, drawing [][2]float64) [][2]float64 {
	moved := make([][2]float64, len(drawing))
	for i, at := range drawing {
		moved[i] = [2]float64{x + at[0]*wide, y + at[1]*high}
	}
	return moved
}

// art is the picture that a seat sent with its last move: a remark that is a JSON list of rows.
func art(shot film.Shot, seat int) []string {
	for _, remark := range shot.Remarks {
		var rows []string
		if int(remark.Seat) == seat && json.Unmarshal(remark.Text, &rows) == nil {
			return rows[:min(len(rows), longestArt)]
		}
	}
	return nil
}

func scale(pictures [2][]string) int {
	needed := 0
	for _, picture := range pictures {
		needed = max(needed, len(picture), (widest(picture)+1)/2)
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

// art draws a picture in the middle of its square.
func (hands) art(c *Canvas, picture []string, rows int, x, y float64) {
	c.area(x, y, artSquare, artSquare, well)
	if len(picture) == 0 {
		at := c.pixel(x+artSquare/2, y+artSquare/2)
		c.pen.centred("no art", at.x, at.y, c.pen.faces.text, palette.Muted)
		return
	}
	pitch := float64(artSquare*c.tile) / float64(rows)
	face := c.pen.faces.art(pitch / 2 / monoWide)
	at := c.pixel(x+artSquare/2, y+artSquare/2)
	left := at.x - float64(widest(picture))*pitch/4
	for i, row := range picture {
		low := at.y + (float64(i)-float64(len(picture))/2+0.75)*pitch
		c.pen.left(row, int(math.Round(left)), int(math.Round(low)), math.MaxInt32, face, palette.Ink)
	}
}

// monoWide is the width of a letter of the fixed face, as a part of its size.
const monoWide = 0.6

// art is a fixed face of a size; each size is made once.
func (f *faces) art(size float64) font.Face {
	if f.fixed == nil {
		f.fixed = make(map[float64]font.Face)
	}
	if f.fixed[size] == nil {
		f.fixed[size] = newFace(gomono.TTF, size)
	}
	return f.fixed[size]
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

// area fills a rectangle that is measured in tiles.
func (c *Canvas) area(x, y, width, height float64, colour color.RGBA) {
	c.pen.fill(c.box(x, y, width, height), colour)
}

func (c *Canvas) box(x, y, width, height float64) image.Rectangle {
	from, to := c.pixel(x, y), c.pixel(x+width, y+height)
	return image.Rect(int(math.Round(from.x)), int(math.Round(from.y)), int(math.Round(to.x)), int(math.Round(to.y)))
}
