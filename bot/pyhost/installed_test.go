package pyhost

import (
	"os"
	"path/filepath"
	"testing"
)

// Another interpreter, and another version of a package, are distinguished; without a folder of packages nothing is known.
func TestInstalled(t *testing.T) {
	dir := t.TempDir()
	packages := filepath.Join(dir, "lib", "python3.11", "site-packages")
	python := filepath.Join(dir, "bin", "python3")
	for _, d := range []string{filepath.Dir(python), filepath.Join(dir, "elsewhere")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if got := Installed(python); got != "" {
		t.Errorf("a missing interpreter is %q", got)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(python, "one")
	if got := Installed(python); got != "" {
		t.Errorf("an interpreter without packages is %q", got)
	}
	if err := os.MkdirAll(filepath.Join(packages, "numpy"), 0o755); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, change := range []func(){
		func() {},
		func() { os.Mkdir(filepath.Join(packages, "numpy-1.24.2.dist-info"), 0o755) },
		func() {
			os.Rename(filepath.Join(packages, "numpy-1.24.2.dist-info"), filepath.Join(packages, "numpy-2.0.0.dist-info"))
		},
		func() { write(python, "other") },
		func() {
			os.Rename(python, filepath.Join(dir, "elsewhere", "python3"))
			os.Symlink(filepath.Join(dir, "elsewhere", "python3"), python)
		},
	} {
		change()
		got := Installed(python)
		if got == "" || seen[got] {
			t.Errorf("it is %q, as before: %v", got, seen)
		}
		if again := Installed(python); again != got {
			t.Errorf("it is %q, then %q", got, again)
		}
		seen[got] = true
	}
}
