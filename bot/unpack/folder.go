package unpack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A Folder is a folder that is being filled. It counts entries and bytes against its limits. Names have slashes and are clean; the caller
// has made their parents, and calls Count before it writes.
type Folder struct {
	Root *os.Root

	ctx     context.Context
	limits  Limits
	entries int
	bytes   int64
	packed  func() int64 // bytes of the archive read so far; nil if nothing is compressed
}

// Make creates a folder, which must not exist, from what fill writes. If fill fails the folder is removed.
func Make(ctx context.Context, dir string, l Limits, fill func(*Folder) error) error {
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("unpack into %s: it exists", dir)
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), ".part-")
	if err != nil {
		return failed(err)
	}
	defer os.RemoveAll(part)
	if err := os.Chmod(part, 0o755); err != nil {
		return failed(err)
	}
	root, err := os.OpenRoot(part)
	if err != nil {
		return failed(err)
	}
	defer root.Close()
	if err := fill(&Folder{Root: root, ctx: ctx, limits: l}); err != nil {
		return err
	}
	return failed(os.Rename(part, dir))
}

// failed wraps an error of the host.
func failed(err error) error {
	if err != nil {
		return fmt.Errorf("unpack: %w", err)
	}
	return nil
}

// Count counts an entry.
func (f *Folder) Count() error {
	if err := f.ctx.Err(); err != nil {
		return err
	}
	if f.entries++; f.entries > f.limits.Entries {
		return Refuse("", "it has more than %d entries", f.limits.Entries)
	}
	return nil
}

// Room returns an error if that many more bytes exceed the limit.
func (f *Folder) Room(bytes int64) error {
	if f.bytes+bytes > f.limits.Bytes {
		return Refuse("", "it unpacks to more than %s", byteCount(f.limits.Bytes))
	}
	return nil
}

// Mkdir counts and creates a folder.
func (f *Folder) Mkdir(name string) error {
	if err := f.Count(); err != nil {
		return err
	}
	name = filepath.FromSlash(name)
	if err := f.Root.Mkdir(name, 0o755); err != nil {
		return failed(err)
	}
	return failed(f.Root.Chmod(name, 0o755)) // whatever the umask: bots run as another user
}

// Write writes a file that must not exist.
func (f *Folder) Write(name string, executable bool, r io.Reader) error {
	mode := os.FileMode(0o644)
	if executable {
		mode = 0o755
	}
	file, err := f.Root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return failed(err)
	}
	_, err = io.Copy(&meter{f, file}, r)
	if err == nil {
		err = file.Chmod(mode) // whatever the umask
	}
	return errors.Join(err, file.Close())
}

// A meter counts what is written, and fails above the limit.
type meter struct {
	folder *Folder
	file   *os.File
}

func (m *meter) Write(b []byte) (int, error) {
	f, n := m.folder, int64(len(b))
	if err := f.Room(n); err != nil {
		return 0, err
	}
	f.bytes += n
	if f.packed != nil && f.bytes > harmless && f.bytes > f.limits.Ratio*f.packed() {
		return 0, Refuse("", "it unpacks to more than %d times its size", f.limits.Ratio)
	}
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	return m.file.Write(b)
}

// Bounded bounds tar archives that go on without an entry, because nothing else counts padding and comments.
func (f *Folder) Bounded(r io.Reader) io.Reader {
	return &bounded{r: r, left: 2*f.limits.Bytes + int64(f.limits.Entries)*4096}
}

type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, Refuse("", "it has no end")
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
