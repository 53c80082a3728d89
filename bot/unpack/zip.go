package unpack

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Zip unpacks a zip archive into a folder that must not exist.
func Zip(ctx context.Context, r io.ReaderAt, size int64, dir string, l Limits) error {
	if err := crowded(r, size, l); err != nil {
		return err
	}
	archive, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return Refuse("", "not a zip archive, or damaged (%v)", err)
	}
	return Into(ctx, dir, l, func(t *Target) error {
		t.to.packed = func() int64 { return size }
		for _, f := range archive.File {
			if err := t.zipped(f); err != nil {
				return err
			}
		}
		if t.Empty() {
			return Refuse("", "it is empty")
		}
		return nil
	})
}

// crowded counts entries before the reader allocates something for each. Archives inside the archive may add to the count.
func crowded(r io.ReaderAt, size int64, l Limits) error {
	mark := []byte("PK\x01\x02") // marks each entry of the directory
	stream := io.NewSectionReader(r, 0, size)
	block := make([]byte, 1<<16)
	count, kept := 0, 0
	for {
		n, err := stream.Read(block[kept:])
		have := block[:kept+n]
		count += bytes.Count(have, mark)
		if count > 4*l.Entries {
			return Refuse("", "it has more than %d entries", l.Entries)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the archive: %w", err)
		}
		kept = copy(block, have[max(0, len(have)-len(mark)+1):])
	}
}

// zipped unpacks one entry. Old Windows programs wrote backslashes.
func (t *Target) zipped(f *zip.File) error {
	name := strings.ReplaceAll(f.Name, `\`, "/")
	mode := f.Mode()
	if strings.HasSuffix(name, "/") && mode&fs.ModeSymlink == 0 {
		return t.Folder(name)
	}
	switch {
	case mode.IsDir():
		return t.Folder(name)
	case mode&fs.ModeSymlink == 0 && !mode.IsRegular():
		return Refuse(name, "is a device, a pipe or a socket")
	case f.Flags&1 != 0:
		return Refuse(name, "is encrypted")
	}
	content, err := f.Open()
	if err != nil {
		return Refuse(name, "cannot be read (%v)", err)
	}
	defer content.Close()
	if mode&fs.ModeSymlink != 0 {
		target, err := io.ReadAll(io.LimitReader(content, longestName+1))
		if err != nil {
			return Refuse(name, "cannot be read (%v)", err)
		}
		return t.Link(name, string(target))
	}
	return damaged(name, t.File(name, mode&0o100 != 0, content))
}

// damaged turns an error caused by an archive into a refusal.
func damaged(name string, err error) error {
	var corrupt flate.CorruptInputError
	if errors.As(err, &corrupt) {
		return Refuse(name, "is damaged (%v)", corrupt)
	}
	for _, fault := range []error{zip.ErrChecksum, zip.ErrFormat, io.ErrUnexpectedEOF} {
		if errors.Is(err, fault) {
			return Refuse(name, "is damaged (%v)", fault)
		}
	}
	return err
}
