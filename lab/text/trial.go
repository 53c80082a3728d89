package text

import (
	"fmt"
	"io"
	"time"

	"agon/lab/trial"
	"agon/show/report"
	"agon/show/term/table"
)

// Trials prints the times of bots.
func Trials(out io.Writer, trials []trial.Trial) error {
	var entries []table.Trial
	for i, x := range trials {
		e := table.Trial{Slot: i, Name: x.Bot, Author: x.Author, Average: x.Avg, Least: x.Least, Most: x.Most,
			Remark: fmt.Sprintf("CPU %.3f", x.CPU)}
		if x.Over {
			e.Remark += fmt.Sprintf(", over %v", time.Duration(x.Limit*1e3))
		}
		if text := Marks(x.Faults, x.Doubt); text != "" {
			e.Remark += ", " + text
		}
		entries = append(entries, e)
	}
	return table.Trials(entries).Write(out, styleOf(out))
}

// Marks returns a bot's faults, and a remark if its clock is not trusted.
func Marks(faults map[string]int, doubt string) string {
	text := report.FaultCounts(faults)
	switch {
	case doubt == "":
		return text
	case text == "":
		return report.TimesDiffer
	}
	return text + ", " + report.TimesDiffer
}
