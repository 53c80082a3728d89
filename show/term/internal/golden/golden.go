// Package golden compares drawings with reviewed files. Tests of the terminal packages use it. AGON_GOLDEN=write rewrites the files; review
// the changes before you commit them.
package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
)

// Check compares a text with testdata/NAME.
func Check(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	got += "\n"
	if os.Getenv("AGON_GOLDEN") == "write" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-file +drawn):\n%s", name, diff)
	}
}

// Fits checks that a text is at most width columns wide and has at most height lines; a height of 0 allows any number.
func Fits(t *testing.T, text string, width, height int) {
	t.Helper()
	lines := strings.Split(text, "\n")
	if height > 0 && len(lines) > height {
		t.Errorf("%d lines on a screen of %d", len(lines), height)
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w > width {
			t.Errorf("line %d takes %d columns of %d: %q", i+1, w, width, l)
		}
	}
}

// NoControl checks that a text contains no control characters.
func NoControl(t *testing.T, text string) {
	t.Helper()
	for i, r := range text {
		if r != '\n' && (r < ' ' || r >= 0x7f && r < 0xa0) {
			t.Errorf("control character %U at byte %d", r, i)
		}
	}
}

// NoColour checks that a text uses only styles without colour: bold, dim, reverse, struck and their ends.
func NoColour(t *testing.T, text string) {
	t.Helper()
	for rest := text; ; {
		at := strings.Index(rest, "\x1b[")
		if at < 0 {
			return
		}
		rest = rest[at+2:]
		end := strings.IndexByte(rest, 'm')
		for _, code := range strings.Split(rest[:max(end, 0)], ";") {
			switch code {
			case "", "0", "1", "2", "7", "9":
			default:
				t.Fatalf("sequence %q has a colour", rest[:max(end, 0)])
			}
		}
	}
}
