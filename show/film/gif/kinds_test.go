package gif

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"strconv"
	"testing"

	"agon/game"
	"agon/game/palette"
	"agon/games/bomberman"
	"agon/games/fence"
	"agon/games/rps"
	"agon/games/tron"
	"agon/show/film"
	"agon/show/film/filmtest"
)

func tronFilm(t *testing.T) *film.Film {
	return filmtest.Play(t, filmtest.Game{Kind: game.New(tron.Spec), Seed: 12, Bots: []string{"voronoi", "hugger", "filler", "random"}})
}

func fenceFilm(t *testing.T) *film.Film {
	took := func(turn int, _ game.Seat, d *game.Dice) game.Micros { return game.Micros(6000 + d.Intn(10_000)) }
	return filmtest.Play(t, filmtest.Game{Kind: game.New(fence.Spec), Seed: 5, Bots: []string{"planner", "planner"}, Took: took})
}

func rpsFilm(t *testing.T) *film.Film {
	fail := func(turn int, seat game.Seat) game.Fault {
		if turn == 9 && seat == 0 {
			return game.Late
		}
		return game.NoFault
	}
	return filmtest.Play(t, filmtest.Game{Kind: game.New(rps.Spec), Seed: 8, Bots: []string{"random", "paper"},
		Names: []string{"Echo Chamber", "Three Card Monty"}, Fail: fail})
}

func bombermanFilm(t *testing.T) *film.Film {
	return filmtest.Play(t, filmtest.Game{Kind: game.New(bomberman.Spec), Seed: 4,
		Bots: []string{"hunter", "hunter", "reference", "hunter"}})
}

// Each kind's film has the expected size, and all its colours are in the table.
func TestEachKindHasAPicture(t *testing.T) {
	for _, tt := range []struct {
		name  string
		film  *film.Film
		shots []int
	}{
		{"tron", tronFilm(t), []int{0, 150, 250}},
		{"fence", fenceFilm(t), []int{0, 389, 409}},
		{"rps", rpsFilm(t), []int{0, 10, 27, 42}},
		{"bomberman", bombermanFilm(t), []int{0, 78, 98}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, size := decode(t, tt.film, Options{})
			t.Logf("%d pictures of %d x %d, %d bytes", len(g.Image), g.Config.Width, g.Config.Height, size)
			if g.Config.Width > maxWidth {
				t.Errorf("the picture is %d wide, at most %d", g.Config.Width, maxWidth)
			}
			for _, at := range tt.shots {
				var still bytes.Buffer
				if err := png.Encode(&still, Still(tt.film, at)); err != nil {
					t.Fatal(err)
				}
				keep(t, fmt.Sprintf("%s-%d.png", tt.name, at), still.Bytes())
			}
		})
	}
}

// middle returns the colour in the middle of a tile of a still.
func middle(t *testing.T, f *film.Film, at, x, y int) color.RGBA {
	t.Helper()
	s := newScene(&f.Info, f.View(at).Picture())
	img := s.draw(f.View(at))
	return img.RGBAAt(s.board.Min.X+x*s.canvas.tile+s.canvas.tile/2, s.board.Min.Y+y*s.canvas.tile+s.canvas.tile/2)
}

func TestTronTilesAreTintedAsTheOverlaySays(t *testing.T) {
	f := tronFilm(t)
	for _, at := range []int{0, 60, 150} {
		frame := f.Shot(at).Frame
		want, err := tron.SurveyFrame(frame)
		if err != nil {
			t.Fatal(err)
		}
		picture := f.View(at).Picture()
		for tile, seat := range want.Owner {
			if got := picture.Tiles[tile].Seat; got != seat {
				t.Fatalf("shot %d: tile %d is of seat %d, the overlay says %d", at, tile, got, seat)
			}
		}
		for i, step := range want.Steps {
			row := picture.Tables[0].Rows[i]
			if !step.Free {
				if row[1] != "blocked" {
					t.Errorf("shot %d: %v is blocked, the row says %v", at, step.Move, row)
				}
				continue
			}
			if row[1] != strconv.Itoa(step.Mine) || row[2] != strconv.Itoa(step.Theirs) || row[3] != strconv.Itoa(step.Distance) {
				t.Errorf("shot %d: the row %v, the overlay says %+v", at, row, step)
			}
		}
	}
}

func TestATrailHasItsFullColour(t *testing.T) {
	f := tronFilm(t)
	frame := f.Shot(150).Frame
	width := frame.Width("grid")
	for tile, value := range frame.List("grid") {
		if value == 0 || frame.List("entered")[tile] == 0 {
			continue
		}
		x, y := tile%width, tile/width
		if seat := value - 1; x == frame.List("x")[seat] && y == frame.List("y")[seat] {
			continue // a head has a number in its middle
		}
		if got, want := middle(t, f, 150, x, y), palette.Of(value-1).Colour; got != want {
			t.Fatalf("tile %d,%d is %v, want %v of seat %d", x, y, got, want, value-1)
		}
	}
}

func TestAWallThatBurnsIsDarkerThanFloor(t *testing.T) {
	f := bombermanFilm(t)
	n, _ := f.Len()
	seen := make(map[color.RGBA]int)
	for at := 1; at < n && (seen[fire] == 0 || seen[ember] == 0); at++ {
		frame, before := f.Shot(at).Frame, f.Shot(at-1).Frame
		s := newScene(&f.Info, f.View(at).Picture())
		img := s.draw(f.View(at))
		for i, burns := range frame.List("burning") {
			if burns == 0 {
				continue
			}
			want, width := fire, frame.Width("burning")
			if before.List("walls")[i] == 2 {
				want = ember
			}
			got := img.RGBAAt(s.board.Min.X+i%width*s.canvas.tile+1, s.board.Min.Y+(i/width+1)*s.canvas.tile-2)
			if got == want {
				seen[want]++
			}
		}
	}
	if seen[fire] == 0 || seen[ember] == 0 {
		t.Errorf("only %d floors and %d walls were seen burning", seen[fire], seen[ember])
	}
}

func TestMarksAreWhatTheRulesCallTheSeats(t *testing.T) {
	for _, tt := range []struct {
		film *film.Film
		want string
	}{{tronFilm(t), "[0 1 2 3]"}, {fenceFilm(t), "[1 2]"}, {rpsFilm(t), "[A B]"}, {bombermanFilm(t), "[A B C D]"}} {
		if got := fmt.Sprint(tt.film.Info.Marks()); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.film.Info.Kind.Name, got, tt.want)
		}
	}
}

func TestTheClocksAreUnderTheList(t *testing.T) {
	f := fenceFilm(t)
	clock := f.Shot(100).Frame.List("clock_us")[1]
	s := newScene(&f.Info, f.View(100).Picture())
	rows := s.clocks(f.View(100).Picture())[0].Rows
	if want := fmt.Sprintf("%06.3f s", float64(clock)/1e6); rows[1][1] != want {
		t.Errorf("the second clock shows %s, want %s", rows[1][1], want)
	}
}
