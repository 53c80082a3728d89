package looping

import (
	"os"
	"path/filepath"
	"testing"
)

// TestKept: replays are numbered on from those that a folder has, and replace none.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "game-0007.agon"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	k, err := openReplays(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"game-0008.agon", "game-0009.agon"} {
		if err := k.keep([]byte(name)); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != name {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}
