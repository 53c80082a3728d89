package gif

import (
	"encoding/json"
	"math"
	"unicode/utf8"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"

	"agon/film"
	"agon/palette"
)

const longestArt = 60 // rows, and characters of a row

// artScales is how many rows the squares for art have: the least that hold both pictures. A character is half as wide as high.
var artScales = [...]int{16, 20, 24, 30, 40, longestArt}

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
