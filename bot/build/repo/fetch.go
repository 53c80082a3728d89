package repo

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"time"

	git "github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/config"

	"agon/bot/build"
	"agon/bot/reach"
)

// A Fetcher caches repositories and the files of their commits. By http and https it connects to the server that a reference names,
// wherever that is, and to others, to which that one redirects, at public addresses only.
type Fetcher struct {
	Cache  *build.Cache
	Update bool   // fetch cached repositories again
	Git    string // path of git; empty: looked up in PATH

	Named []string      // host:port of servers in private networks to which others may redirect
	Bytes int64         // bytes that servers may send for a repository; 0: 4 GiB
	Time  time.Duration // of fetching one; 0: 30 min
	Idle  time.Duration // without a byte; see reach.Bounds
}

// Usual bounds of fetching a repository.
const (
	usualBytes = 4 << 30
	usualTime  = 30 * time.Minute
)

// fix is what the operator can do about a redirect into a private network.
const fix = ": name that server itself, or in AGON_HOSTS (HOST:PORT, separated by commas)"

// reached sets the servers that are connected to for a reference, and the bounds.
func (s *Fetcher) reached(r Ref, to *reach.Servers, most *reach.Bounds) {
	most.Bytes, most.Time, most.Idle = cmp.Or(s.Bytes, usualBytes), cmp.Or(s.Time, usualTime), s.Idle
	to.Public, to.Unresolved, to.Fix, to.Named = true, true, fix, slices.Clip(s.Named)
	if u, err := url.Parse(r.URL); err == nil {
		to.Named = append(to.Named, reach.Name(u)...)
	}
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
	ctx, end := s.bounded(ctx, r)
	defer end()
	_, err := git.PlainCloneContext(ctx, dir, true, &git.CloneOptions{URL: r.URL, Mirror: true})
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return late(ctx, r)
	}
	if gone := os.RemoveAll(dir); gone != nil {
		return gone
	}
	return s.byUser(ctx, r, err, "clone", "--quiet", "--mirror", "--", r.URL, dir)
}

func (s *Fetcher) update(ctx context.Context, r Ref, mirror *git.Repository, dir string) error {
	ctx, end := s.bounded(ctx, r)
	defer end()
	err := mirror.FetchContext(ctx, &git.FetchOptions{RefSpecs: everything, Tags: git.AllTags, Force: true, Prune: true})
	if err == nil || errors.Is(err, git.NoErrAlreadyUpToDate) {
		return nil
	}
	if ctx.Err() != nil {
		return late(ctx, r)
	}
	args := []string{"--git-dir", dir, "fetch", "--quiet", "--prune", "--force", "origin"}
	return s.byUser(ctx, r, err, append(args, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*")...)
}

// errLate reports that a repository takes too long.
var errLate = errors.New("it takes too long")

// bounded returns a context in which a repository is fetched, in a bounded time and from the servers that may be connected to.
func (s *Fetcher) bounded(ctx context.Context, r Ref) (context.Context, context.CancelFunc) {
	by := &reach.Transport{}
	s.reached(r, &by.Servers, &by.Bounds)
	ctx, cancel := context.WithTimeoutCause(Through(ctx, by), by.Time, errLate)
	return ctx, func() {
		cancel()
		by.CloseIdleConnections()
	}
}

// late returns the error of a fetch whose context has ended.
func late(ctx context.Context, r Ref) error {
	if errors.Is(context.Cause(ctx), errLate) {
		return fmt.Errorf("fetch %s: %w", r.Shown(), errLate)
	}
	return ctx.Err()
}
