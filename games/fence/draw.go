package fence

import (
	"fmt"
	"math"
	"strconv"

	"agon/game"
	"agon/game/draw"
)

const (
	fencePlies = 12  // for which a fence is shown
	tablePlies = 200 // searched for the last fence
)

// drawGame draws walked cells in a strong tone, cells won by a fence in a weak one, the fences of the last plies framed, and the players.
func drawGame(p *draw.Picture, s *game.Scene) {
	f := s.Frame
	p.Board(f.Size("board"))
	var tiles [3][2]draw.Tile // by owner, walked and fenced
	for owner := 1; owner <= min(s.Seats, 2); owner++ {
		mark := strconv.Itoa(owner)
		tiles[owner][0] = draw.Tile{Seat: owner - 1, Tone: draw.Strong, Plain: mark + mark, Dot: owner == 2}
		tiles[owner][1] = draw.Tile{Seat: owner - 1, Tone: draw.Weak, Plain: mark + "."}
	}
	fenced := f.List("fenced")
	for i, owner := range f.List("board") {
		if owner == 1 || owner == 2 {
			p.Tiles[i] = tiles[owner][fenced[i]]
		}
	}
	for back := fencePlies - 1; back >= 0; back-- {
		if ply := s.Earlier(back); ply != nil {
			closings(p, ply, back)
		}
	}
	for seat := range s.Seats {
		crossing(p, s, seat)
		x, y := float64(f.Nth("x", seat))+0.5, float64(f.Nth("y", seat))+0.5
		p.Add(draw.Shape{Form: draw.Bot, Seat: seat, Tone: draw.Full, X: x, Y: y, Radius: 0.56, Plain: "@" + strconv.Itoa(seat+1)})
		p.Seats[seat] = draw.Seat{Clock: clock(f, seat), Runs: f.Number("turn_of") == seat}
	}
	if p.Clock, p.Status = "time left", status(s); !s.NoTables {
		p.Table(lastFences(s))
	}
}

// clock returns a seat's clock as text; empty in a game without a limit.
func clock(f *game.Frame, seat int) string {
	left := f.Nth("clock_us", seat)
	if left <= 0 && f.Number("fallen") != seat {
		return ""
	}
	return fmt.Sprintf("%06.3f s", math.Max(0, float64(left)/1e6))
}

// crossing draws half circles on both edges where a seat has just crossed one.
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

// closings draws the fences of an earlier ply; several of one ply are numbered. Those that cross an edge of the board are drawn on both
// sides of it.
func closings(p *draw.Picture, f *game.Frame, ago int) {
	gains := f.List("fence_gained")
	if len(gains) == 0 {
		return
	}
	mover, xs, ys, ws, hs := f.Number("mover"), f.List("fence_x"), f.List("fence_y"), f.List("fence_w"), f.List("fence_h")
	common := draw.Shape{Seat: draw.Nobody, Tone: draw.Ink, Lasts: fencePlies, Age: ago}
	for n, gained := range gains {
		for _, dx := range over(xs[n]+ws[n], p.Width) {
			for _, dy := range over(ys[n]+hs[n], p.Height) {
				rail, word, number := common, common, common
				rail.Form, rail.Seat, rail.Tone, rail.Fills, rail.Plain = draw.Rail, mover, draw.Full, true, strconv.Itoa(mover+1)+"#"
				rail.X, rail.Y, rail.Width, rail.Height = float64(xs[n]+dx), float64(ys[n]+dy), float64(ws[n]), float64(hs[n])
				p.Add(rail)
				word.Form, word.X, word.Y, word.Radius, word.Text = draw.Word, rail.X+rail.Width/2, rail.Y+rail.Height/2, 0.45,
					"+"+strconv.Itoa(gained)
				if word.Sign = word.Text; gained > 9 {
					word.Sign = strconv.Itoa(gained)
				}
				within(p, word)
				if len(gains) > 1 {
					number.Form, number.X, number.Y, number.Radius, number.Text = draw.Word, rail.X+0.5, rail.Y+0.55, 0.31,
						strconv.Itoa(n+1)
					within(p, number)
				}
			}
		}
	}
}

// within adds a word if its middle is on the board: of the two drawings of a fence that crosses the edge, one has it there.
func within(p *draw.Picture, word draw.Shape) {
	if word.X >= 0 && word.Y >= 0 && word.X <= float64(p.Width) && word.Y <= float64(p.Height) {
		p.Add(word)
	}
}

// over returns the offsets at which a thing that ends there is drawn: a second one by a whole board if it crosses the edge.
func over(end, side int) []int {
	if end > side {
		return []int{0, -side}
	}
	return []int{0}
}

// status returns whose turn it is, or how the game was decided.
func status(s *game.Scene) string {
	f := s.Frame
	if turn := f.Number("turn_of"); turn >= 0 {
		return s.Name(turn) + " to move"
	}
	if winner := f.Number("winner"); winner >= 0 {
		return s.Name(winner) + " wins: " + f.Word("law")
	}
	return f.Word("law")
}

// lastFences returns a table of the fences of the last ply that closed any, at most four.
func lastFences(s *game.Scene) draw.Table {
	for back := range tablePlies {
		f := s.Earlier(back)
		if f == nil {
			break
		}
		fences, left := f.Number("fences"), f.Number("gained")
		if left == 0 {
			continue
		}
		t := draw.Table{Title: fmt.Sprintf("last fence, ply %d", f.Number("round"))}
		row := func(what string, gained int) {
			left -= gained
			t.Rows, t.Seats = append(t.Rows, []string{what, fmt.Sprintf("+%d", gained)}), append(t.Seats, f.Number("mover"))
		}
		gains := f.List("fence_gained")
		for n := range min(len(gains), 4) {
			row(fmt.Sprintf("%d × %d", f.Nth("fence_w", n), f.Nth("fence_h", n)), gains[n])
		}
		if fences > 4 {
			row(fmt.Sprintf("%d more", fences-4), left)
		}
		return t
	}
	return draw.Table{}
}
