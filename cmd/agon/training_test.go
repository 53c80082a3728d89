package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/guides"
)

// withNumPy returns a Python that has NumPy, and skips the test if there is none.
func withNumPy(t *testing.T) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy").Run() == nil {
			return python
		}
	}
	t.Skip("no Python with NumPy")
	return ""
}

// TestTrainingInPython plays every kind through the Python package, and runs the programs of docs/training.md.
func TestTrainingInPython(t *testing.T) {
	t.Parallel()
	python := withNumPy(t)
	agon, err := exec.LookPath("agon")
	if err != nil {
		t.Fatal(err)
	}
	run := func(words ...string) string {
		t.Helper()
		cmd := exec.Command(python, words...)
		cmd.Env = append(os.Environ(), "AGON="+agon, "PYTHONPATH=../../python", "PYTHONDONTWRITEBYTECODE=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", words, err, out)
		}
		return string(out)
	}
	if out := run("../../python/conformance.py"); strings.Count(out, "ok ") != 6 {
		t.Errorf("it says:\n%s", out)
	}
	page, err := os.ReadFile("../../docs/training.md")
	if err != nil {
		t.Fatal(err)
	}
	programs := guides.Files(string(page))
	if len(programs) != 2 {
		t.Fatalf("docs/training.md has %d programs", len(programs))
	}
	for _, p := range programs {
		name := filepath.Join(t.TempDir(), p.Name)
		if err := os.WriteFile(name, []byte(p.Text), 0o644); err != nil {
			t.Fatal(err)
		}
		if out := run(name); p.Name == "train.py" && !strings.Contains(out, " % won") {
			t.Errorf("%s says %q", p.Name, out)
		}
	}
}
