/*
Package graph draws histograms of the scores of a contest, as SVG or PNG: a line for each bot, in its colour and, when colours repeat,
with its own dash pattern.
*/
package graph

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"agon/internal/wholefile"
	"agon/palette"
	"agon/report"
)

// Check returns an error if a graph cannot be written to a file of this name; the empty name means no graph.
func Check(name string) error {
	if ext := strings.ToLower(filepath.Ext(name)); name != "" && ext != ".png" && ext != ".svg" {
		return fmt.Errorf("--graph writes FILE.png or FILE.svg, not %q", name)
	}
	return nil
}

// Write writes a histogram of each bot's scores in all games to a file.
func Write(name string, r *report.Run) error {
	scores := map[int][]float64{}
	for _, g := range r.Games {
		for _, s := range g.Seats {
			scores[s.Slot] = append(scores[s.Slot], s.Score)
		}
	}
	p := plot.New()
	p.Title.Text = r.Contest
	p.X.Label.Text = "score of a game in " + r.Last().Unit
	p.Y.Label.Text = "games"
	best := 1.0
	for _, list := range scores {
		best = math.Max(best, slices.Max(list))
	}
	count := max(int(math.Ceil(best/2)), 12)
	legend := plot.NewLegend()
	legend.Top, legend.Left = true, true
	legend.TextStyle.Font.Size = legendSize
	legend.ThumbnailWidth = 1.2 * vg.Centimeter
	legend.Padding = vg.Points(3)
	for _, entry := range drawn(r, scores) {
		line, err := plotter.NewLine(histogram(scores[entry], best, count))
		if err != nil {
			return err
		}
		look := palette.Of(entry)
		line.Color = color.RGBA(look.Colour)
		line.Width = vg.Points(1.8)
		line.Dashes = dashes[look.Texture]
		p.Add(line)
		legend.Add(palette.Mark(entry)+"  "+fitting(r.Entries[entry].Name), line)
	}
	height := max(12*vg.Centimeter, vg.Length(len(r.Entries)+2)*(legendSize+legend.Padding)*1.3)
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	picture, err := draw.NewFormattedCanvas(28*vg.Centimeter, height, format)
	if err != nil {
		return err
	}
	// The legend has a column of its own, so that no line crosses it.
	page := draw.New(picture)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	aside := legend.Rectangle(page).Size().X + vg.Centimeter
	p.Draw(draw.Crop(page, 0, -aside, 0, 0))
	legend.Draw(draw.Crop(page, page.Size().X-aside+vg.Centimeter/2, 0, 0, -vg.Centimeter))
	return wholefile.Write(name, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}

const (
	legendSize = vg.Length(10) // height of its letters
	mostLegend = 32            // maximum number of letters of a name
)

// drawn returns the bots of a graph, the best of the last stage first, so that the order of names resembles that of the lines.
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

// fitting shortens a name for the legend.
func fitting(name string) string {
	letters := []rune(name)
	if len(letters) > mostLegend {
		return string(letters[:mostLegend-1]) + "…"
	}
	return name
}

// dashes distinguish the lines of bots without colour, as textures do for tiles.
var dashes = [...][]vg.Length{
	palette.Plain: nil,
	palette.Dot:   {vg.Points(1.5), vg.Points(2.5)},
	palette.Hatch: {vg.Points(6), vg.Points(3)},
}

func histogram(scores []float64, best float64, count int) plotter.XYs {
	points := make(plotter.XYs, count)
	for i := range points {
		points[i].X = (float64(i) + 0.5) * best / float64(count)
	}
	for _, s := range scores {
		points[max(min(int(s/best*float64(count)), count-1), 0)].Y++
	}
	return points
}
