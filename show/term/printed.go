package term

import (
	"fmt"
	"strings"

	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"

	"github.com/charmbracelet/x/ansi"
)

// showLog shows or hides a bot's output beside the board. If no bot is picked it picks the viewer's own.
func (m *model) showLog() {
	if m.printed == nil {
		m.say("no output of bots is known here: agon play shows it live, agon logs that of a contest")
		return
	}
	if m.logged = !m.logged; m.logged && m.pick == board.None {
		m.pick = m.own
	}
}

// drawLog covers the right part of the sheet with the output of the picked bot up to the turn that is shown, the newest turn last.
func (m *model) drawLog(s *screen.Screen, shot film.Shot) {
	if m.pick == board.None {
		return
	}
	width := min(max(m.width*2/5, usual), m.width/2)
	a := area{m.width - width, 1, width, m.height - 4}
	c := &column{model: m, s: s, area: a}
	edge := "│"
	if m.ascii() {
		edge = "|"
	}
	for y := range a.height {
		s.Text(a.x-2, a.y+y, edge+strings.Repeat(" ", width+1), screen.Style{})
	}
	c.line(screen.Pad("output of "+screen.Clean(m.shown.Seats[m.pick].Name), width), screen.Style{Bold: true})
	var lines []string
	word := m.film.TurnWord()
	for turn := shot.Turn; turn >= 0 && len(lines) < a.height; turn-- {
		text := strings.TrimRight(m.printed(m.pick, turn), "\n")
		if text == "" {
			continue
		}
		head := fmt.Sprintf("%s %d", word, turn)
		if turn == 0 {
			head = "before its first " + word
		}
		these := []string{"-- " + head}
		for line := range strings.SplitSeq(text, "\n") {
			line = screen.CleanArt(strings.ReplaceAll(line, "\t", "    "))
			these = append(these, strings.Split(ansi.Hardwrap(line, width, true), "\n")...)
		}
		lines = append(these, lines...)
	}
	if len(lines) == 0 {
		lines = []string{"nothing so far"}
	}
	for _, line := range lines[max(len(lines)-c.left(), 0):] {
		c.line(line, screen.Style{})
	}
}
