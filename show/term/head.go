package term

import (
	"fmt"
	"strings"

	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"
)

// header draws the top line: the game, its progress and the speed.
func (m *model) header(s *screen.Screen, shot film.Shot) {
	sep := "  "
	if m.width >= 100 {
		sep = "   "
	}
	right := m.playback.progress(shot) + sep + m.playback.pace(m.width >= 100)
	end := s.Width
	from := s.Right(end, 0, right, screen.Style{})
	words := m.facts()
	for len(words) > 1 && screen.Width(strings.Join(words, sep))+2 > from {
		words = words[:len(words)-1]
	}
	x := s.Text(0, 0, screen.Cut(words[0], max(from-2, 0)), screen.Style{Bold: true})
	for _, w := range words[1:] {
		x = s.Text(x, 0, sep+w, screen.Style{})
	}
}

// facts describe the whole game, the title first.
func (m *model) facts() []string {
	info := m.film.Info
	words := []string{screen.Clean(info.Title)}
	if m.shown.Width > 0 {
		words = append(words, fmt.Sprintf("%dx%d", m.shown.Width, m.shown.Height))
	}
	if m.width >= 100 {
		words = append(words, fmt.Sprintf("%d bots", len(info.Seats)))
	}
	words = append(words, fmt.Sprintf("seed %d", info.Seed))
	for _, o := range info.Options {
		words = append(words, screen.Cut(screen.Clean(o), 24))
	}
	return words
}

// windowWords describe which part of a board is shown.
func windowWords(w board.Window, t *board.Tiles) string {
	return fmt.Sprintf("rows %d-%d of %d, PgUp PgDn", w.Y+1, w.Y+w.Height, t.Height)
}
