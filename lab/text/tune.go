package text

import (
	"fmt"
	"io"

	"agon/internal/clean"
	"agon/lab/tune"
	"agon/show/report"
	"agon/show/term/table"
)

// Tuned prints the values before and after, the path of each, and where the tuned bot lies.
func Tuned(out io.Writer, found *tune.Tuned, kind, ref string) error {
	style := styleOf(out)
	tb := &table.Table{Columns: []table.Column{
		{Head: "Parameter", Width: 24}, {Head: "Before", Width: 10}, {Head: "Tuned", Width: 10}, {Head: "Range", Width: 16}, {Head: "Path",
			Width: 40},
	}}
	for _, p := range found.Parameters {
		of := p.Of
		tb.Rows = append(tb.Rows, []table.Cell{
			table.Text(p.Name), table.Text(of.Text(p.Before)), table.Text(of.Text(p.After)),
			table.Text(of.Text(p.From) + " to " + of.Text(p.To)), table.Text(course(p.Path, p.From, p.To)),
		})
	}
	if err := tb.Write(out, style); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%s\n", style.Wrap(fmt.Sprintf("%s and %s. The bot with the tuned values: %s", report.Counted(found.Rounds, "round"),
		report.Counted(found.Games, "game"), clean.Text(found.Dir))))
	switch {
	case found.Alike:
		fmt.Fprintln(out, style.Wrap("The versions played alike in all rounds: no value was moved, and there is nothing to compare."))
	case found.Same():
		fmt.Fprintln(out, style.Wrap("The tuned values are those that the bot has, so there is nothing to compare."))
	}
	if len(found.Faults) > 0 {
		fmt.Fprintln(out, style.Wrap(fmt.Sprintf("Its versions were at fault in the rounds of this run: %s. agon check %s %s tells why",
			report.FaultCounts(found.Faults), kind, clean.Text(ref))))
	}
	return nil
}

// course draws the course of a value through its range: a bar for each part of the path, at most 40.
func course(path []float64, from, to float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	width := min(len(path), 40)
	drawn := make([]rune, width)
	for i := range drawn {
		part := path[i*len(path)/width : (i+1)*len(path)/width]
		sum := 0.0
		for _, v := range part {
			sum += v
		}
		height := (sum/float64(len(part)) - from) / (to - from)
		drawn[i] = bars[min(int(height*float64(len(bars))), len(bars)-1)]
	}
	return string(drawn)
}
