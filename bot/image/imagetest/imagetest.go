/*
Package imagetest makes container images for tests: from a few files, from a static program, or from the machine's own Python.
*/
package imagetest

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

// A File is an entry of a layer.
type File struct {
	Name string
	Kind byte // of tar; 0 is a file
	Link string
	Text string
	Mode int64 // 0: 0644
	Size int64 // claimed by the header; 0: the length of Text
	Time time.Time
}

// Layer returns a plain tar archive of files.
func Layer(t testing.TB, files ...File) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range files {
		h := &tar.Header{Name: f.Name, Typeflag: f.Kind, Linkname: f.Link, Mode: f.Mode, Size: int64(len(f.Text)), ModTime: f.Time}
		if f.Kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		if f.Mode == 0 {
			h.Mode = 0o644
		}
		if f.Size > 0 {
			h.Size = f.Size
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, f.Text); err != nil {
			t.Fatal(err)
		}
	}
	if w.Flush() == nil {
		w.Close()
	}
	return b.Bytes()
}

// Image returns an image for this machine with a configuration and plain layers, lowest first.
func Image(t testing.TB, c v1.Config, layers ...[]byte) v1.Image {
	t.Helper()
	img := empty.Image
	for _, l := range layers {
		layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(l)), nil })
		must(t, err)
		img, err = mutate.AppendLayers(img, layer)
		must(t, err)
	}
	file, err := img.ConfigFile()
	must(t, err)
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Config = "linux", runtime.GOARCH, c
	img, err = mutate.ConfigFile(img, file)
	must(t, err)
	return img
}

// Save returns an image in the older format of docker save: plain layers in folders, a manifest.json.
func Save(t testing.TB, img v1.Image, tag string) []byte {
	t.Helper()
	config, err := img.RawConfigFile()
	must(t, err)
	layers, err := img.Layers()
	must(t, err)
	sum := sha256.Sum256(config)
	about := struct {
		Config           string
		RepoTags, Layers []string
	}{Config: hex.EncodeToString(sum[:]) + ".json", RepoTags: []string{tag}}
	files := []File{{Name: about.Config, Text: string(config)}}
	for _, l := range layers {
		diff, err := l.DiffID()
		must(t, err)
		plain, err := l.Uncompressed()
		must(t, err)
		text, err := io.ReadAll(plain)
		must(t, err)
		place := path.Join(diff.Hex, "layer.tar")
		about.Layers = append(about.Layers, place)
		files = append(files, File{Name: place, Text: string(text)})
	}
	manifest, err := json.Marshal([]any{about})
	must(t, err)
	return Layer(t, append(files, File{Name: "manifest.json", Text: string(manifest)})...)
}

// Archive writes an image to a file in the format of docker save.
func Archive(t testing.TB, file string, img v1.Image, tag string) {
	t.Helper()
	must(t, os.WriteFile(file, Save(t, img, tag), 0o644))
}

// ArchiveNew writes an image to a file in the format of later tools, with compressed layers.
func ArchiveNew(t testing.TB, file string, img v1.Image, tag string) {
	t.Helper()
	ref, err := name.NewTag(tag)
	must(t, err)
	must(t, tarball.WriteToFile(file, ref, img))
}

// Layout writes images into a folder as an OCI layout.
func Layout(t testing.TB, dir string, images ...v1.Image) {
	t.Helper()
	l, err := layout.Write(dir, empty.Index)
	must(t, err)
	for _, img := range images {
		must(t, l.AppendImage(img))
	}
}

// Blob returns the path of a blob in a layout.
func Blob(dir string, h v1.Hash) string { return filepath.Join(dir, "blobs", h.Algorithm, h.Hex) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Again returns an image with another configuration.
func Again(t testing.TB, img v1.Image, c v1.Config) v1.Image {
	t.Helper()
	img, err := mutate.Config(img, c)
	must(t, err)
	return img
}
