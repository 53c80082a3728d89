package main

import (
	"archive/tar"
	"bytes"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// image writes an OCI layout as a tar: an index with one image for each linux binary, which contains only agon and its licence. It is a
// base to copy agon from, or to run its built-in bots; no engine is needed to make it.
func (s *source) image(name, work string, binaries []built) error {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, b := range binaries {
		img, err := s.layer(b)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: img, Descriptor: v1.Descriptor{
			Platform:    &v1.Platform{OS: b.os, Architecture: b.arch},
			Annotations: map[string]string{"org.opencontainers.image.ref.name": s.version},
		}})
	}
	dir := filepath.Join(work, "image")
	if _, err := layout.Write(dir, index); err != nil {
		return err
	}
	return writeFile(name, func(w io.Writer) error { return s.tarFolder(w, dir) })
}

// layer returns the image of one platform.
func (s *source) layer(b built) (v1.Image, error) {
	var plain bytes.Buffer
	t := &tarballWriter{tar.NewWriter(&plain), nil, s.when}
	if err := addFile(t, "usr/bin/agon", 0o755, b.file); err != nil {
		return nil, err
	}
	if err := addFile(t, "usr/share/doc/agon/LICENSE", 0o644, filepath.Join(s.root, "LICENSE")); err != nil {
		return nil, err
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(plain.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	created := v1.Time{Time: s.when}
	img := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	img, err = mutate.Append(img, mutate.Addendum{Layer: layer, History: v1.History{Created: created, CreatedBy: "agon " + s.version}})
	if err != nil {
		return nil, err
	}
	return mutate.ConfigFile(img, config(img, b, created, s))
}

func config(img v1.Image, b built, created v1.Time, s *source) *v1.ConfigFile {
	c, err := img.ConfigFile()
	if err != nil {
		panic(err) // it is in memory
	}
	c = c.DeepCopy()
	c.OS, c.Architecture, c.Created = b.os, b.arch, created
	c.Config = v1.Config{
		Entrypoint: []string{"/usr/bin/agon"}, WorkingDir: "/", Env: []string{"PATH=/usr/bin"},
		Labels: map[string]string{"org.opencontainers.image.version": s.version, "org.opencontainers.image.revision": s.commit,
			"org.opencontainers.image.licenses": "Apache-2.0", "org.opencontainers.image.title": "agon"},
	}
	return c
}

// tarFolder packs a folder's files in the order of their names.
func (s *source) tarFolder(w io.Writer, dir string) error {
	t := &tarballWriter{tar.NewWriter(w), nil, s.when}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		return addFile(t, filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator))), 0o644, path)
	})
	if err != nil {
		return err
	}
	return t.Close()
}
