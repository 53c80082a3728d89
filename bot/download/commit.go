package download

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	git "github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/transport"

	"agon/bot/build/repo"
	"agon/bot/unpack"
	"agon/internal/moment"
	"agon/internal/nearest"
)

// fetchCommit writes the files of a commit to an archive in dir, without the commits before it. Submodules are empty folders.
func fetchCommit(ctx context.Context, r repo.Ref, dir, base string, l Limits, progress io.Writer) (file string, err error) {
	ctx = repo.Through(ctx, newLogin(r.URL, l))
	work, err := os.MkdirTemp(dir, ".git-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	repository, err := git.PlainInit(work, true)
	if err != nil {
		return "", err
	}
	remote, err := repository.CreateRemote(&config.RemoteConfig{Name: "origin", URLs: []string{r.URL}})
	if err != nil {
		return "", refuse("%q cannot be used as an address: %v.", r.URL, err)
	}
	from, to, err := l.chosen(ctx, remote, r.Rev)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(progress, "fetching %s of %s\n", from, r.URL)
	err = remote.FetchContext(ctx, &git.FetchOptions{RefSpecs: []config.RefSpec{config.RefSpec(from + ":" + to)}, Depth: 1,
		Tags: git.NoTags})
	if err != nil && !errors.Is(err, git.NoErrAlreadyUpToDate) {
		return "", l.gitError("The repository cannot be fetched", err)
	}
	hash, err := repository.ResolveRevision(plumbing.Revision(to))
	if err != nil {
		return "", l.gitError("The commit cannot be read", err)
	}
	commit, err := repository.CommitObject(*hash)
	if err != nil {
		return "", l.gitError("The commit cannot be read", err)
	}
	tree, err := commit.Tree()
	if err == nil && r.Dir != "" && r.Dir != "." {
		if tree, err = tree.Tree(r.Dir); err != nil {
			return "", refuse("The commit %.12s has no folder %s.", hash, r.Dir)
		}
	}
	if err != nil {
		return "", l.gitError("The commit cannot be read", err)
	}
	fmt.Fprintf(progress, "commit %s of %s\n", hash, moment.Words(commit.Committer.When.UTC()))
	file = fmt.Sprintf("%s-%.12s.tar.gz", base, hash)
	return file, pack(filepath.Join(dir, file), repository, tree, l)
}

// gitError explains an error of a fetch.
func (l *Limits) gitError(what string, err error) error {
	login := errors.Is(err, transport.ErrAuthenticationRequired) || errors.Is(err, transport.ErrAuthorizationFailed)
	switch {
	case login && l.Token != "":
		return refuse("%s: its host does not take the access token.", what)
	case login:
		return refuse("%s: its host asks for a login. Only repositories that everybody can read can be handed in; or hand in an archive.",
			what)
	case errors.Is(err, transport.ErrRepositoryNotFound):
		return refuse("%s: there is none at this address.", what)
	case errors.Is(err, transport.ErrEmptyRemoteRepository):
		return refuse("%s: it is empty.", what)
	}
	return l.explained(what, err)
}

// chosen returns the reference or hash of a branch, else of a tag, else of a commit, and a name for it here.
func (l *Limits) chosen(ctx context.Context, remote *git.Remote, rev string) (from, to string, err error) {
	all, err := remote.ListContext(ctx, &git.ListOptions{})
	if err != nil {
		return "", "", l.gitError("The repository cannot be read", err)
	}
	const branch, tag = "refs/heads/bot", "refs/tags/bot"
	var branches []string
	known := map[plumbing.ReferenceName]bool{}
	for _, ref := range all {
		if ref.Name() == plumbing.HEAD && rev == "" && ref.Type() == plumbing.SymbolicReference {
			return ref.Target().String(), branch, nil
		}
		if known[ref.Name()] = true; ref.Name().IsBranch() {
			branches = append(branches, ref.Name().Short())
		}
	}
	switch {
	case rev == "" && len(branches) == 1:
		return "refs/heads/" + branches[0], branch, nil
	case rev == "":
		return "", "", refuse("The repository does not say which branch is meant: name one.")
	case known[plumbing.NewBranchReferenceName(rev)]:
		return "refs/heads/" + rev, branch, nil
	case known[plumbing.NewTagReferenceName(rev)]:
		return "refs/tags/" + rev, tag, nil
	case plumbing.IsHash(rev):
		return rev, branch, nil
	}
	const most = 10
	shown := branches
	if len(shown) > most {
		shown = append(shown[:most:most], "…")
	}
	return "", "", refuse("The repository has no branch or tag %q%s (a commit is named by its whole hash). Its branches: %s.", rev,
		nearest.Hint(rev, branches), strings.Join(shown, ", "))
}

// pack writes the files of a tree to an archive. Names and links are checked when it is unpacked.
func pack(path string, repository *git.Repository, tree *object.Tree, l Limits) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	to := &kept{Writer: f}
	defer func() {
		if err = errors.Join(err, f.Close()); to.failed != nil {
			err = to.failed
		}
	}()
	packed := gzip.NewWriter(&bounded{to, l.Bytes, l})
	t := tar.NewWriter(packed)
	walk := object.NewTreeWalker(tree, true, nil)
	defer walk.Close()
	left := int64(unpack.MostBytes)
	for n := 0; ; n++ {
		name, entry, err := walk.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil && n == unpack.MostEntries {
			err = refuse("The commit has more than %d files and folders.", unpack.MostEntries)
		}
		if err == nil {
			err = packEntry(t, repository, name, entry, &left)
		}
		if err != nil {
			return l.explained("The commit cannot be read", err)
		}
	}
	if err := errors.Join(t.Close(), packed.Close()); err != nil {
		return err
	}
	return f.Sync()
}

func packEntry(t *tar.Writer, repository *git.Repository, name string, entry object.TreeEntry, left *int64) error {
	h := &tar.Header{Name: name, Mode: 0o644, Format: tar.FormatPAX}
	if entry.Mode == filemode.Dir || entry.Mode == filemode.Submodule {
		h.Name, h.Typeflag, h.Mode = name+"/", tar.TypeDir, 0o755
		return t.WriteHeader(h)
	}
	blob, err := repository.BlobObject(entry.Hash)
	if err != nil {
		return err
	}
	if *left -= blob.Size; *left < 0 {
		return refuse("The files of the commit have more than %d MiB.", unpack.MostBytes>>20)
	}
	content, err := blob.Reader()
	if err != nil {
		return err
	}
	defer content.Close()
	switch entry.Mode {
	case filemode.Symlink:
		target, err := io.ReadAll(io.LimitReader(content, 4096))
		if err != nil {
			return err
		}
		h.Typeflag, h.Linkname = tar.TypeSymlink, string(target)
		return t.WriteHeader(h)
	case filemode.Executable:
		h.Mode = 0o755
	}
	h.Typeflag, h.Size = tar.TypeReg, blob.Size
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	_, err = io.Copy(t, content)
	return err
}

// bounded is a file that takes so many bytes.
type bounded struct {
	io.Writer
	left int64
	l    Limits
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, b.l.large()
	}
	return b.Writer.Write(p)
}
