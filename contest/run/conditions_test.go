package run

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestPackagesThatCannotBeRead: a folder of packages that cannot be read is an error, and not a folder without files.
func TestPackagesThatCannotBeRead(t *testing.T) {
	if fact, err := packagesFact(""); fact != "" || err != nil {
		t.Errorf("without a folder: %q, %v", fact, err)
	}
	if fact, err := packagesFact(t.TempDir()); !strings.HasPrefix(fact, "0 files, ") || err != nil {
		t.Errorf("an empty folder: %q, %v", fact, err)
	}
	if fact, err := packagesFact(filepath.Join(t.TempDir(), "gone")); err == nil {
		t.Errorf("a folder that is gone: %q", fact)
	}
}
