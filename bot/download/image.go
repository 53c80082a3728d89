package download

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/remote/transport"
	"github.com/google/go-containerregistry/pkg/v1/tarball"

	"agon/bot/image"
)

// fetchImage writes an image to an archive in dir, as docker save does.
func fetchImage(ctx context.Context, ref name.Reference, dir, base string, l Limits, progress io.Writer) (file string, err error) {
	fmt.Fprintf(progress, "fetching the image %s\n", ref)
	once := remote.WithRetryPredicate(func(error) bool { return false })
	img, err := image.Fetch(ref, remote.WithContext(ctx), remote.WithTransport(newTransport(l)), remote.WithAuth(authn.Anonymous), once)
	if err != nil {
		return "", l.imageError(ref, err)
	}
	digest, err := img.Digest()
	if err != nil {
		return "", l.imageError(ref, err)
	}
	manifest, err := img.Manifest()
	if err != nil {
		return "", l.imageError(ref, err)
	}
	size := int64(0)
	for _, layer := range manifest.Layers {
		if size += max(0, layer.Size); size > l.Bytes {
			return "", l.large()
		}
	}
	fmt.Fprintf(progress, "%s: %d layers, %.1f MiB\n", digest, len(manifest.Layers), float64(size)/(1<<20))
	file = fmt.Sprintf("%s-%.12s.tar", base, digest.Hex)
	f, err := os.OpenFile(filepath.Join(dir, file), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	defer f.Close()
	to := &kept{Writer: f}
	if err := tarball.Write(ref, img, &bounded{to, l.Bytes + l.Bytes/8, l}); err != nil {
		if to.failed != nil {
			return "", to.failed
		}
		return "", l.imageError(ref, err)
	}
	return file, errors.Join(f.Sync(), f.Close())
}

// kept is a file that knows whether it could be written.
type kept struct {
	io.Writer
	failed error
}

func (k *kept) Write(p []byte) (int, error) {
	n, err := k.Writer.Write(p)
	if err != nil {
		k.failed = err
	}
	return n, err
}

// imageError explains a registry's answer.
func (l *Limits) imageError(ref name.Reference, err error) error {
	registry := ref.Context().RegistryStr()
	var answer *transport.Error
	switch {
	case errors.Is(err, image.ErrElsewhere):
		return refuse("The registry has the image for other machines only; this site plays images for linux/%s.", runtime.GOARCH)
	case !errors.As(err, &answer):
		return l.explained("The registry "+registry+" cannot be used", err)
	case answer.StatusCode == http.StatusNotFound:
		return refuse("The registry %s has no image %s.", registry, strings.TrimPrefix(ref.Name(), registry+"/"))
	case answer.StatusCode == http.StatusUnauthorized, answer.StatusCode == http.StatusForbidden:
		return refuse("The registry %s asks for a login, or has no such image. Only images that everybody can read can be handed in; or "+
			"hand in the archive that docker save writes.", registry)
	}
	return refuse("The registry %s answered: %v.", registry, answer)
}
