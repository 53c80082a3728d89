package unpack

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
)

// A Target is a folder into which an archive is unpacked. Its methods enforce the rules of this package; after an error it must not be
// used.
type Target struct {
	to   *Folder
	seen map[string]entry // by folded name
}

// An entry is the file, folder or link of a name.
type entry struct {
	name   string
	folder bool
}

// Into creates a folder, which must not exist, from what fill writes. If fill fails the folder is removed.
func Into(ctx context.Context, dir string, l Limits, fill func(*Target) error) error {
	return Make(ctx, dir, l, func(f *Folder) error { return fill(&Target{to: f, seen: map[string]entry{}}) })
}

// Folder creates a folder. A folder may be named more than once.
func (t *Target) Folder(name string) error {
	name, err := tidy(name)
	if err != nil || name == "." {
		return err
	}
	return t.folder(name)
}

// folder creates a folder and its parents.
func (t *Target) folder(name string) error {
	if name == "." {
		return nil
	}
	if before, ok := t.seen[fold(name)]; ok {
		switch {
		case before.name != name:
			return Refuse(name, "differs from %s only in case, or in how its letters are stored: rename one", short(before.name))
		case !before.folder:
			return Refuse(name, "is a folder, but the archive has it as a file or a link too")
		}
		return nil
	}
	if err := t.folder(path.Dir(name)); err != nil {
		return err
	}
	t.seen[fold(name)] = entry{name, true}
	return t.to.Mkdir(name)
}

// claim prepares the path of a file or a link: its parents exist, and its own name is unused.
func (t *Target) claim(given string) (string, error) {
	name, err := tidy(given)
	if err != nil {
		return "", err
	}
	if name == "." {
		return "", Refuse(given, "is the folder itself, and not a folder")
	}
	if before, ok := t.seen[fold(name)]; ok {
		if before.name == name {
			return "", Refuse(name, "occurs twice")
		}
		return "", Refuse(name, "differs from %s only in case, or in how its letters are stored: rename one", short(before.name))
	}
	if err := t.folder(path.Dir(name)); err != nil {
		return "", err
	}
	t.seen[fold(name)] = entry{name, false}
	return name, t.to.Count()
}

// File writes a file.
func (t *Target) File(name string, executable bool, r io.Reader) error {
	name, err := t.claim(name)
	if err != nil {
		return err
	}
	return t.to.Write(name, executable, r)
}

const isLink = "is a link: put the file itself there"

// Link creates a symbolic link, which must stay in the folder. Its target need not exist.
func (t *Target) Link(name, target string) error {
	if t.to.limits.Plain {
		return Refuse(name, isLink)
	}
	name, err := t.claim(name)
	if err != nil {
		return err
	}
	if !Within(name, target) {
		return Refuse(name, "is a link to %s, which is not clearly in the folder", short(target))
	}
	return failed(t.to.Root.Symlink(filepath.FromSlash(target), filepath.FromSlash(name)))
}

// Again writes a copy of an earlier file for a hard link.
func (t *Target) Again(name, first string) error {
	if t.to.limits.Plain {
		return Refuse(name, isLink)
	}
	clean, err := tidy(first)
	if err != nil {
		return Refuse(name, "is a hard link to %s, which is not in the archive", short(first))
	}
	info, err := t.to.Root.Lstat(filepath.FromSlash(clean))
	if before, ok := t.seen[fold(clean)]; !ok || before.name != clean || err != nil || !info.Mode().IsRegular() {
		return Refuse(name, "is a hard link to %s, which is not an earlier file of the archive", short(first))
	}
	f, err := t.to.Root.Open(filepath.FromSlash(clean))
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	defer f.Close()
	return t.File(name, info.Mode()&0o100 != 0, f)
}

// Empty reports whether nothing has been written.
func (t *Target) Empty() bool { return t.to.entries == 0 }
