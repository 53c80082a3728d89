package looping

import (
	"fmt"
	"os"
	"path/filepath"

	"agon/internal/wholefile"
)

// keptReplays is a folder to which a loop writes the replay of each game, under the first free number.
type keptReplays struct {
	dir  string
	next int
}

// openReplays makes the folder and finds the first free number. Existing files are never replaced.
func openReplays(dir string) (*keptReplays, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of the replays: %w", err)
	}
	k := &keptReplays{dir: dir, next: 1}
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the folder of the replays: %w", err)
	}
	for _, f := range files {
		var n int
		if _, err := fmt.Sscanf(f.Name(), "game-%d.agon", &n); err == nil {
			k.next = max(k.next, n+1)
		}
	}
	return k, nil
}

// keep writes a replay.
func (k *keptReplays) keep(packed []byte) error {
	name := filepath.Join(k.dir, fmt.Sprintf("game-%04d.agon", k.next))
	if err := wholefile.WriteBytes(name, packed); err != nil {
		return fmt.Errorf("write a replay: %w", err)
	}
	k.next++
	return nil
}
