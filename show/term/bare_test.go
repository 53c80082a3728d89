package term

import (
	"math"
	"strings"
	"testing"

	"agon/game"
	"agon/game/draw"
	"agon/show/film"
	"agon/show/term/screen"
)

// bare returns a film of a game whose picture is a table, with these scores and places.
func bare(scores []float64, places []int) *film.Film {
	kind := &game.Kind{Info: game.Info{Draw: func(p *draw.Picture, _ *game.Scene) {
		p.Status = "7 crates left"
		p.Table(draw.Table{Title: "Market", Head: []string{"bot", "purse"}, Rows: [][]string{{"Ann's", "57"}, {"Ben's", "60"}}})
	}}}
	f := film.New(film.Info{Kind: kind, Title: "Market", Seats: []film.Seat{{Name: "Ann"}, {Name: "Ben", Slot: 1}}})
	f.Append(film.Shot{Frame: &game.Frame{}, Scores: scores, Places: places})
	return f
}

// The tables of a picture without a board are below the list, with the status, on every screen that has room for them.
func TestPicturesWithoutABoard(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 20}, {160, 50}, {40, 24}, {40, 10}, {100, 12}} {
		text := at(bare([]float64{3, 1}, []int{1, 2}), 0, size[0], size[1], screen.Plain).draw().String(screen.Plain)
		for _, want := range []string{"Ann's", "Ben's", "57", "purse", "7 crates left"} {
			if !strings.Contains(text, want) {
				t.Errorf("%d x %d: no %q in\n%s", size[0], size[1], want, text)
			}
		}
		if strings.Contains(text, "no board") {
			t.Errorf("%d x %d: it misses a board:\n%s", size[0], size[1], text)
		}
	}
}

// Scores and places that a viewer may not know are blank.
func TestHiddenScores(t *testing.T) {
	m := at(bare([]float64{4321, math.NaN()}, []int{0, 0}), 0, 80, 24, screen.Plain)
	text := m.draw().String(screen.Plain)
	if !strings.Contains(text, "4321") || strings.Contains(text, "NaN") {
		t.Error(text)
	}
	var printed strings.Builder
	if err := PrintStanding(&printed, m.film); err != nil || !strings.Contains(printed.String(), "hidden") ||
		strings.Contains(printed.String(), "NaN") {
		t.Errorf("%v\n%s", err, printed.String())
	}
}
