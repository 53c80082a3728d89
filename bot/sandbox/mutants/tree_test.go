//go:build linux

package mutants

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A tree is a copy of the module in a temporary folder.
type tree struct{ folder string }

// copied copies the sandbox, its tests and the packages of this module that they import. The copy is removed with the test.
func copied(t *testing.T) *tree {
	t.Helper()
	from, err := list("-m", "-f", "{{.Dir}}")
	if err != nil {
		t.Fatal(err)
	}
	module := from[0]
	const folderHere = `{{with .Module}}{{if .Main}}{{$.Dir}}{{end}}{{end}}` // folder of a package of this module; empty for others
	packages, err := list("-deps", "-test", "-f", folderHere, filepath.Join(module, sandboxPath))
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "mutants-") // that of the test is closed to the other users of some tests
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	os.Chmod(folder, 0o755)
	made := &tree{folder}
	if err := made.copyPackages(module, packages); err != nil {
		t.Fatalf("copy the sandbox: %v", err)
	}
	return made
}

// sandboxPath is the folder of the package in the module.
const sandboxPath = "bot/sandbox"

// list runs go list and returns the distinct lines of its output, sorted.
func list(args ...string) ([]string, error) {
	out, err := exec.Command("go", append([]string{"list"}, args...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", strings.Join(args, " "), err)
	}
	lines := strings.Fields(string(out))
	slices.Sort(lines)
	return slices.Compact(lines), nil
}

// copyPackages copies go.mod, go.sum and the folders of packages with everything in them.
func (t *tree) copyPackages(module string, folders []string) error {
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := t.copyFile(filepath.Join(module, name), name); err != nil {
			return err
		}
	}
	copied := "" // parents come first in sorted order
	for _, from := range folders {
		if copied != "" && strings.HasPrefix(from, copied+string(filepath.Separator)) {
			continue
		}
		name, err := filepath.Rel(module, from)
		if err != nil {
			return err
		}
		if err := os.CopyFS(filepath.Join(t.folder, name), os.DirFS(from)); err != nil {
			return err
		}
		copied = from
	}
	return nil
}

func (t *tree) sandbox() string { return filepath.Join(t.folder, sandboxPath) }

func (t *tree) copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.folder, to), text, 0o644)
}

// edit replaces texts, each of which must occur exactly once. back restores the files, also after an error.
func (t *tree) edit(edits []edit) (back func(), err error) {
	before := map[string][]byte{}
	back = func() {
		for name, text := range before {
			os.WriteFile(name, text, 0o644)
		}
	}
	for _, e := range edits {
		name := filepath.Join(t.sandbox(), e.file)
		text, err := os.ReadFile(name)
		if err != nil {
			return back, err
		}
		if _, done := before[name]; !done {
			before[name] = text
		}
		if n := strings.Count(string(text), e.old); n != 1 {
			return back, fmt.Errorf("%s has %q %d times, want once: update removals_test.go", e.file, e.old, n)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(text), e.old, e.new, 1)), 0o644); err != nil {
			return back, err
		}
	}
	return back, nil
}
