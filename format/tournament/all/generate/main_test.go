package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// After adding a folder with a Spec, run go generate.
func TestTheListIsUpToDate(t *testing.T) {
	want, err := list("../..")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../all.go")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("run go generate in agon/format/tournament/all:\n%s", d)
	}
}
