package standing

import (
	"fmt"
	"io"
	"strings"

	"agon/show/film"
	"agon/show/term/table"
)

// PrintLoop prints the standing of games that are shown one after another.
func PrintLoop(out io.Writer, title string, s film.Standing, style table.Style) error {
	t := &table.Table{Title: title, Ruler: 60, Columns: []table.Column{
		{Head: "Rank", Width: 5}, {Head: "Name", Width: 30}, {Head: strings.TrimSpace("Score " + s.Unit), Width: 15, Digits: 2}, {Head: "Won", Width: 8}, {Head: "Played", Width: 8},
	}}
	for _, line := range s.Lines {
		t.Rows = append(t.Rows, []table.Cell{
			table.Text(fmt.Sprint(line.Rank)), table.Bot(line.Slot, line.Name), table.Number(line.Score), table.Text(fmt.Sprint(line.Won)), table.Text(fmt.Sprint(line.Played)),
		})
	}
	return t.Write(out, style)
}
