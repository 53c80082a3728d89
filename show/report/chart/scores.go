package chart

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"agon/game/palette"
	"agon/internal/numerals"
	"agon/internal/paint"
	"agon/internal/wholefile"
	"agon/show/report"
)

// CheckFile returns an error if scores cannot be drawn into a file of this name; the empty name means no picture.
func CheckFile(name string) error {
	if ext := strings.ToLower(filepath.Ext(name)); name != "" && ext != ".png" && ext != ".svg" {
		return fmt.Errorf("--graph writes FILE.png or FILE.svg, not %q", name)
	}
	return nil
}

// WriteScores writes how often each bot had which score, over the games of all stages, as a line per bot into a PNG or SVG file. Its error
// for scores of at most two values, won and lost, is a [Nothing].
func WriteScores(name string, r *report.Run) error {
	scores := map[int][]float64{}
	seen := map[float64]bool{}
	for _, g := range r.Games {
		for _, s := range g.Seats {
			scores[s.Slot] = append(scores[s.Slot], s.Score)
			seen[s.Score] = true
		}
	}
	if len(seen) <= 2 {
		return &Nothing{slices.Sorted(maps.Keys(seen))}
	}
	format := svgFile
	if strings.EqualFold(filepath.Ext(name), ".png") {
		format = pngFile
	}
	return wholefile.Write(name, func(w io.Writer) error { return format(w, newScores(r, scores)) })
}

// Nothing is the error of scores that are too few for a picture.
type Nothing struct{ Scores []float64 }

func (n *Nothing) Error() string {
	var words []string
	for _, v := range n.Scores {
		words = append(words, numerals.Trimmed(v))
	}
	if len(words) == 0 {
		return "no game has a result"
	}
	return fmt.Sprintf("the only scores are %s, which the table counts", strings.Join(words, " and "))
}

// The measures of a picture of scores, in pixels of an SVG. A PNG has fine times as many.
const (
	scoresWide  = 1060.0 // with the legend
	scoresHigh  = 450.0  // at least
	scoresLeft  = 64.0   // of the lines
	scoresTop   = 40.0
	scoresFoot  = 52.0
	legendWide  = 250.0
	legendRow   = 19.0
	legendMark  = 34.0 // length of a line in the legend
	legendWords = 32   // maximum number of letters of a name
	letter      = 12.0 // height of letters
	fine        = 2
)

// A sheet is a picture that is drawn on, in pixels of an SVG from the top left.
type sheet interface {
	line(points []paint.Point, width float64, colour color.RGBA, dashes []float64)
	write(text string, at paint.Point, anchor anchor, bold bool)
}

// An anchor is the part of a text that is where it is written.
type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	end    anchor = "end"
)

// scores is the data of a picture of scores.
type scores struct {
	title, unit string
	lines       []scoreLine
	best        float64 // the highest score
	across, up  Axis
	high        float64 // of the picture
}

// scoreLine is the line of a bot.
type scoreLine struct {
	look   int
	name   string
	counts []int // of games, by bin
}

func newScores(r *report.Run, all map[int][]float64) *scores {
	s := &scores{title: r.Contest, unit: r.Last().Unit, best: 1}
	for _, list := range all {
		s.best = math.Max(s.best, slices.Max(list))
	}
	bins, most := max(int(math.Ceil(s.best/2)), 12), 1
	for _, entry := range drawn(r, all) {
		counts := make([]int, bins)
		for _, score := range all[entry] {
			counts[max(min(int(score/s.best*float64(bins)), bins-1), 0)]++
		}
		most = max(most, slices.Max(counts))
		s.lines = append(s.lines, scoreLine{r.Look(entry), shortened(r.Entries[entry].Name, legendWords), counts})
	}
	s.across = Axis{0, s.best, roundStep(s.best / 8)}
	s.up = Axis{0, float64(most) * 1.04, max(1, roundStep(float64(most)/6))}
	s.high = max(scoresHigh, scoresTop+scoresFoot+legendRow*float64(len(s.lines)))
	return s
}

// drawn returns the bots of a picture, the best of the last stage first, so that the order of names resembles that of the lines.
func drawn(r *report.Run, scores map[int][]float64) (entries []int) {
	for _, line := range r.Last().Standings {
		if len(scores[line.Entry]) > 0 {
			entries = append(entries, line.Entry)
		}
	}
	for entry := range r.Entries {
		if len(scores[entry]) > 0 && !slices.Contains(entries, entry) {
			entries = append(entries, entry)
		}
	}
	return entries
}

// shortened cuts a name to a number of letters.
func shortened(name string, most int) string {
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}

// at returns the position of a number of games with a score.
func (s *scores) at(score, games float64) paint.Point {
	wide, high := scoresWide-scoresLeft-legendWide, s.high-scoresTop-scoresFoot
	return paint.Point{X: scoresLeft + wide*s.across.part(score)/100, Y: scoresTop + high*(1-s.up.part(games)/100)}
}

// dashes distinguish the lines of bots without colour, as textures do for tiles.
var dashes = [...][]float64{palette.Plain: nil, palette.Dot: {2, 3.5}, palette.Hatch: {8, 4}}

func (s *scores) draw(on sheet) {
	grey := color.RGBA{0xd8, 0xdb, 0xe0, 0xff}
	for v := 0.0; v <= s.across.High; v += s.across.Step {
		foot := s.at(v, 0)
		on.line([]paint.Point{foot, s.at(v, s.up.High)}, 1, grey, nil)
		on.write(numerals.Trimmed(v), paint.Point{X: foot.X, Y: foot.Y + 18}, middle, false)
	}
	for v := 0.0; v <= s.up.High; v += s.up.Step {
		left := s.at(0, v)
		on.line([]paint.Point{left, s.at(s.across.High, v)}, 1, grey, nil)
		on.write(numerals.Trimmed(v), paint.Point{X: left.X - 8, Y: left.Y + 4}, end, false)
	}
	on.write(s.title, paint.Point{X: scoresLeft, Y: 24}, start, true)
	on.write("games", paint.Point{X: scoresLeft - 8, Y: 24}, end, false)
	on.write("score of a game in "+s.unit, paint.Point{X: s.at(s.best/2, 0).X, Y: s.high - 12}, middle, false)
	for i, l := range s.lines {
		look := palette.Of(l.look)
		points := make([]paint.Point, len(l.counts))
		for bin, n := range l.counts {
			points[bin] = s.at((float64(bin)+0.5)*s.best/float64(len(l.counts)), float64(n))
		}
		on.line(points, 2.2, look.Colour, dashes[look.Texture])
		mark := paint.Point{X: scoresWide - legendWide + 24, Y: scoresTop + legendRow*float64(i)}
		on.line([]paint.Point{mark, {X: mark.X + legendMark, Y: mark.Y}}, 2.2, look.Colour, dashes[look.Texture])
		on.write(palette.Mark(l.look)+"  "+l.name, paint.Point{X: mark.X + legendMark + 8, Y: mark.Y + 4}, start, false)
	}
}

// svgSheet writes an SVG.
type svgSheet struct{ bytes.Buffer }

func (s *svgSheet) line(points []paint.Point, width float64, colour color.RGBA, dashes []float64) {
	fmt.Fprintf(s, `<path fill="none" stroke="#%02x%02x%02x" stroke-width="%g" stroke-linejoin="round"`, colour.R, colour.G, colour.B,
		width)
	if dashes != nil {
		fmt.Fprintf(s, ` stroke-dasharray="%s"`, strings.Trim(fmt.Sprint(dashes), "[]"))
	}
	s.WriteString(` d="`)
	for i, at := range points {
		fmt.Fprintf(s, "%c%.1f %.1f", "ML"[min(i, 1)], at.X, at.Y)
	}
	s.WriteString("\"/>\n")
}

func (s *svgSheet) write(text string, at paint.Point, anchor anchor, bold bool) {
	more := ""
	if bold {
		more = ` font-weight="700"`
	}
	fmt.Fprintf(s, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n", at.X, at.Y, anchor, more, html.EscapeString(text))
}

func svgFile(w io.Writer, s *scores) error {
	var sheet svgSheet
	fmt.Fprintf(&sheet, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" font-family="ui-sans-serif, system-ui, sans-serif" font-size="%g"><title>%s</title><rect width="100%%" height="100%%" fill="#fff"/>`+"\n",
		scoresWide, s.high, scoresWide, s.high, letter, html.EscapeString("Scores of "+s.title))
	s.draw(&sheet)
	sheet.WriteString("</svg>\n")
	_, err := sheet.WriteTo(w)
	return err
}

// pngSheet paints.
type pngSheet struct {
	paint.Pen
	text, bold font.Face
}

func (p *pngSheet) line(points []paint.Point, width float64, colour color.RGBA, dashes []float64) {
	scaled := make([]paint.Point, len(points))
	for i, at := range points {
		scaled[i] = paint.Point{X: at.X * fine, Y: at.Y * fine}
	}
	for _, part := range dashed(scaled, dashes) {
		p.Stroke(part, width*fine, colour)
	}
}

// dashed cuts lines into dashes, which alternate with gaps; the lengths are in pixels of an SVG.
func dashed(points []paint.Point, lengths []float64) (parts [][]paint.Point) {
	if len(lengths) == 0 {
		return [][]paint.Point{points}
	}
	nth, left := 0, lengths[0]*fine
	part := points[:1:1]
	for i := 1; i < len(points); {
		from, to := part[len(part)-1], points[i]
		length := math.Hypot(to.X-from.X, to.Y-from.Y)
		if length < left {
			part, left, i = append(part, to), left-length, i+1
			continue
		}
		at := paint.Point{X: from.X + (to.X-from.X)*left/length, Y: from.Y + (to.Y-from.Y)*left/length}
		if nth%2 == 0 {
			parts = append(parts, append(part, at))
		}
		nth++
		part, left = []paint.Point{at}, lengths[nth%len(lengths)]*fine
	}
	if nth%2 == 0 {
		parts = append(parts, part)
	}
	return parts
}

func (p *pngSheet) write(text string, at paint.Point, anchor anchor, bold bool) {
	face, x, y := p.text, int(math.Round(at.X*fine)), int(math.Round(at.Y*fine))
	if bold {
		face = p.bold
	}
	switch wide := font.MeasureString(face, text).Round(); anchor {
	case middle:
		x -= wide / 2
	case end:
		x -= wide
	}
	p.Left(text, x, y, math.MaxInt32, face, palette.Ink)
}

func pngFile(w io.Writer, s *scores) error {
	sheet := &pngSheet{
		Pen:  paint.Pen{Image: image.NewRGBA(image.Rect(0, 0, int(scoresWide*fine), int(s.high*fine)))},
		text: paint.Face(goregular.TTF, letter*fine), bold: paint.Face(gobold.TTF, letter*fine),
	}
	sheet.Fill(sheet.Image.Bounds(), color.RGBA{0xff, 0xff, 0xff, 0xff})
	s.draw(sheet)
	return png.Encode(w, sheet.Image)
}
