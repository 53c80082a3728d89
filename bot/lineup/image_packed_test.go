package lineup_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"agon/bot/image/imagetest"
)

// TestImageFiles plays one image in each file format, detected by its bytes.
func TestImageFiles(t *testing.T) {
	dir := t.TempDir()
	img := imagetest.Static(t)
	imagetest.Archive(t, filepath.Join(dir, "saved.tar"), img, "team/bot:1")
	imagetest.Layout(t, filepath.Join(dir, "layout"), img)
	keep := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	saved, err := os.ReadFile(filepath.Join(dir, "saved.tar"))
	if err != nil {
		t.Fatal(err)
	}
	oci := tarOf(t, filepath.Join(dir, "layout"))
	keep("archive.oci.tar", oci)
	var packed bytes.Buffer
	g := gzip.NewWriter(&packed)
	g.Write(saved)
	g.Close()
	keep("saved.tar.gz", packed.Bytes())
	keep("damaged.tar.gz", packed.Bytes()[:packed.Len()/2])
	z, _ := zstd.NewWriter(nil)
	keep("archive.tar.zst", z.EncodeAll(oci, nil))
	keep("none.tar", tarOf(t, t.TempDir()))
	refs := []string{"saved.tar", "saved.tar:team/bot:1", "layout", "archive.oci.tar", "saved.tar.gz", "archive.tar.zst"}
	if xz, err := exec.LookPath("xz"); err == nil {
		if out, err := exec.Command(xz, "-k", filepath.Join(dir, "saved.tar")).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		refs = append(refs, "saved.tar.xz")
	}
	o := boxed(t, hands)
	hash := one(t, o, "docker-archive:"+filepath.Join(dir, "saved.tar")).Hash
	alone := filepath.Join(dir, "alone")
	if err := os.Mkdir(alone, 0o755); err != nil {
		t.Fatal(err)
	}
	keep("alone/image.tgz", packed.Bytes())
	for _, ref := range []string{"saved.tar", "archive.oci.tar", "saved.tar.gz", "archive.tar.zst", "alone"} { // without a prefix
		if e := one(t, o, filepath.Join(dir, ref)); e.Hash != hash || e.Broken != "" || strings.ContainsAny(e.Name, ".") {
			t.Errorf("%s: %q is another image: %s", ref, e.Name, e.Broken)
		}
	}
	for _, ref := range refs {
		t.Run(ref, func(t *testing.T) {
			e := one(t, o, "image:"+filepath.Join(dir, ref))
			if e.Hash != hash || e.Broken != "" || strings.ContainsAny(e.Name, ".") {
				t.Errorf("%q is another image: %s", e.Name, e.Broken)
			}
			if moves, faults := answers(t, hands, e, map[string]any{"rounds": 3}); moves != 3 || len(faults) > 0 {
				t.Errorf("%d moves, faults %q", moves, faults)
			}
		})
	}
	for ref, want := range map[string]string{"damaged.tar.gz": "damaged", "none.tar": "neither manifest.json"} {
		if e := one(t, o, "image:"+filepath.Join(dir, ref)); !strings.Contains(e.Broken, want) {
			t.Errorf("%s is broken for %q, want %q", ref, e.Broken, want)
		}
	}
}

// tarOf packs a folder.
func tarOf(t *testing.T, dir string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	err := filepath.WalkDir(dir, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, at)
		if err := w.WriteHeader(&tar.Header{Name: filepath.ToSlash(name), Mode: 0o644, Size: info.Size()}); err != nil {
			return err
		}
		f, err := os.Open(at)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
