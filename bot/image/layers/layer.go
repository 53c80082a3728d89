package layers

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"agon/bot/unpack"
)

// Layer applies a layer over the previous ones. It reads r, a plain tar archive, to its end.
func (t *Tree) Layer(r io.Reader) error {
	t.own = map[string]bool{}
	stream := t.to.Bounded(r)
	archive := tar.NewReader(stream)
	for {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return unpack.Damaged(err)
		}
		if err := t.entry(h, archive); err != nil {
			return unpack.Damaged(err)
		}
	}
	_, err := io.Copy(io.Discard, stream)
	return unpack.Damaged(err)
}

const (
	setUser, setGroup = 0o4000, 0o2000 // bits of a tar mode
	executable        = 0o111
)

// entry applies one entry of a layer.
func (t *Tree) entry(h *tar.Header, content io.Reader) error {
	if h.Typeflag == tar.TypeXGlobalHeader {
		return t.to.Count() // a comment
	}
	name, err := unpack.Clean(h.Name, longestName)
	if err != nil {
		return err
	}
	if strings.HasPrefix(path.Base(name), whiteout) {
		return t.whiteout(name)
	}
	switch h.Typeflag {
	case tar.TypeDir:
		return t.dir(name)
	case tar.TypeReg, tar.TypeGNUSparse:
		if h.Mode&(setUser|setGroup) != 0 && !ofBase(name) {
			return unpack.Refuse(name, "is a set-uid or set-gid program; remove the bits with chmod ug-s")
		}
		if err := t.to.Room(h.Size); err != nil {
			return err
		}
		return t.file(name, h.Mode&executable != 0, h.ModTime, content)
	case tar.TypeSymlink:
		return t.link(name, h.Linkname)
	case tar.TypeLink:
		return t.again(name, h.Linkname)
	case tar.TypeChar, tar.TypeBlock:
		return unpack.Refuse(name, "is a device node")
	case tar.TypeFifo:
		return unpack.Refuse(name, "is a named pipe")
	}
	return unpack.Refuse(name, "has a type (%q) that no image needs", h.Typeflag)
}

// Names of whiteouts.
const (
	whiteout = ".wh."
	opaque   = ".wh..wh..opq"
	aufs     = ".wh..wh." // prefix of aufs metadata, which is ignored
)

// whiteout removes a file of lower layers.
func (t *Tree) whiteout(name string) error {
	if err := t.to.Count(); err != nil {
		return err
	}
	base := path.Base(name)
	hidden := strings.TrimPrefix(base, whiteout)
	switch {
	case base == opaque:
	case strings.HasPrefix(base, aufs):
		return nil
	case hidden == "" || hidden == "." || hidden == "..":
		return unpack.Refuse(name, "is a whiteout of nothing")
	}
	dir, info, err := Find(t.root, path.Dir(name))
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return nil // there is nothing below
	}
	if err != nil {
		return unpack.Refuse(name, "lies in a folder that cannot be resolved: %v", err)
	}
	if base == opaque {
		return t.clear(dir)
	}
	return t.hide(path.Join(dir, hidden))
}

// hide removes a file or a folder of lower layers.
func (t *Tree) hide(place string) error {
	if t.own[place] {
		if info, err := t.root.Lstat(place); err == nil && info.IsDir() {
			return t.clear(place)
		}
		return nil
	}
	if err := t.root.RemoveAll(place); err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	return nil
}

// clear removes everything in a folder that comes from lower layers.
func (t *Tree) clear(dir string) error {
	folder, err := t.root.Open(dir)
	if err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	names, err := folder.Readdirnames(-1)
	folder.Close()
	if err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	for _, n := range names {
		if err := t.hide(path.Join(dir, n)); err != nil {
			return err
		}
	}
	return nil
}
