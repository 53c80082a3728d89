package web

import (
	"strings"
	"testing"

	"agon/show/film"
)

// The first page shows the largest fall of a chance of all games that were looked at, and leads to the turn before it.
func TestTheLargestFall(t *testing.T) {
	r := makeReport(t, 2, 3, 3)
	means := [][][]float64{
		{{0.5, 0.5}, {0.6, 0.4}, {0.2, 0.8}, {0, 1}}, // seat 0 falls by 40 points
		{{0.5, 0.5}, {0.4, 0.6}, {0.9, 0.1}, {1, 0}}, // seat 1 by 50
		{{0.5, 0.5}, {0.9, 0.1}, {0, 1}, {0, 1}},     // more, but nobody is sure of it
	}
	for i, list := range means {
		c := &film.Chances{Bot: "hasty", Playouts: 8}
		for n, m := range list {
			uncertain := 0.01
			if i == 2 {
				uncertain = 0.3
			}
			c.Curve = append(c.Curve, film.ChancesAt{Turns: 30 * n, Means: m, Errors: []float64{uncertain, uncertain}})
		}
		made := r.Games[i].Film
		r.Games[i].Film = func() (*film.Film, error) {
			f, err := made()
			f.Info.Chances = c
			return f, err
		}
	}
	dir := t.TempDir()
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	text := read(t, dir, "index.html")
	for _, want := range []string{"<h2>The largest fall</h2>", "fell from 60 % to 10 % between rounds 30 and 60", `href="games/2.html#r=30"`,
		"builtin:hasty", `class="here"`, `aria-label="Chances from round 0 to round 90.`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if f := makeFilm(t, 2, 40); fallOf(&r.Games[0], f) != nil {
		t.Error("a game without estimates has a fall")
	}
}
