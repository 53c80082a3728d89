package image

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/tarball"

	"agon/internal/regular"
)

// openArchive opens the output of docker save.
func openArchive(r Ref) (*Image, error) {
	a, err := list(r.Path)
	if err != nil {
		return nil, err
	}
	return a.open(r)
}

// open finds the image of a reference in the archive.
func (a *archive) open(r Ref) (*Image, error) {
	d, err := a.choose(r.Name)
	if err != nil {
		return nil, err
	}
	config, err := a.words(d.Config, "configuration")
	if err != nil {
		return nil, err
	}
	m := &Image{Ref: r}
	for i, layer := range d.Layers {
		place, ok := a.find(layer)
		if !ok {
			return nil, refuse("its layer %d of %d (%.80s) is missing in the archive", i+1, len(d.Layers), layer)
		}
		m.blobs = append(m.blobs, place)
	}
	if err := named(d.Config, config); err != nil {
		return nil, err
	}
	return m, m.describe(config)
}

// An archive is a tar file with a list of its entries.
type archive struct {
	path    string
	entries map[string]section
	links   map[string]string
}

// A section is a part of a file.
type section struct {
	path     string
	from, to int64
}

// Open reads the section.
func (s section) Open() (io.ReadCloser, error) {
	f, err := os.Open(s.path)
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{io.NewSectionReader(f, s.from, s.to-s.from), f}, nil
}

// mostParts is the largest number of entries in an archive of images: a few per layer.
const mostParts = 10_000

// list reads the headers of a tar file.
func list(file string) (*archive, error) {
	f, err := regular.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	a := &archive{file, map[string]section{}, map[string]string{}}
	for t := tar.NewReader(f); ; {
		h, err := t.Next()
		if err == io.EOF {
			break
		}
		if err != nil && !errors.Is(err, tar.ErrInsecurePath) {
			return nil, refuse("not a tar archive of docker save, or a damaged one (%v)", err)
		}
		if len(a.entries)+len(a.links) > mostParts {
			return nil, refuse("it has more than %d entries", mostParts)
		}
		at, err := f.Seek(0, io.SeekCurrent)
		if err != nil {
			return nil, err
		}
		switch key := path.Clean(h.Name); h.Typeflag {
		case tar.TypeReg:
			a.entries[key] = section{file, at, at + h.Size}
		case tar.TypeSymlink:
			a.links[key] = path.Join(path.Dir(key), h.Linkname) // docker save links equal layers
		case tar.TypeLink:
			a.links[key] = path.Clean(h.Linkname)
		}
	}
	return a, nil
}

// find finds an entry.
func (a *archive) find(key string) (section, bool) {
	key = path.Clean(key)
	for range 8 { // links
		if s, ok := a.entries[key]; ok {
			return s, true
		}
		key = a.links[key]
	}
	return section{}, false
}

// words reads a small text entry.
func (a *archive) words(key, what string) ([]byte, error) {
	s, ok := a.find(key)
	if !ok {
		return nil, refuse("its %s (%.80s) is missing in the archive", what, key)
	}
	if s.to-s.from > mostWords {
		return nil, refuse("its %s has %d MiB; at most %d are allowed", what, (s.to-s.from)>>20, mostWords>>20)
	}
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// few reads a small text entry, for a layout.
func (a *archive) few(name, what string) ([]byte, error) {
	if _, ok := a.find(name); !ok {
		return nil, fs.ErrNotExist
	}
	return a.words(name, what)
}

func (a *archive) section(name string) (section, error) {
	s, ok := a.find(name)
	if !ok {
		return section{}, fs.ErrNotExist
	}
	return s, nil
}

// choose finds the image of a name, or the only image.
func (a *archive) choose(wanted string) (*tarball.Descriptor, error) {
	if _, ok := a.find("manifest.json"); !ok {
		return nil, refuse("not an archive of docker save: it has no manifest.json")
	}
	text, err := a.words("manifest.json", "manifest.json")
	if err != nil {
		return nil, err
	}
	var all tarball.Manifest
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&all); err != nil {
		return nil, refuse("invalid manifest.json (%v)", err)
	}
	var tags []string
	for i := range all {
		for _, t := range all[i].RepoTags {
			if wanted != "" && sameTag(t, wanted) {
				return &all[i], nil
			}
		}
		tags = append(tags, all[i].RepoTags...)
	}
	switch {
	case wanted != "":
		return nil, fmt.Errorf("it holds no image %s: %s", wanted, held(tags))
	case len(all) == 1:
		return &all[0], nil
	case len(all) == 0:
		return nil, refuse("it holds no image")
	}
	return nil, fmt.Errorf("it holds %d images; choose one, as FILE:NAME:TAG: %s", len(all), held(tags))
}

// held lists the names of images.
func held(tags []string) string {
	if len(tags) == 0 {
		return "its images have no names"
	}
	return "it holds " + listed(tags, 10)
}

// sameTag compares names, which can be written in several ways.
func sameTag(a, b string) bool {
	if a == b {
		return true
	}
	one, err := name.NewTag(a)
	if err != nil {
		return false
	}
	two, err := name.NewTag(b)
	return err == nil && one.Name() == two.Name()
}

// named returns an error for a configuration whose file name is the digest of something else.
func named(file string, config []byte) error {
	claimed := strings.TrimSuffix(path.Base(file), ".json")
	if len(claimed) != 64 || strings.Trim(claimed, "0123456789abcdef") != "" {
		return nil
	}
	if own := digestOf(config); own != "sha256:"+claimed {
		return refuse("its configuration is named after a digest that it does not have: it has %s", own)
	}
	return nil
}

// missing reports whether an error says that a file does not exist.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
