package guides_test

import (
	"encoding/json"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/guides"
)

// The files of the walk-throughs are formatted, compile, and pass their tests, as a folder of this module. An overlay adds them, so that
// nothing is written into the source.
func TestWalkThroughs(t *testing.T) {
	for _, tt := range []struct{ name, folder string }{
		{"new-kind.md", "games/claim"},
		{"new-format.md", "format/tournament/challenge"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root, err := filepath.Abs("../..")
			if err != nil {
				t.Fatal(err)
			}
			work := t.TempDir()
			overlay := struct{ Replace map[string]string }{map[string]string{}}
			for _, f := range guides.Files(page(t, tt.name)) {
				if strings.HasSuffix(f.Name, ".go") {
					if formatted, err := format.Source([]byte(f.Text)); err != nil || string(formatted) != f.Text {
						t.Errorf("%s is not formatted like gofmt (%v)", f.Name, err)
					}
				}
				file := filepath.Join(work, "src", filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(f.Text), 0o644); err != nil {
					t.Fatal(err)
				}
				overlay.Replace[filepath.Join(root, filepath.FromSlash(tt.folder), filepath.FromSlash(f.Name))] = file
			}
			text, err := json.Marshal(overlay)
			if err != nil {
				t.Fatal(err)
			}
			overlayFile := filepath.Join(work, "overlay.json")
			if err := os.WriteFile(overlayFile, text, 0o644); err != nil {
				t.Fatal(err)
			}
			tests := filepath.Join(work, "tests")
			run(t, root, "go", "test", "-c", "-vet=off", "-overlay", overlayFile, "-o", tests, "./"+tt.folder)
			out := run(t, work, tests, "-test.v")
			if !strings.Contains(out, "--- PASS: TestConformance") {
				t.Errorf("the conformance suite did not run:\n%s", out)
			}
		})
	}
}

// page returns a walk-through.
func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func TestFiles(t *testing.T) {
	page := "text\n```sh\nls\n```\n\n```go a.go\npackage a\n```\n\n````markdown b/README.md\n# B\n\n```sh\nls\n```\n````\n"
	files := guides.Files(page)
	if len(files) != 2 || files[0] != (guides.File{Name: "a.go", Text: "package a\n"}) ||
		files[1] != (guides.File{Name: "b/README.md", Text: "# B\n\n```sh\nls\n```\n"}) {
		t.Errorf("%q", files)
	}
}

// Excerpts in the walk-throughs are what the files hold that they are from, which their own tests compile.
func TestExcerpts(t *testing.T) {
	parts := append(guides.Excerpts(page(t, "new-kind.md")), guides.Excerpts(page(t, "new-format.md"))...)
	if len(parts) == 0 {
		t.Error("there are none: has the mark of an excerpt changed?")
	}
	for _, part := range parts {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(part.Name)))
		if err != nil {
			t.Error(err)
		} else if !strings.Contains(string(text), part.Text) {
			t.Errorf("%s no longer has the excerpt\n%s", part.Name, part.Text)
		}
	}
}
