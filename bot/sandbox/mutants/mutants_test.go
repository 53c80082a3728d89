//go:build linux

package main

import "testing"

// TestRemovalsFitTheTree: the copy compiles, and every text that a removal replaces occurs in it exactly once. Whether the tests notice the
// removals takes minutes to find out: make mutants.
func TestRemovalsFitTheTree(t *testing.T) {
	tree, err := copyTree()
	if err != nil {
		t.Fatal(err)
	}
	defer tree.remove()
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
