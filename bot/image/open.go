package image

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"github.com/google/go-containerregistry/pkg/v1"
)

// An Image has been found and described. Its files have not been read.
type Image struct {
	Ref    Ref
	ID     string // of its configuration: "sha256:…"
	Digest string // of its manifest, by which a registry knows it; the ID if it has no manifest
	Config v1.Config

	config []byte    // the whole configuration, as the ID covers it; nil if the image is only known from the cache
	diffs  []v1.Hash // of its uncompressed layers, lowest first
	blobs  []Layer   // the same layers as stored
}

// A Layer is a layer of an image as stored, possibly compressed. It may be opened repeatedly.
type Layer interface{ Open() (io.ReadCloser, error) }

// Limits of an image's description.
const (
	mostLayers = 127     // as engines have it
	mostWords  = 4 << 20 // bytes of a manifest and of a configuration
)

// Open finds an image and checks its description. References that name nothing, and registries that cannot be reached, are errors other
// than [Refused].
func (by Registries) Open(ctx context.Context, r Ref) (*Image, error) {
	switch r.Form {
	case Archive:
		return openArchive(r)
	case Layout:
		return openLayout(r)
	case Registry:
		return by.openRegistry(ctx, r)
	}
	return nil, fmt.Errorf("%s is an image in an engine", r)
}

// Parts returns what another machine makes the same image of with [Of]: the bytes of its configuration, and its layers, lowest first.
func (m *Image) Parts() (config []byte, layers []Layer) { return m.config, m.blobs }

// Of returns the image of a configuration and layers. Its ID is the digest of the configuration, which has the digests of the layers;
// [Store.Unpack] checks these.
func Of(r Ref, config []byte, layers []Layer) (*Image, error) {
	m := &Image{Ref: r, blobs: layers}
	return m, m.describe(config)
}

// MostConfig is the largest configuration of an image, in bytes.
const MostConfig = mostWords

// describe parses the configuration.
func (m *Image) describe(config []byte) error {
	var c v1.ConfigFile
	if err := json.Unmarshal(config, &c); err != nil {
		return refuse("invalid configuration (%v)", err)
	}
	m.ID = digestOf(config)
	m.Digest = cmp.Or(m.Digest, m.ID)
	m.config, m.Config, m.diffs = config, c.Config, c.RootFS.DiffIDs
	switch {
	case len(m.diffs) == 0:
		return refuse("it has no files: its configuration names no layer")
	case len(m.diffs) > mostLayers:
		return refuse("it has %d layers; at most %d are allowed", len(m.diffs), mostLayers)
	case len(m.diffs) != len(m.blobs):
		return refuse("its configuration names %d layers, but it has %d", len(m.diffs), len(m.blobs))
	}
	return Startable(c.OS, c.Architecture, c.Config.Entrypoint, c.Config.Cmd)
}

// fits returns an error for images for another machine.
func fits(system, processor string) error {
	if system == "" && processor == "" {
		return nil
	}
	if system != "linux" || processor != runtime.GOARCH {
		return refuse("it is for %s/%s, and this machine plays images for linux/%s", system, processor, runtime.GOARCH)
	}
	return nil
}

// Startable returns an error for images for another machine, and for those that would not pass on arguments.
func Startable(system, processor string, entrypoint, cmd []string) error {
	if err := fits(system, processor); err != nil {
		return err
	}
	switch {
	case len(entrypoint) > 0 && entrypoint[0] != "":
		return nil
	case len(cmd) > 0:
		return refuse("it has no ENTRYPOINT, so arguments would replace its CMD %.200q; make that its ENTRYPOINT", cmd)
	}
	return refuse("it has neither ENTRYPOINT nor CMD, so there is nothing to start")
}
