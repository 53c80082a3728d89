package unpack

import (
	"archive/tar"
	"bufio"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Tar unpacks a tar archive into a folder that must not exist.
func Tar(ctx context.Context, r io.Reader, dir string, l Limits) error {
	return Into(ctx, dir, l, func(t *Target) error { return t.tar(r) })
}

// TarGz unpacks a gzipped tar archive into a folder that must not exist.
func TarGz(ctx context.Context, r io.Reader, dir string, l Limits) error {
	count := &counter{r: r}
	plain, err := gzip.NewReader(bufio.NewReader(count))
	if err != nil {
		return Refuse("", "it is not a gzip file, or damaged (%v)", err)
	}
	return Into(ctx, dir, l, func(t *Target) error {
		t.to.packed = func() int64 { return count.n }
		return t.tar(plain)
	})
}

// window is the most memory that an archive packed by zstd may ask for, in bytes.
const window = 64 << 20

// TarZst unpacks a tar archive packed by zstd into a folder that must not exist.
func TarZst(ctx context.Context, r io.Reader, dir string, l Limits) error {
	count := &counter{r: r}
	plain, err := zstd.NewReader(bufio.NewReader(count), zstd.WithDecoderMaxWindow(window), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return Refuse("", "it is not a zstd file, or damaged (%v)", err)
	}
	defer plain.Close()
	return Into(ctx, dir, l, func(t *Target) error {
		t.to.packed = func() int64 { return count.n }
		return t.tar(plain)
	})
}

// A counter counts the bytes read through it.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

func (t *Target) tar(r io.Reader) error {
	archive := tar.NewReader(t.to.Bounded(r))
	for {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return Damaged(err)
		}
		if err := t.tarred(h, archive); err != nil {
			return err
		}
	}
	if t.Empty() {
		return Refuse("", "it is empty")
	}
	return nil
}

// tarred unpacks one entry.
func (t *Target) tarred(h *tar.Header, content io.Reader) error {
	switch h.Typeflag {
	case tar.TypeDir:
		return t.Folder(h.Name)
	case tar.TypeReg, tar.TypeGNUSparse:
		if err := t.to.Room(h.Size); err != nil {
			return err
		}
		if err := t.File(h.Name, h.Mode&0o100 != 0, content); err != nil {
			return Damaged(err)
		}
		return nil
	case tar.TypeSymlink:
		return t.Link(h.Name, h.Linkname)
	case tar.TypeLink:
		return t.Again(h.Name, h.Linkname)
	case tar.TypeXGlobalHeader:
		return nil // a comment, such as the commit that git archive records
	case tar.TypeChar, tar.TypeBlock, tar.TypeFifo:
		return Refuse(h.Name, "is a device or a pipe")
	}
	return Refuse(h.Name, "has a type (%q) that no bot needs", h.Typeflag)
}

// Damaged turns an error caused by a tar archive into a refusal, and returns any other unchanged.
func Damaged(err error) error {
	var refused *Refused
	if errors.As(err, &refused) {
		return err
	}
	var corrupt flate.CorruptInputError
	if errors.As(err, &corrupt) {
		return Refuse("", "it is damaged (%v)", corrupt)
	}
	for _, fault := range []error{
		tar.ErrHeader, gzip.ErrHeader, gzip.ErrChecksum, io.ErrUnexpectedEOF,
		zstd.ErrMagicMismatch, zstd.ErrCRCMismatch, zstd.ErrReservedBlockType, zstd.ErrBlockTooSmall, zstd.ErrCompressedSizeTooBig,
		zstd.ErrWindowSizeExceeded, zstd.ErrUnexpectedBlockSize,
	} {
		if errors.Is(err, fault) {
			return Refuse("", "it is damaged or truncated (%v)", fault)
		}
	}
	return err
}
