package text

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"agon/internal/clean"
	"agon/lab/check"
)

// Widest returns the width of the longest of some names, at least least.
func Widest(least int, names ...string) int {
	for _, name := range names {
		least = max(least, utf8.RuneCountInString(clean.Text(name)))
	}
	return least
}

// VerdictLine returns a verdict in one line: a mark, the name, whether the bot builds and plays, the time of a move, and what is wrong.
func VerdictLine(v *check.Verdict, width int) string {
	mark := "✓"
	switch {
	case !v.Passed:
		mark = "✗"
	case v.Stopped:
		mark = "…"
	}
	name := clean.Text(v.Bot)
	name += strings.Repeat(" ", max(width-utf8.RuneCountInString(name), 0))
	builds, plays := "builds", fmt.Sprintf("plays %6d moves  %10v a move", v.Moves, check.Rounded(time.Duration(v.AvgUs*1e3)))
	var faults []string
	for _, f := range v.Findings {
		if f.Good {
			continue
		}
		if f.What == "starts" || f.What == "let in" {
			builds, plays = "-     ", strings.Repeat(" ", len("plays        moves             a move"))
		}
		if f.What == "round" && len(faults) > 0 {
			continue // the other finding says the same
		}
		if text := short(&f); text != "" {
			faults = append(faults, text)
		}
	}
	return strings.TrimRight(fmt.Sprintf("%s %s  %s  %s  %s", mark, name, builds, plays, strings.Join(faults, ", ")), " ")
}

// short returns a finding in one line: the count, and the first case.
func short(f *check.Finding) string {
	first, rest, _ := strings.Cut(clean.Text(f.Told), "\n")
	if f.What == "answers" {
		_, first, _ = strings.Cut(first, ", ")
		if _, why, ok := strings.Cut(rest, ": "); ok {
			why, _, _ = strings.Cut(why, "\n")
			_, why, _ = strings.Cut(why, ": ") // drop the fault's name, which was printed
			first += ": " + why
		}
	}
	return first
}
