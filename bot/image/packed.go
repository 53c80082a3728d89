package image

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/xi2/xz"

	"agon/bot/image/layers"
	"agon/bot/unpack"
	"agon/internal/regular"
)

// packings are the compression formats of archives and layers, by their first bytes.
var packings = [...]struct {
	magic string
	open  func(io.Reader) (io.ReadCloser, error)
}{
	{"\x1f\x8b", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"\x28\xb5\x2f\xfd", func(r io.Reader) (io.ReadCloser, error) {
		z, err := zstd.NewReader(r, zstd.WithDecoderMaxMemory(256<<20), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}},
	{"\xfd7zXZ\x00", func(r io.Reader) (io.ReadCloser, error) {
		x, err := xz.NewReader(r, 64<<20) // largest dictionary in bytes
		return io.NopCloser(x), err
	}},
	{"BZh", func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(bzip2.NewReader(r)), nil }},
}

// unpacker returns what decompresses data that begins like this; without a format it changes nothing, and packed is false.
func unpacker(head []byte) (open func(io.Reader) (io.ReadCloser, error), packed bool) {
	for _, p := range packings {
		if strings.HasPrefix(string(head), p.magic) {
			return p.open, true
		}
	}
	return func(r io.Reader) (io.ReadCloser, error) { return io.NopCloser(r), nil }, false
}

// plainly decompresses r if it is compressed.
func plainly(r io.Reader) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	head, _ := b.Peek(8)
	open, _ := unpacker(head)
	return open(b)
}

// isPacked reports whether a file is compressed as a whole.
func isPacked(file string) (bool, error) {
	f, err := regular.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	head := make([]byte, 8)
	n, _ := io.ReadFull(f, head)
	_, packed := unpacker(head[:n])
	return packed, nil
}

// open finds an image. A compressed file is first decompressed into the cache.
func (s *Store) open(ctx context.Context, r Ref) (*Image, error) {
	if r.Form != File {
		return s.Registry.Open(ctx, r)
	}
	info, err := os.Stat(r.Path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return openLayout(r)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("neither a regular file nor a folder")
	}
	packed, err := isPacked(r.Path)
	if err != nil {
		return nil, err
	}
	plain := r.Path
	if packed {
		if plain, err = s.plain(ctx, r.Path); err != nil {
			return nil, err
		}
	}
	a, err := list(plain)
	if err != nil {
		return nil, err
	}
	if _, docker := a.find("manifest.json"); docker {
		return a.open(r)
	}
	if _, oci := a.find("index.json"); oci {
		return layout{a}.open(r)
	}
	return nil, refuse("not an image: it has neither manifest.json (docker save) nor index.json (OCI)")
}

// plain returns the path of a decompressed archive in the cache.
func (s *Store) plain(ctx context.Context, file string) (string, error) {
	f, err := regular.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", fmt.Errorf("read the image: %w", err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", fmt.Errorf("read the image: %w", err)
	}
	limits := s.Limits
	if limits == (unpack.Limits{}) {
		limits = layers.Usual()
	}
	dir, err := s.Cache.Keep(ctx, "archives", hex.EncodeToString(sum.Sum(nil)), func(dir string) error {
		plain, err := plainly(f)
		if err != nil {
			return refuse("it is damaged (%v)", err)
		}
		defer plain.Close()
		if err := os.Mkdir(dir, 0o700); err != nil {
			return fmt.Errorf("unpack the image: %w", err)
		}
		to, err := os.OpenFile(filepath.Join(dir, plainName), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("unpack the image: %w", err)
		}
		defer to.Close()
		return pour(ctx, to, plain, limits.Bytes+limits.Bytes/8)
	})
	return filepath.Join(dir, plainName), err
}

// plainName is the name of an archive in its cache folder.
const plainName = "image.tar"

// pour copies decompressed data, up to most bytes. Read errors are the archive's fault, write errors the host's.
func pour(ctx context.Context, to io.Writer, from io.Reader, most int64) error {
	buffer := make([]byte, 1<<18)
	for {
		n, err := from.Read(buffer)
		if most -= int64(n); most < 0 {
			return refuse("it unpacks to too much: its layers may have at most %d MiB", layers.Usual().Bytes>>20)
		}
		if _, failed := to.Write(buffer[:n]); failed != nil {
			return fmt.Errorf("unpack the image: %w", failed)
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return refuse("it is damaged (%v)", err)
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
}
