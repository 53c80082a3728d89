package layers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"time"

	"agon/bot/unpack"
)

// A Tree is the folder of an image that is being laid out. An error of its methods is the end of it.
type Tree struct {
	to   *unpack.Folder
	root *os.Root
	own  map[string]bool // what the present layer has brought, with the folders above
}

// Into makes a folder, which must not be there yet, of the layers that fill puts into it. If fill fails there is no folder.
func Into(ctx context.Context, dir string, l unpack.Limits, fill func(*Tree) error) error {
	return unpack.Make(ctx, dir, l, func(f *unpack.Folder) error {
		return fill(&Tree{to: f, root: f.Root, own: map[string]bool{}})
	})
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
		return "", unpack.Refuse(name, "is a link to nothing, and should be a folder")
	case !info.IsDir():
		return "", unpack.Refuse(name, "is a file, and the image has something in it")
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
	t.own[place] = true
	return t.to.Mkdir(place)
}

// unpacking says what was being done.
func unpacking(err error) error {
	if err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	return nil
}

// claim makes room for something that is no folder: those above it, and nothing in its own place.
func (t *Tree) claim(name string) (string, error) {
	if name == "." {
		return "", unpack.Refuse(name, "is the root itself, and no folder")
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
	return place, t.to.Count()
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
		return t.to.Count()
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
	if err := t.to.Write(place, executable, r); err != nil {
		return err
	}
	return unpacking(t.root.Chtimes(place, when, when))
}

// link makes a link, wherever within the image it leads.
func (t *Tree) link(name, target string) error {
	place, err := t.claim(name)
	if err != nil {
		return err
	}
	if target == "" || len(target) > longestName || !within(place, target) {
		return unpack.Refuse(name, "is a link that leads out of the image")
	}
	return unpacking(t.root.Symlink(target, place))
}

// again gives a file of the image a second name.
func (t *Tree) again(name, target string) error {
	first, err := unpack.Clean(target, longestName)
	if err != nil {
		return unpack.Refuse(name, "is a hard link that leads out of the image")
	}
	above, _, err := Find(t.root, path.Dir(first))
	if err != nil {
		return unpack.Refuse(name, "is a hard link to %.80q, which the image does not hold", target)
	}
	first = path.Join(above, path.Base(first))
	info, err := t.root.Lstat(first)
	if err != nil || !info.Mode().IsRegular() {
		return unpack.Refuse(name, "is a hard link to %.80q, which is not a file of the image", target)
	}
	place, err := t.claim(name)
	if err != nil {
		return err
	}
	if place == first {
		return unpack.Refuse(name, "is a hard link to itself")
	}
	return unpacking(t.root.Link(first, place))
}
