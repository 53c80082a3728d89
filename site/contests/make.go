package contests

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// unmade is how the names of folders begin that are to become contests.
const unmade = ".new-"

// removeUnmade removes what a killed server left of contests whose making was not reported.
func removeUnmade(dir string) error {
	left, err := filepath.Glob(filepath.Join(dir, unmade+"*"))
	if err != nil {
		return err
	}
	for _, name := range left {
		if err := os.RemoveAll(name); err != nil {
			return fmt.Errorf("remove a contest that was never made: %w", err)
		}
	}
	return nil
}

// Make makes a contest whose files fill writes into a folder, contest.toml among them. The folder gets its place when fill is done. A
// [*Conflict] says why its name cannot be had.
func (s *Contests) Make(ctx context.Context, name string, fill func(dir string) error) error {
	if err := s.Free(name); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(s.dir, unmade) // no contest: its name is none
	if err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := errors.Join(os.Chmod(dir, 0o755), os.Mkdir(filepath.Join(dir, "entries"), 0o755)); err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	if err := fill(dir); err != nil {
		return err
	}
	if err := os.Rename(dir, filepath.Join(s.dir, name)); errors.Is(err, os.ErrExist) {
		return s.Free(name)
	} else if err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	return nil
}
