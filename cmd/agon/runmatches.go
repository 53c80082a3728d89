package main

import (
	"fmt"
	"io"
	"strings"

	"agon/contest"
	"agon/term/table"
	"agon/tournament"
)

// printMatches prints the tables of a stage in which bots meet in matches: group by group, with who goes on.
func (r *runReport) printMatches(out io.Writer, nth int) error {
	s := &r.result.Stages[nth]
	groups := groupsOf(s.Table)
	fmt.Fprintf(out, "%s (%s): %d games, seed %d%s.\n", s.Stage.Name, s.Stage.Format, s.Ledger.Done(), r.contest.Seed, sizes(groups))
	for _, lines := range groups {
		if len(groups) > 1 {
			fmt.Fprintf(out, "\nGroup %s%s\n", groupName(lines[0].Group), r.matchCount(lines))
		}
		t := r.matches(lines)
		if names := r.goingOn(nth, lines); names != nil {
			t.Notes = append(t.Notes, fmt.Sprintf("On to %s: %s.", r.contest.Stages[nth+1].Name, strings.Join(names, ", ")))
		}
		if err := t.Write(out, r.style); err != nil {
			return err
		}
	}
	if ordered(s.Table.Standings) {
		fmt.Fprintln(out, "Order: range of ranks in 95 of 100 random orders of the same matches.")
	}
	return nil
}

// groupsOf is the standings of a table group by group.
func groupsOf(t tournament.Table) [][]tournament.Standing {
	var groups [][]tournament.Standing
	for i, line := range t.Standings {
		if i == 0 || line.Group != t.Standings[i-1].Group {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], line)
	}
	return groups
}

// groupName is A, B … Z, AA, AB …
func groupName(n int) string {
	letter := string(rune('A' + n%26))
	if n < 26 {
		return letter
	}
	return groupName(n/26-1) + letter
}

// sizes says how large groups are that do not all have as many bots.
func sizes(groups [][]tournament.Standing) string {
	var list []string
	equal := true
	for _, g := range groups {
		list = append(list, fmt.Sprint(len(g)))
		equal = equal && len(g) == len(groups[0])
	}
	if equal {
		return ""
	}
	last := len(list) - 1
	return fmt.Sprintf("; groups of %s and %s", strings.Join(list[:last], ", "), list[last])
}

// matchCount says how many of a group's matches are decided, where it is pairs that meet.
func (r *runReport) matchCount(lines []tournament.Standing) string {
	if r.contest.Kind.MaxSeats != 2 {
		return ""
	}
	decided, all := matchesOf(lines)
	if all == 1 {
		return fmt.Sprintf(": %d of 1 match", decided)
	}
	return fmt.Sprintf(": %d of %d matches", decided, all)
}

// matchesOf is how many matches between all pairs of a group are decided, and how many there are.
func matchesOf(lines []tournament.Standing) (decided, all int) {
	for _, line := range lines {
		decided += line.Wins + line.Draws + line.Losses
	}
	return decided / 2, len(lines) * (len(lines) - 1) / 2
}

// goingOn is who of a group goes on to the next stage; nil where there is none, or where all do.
func (r *runReport) goingOn(nth int, lines []tournament.Standing) (names []string) {
	if nth+1 >= len(r.contest.Stages) || !r.result.Stages[nth].Finished {
		return nil
	}
	for _, line := range lines {
		if line.Through {
			names = append(names, r.contest.Entries[line.Entry].Name)
		}
	}
	if len(names) == len(lines) {
		return nil
	}
	return names
}

// ordered reports whether ratings depend on the order of matches.
func ordered(lines []tournament.Standing) bool {
	for _, line := range lines {
		if line.OrderHigh > 0 {
			return true
		}
	}
	return false
}

func rated(lines []tournament.Standing) bool {
	for _, line := range lines {
		if line.Rating != 0 {
			return true
		}
	}
	return false
}

// ratingHead is what a stage's ratings are called.
func ratingHead(lines []tournament.Standing) string {
	if ordered(lines) {
		return "Elo"
	}
	return "Rating"
}

// matches is the table of a group.
func (r *runReport) matches(lines []tournament.Standing) *table.Table {
	t := &table.Table{Columns: []table.Column{
		{Head: "Rank", Width: 6}, {Head: "Name", Width: 30}, {Head: "Contributor", Width: 20}, {Head: "W-D-L", Width: 12}, {Head: "Points", Width: 9, Digits: 1},
	}}
	if rated(lines) {
		t.Columns = append(t.Columns, table.Column{Head: ratingHead(lines), Width: 9, Digits: 1})
	}
	if ordered(lines) {
		t.Columns = append(t.Columns, table.Column{Head: "Order", Width: 8})
	}
	t.Columns = append(t.Columns, table.Column{Head: scoreHead(r.unit), Width: max(12, len(scoreHead(r.unit))+2), Digits: 2}, table.Column{Head: "Avg [us]", Width: 14, Digits: 1}, table.Column{Remark: true})
	for _, line := range lines {
		e := r.contest.Entries[line.Entry]
		row := []table.Cell{
			table.Text(fmt.Sprint(line.Rank)), table.Bot(line.Entry, e.Name), table.Text(e.Author), table.Text(fmt.Sprintf("%d-%d-%d", line.Wins, line.Draws, line.Losses)), table.Number(line.Points),
		}
		if rated(lines) {
			row = append(row, table.Number(line.Rating))
		}
		if ordered(lines) {
			row = append(row, table.Text(placeRange(line.OrderLow, line.OrderHigh)))
		}
		t.Rows = append(t.Rows, append(row, table.Number(line.Score), table.Number(line.Average()), table.Text(withPondering(joined(line.Note, onTime(line.OnTime)), line))))
	}
	return t
}

// placeRange is places as people write them.
func placeRange(low, high int) string {
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d-%d", low, high)
}

// cluster is a sentence about places that are not apart, with its group where there are several.
func cluster(s *contest.StageResult, c tournament.Cluster) string {
	text := c.String()
	if len(groupsOf(s.Table)) > 1 {
		return fmt.Sprintf("Group %s: %s.", groupName(c.Group), text)
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
