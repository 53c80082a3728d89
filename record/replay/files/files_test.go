package files

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"agon/internal/cause"
)

// TestNames: a name that is no replay is its user's mistake.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	noise := filepath.Join(dir, "noise")
	if err := os.WriteFile(noise, []byte("noise"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{filepath.Join(dir, "none"): "no such file", noise: noise + ": "} {
		if _, err := Replay(name); err == nil || !strings.Contains(err.Error(), want) || cause.Of(err) != cause.User {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBelow: of a folder only files that begin as replays do are taken, in folders below it too; a file that is named is taken as it is.
func TestBelow(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a[b", "game")
	noise := filepath.Join(dir, "noise")
	if err := os.MkdirAll(filepath.Dir(deep), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{deep: "agonrpl…", noise: "agon"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := Below(dir, noise); err != nil || !slices.Equal(found, []string{deep, noise}) {
		t.Errorf("%q, %v", found, err)
	}
	archived := filepath.Join(filepath.Dir(deep), "replays")
	if err := os.MkdirAll(filepath.Join(archived, "segment-000001"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := Archived(filepath.Dir(deep)); got != archived {
		t.Errorf("the archive is %q", got)
	}
}
