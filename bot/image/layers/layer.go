package layers

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
)

// Layer puts a layer over those before it. r is a plain tar archive, and is read to its end.
func (t *Tree) Layer(r io.Reader) error {
	t.own = map[string]bool{}
	// Padding and comments count nowhere else.
	stream := &tolerance{r: r, left: 2*t.limits.Bytes + int64(t.limits.Entries)*4096}
	archive := tar.NewReader(stream)
	for {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return unreadable(err)
		}
		if err := t.entry(h, archive); err != nil {
			return unreadable(err)
		}
	}
	_, err := io.Copy(io.Discard, stream)
	return unreadable(err)
}

// A tolerance ends archives that go on and on.
type tolerance struct {
	r    io.Reader
	left int64
}

func (e *tolerance) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, refuse("", "one of its layers goes on without an end")
	}
	n, err := e.r.Read(b[:min(int64(len(b)), e.left)])
	e.left -= int64(n)
	return n, err
}

// unreadable makes a refusal of a layer's own faults.
func unreadable(err error) error {
	for _, fault := range []error{tar.ErrHeader, io.ErrUnexpectedEOF} {
		if errors.Is(err, fault) {
			return refuse("", "one of its layers is damaged, or ends too early (%v)", fault)
		}
	}
	return err
}

const (
	setUser, setGroup = 0o4000, 0o2000 // in a tar's mode
	executable        = 0o111
)

// entry lays out one entry of a layer.
func (t *Tree) entry(h *tar.Header, content io.Reader) error {
	if h.Typeflag == tar.TypeXGlobalHeader {
		return t.count() // a comment
	}
	name, err := tidy(h.Name)
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
			return refuse(name, "is a set-uid or set-gid program; chmod ug-s takes that away")
		}
		if t.bytes+h.Size > t.limits.Bytes {
			return refuse("", "it unpacks to more than %s", room(t.limits.Bytes))
		}
		return t.file(name, h.Mode&executable != 0, h.ModTime, content)
	case tar.TypeSymlink:
		return t.link(name, h.Linkname)
	case tar.TypeLink:
		return t.again(name, h.Linkname)
	case tar.TypeChar, tar.TypeBlock:
		return refuse(name, "is a device node")
	case tar.TypeFifo:
		return refuse(name, "is a named pipe")
	}
	return refuse(name, "is of a type (%q) that no image needs", h.Typeflag)
}

// What whiteouts are called.
const (
	whiteout = ".wh."
	opaque   = ".wh..wh..opq"
	aufs     = ".wh..wh." // begins the notes of an old file system, which mean nothing here
)

// whiteout takes away what lower layers have.
func (t *Tree) whiteout(name string) error {
	if err := t.count(); err != nil {
		return err
	}
	base := path.Base(name)
	hidden := strings.TrimPrefix(base, whiteout)
	switch {
	case base == opaque:
	case strings.HasPrefix(base, aufs):
		return nil
	case hidden == "" || hidden == "." || hidden == "..":
		return refuse(name, "is a whiteout of nothing")
	}
	dir, info, err := Find(t.root, path.Dir(name))
	if errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return nil // there is nothing below
	}
	if err != nil {
		return refuse(name, "lies in a folder that cannot be found: %v", err)
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

// clear removes all that lower layers have in a folder.
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
