package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"agon/internal/clean"
	"agon/lab/compare"
	"agon/show/report"
	"agon/show/term/table"
)

// Comparison prints the answer, the records of both, and how the pairs went.
func Comparison(out io.Writer, c *compare.Comparison) error {
	style := styleOf(out)
	say := sayer(out, style)
	say("%s.", clean.Text(c.Text))
	for _, text := range []string{c.Normalised(), c.Stopping} {
		if text != "" {
			say("%s", text)
		}
	}
	fmt.Fprintln(out)
	t := &table.Table{Columns: []table.Column{
		{Head: "Bot", Width: 30}, {Head: "Wins", Width: 9}, {Head: "Draws", Width: 9}, {Head: "Losses", Width: 9},
		{Head: "Points", Width: 9},
	}}
	if c.By == "score" {
		t.Columns = append(t.Columns, table.Column{Head: "Score", Width: 9})
	}
	for i, b := range slices.Backward(c.Bots) {
		t.Rows = append(t.Rows, []table.Cell{
			table.Bot(i, b.Name), table.Number(float64(b.Wins)), table.Number(float64(b.Draws)), table.Number(float64(b.Losses)),
			table.Text(fmt.Sprintf("%.1f %%", 100*b.Points)),
		})
		if c.By == "score" {
			t.Rows[len(t.Rows)-1] = append(t.Rows[len(t.Rows)-1], table.Text(fmt.Sprintf("%.2f", b.Score)))
		}
	}
	if err := t.Write(out, style); err != nil {
		return err
	}
	from, to := clean.Text(c.Bots[0].Name), clean.Text(c.Bots[1].Name)
	say("\n%s by the points of %s less those of %s:", report.Counted(c.Pairs, "pair"), to, from)
	most := 1
	for _, d := range c.Spread {
		most = max(most, d.Pairs)
	}
	for _, d := range c.Spread {
		fmt.Fprintf(out, "  %+6.2f  %6d  %s\n", d.Difference, d.Pairs, strings.Repeat("█", (30*d.Pairs+most-1)/most))
	}
	for _, f := range c.Faults {
		say("%s: %s of %s in this run", clean.Text(f.Name), report.Counted(f.Times, "fault"), f.Fault)
	}
	if c.Ratio != nil {
		say("log-likelihood ratio %.2f, which decides at %.2f and %.2f: for H0 and for H1", c.Ratio.Log, -c.Ratio.Ends, c.Ratio.Ends)
	}
	if len(c.Worst) > 0 {
		say("\nThe games of the pair that went worst for %s:", to)
		for _, game := range c.Worst {
			fmt.Fprintf(out, "  agon replay %s --game %d\n", c.Dir, game)
		}
	}
	return nil
}
