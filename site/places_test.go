package site

import (
	"bytes"
	"strings"
	"testing"

	"agon/show/report"
)

// Places over time are drawn of the newest stage that has some, and a sentence before.
func TestPlacesOverTime(t *testing.T) {
	short := []report.Stage{{Moments: make([]report.Moment, 1)}}
	for name, f := range map[string]*report.Figures{"no game": nil, "one moment": {Stages: short}} {
		if picture, err := drawPlaces(f); err != nil || !bytes.Contains(picture, []byte("Places are drawn once")) {
			t.Errorf("%s: %v %s", name, err, picture)
		}
	}
	one, two := report.MomentPlace{Bot: "One", Entry: 0, Rank: 1}, report.MomentPlace{Bot: "Two", Entry: 1, Rank: 2}
	first := report.Moment{Round: 1, Places: []report.MomentPlace{one, two}}
	one.Rank, two.Rank = 2, 1
	last := report.Moment{Round: 2, Places: []report.MomentPlace{two, one}}
	f := &report.Figures{
		Entries: []report.Version{{Bot: "One"}, {Bot: "Two & <b>"}}, Stages: []report.Stage{{Moments: []report.Moment{first, last}}, {}},
	}
	picture, err := drawPlaces(f)
	if text := string(picture); err != nil || !strings.Contains(text, "Two &amp; &lt;b&gt; leads") ||
		!strings.Contains(text, "<title>One: 1, 2</title>") {
		t.Errorf("%v %s", err, text)
	}
	s := serve(t, nil)
	olga, nobody := s.as(t, "organiser"), s.browser(t)
	if a := nobody.get("/c/cup/places.svg"); a.code != 200 || a.head.Get("Content-Type") != "image/svg+xml" {
		t.Error(a.code, a.head)
	}
	olga.hideCup()
	if a := nobody.get("/c/cup/places.svg"); a.code != 404 {
		t.Error("of a private contest:", a.code)
	}
}
