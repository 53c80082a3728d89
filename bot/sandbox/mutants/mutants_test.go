//go:build linux

/*
Package mutants removes the protections of the sandbox, one at a time, from a copy of this tree, and runs the test of each. A test
that still passes does not test its protection.

	make mutants                                                              every removal, as root
	go test -v -run TestMutants/nosuid ./bot/sandbox/mutants -removals        those whose name contains a word
	go test -v -run TestMutants ./bot/sandbox/mutants -removals -whole        with all tests of the package for each

First the tests must pass without a removal. A removal is a replacement of exact texts (removals_test.go); one that is not found, or
that does not compile, is a failure like a test that passes.
*/
package mutants

import (
	"flag"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var (
	remove = flag.Bool("removals", false, "remove each protection, which takes minutes")
	whole  = flag.Bool("whole", false, "run all tests of the package for each removal")
)

// TestRemovalsFitTheTree: the copy compiles, and every text that a removal replaces occurs in it exactly once. Whether the tests notice the
// removals takes minutes to find out: make mutants.
func TestRemovalsFitTheTree(t *testing.T) {
	tree := copied(t)
	if out, err := tree.run("test", "-count=1", "-run=^$", "."); err != nil {
		t.Fatalf("the copy does not compile: %v\n%s", err, out)
	}
	for _, r := range removals {
		back, err := tree.edit(r.edits)
		if err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
		back()
	}
}

// TestMutants removes each protection: its test must fail.
func TestMutants(t *testing.T) {
	if !*remove {
		t.Skip("-removals is not set: make mutants sets it")
	}
	if os.Geteuid() != 0 {
		t.Log("Run as root: only root has the control groups and user IDs that some tests need; without them those tests skip.")
	}
	tree := copied(t)
	var tests []string
	for _, r := range removals {
		tests = append(tests, r.test)
	}
	if out, err := tree.test(strings.Join(tests, "|")); err != nil {
		t.Fatalf("the tests fail with every protection in place\n%s", out)
	}
	for _, r := range removals {
		t.Run(r.name, func(t *testing.T) {
			if why := tree.lacks(r); why != "" {
				t.Skip(why)
			}
			tree.noticed(t, r)
		})
	}
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

// noticed removes a protection, runs its tests, one of which must fail, and restores it.
func (t *tree) noticed(test *testing.T, r removal) {
	back, err := t.edit(r.edits)
	defer back()
	if err != nil {
		test.Fatal(err)
	}
	if out, err := t.run("vet", "."); err != nil {
		test.Fatalf("it does not compile: %s", out)
	}
	names := r.test
	if *whole {
		names = "."
	}
	out, err := t.test(names)
	if err == nil {
		test.Fatalf("%s stays green", r.test)
	}
	red := failed.FindStringSubmatch(out)
	if red == nil {
		test.Fatalf("the tests broke off: %s", out)
	}
	test.Log("red:", red[1])
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
