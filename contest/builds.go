package contest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/build"
	"agon/contest/config"
	"agon/contest/store"
)

// checkTools checks the file's choices for building and running bots: [runtimes] start, [packages] is readable, shims are known.
func (c *Contest) checkTools(ctx context.Context, f *config.File) (err error) {
	var bad *build.BadRuntime
	if _, err = build.Runtimes(ctx, f.Runtimes); errors.As(err, &bad) {
		return f.Mistake(config.Place{Table: "runtimes", Key: bad.Name}, fmt.Errorf("[runtimes] %w", err))
	}
	if f.Packages != "" {
		if _, err := os.ReadDir(f.Packages); err != nil {
			return f.Mistake(config.Place{Table: "packages", Key: "folder"}, fmt.Errorf("[packages] folder %s: %w", f.Packages, err))
		}
	}
	if err := build.CheckShims(f.Shims); err != nil {
		return f.Mistake(config.Place{Key: "shims"}, err)
	}
	return nil
}

// builds returns the conditions that decide how bots are built and which interpreters run them.
func (c *Contest) builds() ([]store.Value, error) {
	packages, err := packagesFact(c.File.Packages)
	if err != nil {
		return nil, fmt.Errorf("[packages] folder %s: %w", c.File.Packages, err)
	}
	return []store.Value{
		{Name: "runtimes", Text: orNone(runtimesFact(c.File.Runtimes), "as installed")},
		{Name: "packages", Text: orNone(packages, "none")},
		{Name: "shims", Text: orNone(strings.Join(c.File.Shims, ", "), "none")},
	}, nil
}

func orNone(text, none string) string {
	if text == "" {
		return none
	}
	return text
}

// runtimesFact lists the chosen programs. The versions of the interpreters in use are a separate condition.
func runtimesFact(chosen map[string]string) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		all = append(all, fmt.Sprintf("%s = %s", name, chosen[name]))
	}
	return strings.Join(all, "; ")
}

// packagesFact returns the number of files in a folder of packages, and a hash of them; nothing without a folder.
func packagesFact(folder string) (string, error) {
	if folder == "" {
		return "", nil
	}
	var lines []string
	err := filepath.WalkDir(folder, func(at string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		f, err := os.Open(at)
		if err != nil {
			return err
		}
		defer f.Close()
		sum := sha256.New()
		if _, err := io.Copy(sum, f); err != nil {
			return fmt.Errorf("read %s: %w", at, err)
		}
		name, err := filepath.Rel(folder, at)
		lines = append(lines, fmt.Sprintf("%s %x", filepath.ToSlash(name), sum.Sum(nil)))
		return err
	})
	if err != nil {
		return "", err
	}
	slices.Sort(lines)
	sum := sha256.Sum256([]byte(strings.Join(lines, "\n")))
	return fmt.Sprintf("%d files, %x", len(lines), sum[:8]), nil
}
