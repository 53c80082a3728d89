package fence

import (
	"fmt"
	"math"
	"strconv"

	"agon/draw"
	"agon/game"
)

// fencePlies is for how many plies a fence is shown.
const fencePlies = 12

// drawGame draws walked cells strong, cells won by a fence weak, the fences of the last plies framed, and the players.
func drawGame(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	p.Board(f.Size("board"))
	for i, owner := range f.List("board") {
		if owner < 1 || owner > s.Seats {
			continue
		}
		mark := strconv.Itoa(owner)
		p.Tiles[i] = draw.Tile{Seat: owner - 1, Tone: draw.Strong, Plain: mark + mark, Dot: owner == 2}
		if f.Nth("fenced", i) == 1 {
			p.Tiles[i] = draw.Tile{Seat: owner - 1, Tone: draw.Weak, Plain: mark + "."}
		}
	}
	for back := fencePlies - 1; back >= 0; back-- {
		if ply := s.Earlier(back); ply != nil {
			closings(p, ply)
		}
	}
	for seat := range s.Seats {
		x, y := float64(f.Nth("x", seat))+0.5, float64(f.Nth("y", seat))+0.5
		p.Add(draw.Shape{Form: draw.Bot, Seat: seat, Tone: draw.Full, X: x, Y: y, Radius: 0.56, Plain: "@" + strconv.Itoa(seat+1)})
		p.Seats[seat] = draw.Seat{Clock: clock(f, seat), Runs: f.Number("turn_of") == seat}
	}
	p.Clock, p.Status = "time left", status(f)
	p.Table(lastFences(s))
}

// clock is what a seat's clock shows; nothing in a game without a limit.
func clock(f *game.Frame, seat int) string {
	left := f.Nth("clock_us", seat)
	if left <= 0 && f.Number("fallen") != seat {
		return ""
	}
	return fmt.Sprintf("%06.3f s", math.Max(0, float64(left)/1e6))
}

// closings draws the fences of a ply. Those over an edge of the board are drawn from both sides of it.
func closings(p *draw.Picture, f *game.Frame) {
	mover := f.Number("mover")
	for n, gained := range f.List("fence_gained") {
		x, y, w, h := f.Nth("fence_x", n), f.Nth("fence_y", n), f.Nth("fence_w", n), f.Nth("fence_h", n)
		for _, dx := range over(x+w, p.Width) {
			for _, dy := range over(y+h, p.Height) {
				left, top, wide, high := float64(x+dx), float64(y+dy), float64(w), float64(h)
				p.Add(draw.Shape{Form: draw.Rail, Seat: mover, Tone: draw.Full, X: left, Y: top, Width: wide, Height: high, Plain: strconv.Itoa(mover+1) + "#"})
				word := draw.Shape{Form: draw.Word, Seat: draw.Nobody, Tone: draw.Ink, X: left + wide/2, Y: top + high/2, Text: "+" + strconv.Itoa(gained)}
				if word.Sign = word.Text; gained > 9 {
					word.Sign = strconv.Itoa(gained)
				}
				p.Add(word)
			}
		}
	}
}

// over is by how much a thing that ends there is moved to be drawn: also by a whole board where it goes over the edge.
func over(end, side int) []int {
	if end > side {
		return []int{0, -side}
	}
	return []int{0}
}

// status is whose turn it is, or how the game was decided.
func status(f *game.Frame) string {
	if turn := f.Number("turn_of"); turn >= 0 {
		return fmt.Sprintf("side %d to move", turn+1)
	}
	if winner := f.Number("winner"); winner >= 0 {
		return fmt.Sprintf("side %d wins: %s", winner+1, f.Word("law"))
	}
	return f.Word("law")
}

// lastFences tells the fences of the last ply that closed any.
func lastFences(s *game.Scene) draw.Table {
	for back := range fencePlies {
		f := s.Earlier(back)
		if f == nil || f.Number("gained") == 0 {
			continue
		}
		what := fmt.Sprintf("%d fences", f.Number("fences"))
		if f.Number("fences") == 1 {
			what = fmt.Sprintf("%dx%d", f.Nth("fence_w", 0), f.Nth("fence_h", 0))
		}
		return draw.Table{Title: "last fence", Rows: [][]string{{fmt.Sprintf("side %d", f.Number("mover")+1), what, fmt.Sprintf("+%d", f.Number("gained"))}}}
	}
	return draw.Table{}
}
