package text

import (
	"fmt"
	"io"
	"strings"

	"agon/games/folder/gamecheck"
	"agon/internal/clean"
)

// Rules prints what was found of the rules of a game.
func Rules(out io.Writer, findings []gamecheck.Finding, failed bool) error {
	style := styleOf(out)
	for _, f := range findings {
		word := "ok  "
		if f.Fail {
			word = "FAIL"
		}
		text := strings.ReplaceAll(clean.Text(strings.TrimRight(f.Text, "\n")), "\n", "\n                  ")
		fmt.Fprintln(out, style.Wrap(fmt.Sprintf("  %s  %-9s  %s", word, f.Name, text)))
		if f.Fix != "" {
			fmt.Fprintln(out, style.Wrap("                   "+f.Fix))
		}
	}
	verdict := "passed"
	if failed {
		verdict = "failed"
	}
	_, err := fmt.Fprintln(out, verdict)
	return err
}
