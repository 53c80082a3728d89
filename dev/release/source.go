package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A platform is a system and processor for which agon is built.
type platform struct{ os, arch string }

func (p platform) String() string { return p.os + "/" + p.arch }

var platforms = []platform{{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "amd64"}, {"linux", "arm64"}, {"windows", "amd64"},
	{"windows", "arm64"}}

// A source is the commit that is released.
type source struct {
	root    string
	version string // "1.2.0"
	commit  string
	when    time.Time // of the commit; every file of the release has this time
}

// A built is the binary for one platform.
type built struct {
	platform
	file string
}

// A file accompanies the binary: a man page, a completion script, a document.
type file struct {
	name string // in archives: "man/man1/agon.1"
	path string // its current path
}

// checkedOut describes the commit at root.
func checkedOut(ctx context.Context, root, version string, dirty bool) (*source, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	s := &source{root: root, version: strings.TrimPrefix(version, "v")}
	if changes, err := s.git(ctx, "status", "--porcelain"); err != nil {
		return nil, err
	} else if changes != "" && !dirty {
		return nil, errors.New("the tree has changes that are not committed: commit them, or pass -dirty")
	}
	if s.commit, err = s.git(ctx, "rev-parse", "HEAD"); err != nil {
		return nil, err
	}
	seconds, err := s.git(ctx, "log", "-1", "--format=%ct")
	if err != nil {
		return nil, err
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, err
	}
	s.when = time.Unix(unix, 0).UTC()
	if s.version == "" {
		s.version = s.tag(ctx)
	}
	return s, nil
}

// tag returns the version of the commit's tag, or else one below every release.
func (s *source) tag(ctx context.Context) string {
	if tag, err := s.git(ctx, "describe", "--tags", "--exact-match", "--match", "v[0-9]*"); err == nil {
		return strings.TrimPrefix(tag, "v")
	}
	return fmt.Sprintf("0.0.0-dev.%s.%s", s.when.Format("20060102150405"), s.commit[:12])
}

func (s *source) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = s.root
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// build builds agon for a platform.
func (s *source) build(ctx context.Context, p platform, work string) (built, error) {
	b := built{p, filepath.Join(work, p.os+"-"+p.arch, "agon")}
	if p.os == "windows" {
		b.file += ".exe"
	}
	flags := fmt.Sprintf("-s -w -X main.version=%s -X main.commit=%s -X main.date=%s", s.version, s.commit, s.when.Format(time.RFC3339))
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", b.file, "./cmd/agon")
	cmd.Dir, cmd.Stderr = s.root, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+p.os, "GOARCH="+p.arch, "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=",
		"GOEXPERIMENT=")
	if err := cmd.Run(); err != nil {
		return b, fmt.Errorf("build %s: %w", p, err)
	}
	return b, nil
}

// documents has agon write its man pages and completions, and adds the texts of the repository.
func (s *source) documents(ctx context.Context, work string) ([]file, error) {
	here, err := s.build(ctx, platform{runtime.GOOS, runtime.GOARCH}, work)
	if err != nil {
		return nil, err
	}
	manual := filepath.Join(work, "manual")
	if out, err := exec.CommandContext(ctx, here.file, "manual", manual).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("write the manual: %w: %s", err, out)
	}
	var all []file
	for _, from := range []struct{ glob, to string }{
		{filepath.Join(manual, "man1", "*"), "man/man1"}, {filepath.Join(manual, "completions", "*"), "completions"},
		{filepath.Join(s.root, "LICENSE"), "."}, {filepath.Join(s.root, "README.md"), "."}, {filepath.Join(s.root, "CHANGELOG.md"), "."},
		{filepath.Join(s.root, "docs", "*.md"), "docs"},
	} {
		found, err := filepath.Glob(from.glob)
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("no %s", from.glob)
		}
		for _, path := range found {
			all = append(all, file{name: filepath.ToSlash(filepath.Join(from.to, filepath.Base(path))), path: path})
		}
	}
	return all, nil
}
