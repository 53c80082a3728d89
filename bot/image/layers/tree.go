package layers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// A Tree is the folder of an image that is being laid out. An error of its methods is the end of it.
type Tree struct {
	ctx     context.Context
	root    *os.Root
	limits  Limits
	bytes   int64
	entries int
	own     map[string]bool // what the present layer has brought, with the folders above
}

// Into makes a folder, which must not be there yet, of the layers that fill puts into it. If fill fails there is no folder.
func Into(ctx context.Context, dir string, l Limits, fill func(*Tree) error) error {
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("unpack the image into %s: it exists", dir)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), ".part-")
	if err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	defer os.RemoveAll(part)
	if err := os.Chmod(part, 0o755); err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	root, err := os.OpenRoot(part)
	if err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	defer root.Close()
	if err := fill(&Tree{ctx: ctx, root: root, limits: l, own: map[string]bool{}}); err != nil {
		return err
	}
	if err := os.Rename(part, dir); err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	return nil
}

// Root is the folder as it is so far, to look things up in.
func (t *Tree) Root() *os.Root { return t.root }

// Folder makes a folder, with those above it, that no layer has brought; what is there stays.
func (t *Tree) Folder(name string) error {
	_, err := t.folder(name)
	return err
}

// folder finds a folder, through links as a program would, and makes what is missing of it.
func (t *Tree) folder(name string) (string, error) {
	if name == "." {
		return name, nil
	}
	above, err := t.folder(path.Dir(name))
	if err != nil {
		return "", err
	}
	place := path.Join(above, path.Base(name))
	switch real, info, err := Find(t.root, place); {
	case errors.Is(err, fs.ErrNotExist) && !t.there(place):
		return place, t.mkdir(place)
	case err != nil:
		return "", refuse(name, "is a link to nothing, and should be a folder")
	case !info.IsDir():
		return "", refuse(name, "is a file, and the image has something in it")
	default:
		t.own[real] = true
		return real, nil
	}
}

func (t *Tree) there(place string) bool {
	_, err := t.root.Lstat(place)
	return err == nil
}

// mkdir makes a folder in one that is there.
func (t *Tree) mkdir(place string) error {
	if err := t.count(); err != nil {
		return err
	}
	if err := t.root.Mkdir(place, 0o755); err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	t.own[place] = true
	return unpacking(t.root.Chmod(place, 0o755)) // whatever the umask is: bots run as another user
}

// unpacking says what was being done.
func unpacking(err error) error {
	if err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	return nil
}

// count counts an entry.
func (t *Tree) count() error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	if t.entries++; t.entries > t.limits.Entries {
		return refuse("", "it has more than %d files and folders", t.limits.Entries)
	}
	return nil
}

// claim makes room for something that is no folder: those above it, and nothing in its own place.
func (t *Tree) claim(name string) (string, error) {
	if name == "." {
		return "", refuse(name, "is the root itself, and no folder")
	}
	above, err := t.folder(path.Dir(name))
	if err != nil {
		return "", err
	}
	place := path.Join(above, path.Base(name))
	if err := t.root.RemoveAll(place); err != nil {
		return "", fmt.Errorf("unpack the image: %w", err)
	}
	t.own[place] = true
	return place, t.count()
}

// dir puts a folder over what is there.
func (t *Tree) dir(name string) error {
	if name == "." {
		return nil
	}
	above, err := t.folder(path.Dir(name))
	if err != nil {
		return err
	}
	place := path.Join(above, path.Base(name))
	info, err := t.root.Lstat(place)
	if err == nil && info.IsDir() {
		t.own[place] = true
		return t.count()
	}
	if err := t.root.RemoveAll(place); err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	return t.mkdir(place)
}

// file writes a file. Its time is kept: Python takes compiled modules only for sources of the time that they were made of.
func (t *Tree) file(name string, executable bool, when time.Time, r io.Reader) error {
	place, err := t.claim(name)
	if err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if executable {
		mode = 0o755
	}
	f, err := t.root.OpenFile(place, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	_, err = io.Copy(&meter{t, f}, r)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return unpacking(t.root.Chtimes(place, when, when))
}

// A meter counts what is written, and stops where it is too much.
type meter struct {
	tree *Tree
	file *os.File
}

func (m *meter) Write(b []byte) (int, error) {
	if err := m.tree.take(int64(len(b))); err != nil {
		return 0, err
	}
	return m.file.Write(b)
}

// take counts bytes.
func (t *Tree) take(n int64) error {
	if t.bytes += n; t.bytes > t.limits.Bytes {
		return refuse("", "it unpacks to more than %s", room(t.limits.Bytes))
	}
	return t.ctx.Err()
}

// link makes a link, wherever within the image it leads.
func (t *Tree) link(name, target string) error {
	place, err := t.claim(name)
	if err != nil {
		return err
	}
	if target == "" || len(target) > longestName || !within(place, target) {
		return refuse(name, "is a link that leads out of the image")
	}
	return unpacking(t.root.Symlink(target, place))
}

// again gives a file of the image a second name.
func (t *Tree) again(name, target string) error {
	first, err := tidy(target)
	if err != nil {
		return refuse(name, "is a hard link that leads out of the image")
	}
	above, _, err := Find(t.root, path.Dir(first))
	if err != nil {
		return refuse(name, "is a hard link to %.80q, which the image does not hold", target)
	}
	first = path.Join(above, path.Base(first))
	info, err := t.root.Lstat(first)
	if err != nil || !info.Mode().IsRegular() {
		return refuse(name, "is a hard link to %.80q, which is not a file of the image", target)
	}
	place, err := t.claim(name)
	if err != nil {
		return err
	}
	if place == first {
		return refuse(name, "is a hard link to itself")
	}
	return unpacking(t.root.Link(first, place))
}
