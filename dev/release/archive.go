package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A packer adds files to an archive.
type packer interface {
	add(name string, mode os.FileMode, size int64, content io.Reader) error
	Close() error
}

// archive packs a binary and the documents: a zip for windows, else a tar.gz. Everything is in one folder.
func (s *source) archive(name string, b built, docs []file) error {
	suffix, open := ".tar.gz", newTarball
	if b.os == "windows" {
		suffix, open = ".zip", newZip
	}
	return writeFile(name+suffix, func(w io.Writer) error {
		folder := strings.TrimSuffix(filepath.Base(name), suffix)
		files := append([]file{{filepath.Base(b.file), b.file}}, docs...)
		slices.SortFunc(files, func(a, b file) int { return strings.Compare(a.name, b.name) })
		p := open(w, s.when)
		for _, f := range files {
			mode := os.FileMode(0o644)
			if f.path == b.file {
				mode = 0o755
			}
			if err := addFile(p, folder+"/"+f.name, mode, f.path); err != nil {
				return err
			}
		}
		return p.Close()
	})
}

func addFile(p packer, name string, mode os.FileMode, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	return p.add(name, mode, info.Size(), f)
}

func writeFile(name string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(fill(f), f.Close())
}

type tarballWriter struct {
	*tar.Writer
	packed io.Closer
	when   time.Time
}

func newTarball(w io.Writer, when time.Time) packer {
	z := gzip.NewWriter(w) // neither name nor time
	return &tarballWriter{tar.NewWriter(z), z, when}
}

func (t *tarballWriter) add(name string, mode os.FileMode, size int64, content io.Reader) error {
	h := &tar.Header{Name: name, Mode: int64(mode), Size: size, ModTime: t.when, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	_, err := io.Copy(t.Writer, content)
	return err
}

func (t *tarballWriter) Close() error {
	err := t.Writer.Close()
	if t.packed != nil {
		err = errors.Join(err, t.packed.Close())
	}
	return err
}

type zipball struct {
	*zip.Writer
	when time.Time
}

func newZip(w io.Writer, when time.Time) packer { return &zipball{zip.NewWriter(w), when} }

func (z *zipball) add(name string, mode os.FileMode, _ int64, content io.Reader) error {
	h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: z.when}
	h.SetMode(mode)
	w, err := z.CreateHeader(h)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, content)
	return err
}

// sums writes SHA256SUMS for all files of a folder, in the format of sha256sum -c.
func sums(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var lines strings.Builder
	for _, e := range entries {
		f, err := os.Open(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return err
		}
		fmt.Fprintf(&lines, "%x  %s\n", h.Sum(nil), e.Name())
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(lines.String()), 0o644)
}
