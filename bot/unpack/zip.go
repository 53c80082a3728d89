package unpack

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"agon/internal/regular"
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

// ZipNames returns the names of what a zip archive holds, with slashes; those of folders end with one.
func ZipNames(path string, l Limits) (names []string, err error) {
	f, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := crowded(f, info.Size(), l); err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(f, info.Size())
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, Refuse("", "not a zip archive, or damaged (%v)", err)
	}
	for _, f := range archive.File {
		names = append(names, zippedName(f))
	}
	return names, nil
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

// zipped unpacks one entry.
func (t *Target) zipped(f *zip.File) error {
	name := zippedName(f)
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

// utf8Flag marks an entry whose name is in UTF-8.
const utf8Flag = 0x800

// zippedName returns the name of an entry. Names that are not UTF-8 are those of old programs, in code page 437; some of these add the
// name in UTF-8. Old Windows programs wrote backslashes.
func zippedName(f *zip.File) string {
	name := f.Name
	if f.Flags&utf8Flag == 0 && !utf8.ValidString(name) {
		if name = unicodePath(f.Extra, f.Name); name == "" {
			name, _ = charmap.CodePage437.NewDecoder().String(f.Name) // code page 437 has a letter for each byte
		}
	}
	return strings.ReplaceAll(name, `\`, "/")
}

// unicodePath returns the name in Info-ZIP's Unicode Path field, if there is one and it belongs to the name that was given; else nothing.
func unicodePath(extra []byte, given string) string {
	const id, head = 0x7075, 5 // its version and a checksum of the name that was given
	for len(extra) >= 4 {
		kind, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; size > len(extra) {
			return ""
		}
		if field := extra[:size]; kind == id && size > head && field[0] == 1 &&
			binary.LittleEndian.Uint32(field[1:]) == crc32.ChecksumIEEE([]byte(given)) {
			return string(field[head:])
		}
		extra = extra[size:]
	}
	return ""
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
