package colourbattle

import (
	"fmt"
	"strconv"
	"strings"

	"agon/draw"
	"agon/game"
)

var layers = []draw.Layer{
	{Name: "ids", Title: "ids", Key: "i", About: "ids on bots and tiles, in place of letters"},
	{Name: "tails", Title: "tails", Key: "t", About: "where each bot was in the last ten rounds"},
}

const (
	tailRounds = 10 // that a tail is long
	lastMoves  = 12 // of a picked bot are told
)

// drawGame draws the owners, then the tails if they are on, then the bots. Tile 0,0 is at the lower left.
func drawGame(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	side, _ := f.Size("grid")
	p.Board(side, side)
	seatOf := make(map[int]int, s.Seats)
	for seat, id := range f.List("ids") {
		seatOf[id] = seat
	}
	for i, id := range f.List("grid") {
		seat, owned := seatOf[id]
		if !owned || id == 0 {
			continue
		}
		t := p.At(i%side, side-1-i/side)
		t.Seat, t.Tone = seat, draw.Pale
		if s.On["ids"] {
			t.Text = idText(id)
		}
	}
	if s.On["tails"] {
		tails(p, s, side)
	}
	at := func(f *game.Frame, seat int) (x, y int) { return f.Nth("x", seat), side - 1 - f.Nth("y", seat) }
	p.Bots(0.46, game.Numbered(min(s.Seats, len(f.List("x")))), func(seat int) (x, y int) { return at(f, seat) }, func(bot *draw.Shape) {
		if s.On["ids"] {
			bot.Text = idText(f.Nth("ids", bot.Seat))
		}
	})
	tell(p, s)
}

func tails(p *draw.Picture, s *game.Scene, side int) {
	for seat := range s.Seats {
		var points []draw.Point
		for ago := tailRounds; ago > 0; ago-- {
			if f := s.Earlier(ago); f != nil {
				points = append(points, draw.Point{float64(f.Nth("x", seat)) + 0.5, float64(side-f.Nth("y", seat)) - 0.5})
			}
		}
		p.Path(seat, draw.Strong, 0.14, points...)
	}
}

// idText is an id in two letters. Three digits lose the first: ids are 1 to 128, and so few bots stand near each other.
func idText(id int) string {
	if id > 99 {
		return fmt.Sprintf("%02d", id%100)
	}
	return strconv.Itoa(id)
}

// tell says of each seat what its id means: the rules go by ids modulo 3.
func tell(p *draw.Picture, s *game.Scene) {
	for seat := range s.Seats {
		id := s.Frame.Nth("ids", seat)
		if s.On["ids"] {
			p.Seats[seat].Mark = strconv.Itoa(id)
		}
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

// class names the ids with the same rest modulo 3.
func class(id int) string {
	if id%3 == 0 {
		return "3n"
	}
	return fmt.Sprintf("3n+%d", id%3)
}

// moves are the last moves of a seat as arrows.
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
