package term

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"agon/game"
	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/internal/golden"
	"agon/show/term/screen"
)

// at returns a model that shows a shot.
func at(f *film.Film, shot, width, height int, d screen.Depth) *model {
	m := newModel(f, Options{}, d)
	m.width, m.height = width, height
	m.history.learn(f)
	m.playback.to(shot)
	return m
}

var depths = []struct {
	name  string
	depth screen.Depth
}{{"plain", screen.Plain}, {"mono", screen.Mono}, {"xterm", screen.Xterm}, {"true", screen.True}}

func TestGolden(t *testing.T) {
	f := canvas(t, 21, 200)
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		for _, d := range depths {
			t.Run(fmt.Sprintf("%dx%d %s", size[0], size[1], d.name), func(t *testing.T) {
				m := at(f, 120, size[0], size[1], d.depth)
				if size[0] == 120 {
					m.pick = 3
				}
				text := m.draw().String(d.depth)
				golden.Fits(t, text, size[0], size[1])
				golden.Check(t, fmt.Sprintf("canvas.%dx%d.%s.txt", size[0], size[1], d.name), text)
				if d.depth == screen.Plain {
					golden.NoControl(t, text)
				}
				if d.depth == screen.Mono {
					golden.NoColour(t, text)
				}
			})
		}
	}
	light := at(f, 120, 80, 24, screen.True)
	light.shade = board.NewShade(false)
	golden.Check(t, "canvas.80x24.light.txt", light.draw().String(screen.True))
}

// TestAnySize draws every state on screens of many sizes and depths.
func TestAnySize(t *testing.T) {
	films := map[string]*film.Film{
		"two": canvas(t, 2, 20), "crowd": canvas(t, 128, 3), "nothing yet": film.New(film.Info{Title: "Colour Battle"}),
		"no board": boardless(),
	}
	for name, f := range films {
		for _, size := range [][2]int{{1, 1}, {5, 3}, {20, 8}, {59, 30}, {60, 20}, {61, 19}, {80, 24}, {100, 20}, {70, 60}, {120, 40},
			{250, 100}} {
			for _, d := range depths {
				for state := range 4 {
					m := at(f, 2, size[0], size[1], d.depth)
					m.help, m.asking, m.patterns = state == 1, state == 2, state == 3
					if state == 3 && len(f.Info.Seats) > 1 {
						m.pick, m.message = 1, strings.Repeat("long ", 99)
					}
					golden.Fits(t, m.draw().String(d.depth), size[0], size[1])
					if t.Failed() {
						t.Fatalf("%s on %v at %s", name, size, d.name)
					}
				}
			}
		}
	}
}

// boardless returns a film of a kind without a grid, of a game that is still being played.
func boardless() *film.Film {
	f := film.New(film.Info{Title: "Counting", Seats: line(3), Unit: "points"})
	for i := range 5 {
		f.Append(film.Shot{Turn: i, Round: i / 2, Frame: &game.Frame{}, Scores: []float64{1, -2, 3}, Places: []int{2, 3, 1}})
	}
	return f
}

// On a small screen the board is below the list, or the last line says why it is not.
func TestSmallScreens(t *testing.T) {
	text := at(canvas(t, 21, 20), 10, 40, 12, screen.Plain).draw().String(screen.Plain)
	lines := strings.Split(text, "\n")
	if !strings.HasPrefix(lines[0], "Colour Battle") || !strings.HasPrefix(lines[1], " 1 ") || strings.Contains(text, "....") {
		t.Errorf("not a header and a list:\n%s", text)
	}
	if !strings.HasPrefix(lines[len(lines)-1], "no board below 60 x 20") {
		t.Errorf("it does not say why there is no board:\n%s", text)
	}
	small := at(canvas(t, 3, 20), 10, 40, 24, screen.Plain).draw().String(screen.Plain)
	if !strings.Contains(small, ". . . .") || strings.Contains(small, "no board") {
		t.Errorf("there is room for the board:\n%s", small)
	}
}

func TestNamesCannotReachTheTerminal(t *testing.T) {
	f := canvas(t, 21, 5)
	f.Info.Title = "\x1b]0;gone\x07Colour\nBattle"
	f.Info.Seats[0].Name = "a\u202eb\u200d\x1b[31mc"
	f.Info.Seats[0].Author = "\x1b[2J"
	m := at(f, 3, 120, 40, screen.Plain)
	m.pick = 0
	text := m.draw().String(screen.Plain)
	golden.NoControl(t, text)
	for _, r := range []rune{'\u202e', '\u200d'} {
		if slices.Contains([]rune(text), r) {
			t.Errorf("%U is on the screen", r)
		}
	}
	if !strings.Contains(text, "abc") {
		t.Error("what can be shown of a name is not")
	}
}

func TestListShowsThePickedBot(t *testing.T) {
	f := canvas(t, 128, 3)
	for seat := range 128 {
		m := at(f, 3, 80, 24, screen.Plain)
		m.pick = seat
		name := []rune(screen.Clean(f.Info.Seats[seat].Name))
		if text := m.draw().String(screen.Plain); !strings.Contains(text, ">"+string(name[:4])) {
			t.Fatalf("seat %d is picked and not in the list:\n%s", seat, text)
		}
	}
}
