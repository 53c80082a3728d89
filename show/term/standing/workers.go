package standing

import (
	"fmt"
	"io"
	"strings"

	"agon/internal/clean"
	"agon/show/film"
	"agon/show/report"
	"agon/show/term/table"
)

// ratio returns a cell that is empty where a ratio is unknown.
func ratio(v float64) table.Cell {
	if v == 0 {
		return table.Cell{}
	}
	return table.Number(v)
}

// mostWorkers bounds the lines of workers.
const mostWorkers = 50

// PrintWorkers prints what workers have done; of many those that need a look first, and not all.
func PrintWorkers(out io.Writer, workers []report.Worker, style table.Style) error {
	if len(workers) == 0 {
		return nil
	}
	var notes []string
	if len(workers) > mostWorkers {
		workers = report.Urgent(workers)
		notes = []string{"and " + report.Rest(workers[mostWorkers:]) + "; agon run --json lists all"}
		workers = workers[:mostWorkers]
	}
	t := &table.Table{Title: "Workers", Notes: notes, Columns: []table.Column{
		{Head: "Name", Width: 20}, {Head: "Cores", Width: 6}, {Head: "Speed", Width: 6, Digits: 2}, {Head: "Pace", Width: 6, Digits: 2},
		{Head: "Games", Width: 8}, {Head: "Busy %", Width: 7, Digits: 1}, {Head: "Late", Width: 6}, {Head: "Checked", Width: 8},
		{Head: "Differ", Width: 7}, {Head: "", Width: 40},
	}}
	for i := range workers {
		x := &workers[i]
		state := ""
		if x.Trouble != "" || !x.Here {
			state = x.State()
		}
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(x.Name), table.Text(fmt.Sprint(x.Cores)), ratio(x.Speed), ratio(x.Pace), table.Text(fmt.Sprint(x.Games)),
			table.Number(100 * x.Efficiency),
			table.Text(fmt.Sprint(x.Late)), table.Text(fmt.Sprint(x.Checked)), table.Text(fmt.Sprint(x.Differ)),
			table.Text(clean.Text(state)),
		})
	}
	return t.Write(out, style)
}

// PrintLoop prints the standing of games that are shown one after another.
func PrintLoop(out io.Writer, title string, s film.Standing, style table.Style) error {
	t := &table.Table{Title: title, Ruler: 60, Columns: []table.Column{
		{Head: "Rank", Width: 5}, {Head: "Name", Width: 30}, {Head: strings.TrimSpace("Score " + s.Unit), Width: 15, Digits: 2},
		{Head: "Won",
			Width: 8}, {Head: "Played", Width: 8},
	}}
	for _, line := range s.Lines {
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(fmt.Sprint(line.Rank)), table.Bot(line.Slot, line.Name), table.Number(line.Score), table.Text(fmt.Sprint(line.Won)),
			table.Text(fmt.Sprint(line.Played)),
		})
	}
	return t.Write(out, style)
}
