package repo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	git "github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"

	"agon/bot/unpack"
	"agon/internal/nearest"
)

// find returns the commit that a reference names.
func find(repository *git.Repository, r Ref) (*object.Commit, error) {
	hash, err := resolve(repository, r.Rev)
	if err != nil {
		return nil, err
	}
	commit, err := repository.CommitObject(hash)
	if err != nil {
		return nil, fmt.Errorf("read the commit %s: %w", hash, err)
	}
	if r.Before.IsZero() {
		return commit, nil
	}
	return before(repository, hash, r.Before)
}

// resolve returns the hash of a branch, else of a tag, else of any other git revision.
func resolve(repository *git.Repository, rev string) (plumbing.Hash, error) {
	if rev == "" {
		head, err := repository.Head()
		if err != nil {
			return plumbing.ZeroHash, errors.New("the repository has no HEAD: name a branch, as in URL@BRANCH")
		}
		return head.Hash(), nil
	}
	if branch, err := repository.Reference(plumbing.NewBranchReferenceName(rev), true); err == nil {
		return branch.Hash(), nil
	}
	hash, err := repository.ResolveRevision(plumbing.Revision(rev))
	if err != nil {
		names := branches(repository)
		return plumbing.ZeroHash, fmt.Errorf("the repository has no branch, tag or commit %q%s (its branches: %s)", rev,
			nearest.Hint(rev, names), strings.Join(names, ", "))
	}
	return *hash, nil
}

func branches(repository *git.Repository) []string {
	var names []string
	refs, err := repository.Branches()
	if err != nil {
		return nil
	}
	refs.ForEach(func(ref *plumbing.Reference) error {
		names = append(names, ref.Name().Short())
		return nil
	})
	return names
}

// before returns the last commit before a date, by the committer's date, among a commit and its ancestors.
func before(repository *git.Repository, from plumbing.Hash, date time.Time) (*object.Commit, error) {
	log, err := repository.Log(&git.LogOptions{From: from, Order: git.LogOrderCommitterTime})
	if err != nil {
		return nil, fmt.Errorf("read the log: %w", err)
	}
	defer log.Close()
	for {
		c, err := log.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("it has no commit before %s", date.Format(time.RFC3339))
		}
		if err != nil {
			return nil, fmt.Errorf("read the log: %w", err)
		}
		if c.Committer.When.Before(date) {
			return c, nil
		}
	}
}

// writeCommit writes the files of the commit that a reference names.
func (s *Fetcher) writeCommit(ctx context.Context, repository *git.Repository, r Ref) (*Commit, error) {
	commit, err := find(repository, r)
	if err != nil {
		return nil, err
	}
	tree, err := commit.Tree()
	if err != nil {
		return nil, fmt.Errorf("read the commit %s: %w", commit.Hash, err)
	}
	key := commit.Hash.String()
	if r.Dir != "" && r.Dir != "." {
		if tree, err = tree.Tree(r.Dir); err != nil {
			return nil, fmt.Errorf("the commit %s has no folder %s", commit.Hash, r.Dir)
		}
		key = "tree-" + tree.Hash.String()
	}
	dir, err := s.Cache.Keep(ctx, "tree", key, func(dir string) error {
		return unpack.Into(ctx, dir, unpack.Usual(), func(t *unpack.Target) error { return writeTree(t, repository, tree) })
	})
	if err != nil {
		return nil, err
	}
	return &Commit{Hash: commit.Hash.String(), When: commit.Committer.When, Dir: filepath.Clean(dir)}, nil
}

func writeTree(t *unpack.Target, repository *git.Repository, tree *object.Tree) error {
	walk := object.NewTreeWalker(tree, true, nil)
	defer walk.Close()
	for {
		name, entry, err := walk.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the commit: %w", err)
		}
		if err := writeEntry(t, repository, name, entry); err != nil {
			return err
		}
	}
}

func writeEntry(t *unpack.Target, repository *git.Repository, name string, entry object.TreeEntry) error {
	if entry.Mode == filemode.Dir || entry.Mode == filemode.Submodule {
		return t.Folder(name)
	}
	blob, err := repository.BlobObject(entry.Hash)
	if err != nil {
		return fmt.Errorf("read %s of the commit: %w", name, err)
	}
	content, err := blob.Reader()
	if err != nil {
		return fmt.Errorf("read %s of the commit: %w", name, err)
	}
	defer content.Close()
	if entry.Mode != filemode.Symlink {
		return t.File(name, entry.Mode == filemode.Executable, content)
	}
	target, err := io.ReadAll(io.LimitReader(content, 4096))
	if err != nil {
		return fmt.Errorf("read %s of the commit: %w", name, err)
	}
	return t.Link(name, string(target))
}
