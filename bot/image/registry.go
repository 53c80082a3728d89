package image

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/remote/transport"
)

// openRegistry opens an image in a registry, with credentials from the docker configuration.
func openRegistry(ctx context.Context, r Ref) (*Image, error) {
	ref, err := name.ParseReference(r.Name)
	if err != nil {
		return nil, fmt.Errorf("not an image reference, as in docker://registry.example/team/bot:1 (%w)", err)
	}
	platform := v1.Platform{OS: "linux", Architecture: runtime.GOARCH}
	found, err := remote.Get(ref, remote.WithContext(ctx), remote.WithAuthFromKeychain(authn.DefaultKeychain), remote.WithPlatform(platform))
	if err != nil {
		return nil, answered(ref, err)
	}
	img, err := found.Image()
	if err != nil && strings.Contains(err.Error(), "no child with platform") {
		return nil, refuse("the registry has it for other machines only, and this one plays images for linux/%s", runtime.GOARCH)
	}
	if err != nil {
		return nil, answered(ref, err)
	}
	return fromRegistry(r, ref, img)
}

// fromRegistry reads the description of an image in a registry. The registry client checks the manifest and the configuration against their
// digests.
func fromRegistry(r Ref, ref name.Reference, img v1.Image) (*Image, error) {
	digest, err := img.Digest()
	if err != nil {
		return nil, answered(ref, err)
	}
	manifest, err := img.Manifest()
	if err != nil {
		return nil, answered(ref, err)
	}
	if size := manifest.Config.Size; size > mostWords {
		return nil, refuse("its configuration has %d MiB; at most %d are allowed", size>>20, mostWords>>20)
	}
	config, err := img.RawConfigFile()
	if err != nil {
		return nil, answered(ref, err)
	}
	m := &Image{Ref: r, Digest: digest.String()}
	for i, d := range manifest.Layers {
		layer, err := img.LayerByDigest(d.Digest)
		if err != nil {
			return nil, answered(ref, err)
		}
		m.blobs = append(m.blobs, remoteLayer{layer, ref, i + 1})
	}
	return m, m.describe(config)
}

// remoteLayer is a layer in a registry, as stored there.
type remoteLayer struct {
	layer v1.Layer
	ref   name.Reference
	nth   int
}

// Open fetches the layer.
func (l remoteLayer) Open() (io.ReadCloser, error) {
	r, err := l.layer.Compressed()
	var said *transport.Error
	if errors.As(err, &said) && said.StatusCode == http.StatusNotFound {
		return nil, refuse("its layer %d is missing in the registry %s", l.nth, l.ref.Context().RegistryStr())
	}
	if err != nil {
		return nil, answered(l.ref, err)
	}
	return r, nil
}

// answered turns a registry's answer into a clear error.
func answered(ref name.Reference, err error) error {
	registry := ref.Context().RegistryStr()
	var said *transport.Error
	switch {
	case !errors.As(err, &said):
		return fmt.Errorf("the registry %s cannot be used: %w", registry, err)
	case said.StatusCode == http.StatusNotFound:
		return fmt.Errorf("the registry %s has no image %s", registry, strings.TrimPrefix(ref.Name(), registry+"/"))
	case said.StatusCode == http.StatusUnauthorized, said.StatusCode == http.StatusForbidden:
		return fmt.Errorf("the registry %s denies access: run docker login %s", registry, registry)
	}
	return fmt.Errorf("the registry %s answered: %w", registry, said)
}
