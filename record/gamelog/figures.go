package gamelog

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"agon/internal/pattern"
)

// MostFigures is how many figures of a game are kept.
const MostFigures = 16

// A Figure is what a bot says of itself in a game under one name: a number in each of some turns, in their order.
type Figure struct {
	Name   string
	Points []Point
}

// A Point is the value of a figure in a turn.
type Point struct {
	Turn  int     `json:"turn"`
	Value float64 `json:"value"`
}

// figure is a line that is a figure.
var figure = pattern.Of(`^@([A-Za-z][A-Za-z0-9_.-]{0,31})=(-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)$`)

const longestFigure = 512 // bytes of a line

// FiguresIn returns the figures in what a bot printed in a turn: lines of exactly @name=value with a finite number.
func FiguresIn(printed string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for line := range strings.Lines(printed) {
			if line[0] != '@' || len(line) > longestFigure {
				continue
			}
			m := figure().FindStringSubmatch(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
			if m == nil {
				continue
			}
			if value, err := strconv.ParseFloat(m[2], 64); err == nil && !yield(m[1], value) {
				return
			}
		}
	}
}

// Figures returns the figures of a game in the order in which they come first, at most MostFigures, and how many lines have other names. If
// a name comes several times in one turn its last value counts. What is printed outside turns has no figures.
func Figures(records []Record) (list []Figure, left int) {
	for _, t := range ByTurn(records) {
		if t.Turn <= Before {
			continue
		}
		for name, value := range FiguresIn(t.Printed) {
			at := slices.IndexFunc(list, func(f Figure) bool { return f.Name == name })
			switch {
			case at < 0 && len(list) == MostFigures:
				left++
				continue
			case at < 0:
				at, list = len(list), append(list, Figure{Name: name})
			}
			f := &list[at]
			if n := len(f.Points); n > 0 && f.Points[n-1].Turn == t.Turn {
				f.Points = f.Points[:n-1]
			}
			f.Points = append(f.Points, Point{t.Turn, value})
		}
	}
	for _, f := range list {
		slices.SortFunc(f.Points, func(a, b Point) int { return a.Turn - b.Turn })
	}
	return list, left
}
