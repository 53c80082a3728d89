package edit

import (
	"archive/tar"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"agon/bot/unpack"
	"agon/internal/wholefile"
)

// Repository is the name of the git repository in a workspace.
const Repository = ".git"

// The folders of a snapshot.
const (
	workspaceName = "workspace"
	homeName      = "home"
)

// ErrLarge reports that workspace and home hold more than they may: the state before the edit is the one to keep.
var ErrLarge = errors.New("workspace and home hold more than they may")

// Snapshot writes workspace and home to a file, as a tar archive packed by zstd. Links are kept as links; what is neither a file, a folder
// nor a link is left out. The error is [ErrLarge] if the two hold more than the limit of the disk.
func Snapshot(ctx context.Context, s Setup, file string) error {
	err := wholefile.Write(file, func(w io.Writer) error {
		p := packer{left: s.Limits.Disk}
		return p.pack(w, func() error {
			return errors.Join(p.folder(ctx, workspaceName+"/", s.Workspace), p.folder(ctx, homeName+"/", s.Home))
		})
	})
	if err != nil {
		return fmt.Errorf("pack the workspace of %s: %w", s.Name, err)
	}
	return os.Chmod(file, 0o600) // it may hold secrets
}

// Pack writes the files and folders of a workspace that goes to another machine, without its repository, as a tar archive packed by zstd.
// Links and what else is no file are left out; left is the first of them.
func Pack(ctx context.Context, folder string, w io.Writer) (left string, err error) {
	p := packer{left: math.MaxInt64, plain: true}
	err = p.pack(w, func() error { return p.folder(ctx, "", folder) })
	return p.out, err
}

// A packer writes folders to an archive.
type packer struct {
	to    *tar.Writer
	left  int64  // bytes that they may still hold
	plain bool   // files and folders alone are packed, and no repository
	out   string // the first that is left out for that
}

// pack writes an archive that fill fills.
func (p *packer) pack(w io.Writer, fill func() error) error {
	z, err := zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	p.to = tar.NewWriter(z)
	if err = fill(); err == nil {
		err = p.to.Close()
	}
	return errors.Join(err, z.Close())
}

func (p *packer) folder(ctx context.Context, prefix, folder string) error {
	return through(folder, func(dir *os.Root, name string, info fs.FileInfo) error {
		if p.left -= takes(info); p.left < 0 {
			return ErrLarge
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case p.plain && name == Repository:
			return fs.SkipDir
		case p.plain && !info.IsDir() && !info.Mode().IsRegular():
			p.out = cmp.Or(p.out, name)
			return nil
		}
		return packed(dir, prefix+name, info, func(h *tar.Header, content io.Reader) error {
			if err := p.to.WriteHeader(h); err != nil {
				return err
			}
			_, err := io.Copy(p.to, content)
			return err
		})
	})
}

// packed calls add with a file as an entry of an archive. What archives here do not have is left out.
func packed(dir *os.Root, name string, info fs.FileInfo, add func(h *tar.Header, content io.Reader) error) error {
	h := &tar.Header{Name: name, Mode: int64(info.Mode().Perm()), ModTime: info.ModTime(), Format: tar.FormatPAX}
	switch mode, base := info.Mode(), path.Base(name); {
	case mode.IsDir():
		h.Typeflag, h.Name = tar.TypeDir, name+"/"
	case mode&fs.ModeSymlink != 0:
		target, err := dir.Readlink(base)
		if err != nil {
			return err
		}
		h.Typeflag, h.Linkname = tar.TypeSymlink, target
	case mode.IsRegular():
		f, err := dir.Open(base)
		if err != nil {
			return err
		}
		defer f.Close()
		h.Typeflag, h.Size = tar.TypeReg, info.Size()
		return add(h, f)
	default:
		return nil
	}
	return add(h, strings.NewReader(""))
}

// Restore replaces workspace and home by those of a snapshot; an empty name makes both empty. No program of an edit runs meanwhile.
func Restore(ctx context.Context, s Setup, file string) error {
	part := s.Workspace + ".restored"
	err := discard(part)
	if err == nil {
		err = unpack.Make(ctx, part, unpack.Limits{Entries: math.MaxInt, Bytes: math.MaxInt64}, func(f *unpack.Folder) error {
			if err := errors.Join(f.Mkdir(workspaceName), f.Mkdir(homeName)); err != nil || file == "" {
				return err
			}
			return unpackState(f, file)
		})
	}
	for name, folder := range map[string]string{workspaceName: s.Workspace, homeName: s.Home} {
		if err == nil {
			err = errors.Join(discard(folder), os.MkdirAll(filepath.Dir(folder), 0o700), os.Rename(filepath.Join(part, name), folder))
		}
	}
	if err = errors.Join(err, discard(part)); err != nil {
		return fmt.Errorf("restore the workspace of %s: %w", s.Name, err)
	}
	return nil
}

// discard removes a folder that an agent has filled.
func discard(folder string) error {
	if err := tidy(folder); err != nil {
		return gone(err)
	}
	return os.RemoveAll(folder)
}

// unpackState unpacks a snapshot.
func unpackState(f *unpack.Folder, file string) error {
	return entries(file, func(h *tar.Header, content io.Reader) error {
		name, err := unpack.Clean(h.Name, longestPath+longestName)
		switch {
		case err != nil || name == workspaceName || name == homeName:
			return err
		case h.Typeflag == tar.TypeDir:
			return f.Mkdir(name)
		case h.Typeflag == tar.TypeSymlink:
			return errors.Join(f.Count(), f.Root.Symlink(h.Linkname, name))
		}
		return errors.Join(f.Count(), f.Write(name, false, content), f.Root.Chmod(name, h.FileInfo().Mode().Perm()),
			f.Root.Chtimes(name, h.ModTime, h.ModTime))
	})
}

// entries calls visit for each entry of a snapshot.
func entries(file string, visit func(h *tar.Header, content io.Reader) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	plain, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer plain.Close()
	for archive := tar.NewReader(plain); ; {
		h, err := archive.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil || errors.Is(err, tar.ErrInsecurePath) {
			err = visit(h, archive)
		}
		if err != nil {
			return err
		}
	}
}
