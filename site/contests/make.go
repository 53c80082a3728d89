package contests

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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

// Make makes a contest with a file of this text. A [*Conflict] says why its name cannot be had.
func (s *Contests) Make(ctx context.Context, name, text string) error {
	if !goodName().MatchString(name) {
		return &Conflict{"The name in addresses must have 1 to 64 small letters, digits, dots, hyphens and underscores, and begin with a " +
			"letter or a digit."}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(s.dir, unmade) // no contest: its name is none
	if err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "entries"), 0o755); err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o644); err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	err = os.Rename(dir, filepath.Join(s.dir, name))
	if errors.Is(err, fs.ErrExist) {
		return &Conflict{fmt.Sprintf("There is a contest %q already; choose another name.", name)}
	}
	if err != nil {
		return fmt.Errorf("make a contest: %w", err)
	}
	return nil
}
