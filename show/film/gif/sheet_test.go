package gif

import (
	"image"
	"testing"

	"agon/game"
	"agon/game/draw"
	"agon/game/palette"
	"agon/show/film"
)

// A picture without a board has its status and its tables in place of one.
func TestPicturesWithoutABoard(t *testing.T) {
	status, rows := "", [][]string(nil)
	kind := &game.Kind{Info: game.Info{Draw: func(p *draw.Picture, _ *game.Scene) {
		p.Status = status
		p.Table(draw.Table{Title: "Market", Head: []string{"bot", "red", "green"}, Rows: rows, Seats: []int{0, 1}[:len(rows)]})
	}}}
	f := film.New(film.Info{Kind: kind, Seats: []film.Seat{{Name: "a"}, {Name: "b", Slot: 1}}})
	f.Append(film.Shot{Frame: &game.Frame{}, Scores: []float64{1, 2}, Places: []int{2, 1}})
	inked := func() (wide int, written bool) {
		s := newScene(&f.Info, f.View(0).Picture())
		picture := s.draw(f.View(0))
		for y := range picture.Bounds().Dy() {
			for x := range sheetWide {
				at := image.Pt(margin+x, headHigh+margin+y)
				written = written || at.In(s.sheet) && picture.RGBAAt(at.X, at.Y) != palette.Surface
			}
		}
		return picture.Bounds().Dx(), written
	}
	if wide, written := inked(); wide > 2*listWide || written {
		t.Errorf("nothing is drawn %d wide, written %v", wide, written)
	}
	status = "2 crates left"
	if wide, written := inked(); wide < sheetWide || !written {
		t.Errorf("a status is drawn %d wide, written %v", wide, written)
	}
	status, rows = "", [][]string{{"", "1", "2"}, {"", "3", "4"}}
	if wide, written := inked(); wide < sheetWide || !written {
		t.Errorf("a table is drawn %d wide, written %v", wide, written)
	}
}
