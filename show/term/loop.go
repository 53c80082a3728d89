package term

import (
	"context"
	"fmt"
	"strconv"

	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"
)

// WatchLoop shows the games of a loop as they come, with the standing beside the game, until the user quits or ctx is done; see [Watch].
// The loop must have shown something before the call, and Out must be a terminal with cursor control.
func WatchLoop(ctx context.Context, l *film.Loop, o Options) error {
	o = o.filled()
	now, _ := l.Now()
	m := newModel(now.Film, o, screen.Detect(o.Out, o.Env))
	m.loop = l
	m.follow()
	return m.show(ctx, o)
}

// follow shows what the loop shows. The loop sets the pace, so the newest shot is shown.
func (m *model) follow() {
	if m.loop == nil {
		return
	}
	now, news := m.loop.Now()
	if news == m.news {
		return
	}
	m.news, m.standing = news, now.Standing
	if now.Film == m.film && m.playback.speed == fast {
		return
	}
	picked := board.None
	if m.pick != board.None {
		picked = m.film.Info.Seats[m.pick].Slot
	}
	m.film, m.history = now.Film, history{}
	m.playback = playback{film: now.Film, playing: true, speed: fast}
	m.pick, m.scroll = board.None, 0
	for seat, s := range now.Film.Info.Seats {
		if picked != board.None && s.Slot == picked {
			m.pick = seat // the picked bot plays in this game too
		}
	}
}

// standingWidth is the number of columns of the standing beside a game.
const standingWidth = 34

// hall makes the sheet of a loop: the standing beside the game or, without room for both, in its place after the game.
func (m *model) hall() *screen.Screen {
	width := m.width
	if width >= leastWidth+gap+standingWidth {
		m.width = width - gap - standingWidth
		game := m.game()
		m.width = width
		s := screen.New(m.width, m.height)
		s.Draw(0, 0, game)
		m.drawStanding(s, area{game.Width + gap, 0, standingWidth, m.height})
		return s
	}
	n, done := m.playback.length()
	if !done || m.playback.at < n-1 {
		return m.game()
	}
	s := screen.New(m.width, m.height)
	m.drawStanding(s, area{0, 0, m.width, m.height})
	return s
}

// drawStanding draws as many lines of the standing as fit.
func (m *model) drawStanding(s *screen.Screen, a area) {
	s.Text(a.x, a.y, m.cut(m.standing.Title(), a.width), screen.Style{Bold: true})
	scores := make([]float64, len(m.standing.Lines))
	for i, l := range m.standing.Lines {
		scores[i] = l.Score
	}
	texts, _ := scoreTexts(scores, m.standing.Unit)
	for i, l := range m.standing.Lines[:min(len(m.standing.Lines), max(a.height-2, 0))] {
		y := a.y + 2 + i
		end := s.Right(a.x+a.width, y, fmt.Sprintf("%d/%d", l.Won, l.Played), screen.Style{Dim: true})
		end = s.Right(end-1, y, texts[i], screen.Style{})
		s.Text(a.x, y, screen.PadLeft(strconv.Itoa(l.Rank), 2), screen.Style{Dim: true})
		s.Text(a.x+3, y, m.cut(screen.Clean(l.Name), max(end-a.x-4, 0)), screen.Style{})
	}
}
