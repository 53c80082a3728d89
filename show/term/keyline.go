package term

import (
	"agon/game/draw"
	"agon/show/term/screen"
)

// A keyLine lists keys: the most useful ones in a line, or all.
type keyLine struct {
	glyphs
	moves  string // keys that are moves
	layers []draw.Layer
}

// draw draws as many keys as fit.
func (k keyLine) draw(s *screen.Screen, y int) {
	dim := screen.Style{Dim: true}
	sep := "  "
	if s.Width >= 100 {
		sep = "   "
	}
	end := s.Right(s.Width, y, "q quit"+sep+"? all keys", dim)
	x := 0
	for _, hint := range k.hints() {
		if x+screen.Width(hint)+len(sep) > end {
			continue
		}
		x = s.Text(x, y, hint+sep, dim)
	}
}

// hints returns the keys of the bottom line: the steps, the board's keys, then the others, least important last.
func (k keyLine) hints() []string {
	var first, last []string
	if k.moves != "" {
		first = append(first, k.moves)
	}
	for _, key := range keys() {
		switch {
		case key.hint == "":
		case len(first) < 3:
			first = append(first, k.spell(key.hint))
		default:
			last = append(last, k.spell(key.hint))
		}
	}
	for _, layer := range k.layers {
		first = append(first, layer.Key+" "+layer.Title)
	}
	return append(first, last...)
}

// help lists all keys.
func (k keyLine) help(s *screen.Screen) {
	y := 2
	line := func(name, about string) {
		s.Text(2, y, name, screen.Style{Bold: true})
		s.Text(16, y, k.cut(about, s.Width-16), screen.Style{})
		y++
	}
	for _, key := range keys() {
		line(key.names[0], key.about)
	}
	for _, layer := range k.layers {
		line(layer.Key, layer.Title)
	}
}
