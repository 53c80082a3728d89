package repo

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	git "github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/config"

	"agon/bot/build"
)

// A Fetcher caches repositories and the files of their commits.
type Fetcher struct {
	Cache  *build.Cache
	Update bool   // fetch cached repositories again
	Git    string // path of git; empty: looked up in PATH
}

// A Commit is a commit that was found.
type Commit struct {
	Hash string
	When time.Time // the committer's date
	Dir  string    // its files, or those of the requested folder
	Was  string    // the commit that the reference named before an update; empty if it is the same
}

// Get finds the commit that a reference names and writes its files to the cache.
func (s *Fetcher) Get(ctx context.Context, r Ref) (*Commit, error) {
	dir, here := r.local()
	if here {
		repository, err := git.PlainOpenWithOptions(dir, &git.PlainOpenOptions{EnableDotGitCommonDir: true})
		if err != nil {
			return nil, fmt.Errorf("open the repository: %w", err)
		}
		return s.writeCommit(ctx, repository, r)
	}
	mirror, was, err := s.mirror(ctx, r)
	if err != nil {
		return nil, err
	}
	c, err := s.writeCommit(ctx, mirror, r)
	if err == nil && was != c.Hash {
		c.Was = was
	}
	return c, err
}

// mirror returns the local copy of a repository, and the commit that the reference named before an update.
func (s *Fetcher) mirror(ctx context.Context, r Ref) (mirror *git.Repository, was string, err error) {
	sum := sha256.Sum256([]byte(r.URL))
	key := hex.EncodeToString(sum[:16])
	fresh := false
	dir, err := s.Cache.Keep(ctx, "git", key, func(dir string) error {
		fresh = true
		return s.clone(ctx, r, dir)
	})
	if err != nil {
		return nil, "", err
	}
	unlock, err := s.Cache.Lock(ctx, "git-"+key)
	if err != nil {
		return nil, "", err
	}
	defer unlock()
	if mirror, err = git.PlainOpen(dir); err != nil {
		return nil, "", fmt.Errorf("open the copy of %s: %w", r.Shown(), err)
	}
	c, missing := find(mirror, r)
	if fresh || !s.Update && missing == nil {
		return mirror, "", nil
	}
	if err := s.update(ctx, r, mirror, dir); err != nil {
		return nil, "", err
	}
	if missing == nil {
		was = c.Hash.String()
	}
	mirror, err = git.PlainOpen(dir)
	return mirror, was, err
}

// everything is all branches and tags.
var everything = []config.RefSpec{"+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"}

func (s *Fetcher) clone(ctx context.Context, r Ref, dir string) error {
	_, err := git.PlainCloneContext(ctx, dir, true, &git.CloneOptions{URL: r.URL, Mirror: true})
	if err == nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	if gone := os.RemoveAll(dir); gone != nil {
		return gone
	}
	return s.byUser(ctx, r, err, "clone", "--quiet", "--mirror", "--", r.URL, dir)
}

func (s *Fetcher) update(ctx context.Context, r Ref, mirror *git.Repository, dir string) error {
	err := mirror.FetchContext(ctx, &git.FetchOptions{RefSpecs: everything, Tags: git.AllTags, Force: true, Prune: true})
	if err == nil || errors.Is(err, git.NoErrAlreadyUpToDate) {
		return nil
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return s.byUser(ctx, r, err, "--git-dir", dir, "fetch", "--quiet", "--prune", "--force", "origin", "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")
}

// byUser runs the user's own git, which may have credentials; why is the error without them.
func (s *Fetcher) byUser(ctx context.Context, r Ref, why error, args ...string) error {
	program := s.Git
	if program == "" {
		var err error
		if program, err = exec.LookPath("git"); err != nil {
			return fmt.Errorf("fetch %s: %w (install git to use its logins)", r.Shown(), why)
		}
	}
	c := exec.CommandContext(ctx, program, args...)
	c.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_ALLOW_PROTOCOL=http:https:ssh:git", "LC_ALL=C")
	if os.Getenv("GIT_SSH_COMMAND") == "" {
		c.Env = append(c.Env, "GIT_SSH_COMMAND=ssh -oBatchMode=yes")
	}
	c.Dir = filepath.Dir(program)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	if err := c.Run(); err != nil {
		return fmt.Errorf("fetch %s: %w; git failed too: %s", r.Shown(), why, lastLine(said.String()))
	}
	return nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(text, "\ufffd")), "\n")
	return strings.Map(func(c rune) rune {
		if c < ' ' {
			return -1
		}
		return c
	}, lines[len(lines)-1])
}
