package gif

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"

	"golang.org/x/image/font"

	"agon/game/draw"
	"agon/game/palette"
	"agon/internal/paint"
	"agon/show/film"
)

const (
	margin    = 12  // pixels around and between
	listWide  = 160 // of the list
	boardWide = maxWidth - listWide - 3*margin
	boardHigh = 480
	headHigh  = 26 // of the line with title and round
	lineHigh  = 20 // of the list
	listed    = 10 // seats of the list
	noteHigh  = 16 // of a line under the list
	noteWide  = 40 // of its columns
)

// scene is a picture in progress, redrawn for each shot.
type scene struct {
	info   *film.Info
	looks  []palette.Slot
	marks  []string
	pen    pen
	canvas Canvas
	board  image.Rectangle
	size   image.Point // of the board in tiles; 0 without a board
	bounds image.Rectangle
	sheet  image.Rectangle // of the tables of pictures without a board, in its place; empty with a board
}

func newScene(info *film.Info, deal *draw.Picture) *scene {
	s := &scene{info: info, marks: info.Marks(), size: image.Pt(deal.Width, deal.Height)}
	for _, slot := range info.Looks() {
		s.looks = append(s.looks, palette.Of(slot))
	}
	if deal.Duel != nil {
		s.size = image.Pt(duelSide, duelSide)
	}
	tile := 0
	if s.size.X > 0 {
		tile = max(2, min(boardWide/s.size.X, boardHigh/s.size.Y))
	}
	s.board = image.Rect(0, 0, tile*s.size.X, tile*s.size.Y).Add(image.Pt(margin, headHigh+margin))
	left := s.board.Max.X + margin
	if tile == 0 {
		s.sheet = sheetOf(deal)
		left = s.sheet.Max.X + margin
	}
	high := max(s.board.Max.Y, s.sheet.Max.Y, headHigh+margin+min(listed, len(info.Seats))*lineHigh) + margin
	s.bounds = image.Rect(0, 0, left+listWide+margin, high)
	s.pen = pen{Pen: paint.Pen{Image: image.NewRGBA(s.bounds)}, faces: newFaces()}
	s.canvas = Canvas{pen: &s.pen, at: s.board.Min, tile: tile, look: s.looks, mark: s.marks}
	return s
}

// draw draws a shot; the picture is valid until the next call.
func (s *scene) draw(v *film.View) *image.RGBA {
	p := v.Picture()
	s.pen.Fill(s.bounds, palette.Surface)
	s.head(&v.Shot)
	switch {
	case p.Duel != nil:
		s.pen.Fill(s.board.Inset(-1), palette.TileLine)
		s.canvas.duel(p.Duel, s.info.Seats)
	case s.size.X > 0:
		s.pen.Fill(s.board.Inset(-1), palette.TileLine)
		s.pen.Fill(s.board, palette.Tile)
		s.grid()
		s.canvas.paint(p)
		s.frame()
	default:
		s.write(p)
	}
	s.list(&v.Shot)
	if s.sheet.Empty() {
		s.tables(p)
	}
	return s.pen.Image
}

// frame removes what was drawn outside the board.
func (s *scene) frame() {
	for _, beyond := range []image.Rectangle{
		image.Rect(0, headHigh, s.board.Min.X-1, s.bounds.Max.Y), image.Rect(s.board.Max.X+1, headHigh, s.bounds.Max.X, s.bounds.Max.Y),
		image.Rect(0, headHigh, s.bounds.Max.X, s.board.Min.Y-1), image.Rect(0, s.board.Max.Y+1, s.bounds.Max.X, s.bounds.Max.Y),
	} {
		s.pen.Fill(beyond, palette.Surface)
	}
}

// tables draws the small tables below the list, as far as there is room: the clocks first.
func (s *scene) tables(p *draw.Picture) {
	right, y := s.bounds.Max.X-margin, headHigh+2*margin+min(listed, len(s.looks))*lineHigh
	for _, t := range append(s.clocks(p), p.Tables...) {
		if y+(len(t.Rows)+2)*noteHigh > s.bounds.Max.Y {
			return
		}
		y += noteHigh
		s.pen.Left(t.Title, right-listWide, y, listWide, s.pen.faces.text, palette.Muted)
		if t.Head != nil {
			y += noteHigh
			s.tableRow(t.Head, s.pen.faces.text, palette.Muted, y)
		}
		for i, row := range t.Rows {
			face := s.pen.faces.text
			if i+1 == t.Strong {
				face = s.pen.faces.bold
			}
			y += noteHigh
			s.tableRow(row, face, palette.Ink, y)
		}
		y += margin / 2
	}
}

func (s *scene) tableRow(row []string, face font.Face, ink color.RGBA, y int) {
	right, cells := s.bounds.Max.X-margin, row[1:]
	s.pen.Left(row[0], right-listWide, y, listWide, face, ink)
	for i, text := range cells {
		s.pen.Right(text, right-(len(cells)-1-i)*noteWide, y, face, ink)
	}
}

// clocks returns the clocks of the seats as a table; none if they have none.
func (s *scene) clocks(p *draw.Picture) []draw.Table {
	t := draw.Table{Title: p.Clock}
	for seat, shown := range p.Seats {
		if shown.Clock == "" {
			return nil
		}
		t.Rows = append(t.Rows, []string{paint.Cut(s.marks[seat]+" "+s.info.Seats[seat].Name, listWide-2*noteWide, s.pen.faces.text),
			shown.Clock})
		if shown.Runs {
			t.Strong = seat + 1
		}
	}
	return []draw.Table{t}
}

// grid draws thin lines between empty tiles that are large enough.
func (s *scene) grid() {
	if s.canvas.tile < 6 {
		return
	}
	for x := 1; x < s.size.X; x++ {
		at := s.board.Min.X + x*s.canvas.tile
		s.pen.Fill(image.Rect(at, s.board.Min.Y, at+1, s.board.Max.Y), palette.TileLine)
	}
	for y := 1; y < s.size.Y; y++ {
		at := s.board.Min.Y + y*s.canvas.tile
		s.pen.Fill(image.Rect(s.board.Min.X, at, s.board.Max.X, at+1), palette.TileLine)
	}
}

func (s *scene) head(shot *film.Shot) {
	right := s.bounds.Max.X - margin
	round := fmt.Sprintf("%s %d", s.info.Step(), shot.Round)
	if s.info.Rounds > 0 {
		round += fmt.Sprintf(" of %d", s.info.Rounds)
	}
	s.pen.Right(round, right, headHigh-4, s.pen.faces.text, palette.Muted)
	s.pen.Left(s.info.Title, margin, headHigh-4, s.bounds.Dx()/2, s.pen.faces.bold, palette.Ink)
}

// list draws the first ten with chip, name, score and a bar.
func (s *scene) list(shot *film.Shot) {
	order := shot.ByPlace()
	most := 1e-9
	for _, score := range shot.Scores {
		if score > most { // not if it is hidden
			most = score
		}
	}
	right := s.bounds.Max.X - margin
	for i, seat := range order[:min(listed, len(order))] {
		top, left := headHigh+margin+i*lineHigh, right-listWide
		look, score := s.looks[seat], s.score(shot.Scores[seat])
		s.chip(left, top, s.marks[seat], look)
		s.pen.Right(score, right, top+12, s.pen.faces.text, palette.Ink)
		s.pen.Left(s.info.Seats[seat].Name, left+20, top+12, listWide-20-52, s.pen.faces.text, palette.Ink)
		wide := 0
		if !math.IsNaN(shot.Scores[seat]) {
			wide = int(math.Round(float64(listWide-20) * math.Max(0, shot.Scores[seat]) / most))
		}
		s.pen.Fill(image.Rect(left+20, top+16, left+20+wide, top+18), look.Colour)
	}
}

func (s *scene) chip(x, y int, mark string, look palette.Slot) {
	s.pen.Fill(image.Rect(x, y+1, x+14, y+15), look.Colour)
	for _, corner := range []image.Point{{0, 1}, {13, 1}, {0, 14}, {13, 14}} {
		s.pen.Image.SetRGBA(x+corner.X, y+corner.Y, palette.Surface)
	}
	s.pen.Centred(mark, float64(x)+7, float64(y)+8, s.pen.faces.mark, look.Ink)
}

func (s *scene) score(v float64) string {
	if math.IsNaN(v) {
		return "" // hidden
	}
	if s.info.Unit != "%" && v == math.Trunc(v) {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}
