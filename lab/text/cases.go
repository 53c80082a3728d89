package text

import (
	"fmt"
	"io"
	"strings"

	"agon/internal/clean"
	"agon/lab/cases"
	"agon/show/report"
)

// Cases prints a line for each case, with the board of those that failed.
func Cases(out io.Writer, verdicts []*cases.Verdict) error {
	passed := 0
	for _, v := range verdicts {
		if v.Passed() {
			passed++
			fmt.Fprintf(out, "ok    %s\n", clean.Text(v.Case.Name))
			continue
		}
		fmt.Fprintf(out, "FAIL  %s: %s\n", clean.Text(v.Case.Name), clean.Text(v.Why))
		fmt.Fprintf(out, "      seat %d, %s\n", v.Case.Seat, v.Case.When())
		for line := range strings.Lines(v.Board) {
			fmt.Fprintf(out, "      %s\n", strings.TrimRight(line, "\n"))
		}
	}
	_, err := fmt.Fprintf(out, "%d of %s passed\n", passed, report.Counted(len(verdicts), "case"))
	return err
}
