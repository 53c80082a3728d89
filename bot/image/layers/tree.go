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

// A Tree is the folder of an image that is being unpacked. After an error it must not be used any more.
type Tree struct {
	to   *unpack.Folder
	root *os.Root
	own  map[string]bool // files of the current layer, and their parents
}

// Into creates a folder, which must not exist, from the layers that fill applies. If fill fails the folder is removed.
func Into(ctx context.Context, dir string, l unpack.Limits, fill func(*Tree) error) error {
	return unpack.Make(ctx, dir, l, func(f *unpack.Folder) error {
		return fill(&Tree{to: f, root: f.Root, own: map[string]bool{}})
	})
}

// Root returns the folder in its current state.
func (t *Tree) Root() *os.Root { return t.root }

// Folder creates a folder and its parents, unless they exist.
func (t *Tree) Folder(name string) error {
	_, err := t.folder(name)
	return err
}

// folder resolves a folder, through links as a program would, and creates what is missing.
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
		return "", unpack.Refuse(name, "is a file, but the image has files in it")
	default:
		t.own[real] = true
		return real, nil
	}
}

func (t *Tree) there(place string) bool {
	_, err := t.root.Lstat(place)
	return err == nil
}

// mkdir creates a folder in an existing one.
func (t *Tree) mkdir(place string) error {
	t.own[place] = true
	return t.to.Mkdir(place)
}

// unpacking wraps an error of the host.
func unpacking(err error) error {
	if err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	return nil
}

// claim prepares the path of something that is no folder: it creates the parents and removes what has the same path.
func (t *Tree) claim(name string) (string, error) {
	if name == "." {
		return "", unpack.Refuse(name, "is the root itself, and not a folder")
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

// dir applies a folder.
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

// file writes a file and sets its time: Python uses compiled modules only for sources with the recorded time.
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

// link creates a link whose target may be anywhere within the image.
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

// again creates a hard link to a file of the image.
func (t *Tree) again(name, target string) error {
	first, err := unpack.Clean(target, longestName)
	if err != nil {
		return unpack.Refuse(name, "is a hard link that leads out of the image")
	}
	above, _, err := Find(t.root, path.Dir(first))
	if err != nil {
		return unpack.Refuse(name, "is a hard link to %.80q, which is not in the image", target)
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
