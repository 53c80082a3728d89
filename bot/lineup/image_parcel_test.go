package lineup_test

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"agon/bot/image/imagetest"
	"agon/bot/lineup"
)

// bytesOf reads the files of a parcel.
func bytesOf(t *testing.T, files []lineup.File) (all [][]byte) {
	t.Helper()
	for _, f := range files {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(from)
		from.Close()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text)
	}
	return all
}

// held is a file in memory.
type held []byte

func (h held) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(h)), nil }

// TestImageParcels: an image that travels in layers is the same image elsewhere, equal layers of two images are equal files, and what does
// not match its digest is refused.
func TestImageParcels(t *testing.T) {
	dir := t.TempDir()
	first := imagetest.Static(t)
	imagetest.Archive(t, filepath.Join(dir, "a.tar"), first, "bot:1")
	imagetest.Layout(t, filepath.Join(dir, "b"), become(t, first, map[string]string{"other": "yes"}))
	here, there := boxed(t, hands), boxed(t, hands)
	a, b := one(t, here, "A=docker-archive:"+filepath.Join(dir, "a.tar")), one(t, here, "oci:"+filepath.Join(dir, "b"))
	p, files, err := a.Parcel(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2 || !a.Large() {
		t.Fatalf("%d files, large: %v; want a configuration and a layer", len(files), a.Large())
	}
	e, err := there.Unpack(t.Context(), p, files)
	if err != nil || e.Broken != "" || e.Hash != a.Hash || e.Name != "A" {
		t.Fatalf("%+v, %v", e, err)
	}
	if moves, faults := answers(t, hands, e, map[string]any{"rounds": 5}); moves != 5 || len(faults) > 0 {
		t.Errorf("%d moves, faults %q", moves, faults)
	}

	q, others, err := b.Parcel(t.Context())
	if err != nil || len(others) != 2 {
		t.Fatalf("%d files, %v", len(others), err)
	}
	mine, theirs := bytesOf(t, files), bytesOf(t, others)
	if q.Hash == p.Hash || bytes.Equal(mine[0], theirs[0]) {
		t.Error("different images have one configuration")
	}
	imagetest.Archive(t, filepath.Join(dir, "c.tar"), become(t, first, map[string]string{"third": "yes"}), "bot:2")
	c := one(t, here, "docker-archive:"+filepath.Join(dir, "c.tar"))
	if _, files, err := c.Parcel(t.Context()); err != nil || !bytes.Equal(bytesOf(t, files)[1], mine[1]) {
		t.Errorf("the layer that two archives share is another file (%v)", err)
	}

	damaged := bytes.Clone(mine[1])
	damaged[len(damaged)/2] ^= 1
	for name, x := range map[string]struct {
		files []lineup.File
		want  string
	}{
		"a damaged layer":           {[]lineup.File{held(mine[0]), held(damaged)}, "digest"},
		"no layer":                  {[]lineup.File{held(mine[0])}, `the form "image" and 1 files`},
		"a layer too many":          {[]lineup.File{held(mine[0]), held(mine[1]), held(mine[1])}, "names 1 layers, but it has 2"},
		"no configuration":          {[]lineup.File{held("{"), held(mine[1])}, "invalid configuration"},
		"another's configuration":   {[]lineup.File{held(theirs[0]), held(mine[1])}, "hash"},
		"a configuration that ends": {[]lineup.File{held(mine[0][:20]), held(mine[1])}, "invalid configuration"},
	} {
		elsewhere := boxed(t, hands)
		e, err := elsewhere.Unpack(context.Background(), p, x.files)
		if err == nil && e.Broken == "" {
			t.Errorf("%s: it plays", name)
		} else if text := e.Broken; err != nil && !strings.Contains(err.Error(), x.want) || err == nil && !strings.Contains(text, x.want) {
			t.Errorf("%s: %q, %v; want %q", name, text, err, x.want)
		}
	}

	// What is there now is another image: the bot cannot travel, and says why.
	imagetest.Archive(t, filepath.Join(dir, "a.tar"), become(t, first, map[string]string{"new": "yes"}), "bot:1")
	if _, _, err := a.Parcel(t.Context()); err == nil || !strings.Contains(err.Error(), "changed since it was unpacked") {
		t.Errorf("a replaced image travels: %v", err)
	}
}
