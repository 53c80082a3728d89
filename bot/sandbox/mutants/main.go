//go:build linux

/*
Mutants removes the protections of the sandbox, one at a time, from a copy of this tree, and runs the test of each. A test that still
passes does not test its protection.

	go run ./bot/sandbox/mutants            every removal
	go run ./bot/sandbox/mutants nosuid     those whose name contains a word
	go run ./bot/sandbox/mutants -whole     with all tests of the package for each

First the tests must pass without a removal. A removal is a replacement of exact texts (removals.go); one that is not found, or that does
not compile, is a failure like a test that passes. The exit code is 1 then.
*/
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"text/tabwriter"
)

func main() {
	whole := flag.Bool("whole", false, "run all tests of the package for each removal")
	flag.Parse()
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	tree, err := copyTree()
	if err == nil {
		go func() {
			<-stop
			tree.remove()
			os.Exit(1)
		}()
		err = judge(tree, chosen(flag.Args()), *whole)
		tree.remove()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// chosen returns the removals whose names contain one of the words; all if there are no words.
func chosen(words []string) []removal {
	if len(words) == 0 {
		return removals
	}
	var some []removal
	for _, r := range removals {
		for _, w := range words {
			if strings.Contains(r.name, w) {
				some = append(some, r)
				break
			}
		}
	}
	return some
}

// judge prints the result of each removal.
func judge(t *tree, removals []removal, whole bool) error {
	if len(removals) == 0 {
		return fmt.Errorf("no such removal")
	}
	if os.Geteuid() != 0 {
		fmt.Println("Run as root: only root has the control groups and user IDs that some tests need; without them those tests skip.")
	}
	var tests []string
	for _, r := range removals {
		tests = append(tests, r.test)
	}
	fmt.Printf("%d protections, the tests as they are: ", len(removals))
	if out, err := t.test(strings.Join(tests, "|")); err != nil {
		return fmt.Errorf("they fail with every protection in place\n%s", out)
	}
	fmt.Println("green")
	table := tabwriter.NewWriter(os.Stdout, 30, 0, 2, ' ', 0)
	red, skipped := 0, 0
	for _, r := range removals {
		if why := t.lacks(r); why != "" {
			skipped++
			fmt.Fprintf(table, "%s\tskipped\t%s\n", r.name, why)
			table.Flush()
			continue
		}
		why, err := one(t, r, whole)
		verdict := "red"
		if err != nil {
			verdict, why = "FAIL", err.Error()
		} else {
			red++
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.name, verdict, why)
		table.Flush() // flush each line: a removal takes seconds
	}
	fmt.Printf("%d removals, %d reds, %d skipped\n", len(removals), red, skipped)
	if missed := len(removals) - red - skipped; missed > 0 {
		return fmt.Errorf("%d removals are not noticed by any test", missed)
	}
	return nil
}

// lacks returns what this machine lacks for a removal to be noticed, or "".
func (t *tree) lacks(r removal) string {
	if r.needs == "" {
		return ""
	}
	out, err := t.run("test", "-count=1", "-v", "-run=^"+r.needs+"$", ".")
	if why := skippedFor.FindStringSubmatch(out); err == nil && why != nil {
		return why[1]
	}
	return ""
}

var skippedFor = regexp.MustCompile(`(?m)^\s+\S+_test\.go:\d+: (.*)\n--- SKIP`)

// one removes a protection, runs its tests and restores it. It returns the name of the test that failed.
func one(t *tree, r removal, whole bool) (why string, err error) {
	back, err := t.edit(r.edits)
	defer back()
	if err != nil {
		return "", err
	}
	if out, err := t.run("vet", "."); err != nil {
		return "", fmt.Errorf("it does not compile: %s", out)
	}
	test := r.test
	if whole {
		test = "."
	}
	out, err := t.test(test)
	if err == nil {
		return "", fmt.Errorf("%s stays green", r.test)
	}
	names := failed.FindStringSubmatch(out)
	if names == nil {
		return "", fmt.Errorf("the tests broke off: %s", out)
	}
	return names[1], nil
}

var failed = regexp.MustCompile(`--- FAIL: (\S+)`)

// test runs tests of the sandbox.
func (t *tree) test(names string) (string, error) {
	return t.run("test", "-count=1", "-failfast", "-timeout=10m", "-run=^("+names+")$", ".")
}

// run runs the go command on the sandbox of the copy.
func (t *tree) run(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = t.sandbox()
	cmd.Env = os.Environ()
	if os.Geteuid() == 0 {
		cmd.Env = append(cmd.Env, "AGON_EXPECT_SANDBOX=full") // a test that would skip fails instead
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}
