package gif

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"agon/game"
	"agon/palette"
)

// bombs draws "bomberman": walls, open power-ups, blasts, bombs with their fuses, chains, players, and what they earned.
type bombs struct{}

// Values of a frame's "walls" and "powerups".
const (
	hardWall  = 1
	softWall  = 2
	bagGift   = 1
	superGift = 3
)

// deadRounds is how long the dead keep a cross on their cell.
const deadRounds = 8

// What burns has the same colours for every kind of player.
var (
	fire     = color.RGBA{0xee, 0x92, 0x46, 0xff}
	ember    = color.RGBA{0xa3, 0x58, 0x1c, 0xff} // where a wall stood until now
	heart    = color.RGBA{0xff, 0xd3, 0x6b, 0xff}
	bombDark = color.RGBA{0x16, 0x18, 0x1b, 0xff}
)

// Colours are those of fire and joints.
func (bombs) Colours() []color.RGBA {
	return []color.RGBA{fire, ember, heart, bombDark, joint, palette.Mix(fire, heart, 0.5)}
}

// joint is the colour between the bricks of a wall that breaks.
var joint = palette.Mix(palette.WallSoft, palette.Ink, 0.3)

func (bombs) Size(f *game.Frame) (width, height int) { return gridSize(f, "walls") }

func (p bombs) Paint(c *Canvas, v View) {
	f := v.Frame()
	width := f.Width("walls")
	for i, wall := range f.List("walls") {
		p.wall(c, i%width, i/width, wall)
	}
	p.blast(c, v)
	for i, gift := range f.List("powerups") {
		if gift > 0 {
			p.gift(c, float64(i%width)+0.5, float64(i/width)+0.5, gift)
		}
	}
	p.chains(c, f)
	for n := range f.List("bomb_x") {
		if !p.stoodOn(f, n) {
			p.bomb(c, f, n, 0, 1)
		}
	}
	for seat := range f.List("x") {
		p.player(c, v, seat)
	}
	for n := range f.List("bomb_x") {
		if p.stoodOn(f, n) {
			p.bomb(c, f, n, 0.26, 0.66)
		}
	}
}

// stoodOn tells whether a living player stands on a bomb.
func (bombs) stoodOn(f *game.Frame, n int) bool {
	for seat, x := range f.List("x") {
		if x == f.List("bomb_x")[n] && f.List("y")[seat] == f.List("bomb_y")[n] && f.List("alive")[seat] == 1 {
			return true
		}
	}
	return false
}

func (bombs) wall(c *Canvas, x, y, wall int) {
	switch wall {
	case hardWall:
		c.Whole(x, y, palette.Wall)
	case softWall:
		c.Fill(x, y, palette.WallSoft)
		fx, fy := float64(x), float64(y)
		c.Line(0.06, joint, [2]float64{fx + 0.12, fy + 0.55}, [2]float64{fx + 0.94, fy + 0.55})
		c.Line(0.06, joint, [2]float64{fx + 0.53, fy + 0.12}, [2]float64{fx + 0.53, fy + 0.5})
	}
}

// blast draws what burns, darker where a wall stood before.
func (bombs) blast(c *Canvas, v View) {
	f := v.Frame()
	before, ok := v.Earlier(1)
	width := f.Width("burning")
	for i, burns := range f.List("burning") {
		if burns == 0 {
			continue
		}
		colour, heartSize := fire, 0.24
		if ok && before.Frame.List("walls")[i] == softWall {
			colour, heartSize = ember, 0.14
		}
		c.Whole(i%width, i/width, colour)
		c.Dot(float64(i%width)+0.5, float64(i/width)+0.5, heartSize, heart)
	}
}

// gift draws a power-up: a disc with + for the bag and x for the radius, a star for both.
func (bombs) gift(c *Canvas, x, y float64, gift int) {
	if gift == superGift {
		c.Shape(palette.Ink, star(x, y, 0.44)...)
		c.Shape(palette.Surface, star(x, y, 0.28)...)
		return
	}
	c.Dot(x, y, 0.36, palette.Ink)
	c.Dot(x, y, 0.29, palette.Surface)
	arm := 0.17
	if gift == bagGift {
		c.Line(0.09, palette.Ink, [2]float64{x - arm, y}, [2]float64{x + arm, y})
		c.Line(0.09, palette.Ink, [2]float64{x, y - arm}, [2]float64{x, y + arm})
		return
	}
	arm *= math.Sqrt2 / 2
	c.Line(0.09, palette.Ink, [2]float64{x - arm, y - arm}, [2]float64{x + arm, y + arm})
	c.Line(0.09, palette.Ink, [2]float64{x - arm, y + arm}, [2]float64{x + arm, y - arm})
}

func star(x, y, r float64) (corners [][2]float64) {
	for i := range 10 {
		turn, far := (float64(i)/5-0.5)*math.Pi, r
		if i%2 == 1 {
			far = r * 0.46
		}
		corners = append(corners, [2]float64{x + math.Cos(turn)*far, y + math.Sin(turn)*far})
	}
	return corners
}

// chains joins bombs that follow each other in a row or a column and will go off together.
func (bombs) chains(c *Canvas, f *game.Frame) {
	xs, ys, chain := f.List("bomb_x"), f.List("bomb_y"), f.List("bomb_chain")
	for n := range chain {
		right, below := -1, -1
		for m := range chain {
			if chain[n] != chain[m] {
				continue
			}
			if ys[n] == ys[m] && xs[m] > xs[n] && (right < 0 || xs[m] < xs[right]) {
				right = m
			}
			if xs[n] == xs[m] && ys[m] > ys[n] && (below < 0 || ys[m] < ys[below]) {
				below = m
			}
		}
		for _, m := range [...]int{right, below} {
			if m >= 0 {
				dashes(c, xs[n], ys[n], xs[m], ys[m])
			}
		}
	}
}

func dashes(c *Canvas, x1, y1, x2, y2 int) {
	far := max(x1-x2, x2-x1, y1-y2, y2-y1)
	for i := range 2 * far {
		from, to := (float64(i)+0.25)/float64(2*far), (float64(i)+0.75)/float64(2*far)
		at := func(part float64) [2]float64 {
			return [2]float64{float64(x1) + 0.5 + float64(x2-x1)*part, float64(y1) + 0.5 + float64(y2-y1)*part}
		}
		c.Line(0.1, palette.Ink, at(from), at(to))
	}
}

// bomb draws a bomb: dark, with a ring in its owner's colour and the rounds until it goes off. It lies aside and is smaller where
// somebody stands on it.
func (bombs) bomb(c *Canvas, f *game.Frame, n int, aside, part float64) {
	x, y := float64(f.List("bomb_x")[n])+0.5+aside, float64(f.List("bomb_y")[n])+0.5+aside
	c.Dot(x, y, 0.44*part, palette.Tile)
	c.Dot(x, y, 0.4*part, c.Look(f.List("bomb_owner")[n]).Colour)
	c.Dot(x, y, 0.29*part, bombDark)
	fuse := "!"
	if timer := f.List("bomb_timer")[n]; timer > 1 {
		fuse = strconv.Itoa(timer)
	}
	c.Small(fuse, x, y, palette.Surface)
}

func (bombs) player(c *Canvas, v View, seat int) {
	f := v.Frame()
	x, y := float64(f.List("x")[seat])+0.5, float64(f.List("y")[seat])+0.5
	if f.List("alive")[seat] == 0 {
		if v.Shot.Round-f.List("died")[seat] <= deadRounds {
			c.Cross(x, y, 0.24, c.Look(seat).Colour)
		}
		return
	}
	c.Disc(x, y, 0.45, seat)
	if n := f.List("gained_walls")[seat] + f.List("gained_kills")[seat] + f.List("gained_lost")[seat] + f.List("gained_bonus")[seat]; n != 0 {
		c.Label(fmt.Sprintf("%+d", n), x, y-0.85, palette.Ink)
	}
}

// Notes are what each player earned in the last round, and the bounty.
func (bombs) Notes(v View) []Note {
	f := v.Frame()
	note := Note{Title: fmt.Sprintf("bounty %d, this round", f.Number("bounty"))}
	for seat := range f.List("x") {
		for _, what := range [...]string{"walls", "kills", "lost", "bonus", "coverage"} {
			if n := f.List("gained_" + what)[seat]; n != 0 {
				note.Rows = append(note.Rows, []string{string(rune('A'+seat)) + " " + what, fmt.Sprintf("%+d", n)})
			}
		}
	}
	return []Note{note}
}
