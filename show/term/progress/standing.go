package progress

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"agon/format/tournament"
	"agon/game/palette"
	"agon/show/report"
	"agon/show/term/screen"
)

// A layout has the columns where the parts of the standing begin or, for numbers, end.
type layout struct {
	rank                 int // end
	place, bot, name     int // begin; width of the name
	score, half          int // end
	deviation, micros    int // end; 0 on a small screen
	interval, wide       int // begin and width of the drawing
	least, most, perTick float64
}

// nameColumns is the width of names, without the chip and the blank after it.
const nameColumns = 18

func (m *model) layout(lines []report.Standing) layout {
	rank := max(len(strconv.Itoa(len(lines))), 2)
	l := layout{rank: rank, place: rank + 2, bot: rank + 10, name: nameColumns}
	if m.width >= 110 {
		l.name = 26
	}
	l.score = l.bot + 3 + l.name + 8
	l.half = l.score + 10
	end := l.half
	if m.width >= 110 {
		l.deviation, l.micros = end+9, end+19
		end = l.micros
	}
	l.interval = end + 3
	l.wide = m.width - l.interval - 1
	l.axis(&m.run, lines)
	return l
}

// axis has marks at round numbers. It begins at 0 if no interval extends below, except for ratings and places, for which 0 has no meaning.
func (l *layout) axis(r *Run, lines []report.Standing) {
	if len(lines) > 0 && (r.By == tournament.ByRating || r.By == tournament.ByBracket) {
		l.least, _, _ = r.measured(&lines[0])
		l.most = l.least
	}
	for i := range lines {
		value, low, high := r.measured(&lines[i])
		l.least, l.most = min(l.least, low, value), max(l.most, high, value)
	}
	if l.most <= l.least {
		l.most = l.least + 1
	}
	rough := (l.most - l.least) / max(float64(l.wide/6), 1)
	size := math.Pow(10, math.Floor(math.Log10(rough)))
	l.perTick = 10 * size
	for _, step := range [...]float64{1, 2, 5} {
		if step*size >= rough {
			l.perTick = step * size
			break
		}
	}
}

// column returns the column of a value in the drawing.
func (l *layout) column(v float64) int {
	return l.interval + int(math.Round((v-l.least)/(l.most-l.least)*float64(l.wide-1)))
}

// standing draws the table between two rows, with a line for the entries that do not fit.
func (m *model) standing(s *screen.Screen, top, bottom int) {
	lines := m.ordered()
	if len(lines) == 0 {
		s.Text(1, top, "no game has ended yet", dim)
		return
	}
	l := m.layout(lines)
	m.standingHead(s, top, l)
	room, from := max(bottom-top-1, 0), 0
	if len(lines) > room {
		room = max(room-1, 0)
		from = min(m.scroll, len(lines)-room)
		s.Text(l.place, bottom-1, fmt.Sprintf("... %d more, arrows scroll", len(lines)-room), dim)
	}
	for i, e := range lines[from:min(from+room, len(lines))] {
		m.line(s, top+1+i, l, e)
	}
}

func (m *model) ordered() []report.Standing {
	lines := slices.Clone(m.run.Standings)
	if m.byTime {
		slices.SortStableFunc(lines, func(a, b report.Standing) int { return cmp.Compare(b.PerMicro(), a.PerMicro()) })
		for i := range lines {
			lines[i].Rank, lines[i].RankLow, lines[i].RankHigh = i+1, 0, 0
		}
	}
	return lines
}

func (m *model) standingHead(s *screen.Screen, y int, l layout) {
	s.Right(l.rank, y, "#", dim)
	s.Text(l.place, y, "places", dim)
	s.Text(l.bot, y, "bot", dim)
	q := m.run.quantity()
	score, half := strings.ToLower(q.Name), "± 95 %"
	if q.Scored {
		score += " " + screen.Clean(m.run.Unit)
	}
	if m.byTime {
		score, half = m.run.Unit+"/µs", "µs"
	}
	if !m.depth.Colour() {
		half, score = strings.NewReplacer("±", "+-", "µ", "u").Replace(half), strings.ReplaceAll(score, "µ", "u")
	}
	s.Right(l.score, y, strings.TrimSpace(score), dim)
	s.Right(l.half, y, half, dim)
	if l.micros > 0 {
		if q.Scored {
			s.Right(l.deviation, y, "dev", dim)
		}
		s.Right(l.micros, y, "us", dim)
	}
	end := 0
	for tick := math.Ceil(l.least/l.perTick) * l.perTick; tick <= l.most; tick += l.perTick {
		text := strconv.FormatFloat(math.Round(tick*1e6)/1e6, 'g', -1, 64)
		if x := l.column(tick); l.wide > 8 && x >= end && x+len(text) <= s.Width {
			end = s.Text(x, y, text, dim) + 1
		}
	}
}

func (m *model) line(s *screen.Screen, y int, l layout, e report.Standing) {
	stage := report.Stage{Played: m.run.Done, Standings: m.run.Standings, By: m.run.By}
	s.Right(l.rank, y, stage.RankText(&e), plain)
	if !stage.Unranked() && !stage.Unplaced(&e) {
		s.Text(l.place, y, places(e.RankLow, e.RankHigh), dim)
	}
	x := s.Text(l.bot, y, palette.Mark(e.Look()), screen.Chip(e.Look()))
	s.Text(max(x+1, l.bot+2), y, m.cut(screen.Clean(e.Name), l.name), plain)
	if e.Broken != "" {
		from := l.bot + 2 + l.name + 1
		s.Text(from, y, m.cut("cannot play: "+screen.Clean(e.Broken), s.Width-from), dim)
		return
	}
	value, low, high := m.run.measured(&e)
	q := m.run.quantity()
	figure := func(v float64) string { return fmt.Sprintf("%.*f", q.Digits, v) }
	if q.Scored {
		figure = number
	}
	score, half := figure(value), ""
	if high > low {
		half = figure((high - low) / 2)
	}
	if m.byTime {
		score, half = number(e.PerMicro()), number(e.Average())
	}
	s.Right(l.score, y, score, plain)
	s.Right(l.half, y, half, dim)
	if l.micros > 0 {
		if q.Scored {
			s.Right(l.deviation, y, number(e.Deviation), dim)
		}
		s.Right(l.micros, y, fmt.Sprintf("%.1f", e.Average()), plain)
	}
	if l.wide > 8 {
		m.interval(s, y, l, e)
	}
}

// interval draws the mean on a line that spans its interval, in the bot's colour.
func (m *model) interval(s *screen.Screen, y int, l layout, e report.Standing) {
	style := screen.Style{Fore: screen.Fill(e.Look())}
	dash, dot := "─", "●"
	if !m.depth.Colour() {
		dash, dot = "-", "o"
	}
	value, low, high := m.run.measured(&e)
	mean := l.column(value)
	if high > low {
		from, to := l.column(low), l.column(high)
		s.Text(from, y, strings.Repeat(dash, max(to-from+1, 1)), style)
	}
	s.Text(mean, y, dot, style)
}

// number returns a number with three decimals, or fewer if it is large.
func number(v float64) string {
	switch a := math.Abs(v); {
	case a >= 10_000:
		return grouped(int(math.Round(v)))
	case a >= 100:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.3f", v)
}
