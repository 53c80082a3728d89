package chart

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"agon/game/palette"
	"agon/internal/numerals"
)

// A Trace is a line of a picture of lines: a bot's value over rounds of play.
type Trace struct {
	Look  int
	Name  string // any text
	Parts []Part // one after the other, as of versions; usually one
}

// A Part is a part of a trace. Where it begins there is a mark with its name, unless that is empty.
type Part struct {
	Name   string
	Points []Value // by round
}

// A Value is a value after a round of play, with half the width of its 95 % band.
type Value struct{ Round, At, Reach float64 }

// A Tick is a label of the axis of rounds.
type Tick struct {
	Round float64
	Name  string
}

// Lines is a picture of values over rounds of play, as wide as the page has room. Letters keep their size, as only the lines are stretched.
type Lines struct {
	Title  string // what it shows, for screen readers: "Rating over time"
	Unit   string // of the values: "points"
	Traces []Trace
	Ticks  []Tick
	Here   float64 // a round with a mark; 0: none
}

// The measures of a picture of lines.
const (
	linesWide   = 1000 // of the stretched part, in units of its viewBox
	linesHigh   = 300  // at least, in pixels
	linesEdge   = 12   // above the highest value and below the lowest
	labelRow    = 20   // between two names at the ends of lines
	linesPoints = 240  // of a part, at most
	mostValue   = 1e12 // a larger one is an error of the rules
)

// MostTraces is the number of traces that a picture of lines shows, the first ones.
const MostTraces = 12

// Draw returns the picture as HTML: the lines, the axes and the names at the ends of the lines. It is empty where fewer than two traces
// have values of two rounds. Values that are not finite are left out.
func (l Lines) Draw() template.HTML {
	p := newPlot(l)
	if p == nil {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, `<div class="lines" role="img" aria-label="%s">`, escaped(p.words()))
	p.scale(&out)
	p.lines(&out)
	p.names(&out)
	p.rounds(&out)
	out.WriteString("</div>")
	return template.HTML(out.String())
}

// plot maps values to the picture.
type plot struct {
	Lines
	first, last float64 // rounds
	low, high   float64 // values
	tall        float64 // of the picture, in pixels
}

func newPlot(l Lines) *plot {
	p := &plot{Lines: l, first: math.Inf(1), last: math.Inf(-1), low: math.Inf(1), high: math.Inf(-1)}
	p.Traces = nil
	for _, trace := range l.Traces {
		if trace = trace.drawable(); len(trace.Parts) > 0 && len(p.Traces) < MostTraces {
			p.Traces = append(p.Traces, trace)
		}
	}
	lines := 0
	for _, trace := range p.Traces {
		from, to := trace.span()
		if from < to {
			lines++
		}
		p.first, p.last = min(p.first, from), max(p.last, to)
	}
	if lines < 2 {
		return nil
	}
	for _, trace := range p.Traces {
		p.fit(trace)
	}
	if p.high-p.low < 1e-9 {
		p.low, p.high = p.low-0.5, p.high+0.5
	}
	p.tall = max(linesHigh, float64(labelRow*len(p.Traces)+2*linesEdge))
	return p
}

// drawable returns a trace without values that are not finite and without parts that are empty then.
func (t Trace) drawable() Trace {
	var parts []Part
	for _, part := range t.Parts {
		part.Points = slices.DeleteFunc(slices.Clone(part.Points), func(v Value) bool { return !v.drawable() })
		part.Points = thinned(part.Points, linesPoints)
		if len(part.Points) > 0 {
			parts = append(parts, part)
		}
	}
	t.Parts = parts
	return t
}

// drawable reports whether a value is finite and not absurd.
func (v Value) drawable() bool {
	return math.Abs(v.Round) <= mostValue && math.Abs(v.At) <= mostValue && v.Reach >= 0 && v.Reach <= mostValue // false for NaN
}

// span returns the first and the last round of a trace.
func (t Trace) span() (first, last float64) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, part := range t.Parts {
		for _, v := range part.Points {
			first, last = min(first, v.Round), max(last, v.Round)
		}
	}
	return first, last
}

// end returns the last value of a trace.
func (t Trace) end() Value {
	last := t.Parts[len(t.Parts)-1].Points
	return last[len(last)-1]
}

// fit widens the values of the picture to those of a trace. The band of the first rounds of a part is so wide that it would flatten the
// rest, so it is cut off.
func (p *plot) fit(t Trace) {
	for _, part := range t.Parts {
		for i, v := range part.Points {
			reach := v.Reach
			if 4*i < len(part.Points)-1 {
				reach = 0
			}
			p.low, p.high = min(p.low, v.At-reach), max(p.high, v.At+reach)
		}
	}
}

func (p *plot) x(round float64) float64 { return (round - p.first) / (p.last - p.first) * linesWide }

// y returns the height of a value in pixels from above, cut off at the edges.
func (p *plot) y(value float64) float64 {
	part := min(1, max(0, (value-p.low)/(p.high-p.low)))
	return linesEdge + (1-part)*(p.tall-2*linesEdge)
}

// scale writes the labels of the values.
func (p *plot) scale(out *strings.Builder) {
	fmt.Fprintf(out, `<svg class="scale" height="%.0f" aria-hidden="true">`, p.tall)
	for _, v := range p.steps() {
		fmt.Fprintf(out, `<text x="100%%" y="%.1f" text-anchor="end">%s</text>`, p.y(v)+4, numerals.Trimmed(v))
	}
	out.WriteString("</svg>")
}

// steps returns the values that have labels.
func (p *plot) steps() (list []float64) {
	step := roundStep((p.high - p.low) / 5)
	for v := math.Ceil(p.low/step) * step; v <= p.high+step*1e-9; v += step {
		list = append(list, v)
	}
	return list
}

// lines writes the grid, the bands and the lines, those of the first bot on top.
func (p *plot) lines(out *strings.Builder) {
	fmt.Fprintf(out, `<svg class="plot" height="%.0f" viewBox="0 0 %d %.0f" preserveAspectRatio="none" aria-hidden="true">`, p.tall,
		linesWide, p.tall)
	var grid strings.Builder
	for _, v := range p.steps() {
		fmt.Fprintf(&grid, "M0 %.1fH%d", p.y(v), linesWide)
	}
	for _, t := range p.inside() {
		fmt.Fprintf(&grid, "M%.1f 0V%.0f", p.x(t.Round), p.tall)
	}
	fmt.Fprintf(out, `<path class="grid" d="%s"/>`, &grid)
	if p.Here > 0 && p.Here >= p.first && p.Here <= p.last {
		fmt.Fprintf(out, `<path class="here" d="M%.1f 0V%.0f"/>`, p.x(p.Here), p.tall)
	}
	for _, band := range []bool{true, false} {
		for _, trace := range slices.Backward(p.Traces) {
			for i, part := range trace.Parts {
				p.part(out, &trace, part, i+1 < len(trace.Parts), band)
			}
		}
	}
	out.WriteString("</svg>")
}

// part writes the band or the line of a part of a trace.
func (p *plot) part(out *strings.Builder, t *Trace, part Part, old, band bool) {
	class := fmt.Sprintf("slot-%d", t.Look%len(palette.Slots))
	if old {
		class += " old"
	}
	var path strings.Builder
	if !band {
		for i, v := range part.Points {
			fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], p.x(v.Round), p.y(v.At))
		}
		dash := ""
		if lengths := dashes[palette.Of(t.Look).Texture]; lengths != nil {
			dash = fmt.Sprintf(` stroke-dasharray="%s"`, strings.Trim(fmt.Sprint(lengths), "[]"))
		}
		fmt.Fprintf(out, `<path class="line %s"%s d="%s"/>`, class, dash, &path)
		return
	}
	if !slices.ContainsFunc(part.Points, func(v Value) bool { return v.Reach > 0 }) {
		return
	}
	for i, v := range part.Points {
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(i, 1)], p.x(v.Round), p.y(v.At+v.Reach))
	}
	for _, v := range slices.Backward(part.Points) {
		fmt.Fprintf(&path, "L%.1f %.1f", p.x(v.Round), p.y(v.At-v.Reach))
	}
	fmt.Fprintf(out, `<path class="band %s" d="%sz"/>`, class, &path)
}

// A label is the name at the end of a line, at a height at which it covers no other.
type label struct {
	*Trace
	y float64
}

// labels returns the names at the ends of the lines, from above.
func (p *plot) labels() []label {
	list := make([]label, len(p.Traces))
	for i := range p.Traces {
		list[i] = label{&p.Traces[i], p.y(p.Traces[i].end().At)}
	}
	slices.SortStableFunc(list, func(a, b label) int { return cmp.Compare(a.y, b.y) })
	free := labelRow / 2.0
	for i := range list { // down, so that none covers the one above
		list[i].y = max(list[i].y, free)
		free = list[i].y + labelRow
	}
	free = p.tall - labelRow/2
	for i := range slices.Backward(list) { // and up again from the lower edge
		list[i].y = min(list[i].y, free)
		free = list[i].y - labelRow
	}
	return list
}

// names writes the mark and the name of each bot at the end of its line.
func (p *plot) names(out *strings.Builder) {
	fmt.Fprintf(out, `<svg class="ends" height="%.0f" aria-hidden="true">`, p.tall)
	for _, l := range p.labels() {
		fmt.Fprintf(out, `<g class="slot-%d"><title>%s</title><line x1="0" y1="%.1f" x2="10" y2="%.1f"/>`+
			`<rect x="10" y="%.1f" width="18" height="18" rx="4"/><text class="mark" x="19" y="%.1f" text-anchor="middle">%s</text>`+
			`%s</g>`, l.Look%len(palette.Slots), escaped(l.Name), p.y(l.end().At), l.y, l.y-9, l.y+4,
			palette.Mark(l.Look), endName(l))
	}
	out.WriteString("</svg>")
}

// endLetters is the number of letters of a name at the end of a line, and phoneLetters that on a phone.
const (
	endLetters   = 16
	phoneLetters = 7
)

// endName returns the name at the end of a line; if it is long, as one for a page and one for a phone.
func endName(l label) string {
	text := func(class string, most int) string {
		return fmt.Sprintf(`<text%s x="33" y="%.1f">%s</text>`, class, l.y+4, escaped(shortened(l.Name, most)))
	}
	if utf8.RuneCountInString(l.Name) <= phoneLetters {
		return text("", phoneLetters)
	}
	return text(` class="more"`, endLetters) + text(` class="less"`, phoneLetters)
}

// inside returns the ticks within the rounds of the picture.
func (p *plot) inside() []Tick {
	return slices.DeleteFunc(slices.Clone(p.Ticks), func(t Tick) bool {
		return math.IsNaN(t.Round) || t.Round < p.first || t.Round > p.last
	})
}

// rounds writes the labels of the rounds, and above them the marks of versions.
func (p *plot) rounds(out *strings.Builder) {
	marks := p.marks()
	high := 20
	if len(marks) > 0 {
		high = 38
	}
	fmt.Fprintf(out, `<svg class="rounds" height="%d" aria-hidden="true">`, high)
	free := labelSpace{}
	for _, m := range marks {
		more, ok := free.take(m.x, m.name)
		fmt.Fprintf(out, `<g class="slot-%d"><title>%s</title><circle cx="%.1f%%" cy="6" r="3.5"/>`, m.Look%len(palette.Slots),
			escaped(m.title), m.x)
		if ok {
			fmt.Fprintf(out, `<text%s x="%.1f%%" y="21" text-anchor="%s">%s</text>`, more, m.x, anchorAt(m.x),
				escaped(m.name))
		}
		out.WriteString("</g>")
	}
	free = labelSpace{}
	ticks := p.inside()
	for i, t := range ticks {
		x := p.x(t.Round) / linesWide * 100
		if i < len(ticks)-1 && meets(x, t.Name, p.x(ticks[len(ticks)-1].Round)/linesWide*100, ticks[len(ticks)-1].Name) {
			continue // the last is always written
		}
		if more, ok := free.take(x, t.Name); ok {
			fmt.Fprintf(out, `<text%s x="%.1f%%" y="%d" text-anchor="%s">%s</text>`, more, x, high-6, anchorAt(x),
				escaped(t.Name))
		}
	}
	out.WriteString("</svg>")
}

// A versionMark is where a part of a trace begins.
type versionMark struct {
	Look        int
	x           float64 // in percent
	name, title string
}

// marks returns the begins of the parts that have names, by round. What was there in the first round is no news.
func (p *plot) marks() (list []versionMark) {
	for _, trace := range p.Traces {
		for _, part := range trace.Parts {
			if round := part.Points[0].Round; part.Name != "" && round > p.first {
				list = append(list, versionMark{trace.Look, p.x(round) / linesWide * 100, palette.Mark(trace.Look) + " " + part.Name,
					trace.Name + ", " + part.Name})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b versionMark) int { return cmp.Compare(a.x, b.x) })
	return list
}

// labelSpace is where the labels of an axis end, in percent of its width, on a page and on a phone.
type labelSpace struct{ page, phone float64 }

// Widths of a letter in percent of the width of a picture of lines.
const (
	onPage  = 1.7
	onPhone = 3.6
)

// take reserves the space of a label; ok is false if it would cover another one. A label for which only a page has room has a class.
func (s *labelSpace) take(x float64, name string) (class string, ok bool) {
	from, to := spans(x, name, onPage)
	if from < s.page {
		return "", false
	}
	s.page = to
	if from, to = spans(x, name, onPhone); from < s.phone {
		return ` class="more"`, true
	}
	s.phone = to
	return "", true
}

// meets reports whether a label would cover another one on a page.
func meets(x float64, name string, otherX float64, other string) bool {
	_, to := spans(x, name, onPage)
	from, _ := spans(otherX, other, onPage)
	return to > from
}

// spans returns where a label begins and ends, in percent of the width, whose letters have a width.
func spans(x float64, name string, letter float64) (from, to float64) {
	wide := float64(len([]rune(name))+1) * letter
	switch anchorAt(x) {
	case start:
		return x, x + wide
	case end:
		return x - wide, x
	}
	return x - wide/2, x + wide/2
}

// anchorAt returns the anchor of a text at a position in percent, so that it stays inside the picture.
func anchorAt(x float64) anchor {
	switch {
	case x < 6:
		return start
	case x > 94:
		return end
	}
	return middle
}

// thinned returns at most most values: the first, the last and evenly spaced ones between.
func thinned(values []Value, most int) []Value {
	if len(values) <= most {
		return values
	}
	kept := make([]Value, most)
	for i := range kept {
		kept[i] = values[i*(len(values)-1)/(most-1)]
	}
	return kept
}

// words describes the picture for screen readers.
func (p *plot) words() string {
	var ends []string
	for _, t := range p.Traces {
		last := t.end()
		text := t.Name + " " + numerals.Trimmed(math.Round(last.At*10)/10)
		if last.Reach > 0 {
			text += " ± " + numerals.Decimals(last.Reach, 0)
		}
		ends = append(ends, text)
	}
	text := p.Title
	if ticks := p.inside(); len(ticks) > 1 {
		text += " from " + ticks[0].Name + " to " + ticks[len(ticks)-1].Name
	}
	text += ". At the end"
	if p.Unit != "" {
		text += ", in " + p.Unit
	}
	return text + ": " + strings.Join(ends, ", ") + "."
}
