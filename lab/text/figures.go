package text

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"agon/contest/logs"
	"agon/record/gamelog"
	"agon/show/report"
	"agon/show/term/screen"
	"agon/show/term/table"
)

// Figures prints the figures of a bot: of one game, with points, as curves on a terminal and as a table of its turns elsewhere; of several
// games least, mean and greatest value in each.
func Figures(out io.Writer, games []logs.GameFigures) error {
	style := styleOf(out)
	t := &table.Table{}
	switch {
	case len(games) == 1 && games[0].Figures[0].Points != nil && style.Depth != screen.Plain:
		t = curves(games[0].Figures)
	case len(games) == 1 && games[0].Figures[0].Points != nil:
		t = byTurn(games[0].Figures)
	default:
		t = byGame(games)
	}
	if err := t.Write(out, style); err != nil {
		return err
	}
	for _, g := range games {
		if g.Left > 0 {
			fmt.Fprintln(out, style.Wrap(fmt.Sprintf("Game %d: %s of further names left out, since a game has %d names at most.", g.Game,
				report.Counted(g.Left, "line"), gamelog.MostFigures)))
		}
	}
	return nil
}

// number returns a value in few digits.
func number(v float64) table.Cell { return table.Text(fmt.Sprintf("%.6g", v)) }

var valueColumns = []table.Column{{Head: "Turns", Width: 7}, {Head: "Min", Width: 12}, {Head: "Mean", Width: 12}, {Head: "Max", Width: 12}}

func values(f *logs.Figure) []table.Cell {
	return []table.Cell{table.Number(float64(f.Turns)), number(f.Min), number(f.Mean), number(f.Max)}
}

func byGame(games []logs.GameFigures) *table.Table {
	t := &table.Table{Columns: append([]table.Column{{Head: "Game", Width: 7}, {Head: "Figure", Width: 34}}, valueColumns...)}
	for _, g := range games {
		for _, f := range g.Figures {
			t.Rows = append(t.Rows, append([]table.Cell{table.Number(float64(g.Game)), table.Text(f.Name)}, values(&f)...))
		}
	}
	return t
}

// curves has a curve of each figure, from its first turn to its last.
func curves(figures []logs.Figure) *table.Table {
	t := &table.Table{Columns: append([]table.Column{{Head: "Figure", Width: 34}, {Head: "", Width: 42}}, valueColumns...)}
	for _, f := range figures {
		path := make([]float64, len(f.Points))
		for i, p := range f.Points {
			if f.Max > f.Min {
				path[i] = (p.Value/2 - f.Min/2) / (f.Max/2 - f.Min/2)
			}
		}
		t.Rows = append(t.Rows, append([]table.Cell{table.Text(f.Name), table.Text(course(path, 0, 1))}, values(&f)...))
	}
	return t
}

func byTurn(figures []logs.Figure) *table.Table {
	t := &table.Table{Columns: []table.Column{{Head: "Turn", Width: 7}}}
	turns := map[int][]table.Cell{}
	for i, f := range figures {
		t.Columns = append(t.Columns, table.Column{Head: f.Name, Width: max(12, len(f.Name)+2)})
		for _, p := range f.Points {
			if turns[p.Turn] == nil {
				turns[p.Turn] = make([]table.Cell, len(figures)+1)
				turns[p.Turn][0] = table.Number(float64(p.Turn))
			}
			turns[p.Turn][i+1] = number(p.Value)
		}
	}
	for _, turn := range slices.Sorted(maps.Keys(turns)) {
		t.Rows = append(t.Rows, turns[turn])
	}
	return t
}
