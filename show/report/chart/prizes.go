package chart

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"agon/format/tournament"
	"agon/game/palette"
	"agon/internal/numerals"
	"agon/show/report"
)

// The measures of the picture of scores and times, in pixels.
const (
	fieldHigh  = 320
	fieldEdge  = 24  // around the marks
	fieldPage  = 600 // width on a page, at least
	fieldPhone = 250
	markSize   = 18
	nameLetter = 7.8 // width of a letter
	nameLine   = 14
	nameMost   = 18 // letters
	mostMarks  = 40 // bots, the best by score, and those of the front
)

// A spot is a bot in the picture of scores and times.
type spot struct {
	entry      int
	name       string
	us, score  float64
	x          float64 // in percent
	y          float64 // in pixels
	front      bool    // no bot is both faster and better
	what       string  // the prize that it would win; usually empty
	naming     anchor  // of its name; empty: there is no room
	above      int     // the baseline of its name, in pixels below the middle of the mark
	wide       bool    // only a page has room for its name
	nameInFull string
}

// spots is the picture of the scores of bots and the times of their moves.
type spots struct {
	list      []spot
	unit      string
	limit     float64 // µs; 0: none
	low, high float64 // scores
	from, to  float64 // logarithms of times
}

// Prizes draws the mean scores of a stage's bots against the mean times of their moves, on a logarithmic axis, with their names beside
// their marks or in a list below. The bots that no other one beats in both are connected; the caption names those with the highest score
// and with the most score per time. Both are empty unless mean scores rank and three bots have times that differ.
func Prizes(s *report.Stage) (picture template.HTML, caption string) {
	p := newSpots(s)
	if p == nil {
		return "", ""
	}
	p.place(fieldPhone, false)
	p.place(fieldPage, true)
	var out strings.Builder
	fmt.Fprintf(&out, `<div class="lines prizes" role="img" aria-label="%s">`, escaped(p.words()))
	p.draw(&out)
	out.WriteString("</div>")
	p.unnamed(&out)
	return template.HTML(out.String()), p.caption()
}

func newSpots(s *report.Stage) *spots {
	if s.By != tournament.ByScore {
		return nil
	}
	p := &spots{unit: s.Unit, limit: s.Limit}
	for i := range s.Standings {
		row := &s.Standings[i]
		us := row.Average()
		if row.Played == 0 || !(us > 0) || math.IsInf(us, 0) || math.IsNaN(row.Score) || math.Abs(row.Score) > mostValue {
			continue
		}
		p.list = append(p.list, spot{entry: row.Look(), name: shortened(row.Name, nameMost), nameInFull: row.Name, us: us,
			score: row.Score})
	}
	if len(p.list) < 3 {
		return nil
	}
	p.findFront()
	p.findPrizes()
	least := p.least()
	p.list = slices.DeleteFunc(p.list, func(x spot) bool { return !x.front && x.what == "" && x.score < least })
	p.scale()
	if p.to-p.from < 0.02 {
		return nil
	}
	return p
}

// least returns the lowest score of the best bots.
func (p *spots) least() float64 {
	scores := make([]float64, len(p.list))
	for i := range p.list {
		scores[i] = p.list[i].score
	}
	slices.Sort(scores)
	return scores[max(0, len(scores)-mostMarks)]
}

// findFront marks the bots that no other one beats in score and time.
func (p *spots) findFront() {
	byTime := make([]int, len(p.list))
	for i := range byTime {
		byTime[i] = i
	}
	slices.SortStableFunc(byTime, func(i, j int) int {
		return cmp.Or(cmp.Compare(p.list[i].us, p.list[j].us), cmp.Compare(p.list[j].score, p.list[i].score))
	})
	best := math.Inf(-1)
	for _, i := range byTime {
		if p.list[i].score > best {
			p.list[i].front, best = true, p.list[i].score
		}
	}
}

// findPrizes marks the bot with the highest score and the one with the most score per time.
func (p *spots) findPrizes() {
	most := func(value func(x spot) float64) *spot {
		best := &p.list[0]
		for i := range p.list {
			if value(p.list[i]) > value(*best) {
				best = &p.list[i]
			}
		}
		return best
	}
	first, keen := most(func(x spot) float64 { return x.score }), most(func(x spot) float64 { return x.score / x.us })
	if first.what = "highest score"; keen.score <= 0 {
		return
	}
	if keen.what != "" {
		keen.what += ", "
	}
	keen.what += "most score per µs"
}

// scale sets the positions of the marks.
func (p *spots) scale() {
	p.low, p.high, p.from, p.to = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i := range p.list {
		x := &p.list[i]
		p.low, p.high = min(p.low, x.score), max(p.high, x.score)
		p.from, p.to = min(p.from, math.Log10(x.us)), max(p.to, math.Log10(x.us))
	}
	if p.high-p.low < 1e-9 {
		p.low, p.high = p.low-0.5, p.high+0.5
	}
	for i := range p.list {
		x := &p.list[i]
		x.x, x.y = p.across(math.Log10(x.us)), p.up(x.score)
	}
}

// across returns the position of a logarithm of a time, in percent. At either side there is room for half a mark on a phone.
func (p *spots) across(log float64) float64 {
	if p.to-p.from < 1e-9 {
		return 50
	}
	return 6 + 88*min(1, max(0, (log-p.from)/(p.to-p.from)))
}

// up returns the position of a score, in pixels from above.
func (p *spots) up(score float64) float64 {
	return fieldEdge + (1-min(1, max(0, (score-p.low)/(p.high-p.low))))*(fieldHigh-2*fieldEdge)
}

// A box is what a mark or a name covers, in pixels.
type box struct{ left, right, top, bottom float64 }

func (b box) covers(other box) bool {
	return b.left < other.right && other.left < b.right && b.top < other.bottom && other.top < b.bottom
}

// markAt returns the box of a mark in a field of a width.
func (x *spot) markAt(width float64) box {
	at := x.x / 100 * width
	return box{at - markSize/2, at + markSize/2, x.y - markSize/2, x.y + markSize/2}
}

// nameAt returns the box of a name with an anchor in a field of a width.
func (x *spot) nameAt(naming anchor, above int, width float64) box {
	at, wide := x.x/100*width, nameLetter*float64(utf8.RuneCountInString(x.name))
	b := box{top: x.y + float64(above) - nameLine + 3, bottom: x.y + float64(above) + 3}
	switch naming {
	case start:
		b.left, b.right = at+nameGap, at+nameGap+wide
	case end:
		b.left, b.right = at-nameGap-wide, at-nameGap
	default:
		b.left, b.right = at-wide/2, at+wide/2
	}
	return b
}

// nameGap is the distance of a name from the middle of its mark.
const nameGap = 12

// A naming is where a name may be beside its mark.
type naming struct {
	anchor anchor
	above  int // the baseline, in pixels below the middle of the mark
}

// namings are the places of a name in the order in which they are tried: at the right, the left, above and below. The line of the front
// leaves its marks to the right and comes to them from below, so names there are at the left or above if they can.
var (
	namings      = []naming{{start, 4}, {end, 4}, {middle, -13}, {middle, 22}}
	frontNamings = []naming{{end, 4}, {middle, -13}, {start, 4}, {middle, 22}}
)

// place finds room for names in a field of a width, those of the front first. What is free in a narrow field is free in a wide one.
func (p *spots) place(width float64, wide bool) {
	order := make([]*spot, len(p.list))
	for i := range p.list {
		order[i] = &p.list[i]
	}
	slices.SortStableFunc(order, func(a, b *spot) int {
		importance := func(x *spot) int {
			switch {
			case x.what != "":
				return 0
			case x.front:
				return 1
			}
			return 2
		}
		return cmp.Compare(importance(a), importance(b))
	})
	for _, x := range order {
		if x.naming != "" {
			continue
		}
		list := namings
		if x.front {
			list = frontNamings
		}
		for _, at := range list {
			if p.free(x, x.nameAt(at.anchor, at.above, width), width) {
				x.naming, x.above, x.wide = at.anchor, at.above, wide
				break
			}
		}
	}
}

// free reports whether a name covers no mark and no other name, and is inside a field of a width.
func (p *spots) free(of *spot, b box, width float64) bool {
	if b.left < 0 || b.right > width || b.top < 0 || b.bottom > fieldHigh {
		return false
	}
	for i := range p.list {
		x := &p.list[i]
		if x != of && (b.covers(x.markAt(width)) || x.naming != "" && b.covers(x.nameAt(x.naming, x.above, width))) {
			return false
		}
	}
	return true
}

func (p *spots) draw(out *strings.Builder) {
	step := roundStep((p.high - p.low) / 5)
	var scale, grid strings.Builder
	for v := math.Ceil(p.low/step) * step; v <= p.high+step*1e-9; v += step {
		fmt.Fprintf(&scale, `<text x="100%%" y="%.1f" text-anchor="end">%s</text>`, p.up(v)+4, numerals.Trimmed(v))
		fmt.Fprintf(&grid, `<line x1="0" x2="100%%" y1="%.1f" y2="%.1f"/>`, p.up(v), p.up(v))
	}
	var times strings.Builder
	space := labelSpace{}
	for _, us := range p.times() {
		at := p.across(math.Log10(us))
		fmt.Fprintf(&grid, `<line x1="%.1f%%" x2="%.1f%%" y1="0" y2="%d"/>`, at, at, fieldHigh)
		if more, ok := space.take(at, timeWord(us)); ok {
			fmt.Fprintf(&times, `<text%s x="%.1f%%" y="14" text-anchor="%s">%s</text>`, more, at, anchorAt(at), timeWord(us))
		}
	}
	fmt.Fprintf(out, `<svg class="scale" height="%d" aria-hidden="true">%s</svg>`, fieldHigh, &scale)
	fmt.Fprintf(out, `<svg class="field" height="%d" aria-hidden="true"><g class="grid">%s</g>`, fieldHigh, &grid)
	if log := math.Log10(p.limit); p.limit > 0 && log >= p.from && log <= p.to {
		fmt.Fprintf(out, `<line class="limit" x1="%.1f%%" x2="%.1f%%" y1="0" y2="%d"/>`, p.across(log), p.across(log), fieldHigh)
	}
	p.drawFront(out)
	for i := range slices.Backward(p.list) {
		p.list[i].draw(out)
	}
	fmt.Fprintf(out, `</svg><svg class="rounds" height="20" aria-hidden="true">%s</svg>`, &times)
}

// drawFront connects the bots that no other one beats, as steps: to the right of each step nobody is needed for its score.
func (p *spots) drawFront(out *strings.Builder) {
	var front []*spot
	for i := range p.list {
		if p.list[i].front {
			front = append(front, &p.list[i])
		}
	}
	slices.SortFunc(front, func(a, b *spot) int { return cmp.Compare(a.x, b.x) })
	var path strings.Builder
	for i, x := range front {
		if i == 0 {
			fmt.Fprintf(&path, "M%.1f %.1f", x.x*10, x.y)
			continue
		}
		fmt.Fprintf(&path, "H%.1fV%.1f", x.x*10, x.y)
	}
	fmt.Fprintf(out, `<svg width="100%%" height="%d" viewBox="0 0 1000 %d" preserveAspectRatio="none"><path class="front" d="%s"/></svg>`,
		fieldHigh, fieldHigh, &path)
}

// draw writes a mark with its name.
func (x *spot) draw(out *strings.Builder) {
	class := ""
	if x.front {
		class = " best"
	}
	title := fmt.Sprintf("%s: score %s, %s a move", x.nameInFull, numerals.Trimmed(math.Round(x.score*1000)/1000), timeWord(x.us))
	if x.what != "" {
		title += ", " + x.what
	}
	fmt.Fprintf(out, `<g class="slot-%d%s"><title>%s</title><circle cx="%.1f%%" cy="%.1f" r="9"/>`+
		`<text class="mark" x="%.1f%%" y="%.1f" text-anchor="middle">%s</text>`, x.entry%len(palette.Slots), class,
		escaped(title), x.x, x.y, x.x, x.y+4, palette.Mark(x.entry))
	if x.naming != "" {
		more, shift := "", 0
		if x.wide {
			more = ` class="more"`
		}
		switch x.naming {
		case start:
			shift = nameGap
		case end:
			shift = -nameGap
		}
		fmt.Fprintf(out, `<text%s x="%.1f%%" dx="%d" y="%.1f" text-anchor="%s">%s</text>`, more, x.x, shift, x.y+float64(x.above), x.naming,
			escaped(x.name))
	}
	out.WriteString("</g>")
}

// unnamed writes a list of the marks without room for a name: of all widths, or of phones alone.
func (p *spots) unnamed(out *strings.Builder) {
	list, class := "", " less"
	for i := range p.list {
		x := &p.list[i]
		only := ""
		switch {
		case x.naming == "":
			class = ""
		case x.wide:
			only = ` class="less"`
		default:
			continue
		}
		list += fmt.Sprintf(`<li%s><span class="chip slot-%d">%s</span> %s</li>`, only, x.entry%len(palette.Slots), palette.Mark(x.entry),
			escaped(x.nameInFull))
	}
	if list != "" {
		fmt.Fprintf(out, `<ul class="unnamed%s" aria-label="Names that have no room in the picture">%s</ul>`, class, list)
	}
}

// times returns the marks of the axis of times: powers of ten, and within two of them 2 and 5 as well.
func (p *spots) times() (list []float64) {
	steps := []float64{1}
	if p.to-p.from < 2 {
		steps = []float64{1, 2, 5}
	}
	for power := math.Floor(p.from); power <= p.to; power++ {
		for _, m := range steps {
			us := m * math.Pow(10, power)
			if log := math.Log10(us); log >= p.from-1e-9 && log <= p.to+1e-9 {
				list = append(list, us)
			}
		}
	}
	return list
}

// timeWord returns a time in µs with its unit.
func timeWord(us float64) string {
	rounded := func(v float64) string { return numerals.Trimmed(math.Round(v*10) / 10) }
	switch {
	case us >= 1e6:
		return rounded(us/1e6) + " s"
	case us >= 1e3:
		return rounded(us/1e3) + " ms"
	}
	return rounded(us) + " µs"
}

// caption says who would win which prize.
func (p *spots) caption() string {
	text := ""
	for i := range p.list {
		if x := &p.list[i]; x.what != "" {
			text += strings.ToUpper(x.what[:1]) + x.what[1:] + ": " + x.nameInFull + ". "
		}
	}
	return text + "Connected: the bots that no other one beats in both score and time."
}

// words describes the picture for screen readers.
func (p *spots) words() string {
	text := fmt.Sprintf("Mean score and time of a move of %s.", numerals.Counted(len(p.list), "bot"))
	var front []string
	for i := range p.list {
		x := &p.list[i]
		if x.what != "" {
			text += fmt.Sprintf(" %s has the %s: %s in %s a move.", x.nameInFull, x.what, numerals.Trimmed(math.Round(x.score*100)/100),
				timeWord(x.us))
		}
		if x.front {
			front = append(front, x.nameInFull)
		}
	}
	return text + " No bot is both faster and better than " + strings.Join(front, ", ") + "."
}
