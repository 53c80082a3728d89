package web

import (
	"strings"
	"testing"

	"agon/tournament"
)

func TestDrawSeasons(t *testing.T) {
	if DrawSeasons(nil) != "" || DrawSeasons([]SeasonCurve{{Name: "empty"}}) != "" {
		t.Error("a picture of nothing")
	}
	points := func(n int) (list []tournament.CurvePoint) {
		for i := range n {
			list = append(list, tournament.CurvePoint{Games: i + 1, Rating: 1000 + float64(i), Error: 10})
		}
		return list
	}
	text := string(DrawSeasons([]SeasonCurve{{"One & <only>", points(10)}, {Name: "left out"}, {"A season of a very long name indeed", points(5000)}}))
	for _, part := range []string{"One &amp; &lt;only&gt;", "A season of a very long…", "010 games"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in %.600s", part, text)
		}
	}
	if n := strings.Count(text, `class="line"`); n != 2 {
		t.Errorf("%d lines", n)
	}
	if strings.Contains(text, "left out") || len(text) > 60_000 {
		t.Error(len(text))
	}
	DrawSeasons(make([]SeasonCurve, 1000))
}
