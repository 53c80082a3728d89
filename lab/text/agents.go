package text

import (
	"fmt"
	"io"

	"agon/internal/clean"
	"agon/internal/numerals"
	"agon/lab/agents/verdict"
	"agon/show/term/table"
)

// Agents prints what is said of a contest of agents: the winners of rounds and the strength of each version, and the agents over runs.
func Agents(out io.Writer, v *verdict.Verdict) error {
	style := styleOf(out)
	for i := range v.Runs {
		r := &v.Runs[i]
		t := &table.Table{Columns: []table.Column{{Head: "Round", Width: 6}, {Head: "Winner", Width: 16}}}
		if len(v.Runs) > 1 {
			t.Title = fmt.Sprintf("Run %d", i+1)
		}
		for _, a := range r.Agents {
			t.Columns = append(t.Columns, table.Column{Head: a.Name, Width: 24})
		}
		for _, round := range r.Rounds {
			row := []table.Cell{table.Text(fmt.Sprint(round.Round)), table.Text(clean.Text(winner(round)))}
			for _, a := range r.Agents {
				row = append(row, table.Text(strength(a, round.Round)))
			}
			t.Rows = append(t.Rows, row)
		}
		if err := t.Write(out, style); err != nil {
			return err
		}
	}
	say := sayer(out, style)
	say("\nStrengths are in points, with 95 %% intervals: 400 are odds of ten to one.")
	for _, text := range v.Said {
		say("%s", clean.Text(text))
	}
	return nil
}

// winner returns who won a round, or "tie".
func winner(r verdict.Round) string {
	if r.Winner == "" {
		return "tie"
	}
	return r.Winner
}

// strength returns the strength of an agent's version in a round, "-" if none played.
func strength(a verdict.Agent, round int) string {
	for _, r := range a.Rounds {
		if f := r.Strength; r.Round == round && f != nil {
			return fmt.Sprintf("%s (%s to %s)", numerals.Decimals(f.Value, 0), numerals.Decimals(f.Low, 0), numerals.Decimals(f.High, 0))
		}
	}
	return "-"
}
