package tron

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"agon/game"
	"agon/game/draw"
)

var layers = []draw.Layer{
	{Name: "overlay", Title: "overlay", Key: "o", About: "who would be first on each free tile, and the free steps of the seat to move",
		Usual: true},
	{Name: "numbers", Title: "numbers", Key: "n", About: "the round in which it would be there"},
}

// crossRounds is how many rounds a dead head is shown as a cross.
const crossRounds = 20

// drawGame draws trails as lines over the tiles of the seats that would be first there, then the heads.
func drawGame(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	p.Board(f.Size("grid"))
	tiles := make([]int, s.Seats)
	for i, value := range f.List("grid") {
		if value > 0 && value <= s.Seats {
			p.Tiles[i].Seat = value - 1
			tiles[value-1]++
		}
	}
	mover := f.Number("next")
	p.Race = &draw.Race{First: max(0, mover), Tinted: "overlay", Numbers: "numbers"}
	for seat := range s.Seats {
		ribbon(p, f, seat, tiles[seat])
	}
	for seat := range s.Seats {
		head(p, s, seat)
		p.Seats[seat] = describe(f, seat, tiles[seat])
	}
	if mover < 0 {
		return
	}
	p.Status = s.Name(mover) + " to move"
	if s.NoTables {
		return
	}
	if o, err := SurveyFrame(f); err == nil {
		p.Table(o.table(weightsOf(s, mover)))
	}
}

// ribbon draws a line from the start to the head, with a margin so that neighbours never touch; the dead have none.
func ribbon(p *draw.Picture, f *game.Frame, seat, tiles int) {
	grid, entered, width := f.List("grid"), f.List("entered"), f.Width("grid")
	x, y := f.Nth("x", seat), f.Nth("y", seat)
	points := make([]draw.Point, 0, tiles)
	for tile := y*width + x; tile >= 0 && tile < len(grid) && grid[tile] == seat+1; tile = y*width + x {
		points = append(points, draw.Point{float64(x) + 0.5, float64(y) + 0.5})
		if tile >= len(entered) || entered[tile] == 0 {
			break
		}
		x, y = x-steps[entered[tile]][0], y-steps[entered[tile]][1]
	}
	if len(points) == 0 {
		return
	}
	slices.Reverse(points)
	p.Add(draw.Shape{
		Form: draw.Path, Seat: seat, Tone: draw.Full, Width: 0.5, Hem: 0.1, Points: points, Trail: draw.Way, Fades: true,
		Plain: strings.Repeat(strconv.Itoa(seat), 2),
	})
}

// head draws a living head, or for some rounds a cross where one died, until somebody rides over it.
func head(p *draw.Picture, s *game.Scene, seat int) {
	f := s.Frame
	x, y := f.Nth("x", seat), f.Nth("y", seat)
	shape := draw.Shape{Form: draw.Bot, Seat: seat, Tone: draw.Full, X: float64(x) + 0.5, Y: float64(y) + 0.5, Radius: 0.52,
		Plain: "@" + strconv.Itoa(seat)}
	if f.Nth("alive", seat) == 1 {
		p.Add(shape)
		return
	}
	death := s.Earlier(f.Number("turn") - f.Nth("died", seat) - 1)
	long := death != nil && f.Number("round")-death.Number("round") >= crossRounds
	if long || f.Nth("grid", y*f.Width("grid")+x) > 0 {
		return
	}
	shape.Form, shape.Radius, shape.Plain = draw.Cross, 0.22, ""
	p.Add(shape)
}

// describe returns how long a trail is, or how the seat died.
func describe(f *game.Frame, seat, tiles int) draw.Seat {
	described := draw.Seat{Out: f.Nth("alive", seat) == 0}
	if causes := f.Words("cause"); seat < len(causes) && causes[seat] != "" {
		described.Note = fmt.Sprintf("%s at %d", causes[seat], f.Nth("died", seat))
		return described
	}
	described.Note = strconv.Itoa(tiles) + " tiles"
	return described
}

// weights are the weights of a voronoi bot for the three numbers of a step.
type weights struct{ mine, theirs, distance int }

// weightsOf returns the weights of a seat's bot, or the article's if it was given none.
func weightsOf(s *game.Scene, seat int) weights {
	var given map[string]string
	if seat < len(s.Params) {
		given = s.Params[seat]
	}
	of := func(name string) int {
		for _, o := range voronoiParams {
			if o.Name == name {
				if n, err := strconv.Atoi(given[name]); err == nil {
					return n
				}
				return o.Default.(int)
			}
		}
		return 0
	}
	return weights{of("mine"), of("theirs"), of("distance")}
}

// table returns a table of the numbers of each step of the seat to move. The weights choose the strong row.
func (o *Overlay) table(w weights) draw.Table {
	t := draw.Table{Title: fmt.Sprintf("seat %d may go", o.Mover), Head: []string{"", "mine", "theirs", "far"}}
	best := 0
	for i, n := range o.Steps {
		if !n.Free {
			t.Rows = append(t.Rows, []string{names[n.Move], "blocked"})
			continue
		}
		t.Rows = append(t.Rows, []string{names[n.Move], strconv.Itoa(n.Mine), strconv.Itoa(n.Theirs), strconv.Itoa(n.Distance)})
		if worth := w.mine*n.Mine + w.theirs*n.Theirs + w.distance*n.Distance; t.Strong == 0 || worth > best {
			best, t.Strong = worth, i+1
		}
	}
	return t
}
