package text

import (
	"fmt"
	"io"
	"strings"

	"agon/internal/clean"
	"agon/lab/check"
)

// Verdict prints the verdict on a bot.
func Verdict(out io.Writer, v *check.Verdict) error {
	by := ""
	if v.Author != "" {
		by = " by " + clean.Text(v.Author)
	}
	fmt.Fprintf(out, "%s%s   sandbox %s\n", clean.Text(v.Bot), by, v.Sandbox)
	for _, f := range v.Findings {
		Finding(out, f)
	}
	word := "passed"
	switch {
	case v.Stopped:
		word = "stopped: these are the findings so far"
	case !v.Passed:
		word = "failed"
	}
	_, err := fmt.Fprintf(out, "%s\n", word)
	return err
}

// Problems prints what failed as editors read it. What has no line in the bot's files is printed with its reference.
func Problems(out io.Writer, v *check.Verdict, ref string) error {
	for _, f := range v.Findings {
		problems := f.Problems
		if first, _, _ := strings.Cut(f.Told, "\n"); len(problems) == 0 && f.What != "round" {
			problems = []check.Problem{{File: ref, Line: 1, Text: f.What + ": " + first}}
		}
		for _, p := range problems {
			if f.Good {
				continue
			}
			if _, err := fmt.Fprintf(out, "%s:%d: error: %s\n", clean.Text(p.File), p.Line, clean.Text(p.Text)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Finding prints a finding, in one line or more.
func Finding(out io.Writer, f check.Finding) {
	mark := "ok  "
	if !f.Good {
		mark = "FAIL"
	}
	lines := strings.Split(strings.TrimRight(clean.Text(f.Told), "\n"), "\n")
	fmt.Fprintf(out, "  %s  %-12s %s\n", mark, clean.Text(f.What), lines[0])
	for _, l := range lines[1:] {
		fmt.Fprintf(out, "%21s%s\n", "", l)
	}
}
