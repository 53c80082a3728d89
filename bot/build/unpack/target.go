package unpack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// A Target is a folder that is being laid out. Its methods hold the laws of this package; an error of theirs is the end of it.
type Target struct {
	ctx     context.Context
	root    *os.Root
	limits  Limits
	seen    map[string]entry // by folded name
	bytes   int64
	packed  func() int64 // bytes of the archive that were read so far; nil where nothing is packed
	entries int
}

// An entry is what stands under a name.
type entry struct {
	name   string
	folder bool
}

// Into makes a folder, which must not be there yet, of what fill lays out. If fill fails there is no folder.
func Into(ctx context.Context, dir string, l Limits, fill func(*Target) error) error {
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("unpack into %s: it exists", dir)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), ".part-")
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	defer os.RemoveAll(part)
	if err := fillRoot(ctx, part, l, fill); err != nil {
		return err
	}
	if err := os.Rename(part, dir); err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	return nil
}

func fillRoot(ctx context.Context, dir string, l Limits, fill func(*Target) error) error {
	if err := os.Chmod(dir, 0o755); err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	defer root.Close()
	return fill(&Target{ctx: ctx, root: root, limits: l, seen: map[string]entry{}})
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
			return refuse(name, "differs from %s in the case of letters only", short(before.name))
		case !before.folder:
			return refuse(name, "is a folder, and the archive has it as a file or a link too")
		}
		return nil
	}
	if err := t.folder(path.Dir(name)); err != nil {
		return err
	}
	if err := t.note(name, true); err != nil {
		return err
	}
	if err := t.root.Mkdir(filepath.FromSlash(name), 0o755); err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	if err := t.root.Chmod(filepath.FromSlash(name), 0o755); err != nil { // whatever the umask is: bots run as another user
		return fmt.Errorf("unpack: %w", err)
	}
	return nil
}

// note enters a name, and counts it.
func (t *Target) note(name string, folder bool) error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	if t.entries++; t.entries > t.limits.Entries {
		return refuse("", "it has more than %d entries", t.limits.Entries)
	}
	t.seen[fold(name)] = entry{name, folder}
	return nil
}

// claim makes room for a file or a link: the folders above it, and nothing under its own name.
func (t *Target) claim(given string) (string, error) {
	name, err := tidy(given)
	if err != nil {
		return "", err
	}
	if name == "." {
		return "", refuse(given, "is the folder itself, and no folder")
	}
	if before, ok := t.seen[fold(name)]; ok {
		if before.name == name {
			return "", refuse(name, "is there twice")
		}
		return "", refuse(name, "differs from %s in the case of letters only", short(before.name))
	}
	if err := t.folder(path.Dir(name)); err != nil {
		return "", err
	}
	return name, t.note(name, false)
}

// File writes a file.
func (t *Target) File(name string, executable bool, r io.Reader) error {
	name, err := t.claim(name)
	if err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if executable {
		mode = 0o755
	}
	f, err := t.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	_, err = io.Copy(&meter{t, f}, r)
	if err == nil {
		err = f.Chmod(mode) // whatever the umask is: bots run as another user
	}
	return errors.Join(err, f.Close())
}

// A meter counts what is written, and stops where it is too much.
type meter struct {
	target *Target
	file   *os.File
}

func (m *meter) Write(b []byte) (int, error) {
	t := m.target
	t.bytes += int64(len(b))
	if t.bytes > t.limits.Bytes {
		return 0, refuse("", "it unpacks to more than %d MiB", t.limits.Bytes>>20)
	}
	if t.packed != nil && t.bytes > harmless && t.bytes > t.limits.Ratio*t.packed() {
		return 0, refuse("", "it unpacks to more than %d times its size", t.limits.Ratio)
	}
	if err := t.ctx.Err(); err != nil {
		return 0, err
	}
	return m.file.Write(b)
}

// Link makes a symbolic link, which must stay in the folder. What it leads to need not be there.
func (t *Target) Link(name, target string) error {
	name, err := t.claim(name)
	if err != nil {
		return err
	}
	if !within(name, target) {
		return refuse(name, "is a link to %s, which is not in the folder, or not plainly", short(target))
	}
	if err := t.root.Symlink(filepath.FromSlash(target), filepath.FromSlash(name)); err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	return nil
}

// Again writes a file that was laid out before under a second name: a hard link, as a file of its own.
func (t *Target) Again(name, first string) error {
	clean, err := tidy(first)
	if err != nil {
		return refuse(name, "is a hard link to %s, which is not in the archive", short(first))
	}
	info, err := t.root.Lstat(filepath.FromSlash(clean))
	if before, ok := t.seen[fold(clean)]; !ok || before.name != clean || err != nil || !info.Mode().IsRegular() {
		return refuse(name, "is a hard link to %s, which is not an earlier file of the archive", short(first))
	}
	f, err := t.root.Open(filepath.FromSlash(clean))
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	defer f.Close()
	return t.File(name, info.Mode()&0o100 != 0, f)
}

// Empty reports whether nothing has been laid out.
func (t *Target) Empty() bool { return t.entries == 0 }
