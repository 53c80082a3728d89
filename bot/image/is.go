package image

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/google/go-containerregistry/pkg/v1/tarball"

	"agon/bot/image/layers"
	"agon/internal/regular"
)

// Is reports whether a file is an archive of an image, compressed or not: a tar file with a manifest.json as docker save writes it, or with
// the mark of an OCI layout. A damaged file is none; errors are the host's.
func Is(ctx context.Context, file string) (bool, error) {
	f, err := regular.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	plain, err := plainly(f)
	if err != nil {
		return false, nil
	}
	defer plain.Close()
	t := tar.NewReader(io.LimitReader(plain, layers.Usual().Bytes))
	for range mostParts {
		h, err := t.Next()
		switch {
		case ctx.Err() != nil:
			return false, ctx.Err()
		case err != nil && !errors.Is(err, tar.ErrInsecurePath):
			return false, nil
		case h.Typeflag != tar.TypeReg:
			continue
		}
		switch path.Clean(h.Name) {
		case "oci-layout":
			return true, nil
		case "manifest.json":
			var all tarball.Manifest
			if json.NewDecoder(io.LimitReader(t, mostWords)).Decode(&all) == nil && len(all) > 0 && all[0].Config != "" {
				return true, nil
			}
		}
	}
	return false, nil
}

// endings are those of archives that may hold an image.
var endings = []string{".tar", ".tar.gz", ".tgz", ".tar.zst", ".tar.xz", ".tar.bz2"}

// May reports whether an archive of an image may have this name.
func May(name string) bool {
	for _, e := range endings {
		if len(name) > len(e) && strings.EqualFold(name[len(name)-len(e):], e) {
			return true
		}
	}
	return false
}
