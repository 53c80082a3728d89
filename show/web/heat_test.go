package web

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The first page shows for how long each tile was the winner's own, in the games that have pages.
func TestTheHeatOfTheWinner(t *testing.T) {
	r := makeReport(t, 2, 3, 3)
	dir := t.TempDir()
	if err := WriteReport(dir, r); err != nil {
		t.Fatal(err)
	}
	first := &r.Last().Standings[0]
	text := read(t, dir, "index.html")
	for _, want := range []string{"<h2>Heat map</h2>", "<b>" + first.Name + "</b>: the longer a tile",
		"the 3 games of it that have a page"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if levels := regexp.MustCompile(`<path opacity="[0-9.]+" d="M`).FindAllString(text, -1); len(levels) < 3 {
		t.Errorf("the map has %d levels", len(levels))
	}
	a := &heat{Games: 1, wide: 2, shots: 4, own: []int{4, 0, 1, 2}}
	h := (*heat)(nil).with(a).with(&heat{Games: 1, wide: 2, shots: 4, own: []int{2, 0, 0, 0}}).with(nil)
	h = h.with(&heat{Games: 1, wide: 3, own: []int{9}})
	if !slices.Equal(h.own, []int{6, 0, 1, 2}) || h.Games != 2 || h.Most() != "75 %" {
		t.Errorf("%+v, %s", h, h.Most())
	}
	want := `viewBox="0 0 2 2" role="img" aria-label="The board"><path opacity="0.25" d="M0 1h1v1h-1z"/>` +
		`<path opacity="0.38" d="M1 1h1v1h-1z"/><path opacity="1.00" d="M0 0h1v1h-1z"/></svg>`
	if got := string(h.Picture()); !strings.HasSuffix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}
