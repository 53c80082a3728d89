package build

import (
	"archive/tar"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
)

// Pack writes the bot's files as a .tar.gz, in a folder with the name of its root. The bytes depend on that name and the files alone.
func (s *Source) Pack(w io.Writer) error {
	root, err := os.OpenRoot(s.Root)
	if err != nil {
		return fmt.Errorf("read the bot: %w", err)
	}
	defer root.Close()
	packed := gzip.NewWriter(w)
	to := tar.NewWriter(packed)
	for _, f := range s.Files {
		if err := packFile(to, root, filepath.Base(s.Root), f); err != nil {
			return fmt.Errorf("pack the bot: %w", err)
		}
	}
	if err := to.Close(); err != nil {
		return fmt.Errorf("pack the bot: %w", err)
	}
	return packed.Close()
}

func packFile(to *tar.Writer, root *os.Root, base string, f File) error {
	h := &tar.Header{Name: path.Join(base, f.Name), Mode: 0o644, Format: tar.FormatPAX}
	if f.Link != "" {
		h.Typeflag, h.Linkname = tar.TypeSymlink, f.Link
		return to.WriteHeader(h)
	}
	from, err := root.Open(filepath.FromSlash(f.Name))
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	if f.Executable {
		h.Mode = 0o755
	}
	h.Typeflag, h.Size = tar.TypeReg, info.Size()
	if err := to.WriteHeader(h); err != nil {
		return err
	}
	_, err = io.CopyN(to, from, h.Size)
	return err
}
