package colourbattle

import (
	"fmt"
	"strconv"
	"strings"

	"agon/game"
	"agon/game/draw"
)

var layers = []draw.Layer{
	{Name: "ids", Title: "ids", Key: "i", About: "ids on bots and tiles, in place of letters", Marks: true},
	{Name: "tails", Title: "tails", Key: "t", About: "where each bot was in the last ten rounds", Page: true},
}

const (
	tailRounds = 10 // length of a tail
	lastMoves  = 12 // shown of a picked bot
)

// drawGame draws the owners, then the tails, then the bots. Tile 0,0 is at the lower left.
func drawGame(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	side, _ := f.Size("grid")
	p.Board(side, side)
	var owners [256]int // by id
	for id := range owners {
		owners[id] = draw.Nobody
	}
	for seat, id := range f.List("ids") {
		owners[uint8(id)] = seat
	}
	owners[0] = draw.Nobody
	tones := [2]draw.Tone{0, draw.Pale}
	grid := f.List("grid")
	for y := range side {
		row := p.Tiles[(side-1-y)*side:][:side]
		for x, id := range grid[y*side:][:side] {
			tile, owner := &row[x], owners[uint8(id)]
			tile.Seat, tile.Tone = owner, tones[min(owner+1, 1)]
		}
	}
	tails(p, s, side)
	xs, ys := f.List("x"), f.List("y")
	p.Bots(0.46, game.Numbered(min(s.Seats, len(xs))), func(seat int) (x, y int) { return xs[seat], side - 1 - ys[seat] }, nil)
	describe(p, s)
}

// tails draws where each bot was, and where it is.
func tails(p *draw.Picture, s *game.Scene, side int) {
	points := make([]draw.Point, s.Seats*(tailRounds+1))
	long := 0
	for ago := tailRounds; ago >= 0; ago-- {
		f := s.Earlier(ago)
		if f == nil {
			continue
		}
		xs, ys := f.List("x"), f.List("y")
		for seat := range min(s.Seats, len(xs)) {
			points[seat*(tailRounds+1)+long] = draw.Point{float64(xs[seat]) + 0.5, float64(side-ys[seat]) - 0.5}
		}
		long++
	}
	for seat := range s.Seats {
		from := seat * (tailRounds + 1)
		p.Add(draw.Shape{Form: draw.Path, Layer: "tails", Seat: seat, Tone: draw.Strong, Width: 0.14, Trail: tailRounds + 1,
			Points: points[from : from+long : from+long]})
	}
}

// describe adds each seat's id: rules compare ids modulo 3. A picked seat has dots on the tiles that it would take, and rings on those
// that it would clear.
func describe(p *draw.Picture, s *game.Scene) {
	ids := s.Frame.List("ids")
	var classes [3][]int // the seats whose ids have this remainder
	for seat, id := range ids {
		classes[id%3] = append(classes[id%3], seat)
	}
	for seat := range min(s.Seats, len(ids)) {
		id := ids[seat]
		p.Seats[seat].Mark = strconv.Itoa(id)
		p.Seats[seat].Rings, p.Seats[seat].Dots = classes[(id+2)%3], classes[(id+1)%3]
		if seat != s.Pick {
			continue
		}
		p.Seats[seat].About = []string{fmt.Sprintf("id %d, takes %s, clears %s", id, class(id+1), class(id+2))}
		if moves := moves(s, seat); moves != "" {
			p.Seats[seat].About = append(p.Seats[seat].About, "last moves "+moves)
		}
	}
	if tiles := len(s.Frame.List("grid")); tiles > 0 {
		p.Status = fmt.Sprintf("white %.2f %%", 100*float64(s.Frame.Number("white"))/float64(tiles))
	}
}

// class names the ids with the same remainder modulo 3.
func class(id int) string {
	if id%3 == 0 {
		return "3n"
	}
	return fmt.Sprintf("3n+%d", id%3)
}

// moves returns the last moves of a seat as arrows.
func moves(s *game.Scene, seat int) string {
	var arrows []string
	for n := lastMoves; n > 0; n-- {
		from, to := s.Earlier(n), s.Earlier(n-1)
		if from == nil || to == nil {
			continue
		}
		dx, dy := to.Nth("x", seat)-from.Nth("x", seat), to.Nth("y", seat)-from.Nth("y", seat)
		switch {
		case dx < 0:
			arrows = append(arrows, "←")
		case dx > 0:
			arrows = append(arrows, "→")
		case dy > 0:
			arrows = append(arrows, "↑")
		case dy < 0:
			arrows = append(arrows, "↓")
		default:
			arrows = append(arrows, "·")
		}
	}
	return strings.Join(arrows, " ")
}
