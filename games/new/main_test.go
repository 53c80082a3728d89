package main

import (
	"bytes"
	"encoding/json"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func module(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module agon\n\ngo 1.26.0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "docs", "new-kind.md"), []byte(walkThrough(t)), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

func walkThrough(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "new-kind.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The folder equals the walk-through's under another name, which is compiled and tested by its own test (internal/guides).
func TestNew(t *testing.T) {
	root := module(t)
	var out bytes.Buffer
	if err := run([]string{"snake-pit"}, root, &out); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, "games", "snakepit")
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, name := range []string{"rules.go", "spec.go", "draw.go", "bots.go", "rules_test.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), name, read(name), 0)
		if err != nil || f.Name.Name != "snakepit" {
			t.Errorf("%s: package %v, %v", name, f.Name, err)
		}
	}
	old := regexp.MustCompile(`(?i)\bclaim\b`)
	for _, name := range []string{"rules.go", "spec.go", "draw.go", "bots.go", "rules_test.go", "README.md", "starters/python/bot.py"} {
		if found := old.FindString(read(name)); found != "" {
			t.Errorf("%s still has the name %q", name, found)
		}
	}
	for name, want := range map[string]string{
		"rules.go":               `// Package snakepit is the kind "snake-pit":`,
		"spec.go":                `Name:    "snake-pit",`,
		"README.md":              "# Snake Pit\n",
		"starters/python/bot.py": "A bot for Snake Pit",
	} {
		if !strings.Contains(read(name), want) {
			t.Errorf("%s has not %q", name, want)
		}
	}
	if !strings.Contains(out.String(), "go run ./cmd/agon play snake-pit") {
		t.Errorf("it says %q", out.String())
	}
	if err := run([]string{"snake-pit"}, root, &out); err == nil || !strings.Contains(err.Error(), "games/snakepit exists already") {
		t.Errorf("a second time: %v", err)
	}
}

func TestNamesThatAreRefused(t *testing.T) {
	root := module(t)
	for _, tt := range []struct {
		args []string
		want string
	}{
		{nil, "name the kind"},
		{[]string{"a", "b"}, "name the kind"},
		{[]string{"My Game"}, "name the kind"},
		{[]string{"../x"}, "name the kind"},
		{[]string{"range"}, "cannot be a kind's package"},
		{[]string{"test-data"}, "cannot be a kind's package"},
	} {
		if err := run(tt.args, root, os.Stdout); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.args, err, tt.want)
		}
	}
	if err := run([]string{"chess"}, t.TempDir(), os.Stdout); err == nil ||
		!strings.Contains(err.Error(), "not the folder of module agon") {
		t.Errorf("elsewhere: %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "games")); err == nil {
		t.Error("a refused name leaves a folder")
	}
}

// The folder compiles and its test fails for the texts that are left to write alone.
func TestOnlyTextsAreLeftToWrite(t *testing.T) {
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for i, f := range files("snake-pit", walkThrough(t)) {
		file := filepath.Join(work, strconv.Itoa(i))
		if err := os.WriteFile(file, []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(repository, "games", "snakepit", filepath.FromSlash(f.Name))] = file
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	overlayFile, tests := filepath.Join(work, "overlay.json"), filepath.Join(work, "tests")
	if err := os.WriteFile(overlayFile, text, 0o644); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "test", "-trimpath", "-c", "-vet=off", "-overlay", overlayFile, "-o", tests, "./games/snakepit")
	build.Dir = repository
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(tests)
	run.Dir = work
	out, err := run.CombinedOutput()
	if err == nil {
		t.Errorf("its test passes, and names nothing that is left:\n%s", out)
	}
	for _, where := range []string{"Spec.About", "Spec.Source", "README.md", "starters/python/bot.py"} {
		if !strings.Contains(string(out), where+" still has \"TODO") {
			t.Errorf("it does not name %s:\n%s", where, out)
		}
	}
	if n := strings.Count(string(out), " still has "); n != 4 || strings.Count(string(out), "--- FAIL") != 2 {
		t.Errorf("%d texts are left, want 4 and no other failure:\n%s", n, out)
	}
}
