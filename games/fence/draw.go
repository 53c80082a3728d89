package fence

import (
	"fmt"
	"math"
	"strconv"

	"agon/draw"
	"agon/game"
)

const (
	fencePlies = 12  // that a fence is shown
	tablePlies = 200 // that are looked through for the last fence
)

// drawGame draws walked cells strong, cells won by a fence weak, the fences of the last plies framed, and the players.
func drawGame(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	p.Board(f.Size("board"))
	won := make([]int, s.Seats)
	for i, owner := range f.List("board") {
		if owner < 1 || owner > s.Seats {
			continue
		}
		mark := strconv.Itoa(owner)
		p.Tiles[i] = draw.Tile{Seat: owner - 1, Tone: draw.Strong, Plain: mark + mark, Dot: owner == 2}
		if f.Nth("fenced", i) == 1 {
			p.Tiles[i] = draw.Tile{Seat: owner - 1, Tone: draw.Weak, Plain: mark + "."}
			won[owner-1]++
		}
	}
	for back := fencePlies - 1; back >= 0; back-- {
		if ply := s.Earlier(back); ply != nil {
			closings(p, ply, 0.6*float64(back)/fencePlies)
		}
	}
	for seat := range s.Seats {
		crossing(p, s, seat)
		x, y := float64(f.Nth("x", seat))+0.5, float64(f.Nth("y", seat))+0.5
		p.Add(draw.Shape{Form: draw.Bot, Seat: seat, Tone: draw.Full, X: x, Y: y, Radius: 0.56, Plain: "@" + strconv.Itoa(seat+1)})
		p.Seats[seat] = draw.Seat{Clock: clock(f, seat), Runs: f.Number("turn_of") == seat, Worth: won[seat]}
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

// crossing draws half circles on both edges where a seat has just gone over one.
func crossing(p *draw.Picture, s *game.Scene, seat int) {
	ago, f := 2, s.Frame
	if f.Number("mover") == seat {
		ago = 1
	}
	before := s.Earlier(ago)
	if before == nil {
		return
	}
	x, y := f.Nth("x", seat), f.Nth("y", seat)
	both := func(points ...draw.Point) {
		for _, at := range points {
			p.Disc(draw.Nobody, draw.Ink, at[0], at[1], 0.42)
			p.Disc(seat, draw.Full, at[0], at[1], 0.36)
		}
	}
	if far := before.Nth("x", seat) - x; max(far, -far) > p.Width/2 {
		both(draw.Point{0, float64(y) + 0.5}, draw.Point{float64(p.Width), float64(y) + 0.5})
	}
	if far := before.Nth("y", seat) - y; max(far, -far) > p.Height/2 {
		both(draw.Point{float64(x) + 0.5, 0}, draw.Point{float64(x) + 0.5, float64(p.Height)})
	}
}

// closings draws the fences of a ply, fainter the longer ago it was; several of one ply have their numbers. Those over an edge of the board are drawn from both sides of it.
func closings(p *draw.Picture, f *game.Frame, faint float64) {
	mover := f.Number("mover")
	for n, gained := range f.List("fence_gained") {
		x, y, w, h := f.Nth("fence_x", n), f.Nth("fence_y", n), f.Nth("fence_w", n), f.Nth("fence_h", n)
		for _, dx := range over(x+w, p.Width) {
			for _, dy := range over(y+h, p.Height) {
				left, top, wide, high := float64(x+dx), float64(y+dy), float64(w), float64(h)
				p.Add(draw.Shape{Form: draw.Rail, Seat: mover, Tone: draw.Full, X: left, Y: top, Width: wide, Height: high, Faint: faint, Plain: strconv.Itoa(mover+1) + "#"})
				word := draw.Shape{Form: draw.Word, Seat: draw.Nobody, Tone: draw.Ink, X: left + wide/2, Y: top + high/2, Radius: 0.45, Faint: faint, Text: "+" + strconv.Itoa(gained)}
				if word.Sign = word.Text; gained > 9 {
					word.Sign = strconv.Itoa(gained)
				}
				within(p, word)
				if f.Number("fences") > 1 {
					within(p, draw.Shape{Form: draw.Word, Seat: draw.Nobody, Tone: draw.Ink, X: left + 0.5, Y: top + 0.55, Radius: 0.31, Faint: faint, Text: strconv.Itoa(n + 1)})
				}
			}
		}
	}
}

// within adds a word if its middle is on the board: of the two drawings of a fence over the edge one has it there.
func within(p *draw.Picture, word draw.Shape) {
	if word.X >= 0 && word.Y >= 0 && word.X <= float64(p.Width) && word.Y <= float64(p.Height) {
		p.Add(word)
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
	for back := range tablePlies {
		f := s.Earlier(back)
		if f == nil || f.Number("gained") == 0 {
			continue
		}
		what := fmt.Sprintf("%d fences", f.Number("fences"))
		if f.Number("fences") == 1 {
			what = fmt.Sprintf("%dx%d", f.Nth("fence_w", 0), f.Nth("fence_h", 0))
		}
		return draw.Table{Title: fmt.Sprintf("last fence, ply %d", f.Number("round")), Rows: [][]string{{fmt.Sprintf("side %d", f.Number("mover")+1), what, fmt.Sprintf("+%d", f.Number("gained"))}}}
	}
	return draw.Table{}
}
