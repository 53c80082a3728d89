package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"agon/bot/build"
	"agon/bot/lineup"
	"agon/contest/config"
)

// toolchain are the flags that select what bots are built and run with. In contest.toml they are [runtimes], [packages] and shims.
type toolchain struct {
	runtimes  []string
	libraries string
	shims     []string
}

func (o *toolchain) flags(f *pflag.FlagSet) {
	f.StringArrayVar(&o.runtimes, "runtime", nil, "program that runs or compiles bots, as `NAME=PATH`: java, node, mono, python2, …")
	f.StringVar(&o.libraries, "libraries", "", "`FOLDER` of jars, dlls, nupkgs, wheels and source archives that builds may use")
	f.StringArrayVar(&o.shims, "shim", nil, "compatibility `SHIM` for bots written for older interpreters: "+shimNames())
}

func shimNames() string {
	names := make([]string, len(build.Shims))
	for i, s := range build.Shims {
		names[i] = s.Name
	}
	return strings.Join(names, ", ")
}

// addTo adds the flags to the settings of a contest's file.
func (o *toolchain) addTo(f *config.File) error {
	chosen, err := o.chosen()
	if err != nil {
		return err
	}
	if f.Runtimes == nil && len(chosen) > 0 {
		f.Runtimes = map[string]string{}
	}
	maps.Copy(f.Runtimes, chosen)
	if o.libraries != "" {
		f.Packages, err = filepath.Abs(o.libraries)
	}
	f.Shims = append(f.Shims, o.shims...)
	return err
}

// apply checks the flags and sets them on an opener.
func (o *toolchain) apply(ctx context.Context, opener *lineup.Opener) error {
	chosen, err := o.chosen()
	if err != nil {
		return err
	}
	if _, err := build.Runtimes(ctx, chosen); err != nil {
		return fmt.Errorf("--runtime %w", err)
	}
	if err := build.CheckShims(o.shims); err != nil {
		return fmt.Errorf("--shim: %w", err)
	}
	if o.libraries != "" {
		if _, err := os.ReadDir(o.libraries); err != nil {
			return fmt.Errorf("--libraries: %w", err)
		}
		if opener.Packages, err = filepath.Abs(o.libraries); err != nil {
			return err
		}
	}
	opener.Runtimes, opener.Shims = chosen, o.shims
	if python := chosen["python"]; python != "" {
		opener.Python = python
	}
	return nil
}

// chosen returns the programs that --runtime names, with absolute paths.
func (o *toolchain) chosen() (map[string]string, error) {
	chosen := map[string]string{}
	for _, pair := range o.runtimes {
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
