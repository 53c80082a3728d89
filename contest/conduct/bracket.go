package conduct

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"agon/contest"
	"agon/contest/folders"
	"agon/format/tournament"
	"agon/show/bracket"
	"agon/show/report/folder"
)

// checkBracket returns an error before the first game if --bracket is given for a contest without a bracket.
func checkBracket(file string, c *contest.Contest) error {
	if file == "" {
		return nil
	}
	if filepath.Ext(file) != ".svg" {
		return fmt.Errorf("--bracket %s: the bracket is written as SVG; use a name that ends in .svg", file)
	}
	if hasKnockout(c) {
		return nil
	}
	return errors.New("--bracket: no stage of this contest is a knockout (agon formats knockout)")
}

// called returns the names of all entries.
func called(c *contest.Contest) []string {
	var names []string
	for _, e := range c.Entries {
		names = append(names, e.Name)
	}
	return names
}

// livePath returns the path of the live page of a contest with a knockout, or "" for any other.
func livePath(c *contest.Contest) string {
	if hasKnockout(c) {
		return filepath.Join(folders.ReportDir(c), folder.LiveFile)
	}
	return ""
}

func hasKnockout(c *contest.Contest) bool {
	return slices.ContainsFunc(c.Stages, func(s contest.Stage) bool { return s.Format == "knockout" })
}

// liveBracket returns a function that draws a table's bracket for the dashboard, or nil if it has none.
func liveBracket(c *contest.Contest, t *tournament.Table) func(width int, lines bool) []string {
	if t.Bracket == nil {
		return nil
	}
	b, names := t.Bracket, called(c)
	return func(width int, lines bool) []string {
		return bracket.Text(b, names, bracket.TextOptions{Width: width, Lines: lines})
	}
}
