package term

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"agon/show/film"
	"agon/show/term/internal/golden"
	"agon/show/term/screen"
)

// TestLoop has the terminal follow a loop from game to game: the standing is beside the game or, without room for both, in its place after
// the game.
func TestLoop(t *testing.T) {
	var loop film.Loop
	showing := func(nth, games int, f *film.Film) film.Showing {
		s := film.Showing{Game: nth, Film: f, Standing: film.Standing{Games: games, Unit: "%"}}
		for i, seat := range f.Info.Seats {
			s.Standing.Lines = append(s.Standing.Lines,
				film.Line{Rank: i + 1, Name: seat.Name, Slot: i, Score: float64(10 - i), Played: games, Won: 1})
		}
		return s
	}
	first, second := canvas(t, 4, 20), canvas(t, 4, 30)
	second.Info.Title = "The second"
	loop.Show(showing(1, 1, first))
	m := newModel(first, Options{}, screen.Plain)
	m.loop = &loop
	now := time.Now()
	look := func(width, height int) string {
		now = now.Add(time.Second)
		m.tick(now)
		m.width, m.height = width, height
		return m.draw().String(screen.Plain)
	}
	look(120, 40)
	wide := look(120, 40)
	if !strings.Contains(wide, "standing after 1 game") || !strings.Contains(wide, "round 20/20") || !strings.Contains(wide, "1/1") {
		t.Errorf("not the end of the game with its standing:\n%s", wide)
	}
	if narrow := look(80, 24); !strings.HasPrefix(narrow, "standing after 1 game") || !strings.Contains(narrow, "Heavy Brush") {
		t.Errorf("not the standing:\n%s", narrow)
	}
	growing := film.New(second.Info)
	growing.Append(second.Shot(0))
	loop.Show(showing(2, 1, growing))
	growing.Append(second.Shot(1))
	if narrow := look(80, 24); !strings.Contains(narrow, "The second") || strings.Contains(narrow, "standing") {
		t.Errorf("not the next game:\n%s", narrow)
	}
	look(80, 24)
	if m.playback.at != 1 {
		t.Errorf("shot %d is shown, not the newest", m.playback.at)
	}
	for _, size := range [][2]int{{1, 1}, {5, 3}, {60, 20}, {96, 20}, {97, 3}, {250, 100}} {
		for _, d := range depths {
			m.depth = d.depth
			look(size[0], size[1])
			golden.Fits(t, m.draw().String(d.depth), size[0], size[1])
			if t.Failed() {
				t.Fatal(fmt.Sprint(size, d.name))
			}
		}
	}
}
