package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"agon/internal/tier"
)

// An event is a line of go test -json: see go doc test2json.
type event struct {
	Action     string
	Package    string
	ImportPath string // of a build
	Test       string
	Output     string
}

// A result is all that is known of a test, of a package (without a test) or of a build.
type result struct {
	pkg, test string
	ends      []string // the actions that ended it, one for each time it ran
	output    []string // of its last run that failed, or of the current one
	lines     []string // of the current run
}

func (r *result) name() string { return strings.TrimSuffix(r.pkg+" "+r.test, " ") }

func (r *result) failed() bool { return slices.Contains(r.ends, "fail") }
func (r *result) flaky() bool  { return r.failed() && r.ends[len(r.ends)-1] != "fail" }

// A report is the results in the order in which they began.
type report struct {
	all  []*result
	find map[string]*result
}

func read(events io.Reader) (*report, error) {
	r := &report{find: map[string]*result{}}
	lines := bufio.NewReader(events)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 && line[0] == '{' {
			var e event
			if err := json.Unmarshal(line, &e); err != nil {
				return nil, fmt.Errorf("%q: %w", line, err)
			}
			r.addEvent(e)
		}
		if errors.Is(err, io.EOF) {
			return r, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (r *report) addEvent(e event) {
	if e.Package == "" {
		e.Package = e.ImportPath
	}
	key := e.Package + " " + e.Test
	at := r.find[key]
	if at == nil {
		at = &result{pkg: e.Package, test: e.Test}
		r.find[key], r.all = at, append(r.all, at)
	}
	switch e.Action {
	case "output", "build-output":
		at.lines = append(at.lines, e.Output)
	case "pass", "skip", "fail", "build-fail":
		end := strings.TrimPrefix(e.Action, "build-")
		if end == "fail" || !at.failed() {
			at.output = at.lines
		}
		at.ends, at.lines = append(at.ends, end), nil
	}
}

// outer reports whether a result has a failed one below it, which says more.
func (r *report) outer(of *result) bool {
	return slices.ContainsFunc(r.all, func(other *result) bool {
		below := of.test == "" && other.test != "" || of.test != "" && strings.HasPrefix(other.test, of.test+"/")
		return other != of && other.pkg == of.pkg && below && other.failed()
	})
}

// printedLines is how many lines of output are printed in total, so that the report fits the end of a log.
const printedLines = 24

// counts are what a run of tests came to.
type counts struct {
	failed, flaky []*result
	passed, left  int
	lacks         []string // tests that were skipped
}

// count sorts the results. In packages named final a failure stays one.
func (r *report) count(final []string) (c counts) {
	for _, t := range r.all {
		switch {
		case t.failed() && !r.outer(t):
			if t.flaky() && !slices.Contains(final, t.pkg) {
				c.flaky = append(c.flaky, t)
			} else {
				c.failed = append(c.failed, t)
			}
		case len(t.ends) == 0 && t.test != "" && !r.outer(t) && r.find[t.pkg+" "].failed():
			c.failed = append(c.failed, t) // it was running when its program ended
			t.output = t.lines
		case t.test == "" || t.failed() || len(t.ends) == 0:
		case t.ends[len(t.ends)-1] == "pass":
			c.passed++
		case strings.Contains(strings.Join(t.output, ""), tier.LeftOut):
			c.left++
		default:
			c.lacks = append(c.lacks, strings.TrimPrefix(t.pkg, "agon/")+" "+t.test)
		}
	}
	return c
}

// print prints the report. The error says that the run failed.
func (r *report) print(w io.Writer, final []string, known map[string]bool) error {
	c := r.count(final)
	if len(c.lacks) > 0 {
		fmt.Fprintf(w, "skipped here: %s\n", strings.Join(c.lacks, ", "))
	}
	each := printedLines / max(len(c.failed)+len(c.flaky), 1)
	unlisted := 0
	for _, t := range c.flaky {
		if known[t.name()] {
			fmt.Fprintf(w, "FLAKY %s: it failed and passed when run again; it is listed\n", t.name())
			continue
		}
		unlisted++
		fmt.Fprintf(w, "FLAKY %s: it failed and passed when run again\n", t.name())
		tail(w, t.output, each)
	}
	for _, t := range c.failed {
		fmt.Fprintf(w, "FAILED %s\n", t.name())
		tail(w, t.output, each)
	}
	fmt.Fprintf(w, "%d tests passed, %d skipped, %d left out (make long runs them), %d flaky, %d failed\n", c.passed, len(c.lacks), c.left,
		len(c.flaky), len(c.failed))
	switch {
	case len(c.failed) > 0:
		return fmt.Errorf("%d tests failed", len(c.failed))
	case unlisted > 0:
		return fmt.Errorf("%d tests are flaky: mend them, or list them with a reason and the date", unlisted)
	case c.passed == 0:
		return errors.New("no test passed")
	}
	return nil
}

// tail prints the last lines of an output, without those of the test tool itself.
func tail(w io.Writer, output []string, n int) {
	var lines []string
	for line := range strings.Lines(strings.Join(output, "")) {
		line = strings.TrimRight(line, "\n")
		word := strings.TrimSpace(line)
		if word != "" && !strings.HasPrefix(word, "=== ") && !strings.HasPrefix(word, "--- ") {
			lines = append(lines, line)
		}
	}
	for _, line := range lines[max(len(lines)-max(n-1, 2), 0):] {
		fmt.Fprintf(w, "    %.200s\n", strings.TrimPrefix(line, "    "))
	}
}

// fixWithin is how long a flaky test may be listed.
const fixWithin = 14 * 24 * time.Hour

// parseKnown reads the list of flaky tests: lines of a package, a test, the date of the entry and a reason, separated by tabs. Lines that
// begin with # are comments.
func parseKnown(text string, now time.Time) (map[string]bool, error) {
	known := map[string]bool{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 || fields[3] == "" {
			return nil, fmt.Errorf("%d: %q is not a package, a test, a date and a reason, separated by tabs", number, line)
		}
		since, err := time.Parse(time.DateOnly, fields[2])
		if err != nil {
			return nil, fmt.Errorf("%d: the date %q is not like 2026-01-31", number, fields[2])
		}
		if age := now.Sub(since); age >= 0 && age < fixWithin {
			known[fields[0]+" "+fields[1]] = true
		}
	}
	return known, nil
}
