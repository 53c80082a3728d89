package build

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"agon/bot/unpack"
)

// CopySource copies the files of a bot that needs no build into the cache, where every user may read them and nothing else lies beside
// them. It returns the copy of the source's root, which keeps its name. Links that lead out of the root are dropped.
func (b *Builder) CopySource(ctx context.Context, s *Source) (root string, err error) {
	base := filepath.Base(s.Root)
	if base == string(filepath.Separator) {
		base = "root"
	}
	sum := sha256.Sum256([]byte(base + "\x00" + s.Hash))
	dir, err := b.Cache.Keep(ctx, "handed", hex.EncodeToString(sum[:16]), func(dir string) error {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return fmt.Errorf("copy the bot: %w", err)
		}
		if err := os.Chmod(dir, 0o755); err != nil {
			return fmt.Errorf("copy the bot: %w", err)
		}
		return s.copyTo(ctx, filepath.Join(dir, base), true)
	})
	return filepath.Join(dir, base), err
}

// copyTo copies the source's files to a folder of their own and checks that they still have the hash. Links that lead out of the root are
// refused, or dropped.
func (s *Source) copyTo(ctx context.Context, dir string, drops bool) error {
	root, err := os.OpenRoot(s.Root)
	if err != nil {
		return fmt.Errorf("read the bot: %w", err)
	}
	defer root.Close()
	err = unpack.Into(ctx, dir, unpack.Usual(), func(t *unpack.Target) error {
		for _, f := range s.Files {
			err := copyFile(t, root, f)
			if refused := (*unpack.Refused)(nil); drops && f.Link != "" && errors.As(err, &refused) {
				continue
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	again := *s
	again.Root = dir
	if err := again.hash(); err != nil {
		return err
	}
	if again.Hash != s.Hash {
		return flaw("", "its files have changed while they were read; try again")
	}
	return nil
}

func copyFile(t *unpack.Target, root *os.Root, f File) error {
	if f.Link != "" {
		return t.Link(f.Name, f.Link)
	}
	from, err := root.Open(filepath.FromSlash(f.Name))
	if err != nil {
		return fmt.Errorf("read the bot: %w", err)
	}
	defer from.Close()
	return t.File(f.Name, f.Executable, from)
}
