package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// events returns a run's lines: each word is PACKAGE/TEST:ACTION, or TEXT of the test before with a leading >.
func events(t *testing.T, text string) *report {
	t.Helper()
	var b strings.Builder
	var last event
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if output, ok := strings.CutPrefix(line, ">"); ok {
			last.Action, last.Output = "output", output+"\n"
		} else {
			name, action, _ := strings.Cut(line, ":")
			pkg, test, _ := strings.Cut(name, "/")
			last = event{Package: pkg, Test: test, Action: action}
		}
		out, err := json.Marshal(last)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(out, '\n'))
	}
	r, err := read(strings.NewReader("not an event\n" + b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestReport(t *testing.T) {
	for _, tt := range []struct {
		name, run string
		final     []string
		known     map[string]bool
		want      []string // in what is printed
		not       string
		err       string
	}{
		{"green", "p/A:run\n>    a_test.go:1: left out: make long runs it\np/A:skip\np/B:pass\np/C:run\n>no compiler\np/C:skip\np:pass",
			nil, nil,
			[]string{"skipped here: p C\n", "1 tests passed, 1 skipped, 1 left out (make long runs them), 0 flaky, 0 failed\n"}, "FAILED",
			""},
		{"the innermost failure is told", "p/A:run\np/A/x:run\n>why\np/A/x:fail\np/A:fail\np:fail", nil, nil,
			[]string{"FAILED p A/x\n    why\n"}, "FAILED p A\n", "1 tests failed"},
		{"a second run that passes", "p/A:run\n>why\np/A:fail\np:fail\np/A:run\n>fine\np/A:pass\np:pass", nil, nil,
			[]string{"FLAKY p A: it failed and passed when run again\n    why\n"}, "fine", "1 tests are flaky"},
		{"listed", "p/A:fail\np:fail\np/A:pass\np:pass\np/B:pass", nil, map[string]bool{"p A": true}, []string{"it is listed"}, "FAILED",
			""},
		{"where failures are final", "p/A:fail\np:fail\np/A:pass\np:pass", []string{"p"}, map[string]bool{"p A": true},
			[]string{"FAILED p A"}, "FLAKY", "1 tests failed"},
		{"a program that ends", "p/A:run\n>panic: why\np:fail", nil, nil, []string{"FAILED p A\n    panic: why"}, "", "tests failed"},
		{"a build", "p:run\n>x.go:1: why\np:build-fail", nil, nil, []string{"FAILED p\n    x.go:1: why"}, "", "1 tests failed"},
		{"nothing", "p:pass", nil, nil, nil, "", "no test passed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			err := events(t, tt.run).print(&b, tt.final, tt.known)
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Errorf("%v, want %q", err, tt.err)
			}
			for _, want := range tt.want {
				if !strings.Contains(b.String(), want) {
					t.Errorf("%q is not in\n%s", want, &b)
				}
			}
			if tt.not != "" && strings.Contains(b.String(), tt.not) {
				t.Errorf("%q is in\n%s", tt.not, &b)
			}
		})
	}
}

// However much fails, the report fits the last 40 lines of a log.
func TestReportIsShort(t *testing.T) {
	var run strings.Builder
	for _, name := range strings.Split("ABCD", "") {
		run.WriteString("p/" + name + ":run\n" + strings.Repeat(">a line\n", 100) + "p/" + name + ":fail\n")
	}
	var b strings.Builder
	events(t, run.String()+"p:fail").print(&b, nil, nil)
	if n := strings.Count(b.String(), "\n"); n > 30 || strings.Count(b.String(), "a line") < 12 {
		t.Errorf("%d lines:\n%s", n, &b)
	}
}

func TestKnownFlaky(t *testing.T) {
	now := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	known, err := parseKnown("# package, test\np\tTestA\t2026-05-10\tit waits\np\tTestB\t2026-05-01\told\np\tTestC\t2026-06-01\tin the "+
		"future\n", now)
	if err != nil || len(known) != 1 || !known["p TestA"] {
		t.Errorf("%v %v", known, err)
	}
	for _, wrong := range []string{"p TestA", "p\tTestA\t10.5.2026\tx", "p\tTestA\t2026-05-10\t"} {
		if _, err := parseKnown(wrong, now); err == nil || !strings.HasPrefix(err.Error(), "1: ") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
