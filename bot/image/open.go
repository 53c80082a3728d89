package image

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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

	diffs []v1.Hash // of its uncompressed layers, lowest first
	blobs []blob    // the same layers as stored
}

// A blob is a layer as stored, possibly compressed. It may be opened repeatedly.
type blob interface{ Open() (io.ReadCloser, error) }

// Limits of an image's description.
const (
	mostLayers = 127     // as engines have it
	mostWords  = 4 << 20 // bytes of a manifest and of a configuration
)

// Open finds an image and checks its description. References that name nothing, and registries that cannot be reached, are errors other
// than [Refused].
func Open(ctx context.Context, r Ref) (*Image, error) {
	switch r.Form {
	case Archive:
		return openArchive(r)
	case Layout:
		return openLayout(r)
	case Registry:
		return openRegistry(ctx, r)
	}
	return nil, fmt.Errorf("%s is an image in an engine", r)
}

// describe parses the configuration.
func (m *Image) describe(config []byte) error {
	var c v1.ConfigFile
	if err := json.Unmarshal(config, &c); err != nil {
		return refuse("invalid configuration (%v)", err)
	}
	sum := sha256.Sum256(config)
	m.ID = "sha256:" + hex.EncodeToString(sum[:])
	if m.Digest == "" {
		m.Digest = m.ID
	}
	m.Config, m.diffs = c.Config, c.RootFS.DiffIDs
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
