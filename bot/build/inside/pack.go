package inside

import (
	"archive/tar"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Pack moves files as the job says, and writes the folder as a tar archive: folders, regular files and links as they are. Links are never
// followed, and other kinds of file are left out.
func (j *Job) Pack(dir string, out io.Writer) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("open the result: %w", err)
	}
	defer root.Close()
	for _, t := range j.Moves {
		if err := root.Rename(filepath.FromSlash(t.From), filepath.FromSlash(t.To)); err != nil {
			return fmt.Errorf("the build left no %s: %w", t.From, err)
		}
	}
	w := tar.NewWriter(out)
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if slices.Contains(j.Omit, name) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		return pack(w, root, name, d)
	})
	if err != nil {
		return err
	}
	return w.Close()
}

func pack(w *tar.Writer, root *os.Root, name string, d fs.DirEntry) error {
	switch {
	case d.IsDir():
		return w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755})
	case d.Type() == fs.ModeSymlink:
		target, err := root.Readlink(filepath.FromSlash(name))
		if err != nil {
			return err
		}
		return w.WriteHeader(&tar.Header{Typeflag: tar.TypeSymlink, Name: name, Linkname: filepath.ToSlash(target)})
	case !d.Type().IsRegular():
		return nil
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	header := tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o644 | int64(info.Mode()&0o111)}
	if err := w.WriteHeader(&header); err != nil {
		return err
	}
	_, err = io.CopyN(w, f, info.Size())
	return err
}
