//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A tree is a copy of the module in a temporary folder.
type tree struct{ folder string }

// copyTree copies what the sandbox is built of.
func copyTree() (*tree, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return nil, fmt.Errorf("find the module: %w", err)
	}
	from := strings.TrimSpace(string(out))
	folder, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		return nil, err
	}
	t := &tree{folder}
	os.Chmod(folder, 0o755) // tests run as other users
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := t.copyFile(filepath.Join(from, name), name); err != nil {
			t.remove()
			return nil, err
		}
	}
	if err := os.CopyFS(t.sandbox(), os.DirFS(filepath.Join(from, sandboxPath))); err != nil {
		t.remove()
		return nil, fmt.Errorf("copy the sandbox: %w", err)
	}
	return t, nil
}

// sandboxPath is where the package lies. It needs no other of the module.
const sandboxPath = "bot/sandbox"

func (t *tree) sandbox() string { return filepath.Join(t.folder, sandboxPath) }

func (t *tree) remove() { os.RemoveAll(t.folder) }

func (t *tree) copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(t.folder, to), text, 0o644)
}

// edit replaces texts, each of which must be there exactly once. back undoes it, whether or not it failed.
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
			return back, fmt.Errorf("%s has %q %d times, not once: bring removals.go up to date", e.file, e.old, n)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(text), e.old, e.new, 1)), 0o644); err != nil {
			return back, err
		}
	}
	return back, nil
}
