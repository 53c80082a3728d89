package gif

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"agon/game"
	"agon/game/draw"
	"agon/game/gametest"
	"agon/game/palette"
	"agon/games/colourbattle"
	"agon/show/film"
)

func makeFilm(t *testing.T, seats, rounds int) *film.Film {
	t.Helper()
	kind := game.New(colourbattle.Spec)
	record := gametest.Play(t, kind, seats, 4, map[string]any{"rounds": rounds}).Record()
	info := film.Info{Kind: kind, Title: kind.Title, Seed: record.Seed, Unit: "%", Rounds: rounds}
	for seat := range seats {
		info.Seats = append(info.Seats, film.Seat{Name: "A Bot Whose Name Is Long " + palette.Mark(seat), Slot: seat})
	}
	f, err := film.FromRecord(info, record)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func decode(t *testing.T, f *film.Film, o Options) (*gif.GIF, int) {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, f, o); err != nil {
		t.Fatal(err)
	}
	size := out.Len()
	keep(t, "film.gif", out.Bytes())
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	return g, size
}

// keep saves a picture in the folder that AGON_SHOTS names, for inspection.
func keep(t *testing.T, name string, data []byte) {
	t.Helper()
	if dir := os.Getenv("AGON_SHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFilm(t *testing.T) {
	f := makeFilm(t, 21, 1000)
	g, size := decode(t, f, Options{})
	t.Logf("%d pictures of %d x %d, %d bytes", len(g.Image), g.Config.Width, g.Config.Height, size)
	if g.Config.Width > maxWidth {
		t.Errorf("the picture is %d wide, at most %d", g.Config.Width, maxWidth)
	}
	if len(g.Image) > 300 {
		t.Errorf("%d pictures of at most 300", len(g.Image))
	}
	for i, d := range g.Delay {
		want := delay
		if i == len(g.Delay)-1 {
			want = held
		}
		if d != want {
			t.Errorf("picture %d stays for %d hundredths of a second, not %d", i, d, want)
		}
	}
	var still bytes.Buffer
	n, _ := f.Len()
	if err := png.Encode(&still, Still(f, n-1)); err != nil {
		t.Fatal(err)
	}
	keep(t, "still.png", still.Bytes())
}

// The pictures of a GIF hold only changes; drawn over each other they must give the last shot.
func TestChangesAddUp(t *testing.T) {
	f := makeFilm(t, 4, 60)
	g, _ := decode(t, f, Options{Pictures: 7})
	if len(g.Image) > 7 {
		t.Errorf("%d pictures of at most 7", len(g.Image))
	}
	sheet := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for _, p := range g.Image {
		for y := p.Rect.Min.Y; y < p.Rect.Max.Y; y++ {
			for x := p.Rect.Min.X; x < p.Rect.Max.X; x++ {
				if c := p.At(x, y).(color.RGBA); c.A > 0 {
					sheet.SetRGBA(x, y, c)
				}
			}
		}
	}
	n, _ := f.Len()
	want := Still(f, n-1)
	for y := range sheet.Rect.Dy() {
		for x := range sheet.Rect.Dx() {
			if got := sheet.RGBAAt(x, y); got != want.At(x, y) {
				t.Fatalf("at %d,%d the film ends with %v, the last shot has %v", x, y, got, want.At(x, y))
			}
		}
	}
}

func TestChosen(t *testing.T) {
	for _, tt := range []struct {
		name     string
		n, most  int
		pictures int
	}{
		{"every shot of a short film", 61, 300, 61},
		{"a long film skips", 1001, 300, 251},
		{"the deal alone", 1, 300, 1},
		{"two are the deal and the end", 1001, 2, 2},
	} {
		got := chosen(tt.n, tt.most)
		if len(got) != tt.pictures || got[0] != 0 || got[len(got)-1] != tt.n-1 {
			t.Errorf("%s: %d pictures from %d to %d, want %d", tt.name, len(got), got[0], got[len(got)-1], tt.pictures)
		}
	}
}

// Tiles are where the rules put them: Colour Battle's (0,0) is the lower left one.
func TestTilesLieAsTheRulesSay(t *testing.T) {
	var f game.Frame
	f.Grid("grid", 3, 3, func(x, y int) int {
		if x == 0 && y == 0 {
			return 2
		}
		return 0
	})
	f.Ints("ids", 2, func(i int) int { return []int{2, 1}[i] })
	info := film.Info{Kind: game.New(colourbattle.Spec), Seats: []film.Seat{{Name: "a"}, {Name: "b", Slot: 1}}}
	shots := film.New(info)
	shots.Append(film.Shot{Frame: &f, Scores: []float64{1, 0}, Places: []int{1, 2}})
	s := newScene(&info, shots.View(0).Picture())
	img, middle := s.draw(shots.View(0)), s.canvas.tile/2
	low := img.RGBAAt(s.board.Min.X+middle, s.board.Max.Y-middle)
	if want := palette.Mix(palette.Tile, palette.Of(0).Colour, parts[draw.Pale]); low != want {
		t.Errorf("the lower left tile is %v, want %v", low, want)
	}
	if high := img.RGBAAt(s.board.Min.X+middle, s.board.Min.Y+middle); high != palette.Tile {
		t.Errorf("the upper left tile is %v, want an empty one", high)
	}
}
