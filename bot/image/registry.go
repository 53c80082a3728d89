package image

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/partial"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/remote/transport"

	"agon/bot/image/layers"
	"agon/bot/reach"
)

// Registries shows how registries are connected to: the one that a reference names, wherever it is, and others, to which that one leads, at
// public addresses only. The zero value is ready to use.
type Registries struct {
	Named []string      // host:port of servers in private networks to which others may lead
	Bytes int64         // bytes that servers may send for an image; 0: as much as an image may have
	Idle  time.Duration // without a byte; see reach.Bounds
	Time  time.Duration // of reading an image; 0: an hour
}

// usualTime is how long reading an image may take.
const usualTime = time.Hour

// fix is what the operator can do about a registry that leads into a private network.
const fix = ": name that server in AGON_HOSTS (HOST:PORT, separated by commas)"

// transport returns the transport to a registry.
func (by Registries) transport(to name.Registry) *reach.Transport {
	usual := layers.Usual().Bytes
	t := &reach.Transport{Bounds: reach.Bounds{Bytes: cmp.Or(by.Bytes, usual+usual/8), Idle: by.Idle, Time: cmp.Or(by.Time, usualTime)}}
	t.Public, t.Unresolved, t.Fix = true, true, fix
	t.Named = append(slices.Clip(by.Named), reach.Name(&url.URL{Scheme: to.Scheme(), Host: to.RegistryStr()})...)
	return t
}

// openRegistry opens an image in a registry, with credentials from the docker configuration.
func (by Registries) openRegistry(ctx context.Context, r Ref) (*Image, error) {
	ref, err := name.ParseReference(r.Name)
	if err != nil {
		return nil, fmt.Errorf("not an image reference, as in docker://registry.example/team/bot:1 (%w)", err)
	}
	through := by.transport(ref.Context().Registry)
	login := remote.WithAuthFromKeychain(authn.DefaultKeychain)
	img, err := Fetch(ref, remote.WithContext(ctx), remote.WithTransport(through), login)
	switch {
	case errors.Is(err, ErrElsewhere):
		return nil, refuse("the registry has it for other machines only, and this one plays images for linux/%s", runtime.GOARCH)
	case err != nil:
		return nil, answered(ref, err)
	}
	return fromRegistry(r, ref, img)
}

// ErrElsewhere reports that a registry has an image for other machines only.
var ErrElsewhere = errors.New("it is for other machines only")

// Fetch finds an image in a registry, of several the one for this machine. Its layers are not read.
func Fetch(ref name.Reference, options ...remote.Option) (v1.Image, error) {
	found, err := remote.Get(ref, append(options, remote.WithPlatform(v1.Platform{OS: "linux", Architecture: runtime.GOARCH}))...)
	if err != nil {
		return nil, err
	}
	if found.MediaType.IsIndex() {
		index, err := found.ImageIndex()
		if err == nil {
			err = holdsOne(index)
		}
		if err != nil {
			return nil, err
		}
	}
	return found.Image()
}

// holdsOne returns ErrElsewhere if an index has no image for this machine: the registry client has no error of its own for that.
func holdsOne(index v1.ImageIndex) error {
	fitting, err := partial.FindManifests(index, func(d v1.Descriptor) bool {
		p := cmp.Or(d.Platform, &v1.Platform{OS: "linux", Architecture: "amd64"}) // as the client takes one that does not say
		return p.OS == "linux" && p.Architecture == runtime.GOARCH
	})
	switch {
	case err != nil:
		return err
	case len(fitting) == 0:
		return ErrElsewhere
	case !fitting[0].MediaType.IsIndex():
		return nil
	}
	if index, err = index.ImageIndex(fitting[0].Digest); err != nil {
		return err
	}
	return holdsOne(index)
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
	var answer *transport.Error
	if errors.As(err, &answer) && answer.StatusCode == http.StatusNotFound {
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
	var answer *transport.Error
	switch {
	case !errors.As(err, &answer):
		return fmt.Errorf("the registry %s cannot be used: %w", registry, err)
	case answer.StatusCode == http.StatusNotFound:
		return fmt.Errorf("the registry %s has no image %s", registry, strings.TrimPrefix(ref.Name(), registry+"/"))
	case answer.StatusCode == http.StatusUnauthorized, answer.StatusCode == http.StatusForbidden:
		return fmt.Errorf("the registry %s denies access: run docker login %s", registry, registry)
	}
	return fmt.Errorf("the registry %s answered: %w", registry, answer)
}
