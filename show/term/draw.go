package term

import (
	"fmt"

	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"
)

// The smallest screen on which a board is shown beside the list; on smaller ones it is below the list, if there is room.
const (
	leastWidth  = 60
	leastHeight = 20
)

// The least number of columns beside a board.
const (
	narrow = 18 // a name and a line below it
	usual  = 36 // place, letter, name, score
	roomy  = 44 // also times, faults and the picked bot
)

// gap is the number of columns between board and list.
const gap = 2

// draw makes the sheet.
func (m *model) draw() *screen.Screen {
	if m.loop != nil {
		return m.hall()
	}
	return m.game()
}

// game makes the sheet of a game.
func (m *model) game() *screen.Screen {
	s := screen.New(m.width, m.height)
	shot, ok := m.playback.shot()
	if ok {
		m.shown = m.look(shot)
	}
	switch {
	case !ok:
		s.Text(0, 0, screen.Clean(m.film.Info.Title), screen.Style{Bold: true})
		s.Text(0, 2, "waiting for the deal", screen.Style{Dim: true})
	case m.help:
		m.header(s, shot)
		m.keys().help(s)
	case m.width < leastWidth || m.height < leastHeight:
		m.header(s, shot)
		m.smallBody(s, shot)
	default:
		m.header(s, shot)
		m.body(s, shot)
		if m.logged {
			m.drawLog(s, shot)
		}
	}
	return s
}

// An area is a part of the sheet, in columns and rows.
type area struct{ x, y, width, height int }

func (m *model) body(s *screen.Screen, shot film.Shot) {
	if m.shown.Duel != nil {
		m.duel(s)
		return
	}
	tiles := m.shown.Tiles()
	if tiles.Width == 0 {
		m.bareBody(s, shot)
		return
	}
	if m.spacious(tiles, len(m.shown.Seats)) {
		m.wideBody(s, shot, tiles)
		return
	}
	m.closeBody(s, shot, tiles)
}

// bareBody has the list at the top, and below it the tables of a picture without a board.
func (m *model) bareBody(s *screen.Screen, shot film.Shot) {
	rows, lines := m.height-4, m.shown.Lines(m.width)
	if len(lines) > 0 {
		rows = min(rows, max(len(m.shown.Seats)+1, rows-len(lines)-1))
	}
	m.list(s, shot, area{0, 1, m.width, rows}, true)
	for i, l := range lines[:min(len(lines), max(m.height-5-rows, 0))] {
		s.Text(0, rows+2+i, m.cut(l, m.width), screen.Style{})
	}
	m.foot(s, shot)
}

// spacious reports whether the form with letters leaves enough room beside the board for everything else, including the status line.
func (m *model) spacious(t *board.Tiles, seats int) bool {
	columns, rows := board.Wide.Room(t.Width, t.Height)
	return columns+gap+roomy <= m.width && rows <= m.height-3 && m.height-3 >= seats+12
}

// wideBody has one line above and two below the board, which is as large as possible, and the list with all its columns.
func (m *model) wideBody(s *screen.Screen, shot film.Shot, t *board.Tiles) {
	side := board.Enlarge(t.Width, t.Height, m.width-gap-usual, m.height-3, m.depth)
	columns, _ := board.Enlarged(t.Width, t.Height, side)
	w := board.Look(t, board.Wide, columns, m.height-3, m.slot(), m.scroll)
	painter := m.painter()
	painter.Side = side
	painter.Paint(s, 0, 1, t, w)
	seats := len(m.film.Info.Seats)
	x := columns + gap
	m.list(s, shot, area{x, 1, m.width - x, seats + 1}, true)
	m.side(s, shot, area{x, seats + 2, m.width - x, m.height - 2 - (seats + 2)})
	m.playback.scrub(s, m.height-2, m.ascii())
	m.bottom(s, m.height-1)
}

// closeBody has one line above and three below the board, which has the largest form that leaves room for the list. If the largest form of
// all fits only without the status line, the status line is left out.
func (m *model) closeBody(s *screen.Screen, shot film.Shot, t *board.Tiles) {
	rows := m.height - 4
	least := usual
	if 2*len(m.film.Info.Seats)+6 <= rows {
		least = narrow
	}
	form := board.Fit(t.Width, t.Height, m.width-gap-least, rows, m.depth)
	foot, short := m.foot, false
	if board.Fit(t.Width, t.Height, m.width-gap-least, rows+1, m.depth) == board.Wide && form != board.Wide {
		form, rows, foot, short = board.Wide, rows+1, m.shortFoot, true
	}
	columns, _ := form.Room(t.Width, t.Height)
	if form != board.Wide {
		columns = min(columns, m.width-gap-usual)
	}
	m.window(s, t, form, columns, rows)
	x := columns + gap
	m.list(s, shot, area{x, 1, m.width - x, rows}, false)
	m.asideBelow(s, shot, area{x, 1, m.width - x, rows}, short)
	foot(s, shot)
}

// window draws as much of the board as fits. If that is a part, its last row says which part.
func (m *model) window(s *screen.Screen, t *board.Tiles, form board.Form, columns, rows int) {
	w := board.Look(t, form, columns, rows, m.slot(), m.scroll)
	if !w.Whole {
		w = board.Look(t, form, columns, rows-1, m.slot(), m.scroll)
		s.Text(0, rows, windowWords(w, t), screen.Style{Dim: true})
	}
	m.painter().Paint(s, 0, 1, t, w)
}

// smallBody has the list, and below it the whole board or the tables of a picture without one, as far as there is room, or in the last line
// why there is no board.
func (m *model) smallBody(s *screen.Screen, shot film.Shot) {
	w, whole := m.below()
	at := area{0, 2 + len(m.shown.Seats), m.width, m.height - 2 - len(m.shown.Seats)}
	list, last, dim := area{0, 1, m.width, m.height - 1}, "", true
	switch {
	case whole:
		list.height = at.y - 1
		m.painter().Paint(s, at.x, at.y, m.shown.Tiles(), w)
	case m.shown.Tiles().Width == 0 && m.shown.Duel == nil:
		at.height, last, dim = at.height-1, m.boardWords(), false
		if lines := m.shown.Lines(m.width); len(lines) > 0 && at.height > 0 {
			list.height = at.y - 1
			for i, l := range lines[:min(len(lines), at.height)] {
				s.Text(0, at.y+i, m.cut(l, m.width), screen.Style{})
			}
		}
	default:
		last = fmt.Sprintf("no board below %d x %d", leastWidth, leastHeight)
	}
	if last != "" && m.height >= 4 {
		list.height = min(list.height, m.height-2)
		s.Text(0, m.height-1, m.cut(last, m.width), screen.Style{Dim: dim})
	}
	m.list(s, shot, list, false)
}

// below returns the board below the list, and whether there is room for all of it.
func (m *model) below() (w board.Window, whole bool) {
	tiles, rows := m.shown.Tiles(), m.height-2-len(m.shown.Seats)
	if tiles.Width == 0 || rows <= 0 {
		return w, false
	}
	w = board.Look(tiles, board.Fit(tiles.Width, tiles.Height, m.width, rows, m.depth), m.width, rows, board.None, 0)
	return w, w.Whole
}

func (m *model) duel(s *screen.Screen) {
	rows := m.height - 3
	sheet := screen.New(m.width, rows)
	m.shown.PaintDuel(sheet, m.pick, m.on["art"])
	s.Draw(0, 1, sheet)
	m.playback.scrub(s, m.height-2, m.ascii())
	m.bottom(s, m.height-1)
}

func (m *model) painter() board.Painter {
	return board.Painter{Shade: m.shade, Depth: m.depth, Picked: m.slot(), Patterns: m.patterns}
}
