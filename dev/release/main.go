/*
Command release builds what users install, from the checked-out commit:

	agon_VERSION_OS_ARCH.tar.gz       for linux and darwin, .zip for windows; each with man pages, completions and documents
	agon_VERSION_OS_ARCH.cdx.json     its SBOM, in CycloneDX
	agon_VERSION_ARCH.deb, .rpm       for linux
	agon_VERSION_image.tar            an OCI layout for linux/amd64 and linux/arm64, with only agon in it
	SHA256SUMS

The same commit gives the same bytes, whatever the folder, user or day: paths are trimmed, and every time is the commit's. make
release-check builds twice and compares.
*/
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
)

func main() {
	root := flag.String("source", "../..", "folder of agon's repository")
	dist := flag.String("dist", "../../dist", "folder to write into; must not exist")
	version := flag.String("version", "", "version (default: the tag vX.Y.Z of the commit, or a development version)")
	dirty := flag.Bool("dirty", false, "build a tree with changes that are not committed")
	only := flag.String("only", "", "build for one platform, such as linux/amd64 (default: all six)")
	flag.Parse()
	if *only != "" {
		platforms = slices.DeleteFunc(platforms, func(p platform) bool { return p.String() != *only })
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *root, *dist, *version, *dirty); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run makes a whole release. Nothing is left in dist unless all of it succeeded.
func run(ctx context.Context, root, dist, version string, dirty bool) error {
	if _, err := os.Lstat(dist); err == nil {
		return fmt.Errorf("%s exists: remove it first", dist)
	}
	if len(platforms) == 0 {
		return errors.New("unknown platform for -only: want GOOS/GOARCH, as linux/amd64")
	}
	src, err := checkedOut(ctx, root, version, dirty)
	if err != nil {
		return err
	}
	dist, err = filepath.Abs(dist)
	if err != nil {
		return err
	}
	part, err := os.MkdirTemp(filepath.Dir(dist), ".release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part)
	work, err := os.MkdirTemp("", "agon-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := src.makeRelease(ctx, work, part); err != nil {
		return err
	}
	if err := sums(part); err != nil {
		return err
	}
	if err := os.Chmod(part, 0o755); err != nil {
		return err
	}
	return os.Rename(part, dist)
}

// makeRelease builds for every platform and packs the results.
func (s *source) makeRelease(ctx context.Context, work, out string) error {
	docs, err := s.documents(ctx, work)
	if err != nil {
		return err
	}
	var linux []built
	for _, p := range platforms {
		fmt.Println("build", p)
		b, err := s.build(ctx, p, work)
		if err != nil {
			return err
		}
		name := filepath.Join(out, fmt.Sprintf("agon_%s_%s_%s", s.version, p.os, p.arch))
		if err := s.archive(name, b, docs); err != nil {
			return fmt.Errorf("pack %s: %w", p, err)
		}
		if err := s.sbom(name+".cdx.json", b); err != nil {
			return fmt.Errorf("list the modules of %s: %w", p, err)
		}
		if p.os != "linux" {
			continue
		}
		linux = append(linux, b)
		if err := s.packages(out, b, docs); err != nil {
			return fmt.Errorf("package %s: %w", p, err)
		}
	}
	if len(linux) == 0 {
		return nil
	}
	return s.image(filepath.Join(out, "agon_"+s.version+"_image.tar"), work, linux)
}
