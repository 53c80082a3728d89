package main

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"agon/internal/wholefile"
	"agon/palette"
)

// drawable tells whether a graph can be written into a file of this name; no name is no graph.
func drawable(name string) error {
	if ext := strings.ToLower(filepath.Ext(name)); name != "" && ext != ".png" && ext != ".svg" {
		return fmt.Errorf("--graph writes FILE.png or FILE.svg, not %q", name)
	}
	return nil
}

// graph draws a histogram of the scores of each bot as one line, in the bot's colour and a dash of its own for each round of colours.
func (r *runReport) graph(name string) error {
	p := plot.New()
	p.Title.Text = r.contest.File.Name
	p.X.Label.Text = "score of a game in " + r.unit
	p.Y.Label.Text = "games"
	p.Legend.Top = true
	p.Legend.TextStyle.Font.Size = font.Points(8)
	best := 1.0
	for _, scores := range r.scores {
		for _, s := range scores {
			best = math.Max(best, s.score)
		}
	}
	count := max(int(math.Ceil(best/2)), 12)
	for entry, e := range r.contest.Entries {
		scores := r.scores[entry]
		if len(scores) == 0 {
			continue
		}
		line, err := plotter.NewLine(histogram(scores, best, count))
		if err != nil {
			return err
		}
		look := palette.Of(entry)
		line.Color = color.RGBA(look.Colour)
		line.Width = vg.Points(1.5)
		line.Dashes = dashes[look.Texture]
		p.Add(line)
		p.Legend.Add(palette.Mark(entry)+"  "+e.Name, line)
	}
	height := max(12, 0.45*float64(len(r.contest.Entries)))
	picture, err := p.WriterTo(24*vg.Centimeter, vg.Length(height)*vg.Centimeter, strings.ToLower(strings.TrimPrefix(filepath.Ext(name), ".")))
	if err != nil {
		return err
	}
	return wholefile.Write(name, func(w io.Writer) error {
		_, err := picture.WriteTo(w)
		return err
	})
}

// dashes tell the lines of bots apart for those who cannot go by colour, as textures do for tiles.
var dashes = [...][]vg.Length{
	palette.Plain: nil,
	palette.Dot:   {vg.Points(1.5), vg.Points(2.5)},
	palette.Hatch: {vg.Points(6), vg.Points(3)},
}

func histogram(scores []scored, best float64, count int) plotter.XYs {
	points := make(plotter.XYs, count)
	for i := range points {
		points[i].X = (float64(i) + 0.5) * best / float64(count)
	}
	for _, s := range scores {
		points[max(min(int(s.score/best*float64(count)), count-1), 0)].Y++
	}
	return points
}
