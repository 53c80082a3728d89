package session

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"agon/bot/build"
	"agon/bot/lineup"
	"agon/contest/config"
)

// Tools are what bots are built and run with. In contest.toml they are [runtimes], [packages] and shims.
type Tools struct {
	Runtimes  []string // programs that run or compile bots, as NAME=PATH
	Libraries string   // folder of jars, dlls, nupkgs, wheels and source archives that builds may use
	Shims     []string
}

// AddTo adds the tools to the settings of a contest's file.
func (t *Tools) AddTo(f *config.File) error {
	chosen, err := t.chosen()
	if err != nil {
		return err
	}
	if f.Runtimes == nil && len(chosen) > 0 {
		f.Runtimes = map[string]string{}
	}
	maps.Copy(f.Runtimes, chosen)
	if t.Libraries != "" {
		f.Packages, err = filepath.Abs(t.Libraries)
	}
	f.Shims = append(f.Shims, t.Shims...)
	return err
}

// apply checks the tools and sets them on an opener.
func (t *Tools) apply(ctx context.Context, opener *lineup.Opener) error {
	chosen, err := t.chosen()
	if err != nil {
		return err
	}
	if _, err := build.Runtimes(ctx, chosen); err != nil {
		return fmt.Errorf("--runtime %w", err)
	}
	if err := build.CheckShims(t.Shims); err != nil {
		return fmt.Errorf("--shim: %w", err)
	}
	if t.Libraries != "" {
		if _, err := os.ReadDir(t.Libraries); err != nil {
			return fmt.Errorf("--libraries: %w", err)
		}
		if opener.Packages, err = filepath.Abs(t.Libraries); err != nil {
			return err
		}
	}
	opener.Runtimes, opener.Shims = chosen, t.Shims
	if python := chosen["python"]; python != "" {
		opener.Python = python
	}
	return nil
}

// chosen returns the programs by name, with absolute paths.
func (t *Tools) chosen() (map[string]string, error) {
	chosen := map[string]string{}
	for _, pair := range t.Runtimes {
		name, path, ok := strings.Cut(pair, "=")
		if !ok || path == "" {
			return nil, fmt.Errorf("--runtime wants NAME=PATH, not %q", pair)
		}
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		chosen[name] = abs
	}
	return chosen, nil
}
