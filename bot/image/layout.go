package image

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/google/go-containerregistry/pkg/v1"
)

// tagged is the annotation with the name of an image in a layout.
const tagged = "org.opencontainers.image.ref.name"

// A layout is an OCI layout, in a folder or in an archive of one.
type layout struct{ files }

// files are the files of a layout, by names with slashes.
type files interface {
	few(name, what string) ([]byte, error) // a small text file; fs.ErrNotExist if it is missing
	section(name string) (section, error)  // fs.ErrNotExist if it is missing
}

// A folder provides the files in a folder.
type folder string

func (f folder) path(name string) string { return filepath.Join(string(f), filepath.FromSlash(name)) }

func (f folder) few(name, what string) ([]byte, error) { return few(f.path(name), what) }

func (f folder) section(name string) (section, error) {
	info, err := os.Stat(f.path(name))
	if err != nil {
		return section{}, err
	}
	return section{f.path(name), 0, info.Size()}, nil
}

// openLayout opens an OCI layout in a folder.
func openLayout(r Ref) (*Image, error) {
	if info, err := os.Stat(r.Path); err != nil || !info.IsDir() {
		return nil, errors.Join(err, errors.New("not a folder"))
	}
	return layout{folder(r.Path)}.open(r)
}

// open finds the image of a reference.
func (l layout) open(r Ref) (*Image, error) {
	text, err := l.few("index.json", "index.json")
	if missing(err) {
		return nil, refuse("not an OCI layout: it has no index.json")
	}
	if err != nil {
		return nil, err
	}
	var index v1.IndexManifest
	if err := json.Unmarshal(text, &index); err != nil {
		return nil, refuse("invalid index.json (%v)", err)
	}
	manifest, digest, err := l.choose(index, r.Name, 0)
	if err != nil {
		return nil, err
	}
	return l.image(r, manifest, digest)
}

// image reads the image of a manifest.
func (l layout) image(r Ref, text []byte, digest v1.Hash) (*Image, error) {
	var manifest v1.Manifest
	if err := json.Unmarshal(text, &manifest); err != nil {
		return nil, refuse("invalid manifest (%v)", err)
	}
	config, err := l.words(manifest.Config.Digest, "configuration")
	if err != nil {
		return nil, err
	}
	m := &Image{Ref: r, Digest: digest.String()}
	for i, d := range manifest.Layers {
		name, err := blobName(d.Digest)
		if err != nil {
			return nil, err
		}
		stored, err := l.section(name)
		if missing(err) {
			return nil, refuse("its layer %d of %d (%.19s…) is missing in the layout", i+1, len(manifest.Layers), d.Digest)
		}
		if err != nil {
			return nil, err
		}
		m.blobs = append(m.blobs, stored)
	}
	return m, m.describe(config)
}

// mostDepth is the largest depth of nested indexes.
const mostDepth = 3

// choose finds the manifest of an image by name, or of the only image, for this machine.
func (l layout) choose(index v1.IndexManifest, wanted string, depth int) ([]byte, v1.Hash, error) {
	if depth > mostDepth {
		return nil, v1.Hash{}, refuse("its indexes are nested too deeply")
	}
	fitting, tags, platforms := choices(index, wanted)
	switch {
	case len(fitting) == 0 && len(platforms) > 0:
		return nil, v1.Hash{}, refuse("it is for %s, and this machine plays images for linux/%s", listed(platforms, 5), runtime.GOARCH)
	case len(fitting) == 0 && wanted != "":
		return nil, v1.Hash{}, fmt.Errorf("it holds no image %s: %s", wanted, held(tags))
	case len(fitting) == 0:
		return nil, v1.Hash{}, refuse("it holds no image")
	case len(fitting) > 1 && depth == 0:
		return nil, v1.Hash{}, fmt.Errorf("it holds %d images; choose one, as DIR:TAG: %s", len(fitting), held(tags))
	}
	return l.follow(fitting[0], depth)
}

// choices returns the images of a name that are for this machine, and all names and platforms.
func choices(index v1.IndexManifest, wanted string) (fitting []v1.Descriptor, tags, platforms []string) {
	for _, d := range index.Manifests {
		tag := d.Annotations[tagged]
		if tag != "" {
			tags = append(tags, tag)
		}
		if wanted != "" && !sameTag(tag, wanted) {
			continue
		}
		if p := d.Platform; p != nil && p.OS != "" {
			platforms = append(platforms, p.OS+"/"+p.Architecture)
			if p.OS != "linux" || p.Architecture != runtime.GOARCH {
				continue
			}
		}
		if d.MediaType.IsIndex() || d.MediaType.IsImage() || d.MediaType == "" {
			fitting = append(fitting, d)
		}
	}
	return fitting, tags, platforms
}

// follow reads a manifest, or the index in its place.
func (l layout) follow(d v1.Descriptor, depth int) ([]byte, v1.Hash, error) {
	text, err := l.words(d.Digest, "manifest")
	if err != nil || !d.MediaType.IsIndex() {
		return text, d.Digest, err
	}
	var index v1.IndexManifest
	if err := json.Unmarshal(text, &index); err != nil {
		return nil, d.Digest, refuse("invalid index of images (%v)", err)
	}
	return l.choose(index, "", depth+1)
}

// words reads a small text blob and checks its digest.
func (l layout) words(h v1.Hash, what string) ([]byte, error) {
	name, err := blobName(h)
	if err != nil {
		return nil, err
	}
	text, err := l.few(name, what)
	if missing(err) {
		return nil, refuse("its %s (%.19s…) is missing in the layout", what, h)
	}
	if err != nil {
		return nil, err
	}
	if own := digestOf(text); own != h.String() {
		return nil, refuse("its %s has the digest %.19s…, want %.19s…", what, own, h)
	}
	return text, nil
}

// blobName returns the path of a blob. It accepts only sha256 digests, so that none can name a path elsewhere.
func blobName(h v1.Hash) (string, error) {
	if known, err := v1.NewHash(h.String()); err != nil || known.Algorithm != "sha256" {
		return "", refuse("it names a part by %.80q, which is not a sha256 digest", h)
	}
	return "blobs/" + h.Algorithm + "/" + h.Hex, nil
}

// few reads a small file.
func few(file, what string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostWords {
		return nil, refuse("its %s is not a file of at most %d MiB", what, mostWords>>20)
	}
	return io.ReadAll(io.LimitReader(f, mostWords))
}

func digestOf(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// listed joins the first words of a list.
func listed(words []string, most int) string {
	if len(words) > most {
		words = append(words[:most:most], "…")
	}
	return strings.Join(words, ", ")
}
