package image

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/google/go-containerregistry/pkg/v1"

	"agon/bot/build"
	"agon/bot/image/layers"
	"agon/bot/unpack"
)

// A Store caches unpacked images by their IDs.
type Store struct {
	Cache    *build.Cache
	Limits   unpack.Limits // zero: the default
	Registry Registries
}

// Names in the folder of an unpacked image.
const (
	rootName   = "root"
	configName = "config.json"
)

// Unpack returns the folder with an image's files, which are unpacked and checked on first use.
func (s *Store) Unpack(ctx context.Context, m *Image) (root string, err error) {
	dir, err := s.Cache.Keep(ctx, "images", key(m.ID), func(dir string) error { return s.fill(ctx, m, dir) })
	if err != nil {
		var bad *unpack.Refused
		if errors.As(err, &bad) {
			return "", refuse("%s", strings.TrimPrefix(bad.Error(), "refused: "))
		}
		return "", err
	}
	return filepath.Join(dir, rootName), nil
}

// Kept returns an image that has been unpacked before, without its source; ok is false if it has not.
func (s *Store) Kept(p Pin) (m *Image, root string, ok bool) {
	dir := s.Cache.Dir("images", key(p.ID))
	s.Cache.Use(dir)
	text, err := os.ReadFile(filepath.Join(dir, configName))
	if err != nil {
		return nil, "", false
	}
	m = &Image{ID: p.ID, Digest: p.Digest}
	if err := json.Unmarshal(text, &m.Config); err != nil {
		return nil, "", false
	}
	return m, filepath.Join(dir, rootName), true
}

// key returns the name of an image's folder.
func key(id string) string { return strings.ReplaceAll(id, ":", "-") }

// fill creates the folder of an image.
func (s *Store) fill(ctx context.Context, m *Image, dir string) error {
	limits := s.Limits
	if limits == (unpack.Limits{}) {
		limits = layers.Usual()
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	config, err := json.Marshal(m.Config)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, configName), config, 0o644); err != nil {
		return fmt.Errorf("unpack the image: %w", err)
	}
	return layers.Into(ctx, filepath.Join(dir, rootName), limits, func(t *layers.Tree) error {
		for i, b := range m.blobs {
			if err := put(t, b, m.diffs[i], fmt.Sprintf("its layer %d of %d", i+1, len(m.blobs))); err != nil {
				return err
			}
		}
		// Engines create the working directory.
		if err := t.Folder(path.Join(".", path.Clean("/"+m.Config.WorkingDir))); err != nil {
			return err
		}
		_, err := find(t.Root(), &m.Config)
		return err
	})
}

// put applies one layer and checks its digest against the configuration.
func put(t *layers.Tree, b Layer, want v1.Hash, what string) error {
	stored, err := b.Open()
	if err != nil {
		return err
	}
	defer stored.Close()
	plain, err := plainly(stored)
	if err != nil {
		return refuse("%s is damaged (%v)", what, err)
	}
	defer plain.Close()
	sum := sha256.New()
	if err := t.Layer(io.TeeReader(plain, sum)); err != nil {
		// The registry client's own error for that, verify.Error, is in one of its internal packages: only its text identifies it.
		if strings.Contains(err.Error(), "error verifying sha256") {
			return refuse("%s does not match its digest (%v)", what, err)
		}
		return err
	}
	if own := hex.EncodeToString(sum.Sum(nil)); want.Algorithm != "sha256" || own != want.Hex {
		return refuse("%s has the digest sha256:%.12s…, want %.19s…", what, own, want)
	}
	return nil
}
