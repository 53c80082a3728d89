package gif

import (
	"fmt"
	"strconv"

	"agon/film/race"
	"agon/game"
	"agon/palette"
)

// trails draws "tron": trails as lines over the tiles of whoever would be first there, and under the list what each step of the
// seat to move would come to.
type trails struct{}

// steps are the moves, by the codes of a frame's "entered" less one.
var steps = [...]struct {
	name   string
	dx, dy int
}{{"UP", 0, -1}, {"DOWN", 0, 1}, {"LEFT", -1, 0}, {"RIGHT", 1, 0}}

// graveRounds is how long the dead keep a cross.
const graveRounds = 20

func (trails) Size(f *game.Frame) (width, height int) { return gridSize(f, "grid") }

func (p trails) Paint(c *Canvas, v View) {
	f := v.Frame()
	p.overlay(c, f)
	for seat := range f.List("x") {
		p.trail(c, f, seat)
	}
	for seat := range f.List("x") {
		p.head(c, v, seat)
	}
}

// overlay tints each free tile for whoever would be first there, with a thin line between one and another.
func (p trails) overlay(c *Canvas, f *game.Frame) {
	owner, width := p.survey(f).Owner, f.Width("grid")
	apart := func(a, b int) bool { return owner[a] != race.Nobody && owner[b] != race.Nobody && owner[a] != owner[b] }
	for tile, seat := range owner {
		if seat == race.Nobody {
			continue
		}
		x, y := tile%width, tile/width
		c.Fill(x, y, palette.Mix(palette.Tile, c.Look(seat).Colour, tint))
		if x > 0 && apart(tile, tile-1) {
			c.area(float64(x), float64(y), 1/float64(c.tile), 1, palette.Muted)
		}
		if y > 0 && apart(tile, tile-width) {
			c.area(float64(x), float64(y), 1, 1/float64(c.tile), palette.Muted)
		}
	}
}

// trail draws a line from the head to the start; the dead have none.
func (trails) trail(c *Canvas, f *game.Frame, seat int) {
	grid, entered, width := f.List("grid"), f.List("entered"), f.Width("grid")
	x, y := f.List("x")[seat], f.List("y")[seat]
	var points [][2]float64
	for tile := y*width + x; grid[tile] == seat+1; tile = y*width + x {
		points = append(points, [2]float64{float64(x) + 0.5, float64(y) + 0.5})
		if entered[tile] == 0 {
			break
		}
		x, y = x-steps[entered[tile]-1].dx, y-steps[entered[tile]-1].dy
	}
	if len(points) == 0 {
		return
	}
	c.Line(0.7, palette.Tile, points...)
	c.Line(0.5, c.Look(seat).Colour, points...)
	start := points[len(points)-1]
	c.Dot(start[0], start[1], 0.13, palette.Tile)
}

func (trails) head(c *Canvas, v View, seat int) {
	f := v.Frame()
	x, y := f.List("x")[seat], f.List("y")[seat]
	if f.List("alive")[seat] == 1 {
		c.Disc(float64(x)+0.5, float64(y)+0.5, 0.52, seat)
		return
	}
	death, ok := v.Earlier(f.Number("turn") - f.List("died")[seat] - 1)
	if ok && v.Shot.Round-death.Round < graveRounds && f.List("grid")[y*f.Width("grid")+x] == 0 {
		c.Cross(float64(x)+0.5, float64(y)+0.5, 0.22, c.Look(seat).Colour)
	}
}

// line is the living in turn order, from a seat on.
func (trails) line(f *game.Frame, from int) []race.Runner {
	alive, width := f.List("alive"), f.Width("grid")
	var runners []race.Runner
	for i := range alive {
		if seat := (max(from, 0) + i) % len(alive); alive[seat] == 1 {
			runners = append(runners, race.Runner{Seat: seat, From: f.List("y")[seat]*width + f.List("x")[seat]})
		}
	}
	return runners
}

// survey is the race from here, the seat to move first.
func (p trails) survey(f *game.Frame) *race.Race {
	width, height := p.Size(f)
	grid := f.List("grid")
	return race.Run(width, height, func(tile int) bool { return grid[tile] > 0 }, p.line(f, f.Number("next")))
}

// Notes are the steps of the seat to move: the tiles on which it would be first, and those of the others.
func (p trails) Notes(v View) []Note {
	f := v.Frame()
	next := f.Number("next")
	if next < 0 {
		return nil
	}
	note := Note{Title: fmt.Sprintf("seat %d: mine, theirs, far", next)}
	best := 0
	for m := range steps {
		mine, theirs, distance, free := p.weigh(f, next, m)
		if !free {
			note.Rows = append(note.Rows, []string{steps[m].name, "blocked"})
			continue
		}
		note.Rows = append(note.Rows, []string{steps[m].name, strconv.Itoa(mine), strconv.Itoa(theirs), strconv.Itoa(distance)})
		// The weights of the article.
		if worth := 10_000_000*mine - 100_000*theirs + distance; note.Strong == 0 || worth > best {
			best, note.Strong = worth, m+1
		}
	}
	return []Note{note}
}

// weigh lets the others race first after a step, and the mover last.
func (p trails) weigh(f *game.Frame, seat, m int) (mine, theirs, distance int, free bool) {
	width, height := p.Size(f)
	grid, x, y := f.List("grid"), f.List("x")[seat]+steps[m].dx, f.List("y")[seat]+steps[m].dy
	if x < 0 || y < 0 || x >= width || y >= height || grid[y*width+x] > 0 {
		return 0, 0, 0, false
	}
	step := y*width + x
	runners := append(p.line(f, seat)[1:], race.Runner{Seat: seat, From: step})
	r := race.Run(width, height, func(tile int) bool { return tile == step || grid[tile] > 0 }, runners)
	mine, theirs, distance = r.Against(seat)
	return mine, theirs, distance, true
}

// gridSize is the size of a grid of a frame.
func gridSize(f *game.Frame, name string) (width, height int) {
	if width = f.Width(name); width > 0 {
		height = len(f.List(name)) / width
	}
	return width, height
}
