package term

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"agon/show/film"
	"agon/show/term/board"
	"agon/show/term/screen"
)

// standing returns the seats of a shot by place.
func standing(shot film.Shot) []int {
	order := make([]int, len(shot.Places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(shot.Places[a], shot.Places[b]) })
	return order
}

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
	averages := m.averages()
	faults := m.history.bySeat(m.playback.at, len(m.shown.Seats))
	var rows []row
	for _, seat := range standing(shot) {
		r := row{
			seat: seat, place: strconv.Itoa(shot.Places[seat]), mark: m.shown.Mark(seat),
			name: screen.Clean(m.shown.Seats[seat].Name), score: scores[seat],
			micros: micros(averages[seat]), faults: m.faultText(faults[seat]),
			note: m.shown.Note(seat), out: m.shown.Picture.Seats[seat].Out,
		}
		if most > 0 {
			r.part = max(shot.Scores[seat], 0) / most
		}
		rows = append(rows, r)
	}
	return rows
}

// faultText returns a number of faults, or a dot for none.
func (m *model) faultText(n int) string {
	switch {
	case n > 999:
		return fmt.Sprintf("%dk", n/1000)
	case n > 0:
		return strconv.Itoa(n)
	case m.ascii():
		return "."
	}
	return "·"
}

// scoreTexts returns the scores with the same number of decimals: two for percentages and fractions, none if all scores are whole. most is
// the highest score, at least 0.
func scoreTexts(scores []float64, unit string) (texts []string, most float64) {
	decimals := 0
	for _, s := range scores {
		if unit == "%" || s != float64(int64(s)) {
			decimals = 2
		}
		most = max(most, s)
	}
	for _, s := range scores {
		texts = append(texts, strings.Replace(strconv.FormatFloat(s, 'f', decimals, 64), "-", "−", 1))
	}
	return texts, most
}

// list draws the standing. If there are more bots than rows it shows those around the picked one.
func (m *model) list(s *screen.Screen, shot film.Shot, a area, all bool) {
	rows := m.rows(shot)
	y, height := a.y, a.height
	c := fit(rows, a.width, height, all)
	if all {
		m.listHead(s, a.x, y, c)
		y, height = y+1, height-1
	}
	each := 1
	if c.below {
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
		m.rest(s, rows, from, shown, area{a.x, y + shown*each, a.width, 1})
	}
	for i, r := range rows[from : from+shown] {
		m.row(s, r, c, a.x, y+i*each)
	}
}

func (m *model) listHead(s *screen.Screen, x, y int, c columns) {
	dim := screen.Style{Dim: true}
	s.Right(x+c.place, y, "#", dim)
	x += c.place + 1 + c.mark + 1
	s.Text(x, y, "bot", dim)
	x += c.name + 1 + c.score
	s.Right(x, y, m.scoreHead(c.name+c.score), dim)
	for _, n := range [...]int{c.bar, c.note} {
		if n > 0 {
			x += n + 1
		}
	}
	if c.micros > 0 {
		x += c.micros + 1
		s.Right(x, y, m.microHead(), dim)
	}
	if c.faults > 0 {
		x += c.faults + 1
		s.Right(x, y, "F", dim)
	}
}

func (m *model) microHead() string {
	if m.ascii() {
		return "us"
	}
	return "µs"
}

func (m *model) scoreHead(room int) string {
	switch unit := screen.Clean(m.film.Info.Unit); {
	case unit == "%":
		return "share"
	case unit != "" && screen.Width(unit) < room-4:
		return unit
	}
	return "score"
}

func (m *model) row(s *screen.Screen, r row, c columns, x, y int) {
	style := screen.Style{Bold: r.seat == m.pick, Dim: r.out, Struck: r.out}
	number := screen.Style{Bold: r.seat == m.pick, Dim: r.out}
	begin := x
	s.Right(x+c.place, y, r.place, number)
	x += c.place + 1
	s.Text(x, y, r.mark, screen.Chip(m.film.Info.Seats[r.seat].Slot))
	x += c.mark + 1
	s.Text(x, y, m.cut(r.name, c.name), style)
	if r.seat == m.pick && m.ascii() {
		s.Text(x-1, y, ">", number)
	}
	x += c.name + 1 + c.score
	if c.score > 0 {
		s.Right(x, y, r.score, number)
	}
	if c.bar > 0 {
		s.Text(x+1, y, m.bar(r.part, c.bar), screen.Style{Fore: screen.Fill(m.film.Info.Seats[r.seat].Slot)})
		x += c.bar + 1
	}
	if c.note > 0 {
		s.Text(x+1, y, r.note, screen.Style{Dim: true})
		x += c.note + 1
	}
	if c.micros > 0 {
		x += c.micros + 1
		s.Right(x, y, r.micros, number)
	}
	if c.faults > 0 {
		x += c.faults + 1
		s.Right(x, y, r.faults, number)
	}
	if c.below {
		if c.scored {
			r.note = r.scoredNote()
		}
		left := x - c.name - 1 - c.score - c.mark - 1
		end := x
		if c.score == 0 {
			end-- // the column between name and score
		}
		left = max(begin, min(left, end-screen.Width(r.note))) // a long note begins further left
		s.Text(left, y+1, m.cut(r.note, x-left), screen.Style{Dim: true})
	}
}

// rest draws one line for the bots without a row: their number, and the first of them.
func (m *model) rest(s *screen.Screen, rows []row, from, shown int, a area) {
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
	s.Text(a.x+3, a.y, m.cut(words, a.width-3), screen.Style{Dim: true})
}

func (m *model) cut(text string, columns int) string {
	if m.ascii() {
		return screen.CutPlain(text, columns)
	}
	return screen.Cut(text, columns)
}

// bar returns a bar of part times columns, at least one column if part is not 0.
func (m *model) bar(part float64, columns int) string {
	n := int(part*float64(columns) + 0.5)
	if part > 0 {
		n = max(n, 1)
	}
	if m.ascii() {
		return strings.Repeat("#", n)
	}
	return strings.Repeat("▇", n)
}
