package contest

import (
	"path/filepath"
	"strings"
	"testing"

	"agon/store"
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

// TestADamagedSeed: a seed of the ledger that is not a number is an error, and another is not drawn in its place.
func TestADamagedSeed(t *testing.T) {
	for seed, want := range map[string]string{"12": "", "1x": `the ledger's seed "1x" is not a number`, "": `the ledger's seed "" is not a number`} {
		c := &Contest{File: &File{}}
		err := c.seed(store.Fingerprint{{Name: "seed", Value: seed}})
		if want == "" && (err != nil || c.Seed != 12) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: seed %d, %v", seed, c.Seed, err)
		}
	}
}
