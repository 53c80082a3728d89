package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"agon/bot/unpack"
	"agon/contest/store/ledgers"
	"agon/contest/store/sqlite"
	"agon/internal/diskfree"
	"agon/internal/regular"
	"agon/site/database"
)

// Limits of what is restored. Bytes are also bounded by the free space of the disk.
const (
	mostEntries = 2_000_000
	mostBytes   = 4 << 40
	mostRatio   = 1000
	reserve     = 64 << 20 // bytes that stay free
)

// Restore makes the folder of a site from a backup. The folder must be empty or absent. It returns the number of ledgers that were read and
// checked. If it fails the folder is as before.
func Restore(ctx context.Context, file, dir string) (checked int, err error) {
	if err := vacant(dir); err != nil {
		return 0, err
	}
	whole, err := filepath.Abs(dir)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(filepath.Dir(whole), 0o755); err != nil {
		return 0, fmt.Errorf("restore into %s: %w", dir, err)
	}
	making, err := os.MkdirTemp(filepath.Dir(whole), ".agon-restore-") // nobody else may read it
	if err != nil {
		return 0, fmt.Errorf("restore into %s: %w", dir, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(making)) }()
	made := filepath.Join(making, "site")
	if err := extract(ctx, file, made); err != nil {
		return 0, fmt.Errorf("restore %s: %w", file, err)
	}
	if checked, err = sound(ctx, made); err != nil {
		return 0, fmt.Errorf("restore %s: %w", file, err)
	}
	if err := os.Remove(whole); err != nil && !errors.Is(err, fs.ErrNotExist) { // succeeds only for an empty folder
		return 0, fmt.Errorf("restore into %s: %w", dir, err)
	}
	if err := os.Rename(made, whole); err != nil {
		return 0, fmt.Errorf("restore into %s: %w", dir, err)
	}
	return checked, nil
}

// vacant returns an error unless a folder is empty or absent.
func vacant(dir string) error {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("restore into %s: %w", dir, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("restore into %s: it is not a folder; name an empty or a new one", dir)
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("restore into %s: %w", dir, err)
	}
	if len(list) > 0 {
		return fmt.Errorf("restore into %s: it is not empty (it has %q); name an empty or a new folder", dir, list[0].Name())
	}
	return nil
}

// extract unpacks an archive into a folder.
func extract(ctx context.Context, file, into string) error {
	f, err := regular.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	free, err := diskfree.Of(filepath.Dir(into))
	if err != nil {
		return err
	}
	err = unpack.TarZst(ctx, f, into, unpack.Limits{Entries: mostEntries, Bytes: max(0, min(mostBytes, free-reserve)), Ratio: mostRatio})
	var refused *unpack.Refused
	if err != nil && !errors.As(err, &refused) && ctx.Err() == nil {
		return fmt.Errorf("it is damaged, or cannot be written: %w", err)
	}
	if err != nil {
		return err
	}
	if text, err := regular.Read(filepath.Join(into, headName)); err != nil || string(text) != head {
		return errors.New("it is not a backup that this version of agon knows")
	}
	return os.Remove(filepath.Join(into, headName))
}

// sound sets the rights of what was restored, and reads all its databases.
func sound(ctx context.Context, dir string) (checked int, err error) {
	site := filepath.Join(dir, databaseName)
	if info, err := os.Lstat(site); err != nil || !info.Mode().IsRegular() {
		return 0, errors.New("it has no " + databaseName)
	}
	if err := os.Chmod(site, 0o600); err != nil {
		return 0, err
	}
	db, err := database.Open(ctx, site)
	if err != nil {
		return 0, err
	}
	if err := errors.Join(db.Check(ctx), db.Close()); err != nil {
		return 0, err
	}
	for _, private := range []string{parts[0], parts[2]} {
		if err := os.Chmod(filepath.Join(dir, private), 0o700); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
	}
	err = filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != sqlite.Name || !d.Type().IsRegular() {
			return err
		}
		if err := os.Chmod(at, 0o600); err != nil {
			return err
		}
		s, err := ledgers.Ledgers{}.Read(ctx, filepath.Dir(at), false)
		if err != nil {
			return err
		}
		checked++
		return s.Close()
	})
	return checked, err
}
