package unpack

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
)

// A Target is a folder that an archive is laid out in. Its methods hold the laws of this package; an error of theirs is the end of it.
type Target struct {
	to   *Folder
	seen map[string]entry // by folded name
}

// An entry is what stands under a name.
type entry struct {
	name   string
	folder bool
}

// Into makes a folder, which must not be there yet, of what fill lays out. If fill fails there is no folder.
func Into(ctx context.Context, dir string, l Limits, fill func(*Target) error) error {
	return Make(ctx, dir, l, func(f *Folder) error { return fill(&Target{to: f, seen: map[string]entry{}}) })
}

// Folder makes a folder. A folder may be named more than once.
func (t *Target) Folder(name string) error {
	name, err := tidy(name)
	if err != nil || name == "." {
		return err
	}
	return t.folder(name)
}

// folder makes a folder and those above it.
func (t *Target) folder(name string) error {
	if name == "." {
		return nil
	}
	if before, ok := t.seen[fold(name)]; ok {
		switch {
		case before.name != name:
			return Refuse(name, "differs from %s in the case of letters only", short(before.name))
		case !before.folder:
			return Refuse(name, "is a folder, and the archive has it as a file or a link too")
		}
		return nil
	}
	if err := t.folder(path.Dir(name)); err != nil {
		return err
	}
	t.seen[fold(name)] = entry{name, true}
	return t.to.Mkdir(name)
}

// claim makes room for a file or a link: the folders above it, and nothing under its own name.
func (t *Target) claim(given string) (string, error) {
	name, err := tidy(given)
	if err != nil {
		return "", err
	}
	if name == "." {
		return "", Refuse(given, "is the folder itself, and no folder")
	}
	if before, ok := t.seen[fold(name)]; ok {
		if before.name == name {
			return "", Refuse(name, "is there twice")
		}
		return "", Refuse(name, "differs from %s in the case of letters only", short(before.name))
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

// Link makes a symbolic link, which must stay in the folder. What it leads to need not be there.
func (t *Target) Link(name, target string) error {
	name, err := t.claim(name)
	if err != nil {
		return err
	}
	if !within(name, target) {
		return Refuse(name, "is a link to %s, which is not in the folder, or not plainly", short(target))
	}
	return failed(t.to.Root.Symlink(filepath.FromSlash(target), filepath.FromSlash(name)))
}

// Again writes a file that was laid out before under a second name: a hard link, as a file of its own.
func (t *Target) Again(name, first string) error {
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

// Empty reports whether nothing has been laid out.
func (t *Target) Empty() bool { return t.to.entries == 0 }
