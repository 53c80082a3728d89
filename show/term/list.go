package term

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"
)

// A row is one seat's line in the list.
type row struct {
	seat              int
	place, mark, name string
	score, note       string
	micros, faults    string
	part              float64 // of the longest bar, 0 to 1
	out               bool
}

// scoredNote returns note and score for a line of their own.
func (r *row) scoredNote() string { return strings.TrimSpace(r.note + "  " + r.score) }

func (m *model) rows(shot film.Shot) []row {
	scores, most := scoreTexts(shot.Scores, m.film.Info.Unit)
	averages := m.playback.averages()
	faults := m.history.bySeat(m.playback.at, len(m.shown.Seats))
	var rows []row
	for _, seat := range shot.ByPlace() {
		r := row{
			seat: seat, place: shot.PlaceText(seat), mark: m.shown.Mark(seat),
			name: screen.Clean(m.shown.Seats[seat].Name), score: scores[seat],
			micros: micros(averages[seat]), faults: m.faultText(faults[seat]),
			note: m.shown.Note(seat), out: m.shown.Picture.Seats[seat].Out,
		}
		if most > 0 && scores[seat] != "" {
			r.part = max(shot.Scores[seat], 0) / most
		}
		rows = append(rows, r)
	}
	return rows
}

// scoreTexts returns the scores with the same number of decimals: two for percentages and fractions, none if all scores are whole. most is
// the highest score, at least 0. A hidden score has no text.
func scoreTexts(scores []float64, unit string) (texts []string, most float64) {
	decimals := 0
	for _, s := range scores {
		if math.IsNaN(s) {
			continue
		}
		if unit == "%" || s != float64(int64(s)) {
			decimals = 2
		}
		most = max(most, s)
	}
	for _, s := range scores {
		if math.IsNaN(s) {
			texts = append(texts, "")
			continue
		}
		texts = append(texts, strings.Replace(strconv.FormatFloat(s, 'f', decimals, 64), "-", "−", 1))
	}
	return texts, most
}

// list draws the standing. If there are more bots than rows it shows those around the picked one.
func (m *model) list(s *screen.Screen, shot film.Shot, a area, all bool) {
	rows := m.rows(shot)
	y, height := a.y, a.height
	l := list{m.glyphs, m.film.Info.Unit, m.film.Info.Looks(), fit(rows, a.width, height, all), m.pick}
	if all {
		l.head(s, a.x, y)
		y, height = y+1, height-1
	}
	each := 1
	if l.below {
		each = 2
	}
	from, shown := 0, min(len(rows), height/each)
	if more := len(rows) - shown; more > 0 && height > 1 {
		shown = min(len(rows), (height-1)/each)
		at := slices.IndexFunc(rows, func(r row) bool { return r.seat == m.pick })
		from = min(max(at-shown/2, 0), len(rows)-shown)
		if m.pick == board.None {
			from = 0
		}
		l.more(s, rows, from, shown, area{a.x, y + shown*each, a.width, 1})
	}
	for i, r := range rows[from : from+shown] {
		l.row(s, r, a.x, y+i*each)
	}
}

// A list draws the lines of a standing.
type list struct {
	glyphs
	unit  string
	looks []int // of the seats
	columns
	pick int
}

// head draws the headings.
func (l list) head(s *screen.Screen, x, y int) {
	dim := screen.Style{Dim: true}
	s.Right(x+l.place, y, "#", dim)
	x += l.place + 1 + l.mark + 1
	s.Text(x, y, "bot", dim)
	x += l.name + 1 + l.score
	s.Right(x, y, l.scoreHead(l.name+l.score), dim)
	for _, n := range [...]int{l.columns.bar, l.note} {
		if n > 0 {
			x += n + 1
		}
	}
	if l.micros > 0 {
		x += l.micros + 1
		s.Right(x, y, l.microHead(), dim)
	}
	if l.faults > 0 {
		x += l.faults + 1
		s.Right(x, y, "F", dim)
	}
}

// scoreHead returns the heading of scores.
func (l list) scoreHead(room int) string {
	switch unit := screen.Clean(l.unit); {
	case unit == "%":
		return "share"
	case unit != "" && screen.Width(unit) < room-4:
		return unit
	}
	return "score"
}

// row draws one line, or two.
func (l list) row(s *screen.Screen, r row, x, y int) {
	style := screen.Style{Bold: r.seat == l.pick, Dim: r.out, Struck: r.out}
	number := screen.Style{Bold: r.seat == l.pick, Dim: r.out}
	begin := x
	s.Right(x+l.place, y, r.place, number)
	x += l.place + 1
	s.Text(x, y, r.mark, screen.Chip(l.looks[r.seat]))
	x += l.mark + 1
	s.Text(x, y, l.cut(r.name, l.name), style)
	if r.seat == l.pick && l.ascii() {
		s.Text(x-1, y, ">", number)
	}
	x += l.name + 1 + l.score
	if l.score > 0 {
		s.Right(x, y, r.score, number)
	}
	if l.columns.bar > 0 {
		s.Text(x+1, y, l.glyphs.bar(r.part, l.columns.bar), screen.Style{Fore: screen.Fill(l.looks[r.seat])})
		x += l.columns.bar + 1
	}
	if l.note > 0 {
		s.Text(x+1, y, r.note, screen.Style{Dim: true})
		x += l.note + 1
	}
	if l.micros > 0 {
		x += l.micros + 1
		s.Right(x, y, r.micros, number)
	}
	if l.faults > 0 {
		x += l.faults + 1
		s.Right(x, y, r.faults, number)
	}
	if l.below {
		if l.scored {
			r.note = r.scoredNote()
		}
		left := x - l.name - 1 - l.score - l.mark - 1
		end := x
		if l.score == 0 {
			end-- // the column between name and score
		}
		left = max(begin, min(left, end-screen.Width(r.note))) // a long note begins further left
		s.Text(left, y+1, l.cut(r.note, x-left), screen.Style{Dim: true})
	}
}

// more draws one line for the bots without a row: their number, and the first of them.
func (l list) more(s *screen.Screen, rows []row, from, shown int, a area) {
	words := fmt.Sprintf("%d more", len(rows)-shown)
	if from+shown < len(rows) {
		words += ":"
		for _, r := range rows[from+shown:] {
			next := " " + r.mark + " " + r.score
			if screen.Width(words+next) > a.width-3 {
				break
			}
			words += next
		}
	}
	s.Text(a.x+3, a.y, l.cut(words, a.width-3), screen.Style{Dim: true})
}
