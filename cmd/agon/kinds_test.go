package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRecordsNameNoFolders: a person may name a folder with rules, a file that came from elsewhere may not.
func TestRecordsNameNoFolders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"game.toml": "name = \"elsewhere\"\nversion = \"1\"\nseats = \"2\"\n",
		"rules.py": "raise SystemExit\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if k, err := recordedKind(dir); err == nil {
		t.Errorf("a record has opened %s: %s", dir, k.Name)
	}
	if k, err := findKind(dir); err != nil || k.Name != "elsewhere" {
		t.Errorf("a person names %s: %v", dir, err)
	}
}
