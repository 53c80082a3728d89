/*
Package standing prints a report's tables: on a terminal, into a pipe, and as Markdown. Package report defines the columns of a table and
their contents, package table how a table is written. This package adds headings, groups, qualifiers, brackets, and the sentences below.

The tables of kinds whose scores are percentages are those of the Colour Battle contest's own program: headings, order, widths and rounding
are the original's; additional columns are to the right of them.
*/
package standing

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	xterm "golang.org/x/term"

	"agon/show/bracket"
	"agon/show/report"
	"agon/show/term/table"
)

// Style is the medium a report is printed on. The zero Style is a pipe.
type Style struct {
	table.Style
	Bracket bracket.TextOptions
}

// On returns the style of a writer: that of its terminal, or of a pipe. env is the environment.
func On(out io.Writer, env []string) Style {
	s := Style{Style: table.On(out, env)}
	if f, ok := out.(*os.File); ok && xterm.IsTerminal(int(f.Fd())) {
		if width, _, err := xterm.GetSize(int(f.Fd())); err == nil {
			s.Bracket.Width = width
		}
		s.Bracket.Lines = s.Depth.Colour()
	}
	return s
}

// Print prints the tables of every stage of which a game has been played, and the remarks, which say so if none was played at all.
func Print(out io.Writer, r *report.Run, style Style) error {
	for i := range r.Stages {
		if r.Played == 0 {
			break
		}
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := printStage(out, r, &r.Stages[i], style); err != nil {
			return err
		}
	}
	if style.Markdown {
		fmt.Fprintln(out)
	}
	for _, line := range r.Remarks() {
		switch {
		case style.Markdown:
			line = "- " + table.Escape(line)
		case style.Width > 0 && !strings.Contains(line, "agon "): // a command is copied as one line
			line = ansi.Wordwrap(line, style.Width, "")
		}
		fmt.Fprintln(out, line)
	}
	return nil
}

func printStage(out io.Writer, r *report.Run, s *report.Stage, style Style) (err error) {
	games := fmt.Sprintf("%s (%s): %s, seed %d", s.Name, s.Format, report.Counted(s.Played, "game"), r.Seed)
	switch {
	case s.Played == 0:
		fmt.Fprintf(out, "%s (%s): %s.\n", s.Name, s.Format, s.Unplayed())
	case s.Marked():
		fmt.Fprintf(out, "%s.\n", games)
		t := lines(report.Marks, s, s.Standings)
		t.Notes = append(t.Notes, "Marks: points for the highest chance to beat the bot in the heading that is certainly reached; a draw "+
			"counts half.", "In brackets the interval of that chance. Open: more games could still give more points.")
		err = writeTables(out, style, t)
	case s.Uncertain():
		fmt.Fprintf(out, "%s.\n", games)
		if err = writeTables(out, style, lines(report.Ladder, s, s.Standings)); err == nil {
			fmt.Fprintln(out, "Places: 95 % interval of a bot's true rank.")
		}
	case s.Unit == "%" && !s.Divided():
		fmt.Fprintf(out, "Ran tournament of %s of %s each, seed %d.\n", report.Counted(s.Played, "game"),
			report.Counted(r.Length, cmp.Or(r.Kind.Step, "round")), r.Seed)
		err = writeTables(out, style, Scores(s), Efficiency(s))
	default:
		fmt.Fprintf(out, "%s%s.\n", games, report.Sizes(s.Groups()))
		err = printGroups(out, r, s, style)
	}
	if err == nil && s.Bracket != nil {
		printBracket(out, r, s, style)
	}
	for _, text := range s.Remarks {
		switch {
		case style.Markdown:
			text = "\n" + table.Escape(text)
		case style.Width > 0:
			text = ansi.Wordwrap(text, style.Width, "")
		}
		fmt.Fprintln(out, text)
	}
	return err
}

func printGroups(out io.Writer, r *report.Run, s *report.Stage, style Style) error {
	groups := s.Groups()
	for _, group := range groups {
		if len(groups) > 1 {
			fmt.Fprintf(out, "\n%s%s\n", group[0].GroupTitle(), decided(r, group))
		}
		if err := writeTables(out, style, lines(report.Matches, s, group)); err != nil {
			return err
		}
	}
	if none := s.Ungrouped(); len(none) > 0 {
		fmt.Fprintln(out, "\nIn no group")
		if err := writeTables(out, style, lines(report.Matches, s, none)); err != nil {
			return err
		}
	}
	if report.Ordered(s.Standings) {
		fmt.Fprintln(out, "Order: range of ranks in 95 of 100 random orders of the same matches.")
	}
	return nil
}

// decided returns how many of a group's matches are decided, if the format has matches of two.
func decided(r *report.Run, group []report.Standing) string {
	if r.Kind.MaxSeats != 2 {
		return ""
	}
	decided, all := report.Decided(group)
	return fmt.Sprintf(": %d of %d %s", decided, all, map[bool]string{true: "match", false: "matches"}[all == 1])
}

// writeTables writes tables with an empty line between them.
func writeTables(out io.Writer, style Style, tables ...*table.Table) error {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := t.Write(out, style.Style); err != nil {
			return err
		}
	}
	return nil
}

// ruler is the width of the lines around the original's headings.
const ruler = 60

// Scores returns the original's table "The Final Scores" with the interval of the mean and a remark at its right.
func Scores(s *report.Stage) *table.Table {
	t := rows(report.Scores, s, s.Standings)
	t.Title, t.Ruler = "The Final Scores", ruler
	return t
}

// Efficiency returns the original's table "Best Efficiency": score per µs, best first.
func Efficiency(s *report.Stage) *table.Table {
	order := slices.Clone(s.Standings)
	slices.SortStableFunc(order, func(a, b report.Standing) int { return cmp.Compare(b.PerMicro(), a.PerMicro()) })
	t := rows(report.Efficiency, s, order)
	t.Title, t.Ruler = "Best Efficiency", ruler
	return t
}

// lines returns a table of standings that marks the qualifiers.
func lines(in report.Table, s *report.Stage, standings []report.Standing) *table.Table {
	t := rows(in, s, standings)
	if names := s.GoingOn(standings); names != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("On to %s: %s.", s.Next, strings.Join(names, ", ")))
	}
	return t
}

// rows returns a table of a stage with a row for each of the standings.
func rows(in report.Table, s *report.Stage, standings []report.Standing) *table.Table {
	t := &table.Table{Rows: make([][]table.Cell, len(standings))}
	for _, c := range report.Of(in, standings) {
		head, width := c.Head, c.Width
		if c.Scored {
			head = table.Score(s.Unit)
			width = max(width, len(head)+2)
		}
		if c.Widest != nil {
			width = len(c.Widest(len(standings))) + 2
		}
		t.Columns = append(t.Columns, table.Column{Head: head, Width: width, Digits: c.Digits, Unit: c.Unit, Added: c.Added,
			Remark: c.Remark})
		for i := range standings {
			t.Rows[i] = append(t.Rows[i], cell(c.Value(report.Line{Standing: &standings[i], Stage: s, Place: i + 1})))
		}
	}
	return t
}

// cell returns a value as a table cell. Whole numbers become text, so that they are not rounded.
func cell(v any) table.Cell {
	switch v := v.(type) {
	case nil:
		return table.Cell{}
	case float64:
		return table.Number(v)
	case report.Micros:
		return table.Number(float64(v))
	case report.Bot:
		return table.Bot(v.Slot, v.Name)
	case report.Balance:
		return table.Text(fmt.Sprintf("%+d", v))
	case report.Record:
		return table.Text(fmt.Sprintf("%d-%d-%d", v[0], v[1], v[2]))
	}
	return table.Text(fmt.Sprint(v))
}

// printBracket prints a stage's bracket: as wide as the terminal, or in a file with whole names.
func printBracket(out io.Writer, r *report.Run, s *report.Stage, style Style) {
	fmt.Fprintln(out)
	for _, line := range bracket.Text(s.Bracket, r.Names(), style.Bracket) {
		fmt.Fprintln(out, line)
	}
	for _, note := range bracket.Notes(s.Bracket, r.Names()) {
		fmt.Fprintln(out, "* "+note)
	}
}
