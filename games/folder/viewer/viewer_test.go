package viewer

import (
	"archive/zip"
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/games/folder/external/entities"
)

// jar writes a jar with files.
func jar(t *testing.T, files map[string][]byte) string {
	t.Helper()
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for name, text := range files {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "referee.jar")
	if err := os.WriteFile(path, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// painted returns an image of two colours beside each other.
func painted(t *testing.T, wide, high int, left, right color.Color) []byte {
	t.Helper()
	made, text := image.NewNRGBA(image.Rect(0, 0, wide, high)), new(bytes.Buffer)
	for x := range wide {
		for y := range high {
			made.Set(x, y, left)
			if x >= wide/2 {
				made.Set(x, y, right)
			}
		}
	}
	if err := png.Encode(text, made); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// Images have the mean colour of what is visible of them, also those in an image.
func TestImagesOfAJar(t *testing.T) {
	red, none := color.NRGBA{0xff, 0, 0, 0xff}, color.NRGBA{}
	files := map[string][]byte{
		"view/config.js": []byte("export"), "secret": []byte("secret"),
		"view/assets/half.png":  painted(t, 10, 4, red, none),
		"view/assets/sheet.png": painted(t, 200, 100, red, color.NRGBA{0, 0, 0xff, 0xff}),
		"view/assets/sheet.json": []byte(`{"meta": {"image": "sheet.png"}, "frames": {"a": {"frame": {"x": 0, "y": 0, "w": 50, "h": 20}},
			"b": {"frame": {"x": 150, "y": 0, "w": 50, "h": 100}}, "beyond": {"frame": {"x": -5, "y": 900, "w": 1000000000, "h": -1}}}}`),
		"view/assets/other.json": []byte(`{"meta": {"image": "../../secret"}, "frames": {"c": {}}}`),
		"view/assets/broken.png": painted(t, 9, 9, red, red)[:60], "view/assets/no.json": []byte("["),
	}
	f := New(jar(t, files))
	for name, want := range map[string]entities.Mean{
		"half.png":  {Width: 10, Height: 4, Colour: [3]float64{1, 0, 0}, Seen: 0.5},
		"sheet.png": {Width: 200, Height: 100, Colour: [3]float64{0.5, 0, 0.5}, Seen: 1},
		"a":         {Width: 50, Height: 20, Colour: [3]float64{1, 0, 0}, Seen: 1},
		"b":         {Width: 50, Height: 100, Colour: [3]float64{0, 0, 1}, Seen: 1},
		"beyond":    {}, "c": {}, "broken.png": {}, "no.json": {}, "gone": {}, "../config.js": {},
	} {
		got := f.Mean(name)
		for i := range got.Colour {
			got.Colour[i] = float64(int(got.Colour[i]*10+0.5)) / 10
		}
		got.Seen = float64(int(got.Seen*10+0.5)) / 10
		if got != want {
			t.Errorf("%s is %+v, it should be %+v", name, got, want)
		}
	}
	for _, name := range []string{"../secret", "assets/../../secret", "/secret", "assets", "", ".", "gone"} {
		if text, err := f.Read(name); err == nil || len(text) > 0 {
			t.Errorf("%q is %q", name, text)
		}
	}
	if text, err := f.Read("config.js"); string(text) != "export" || err != nil {
		t.Error(string(text), err)
	}
	const sheets = `"sprites":["assets/no.json","assets/other.json","assets/sheet.json"]`
	if text, err := f.Read("assets.js"); err != nil || !strings.Contains(string(text), sheets) {
		t.Errorf("%s, %v", text, err)
	}
}

// A file that is too large is not there, and neither is anything in what is no jar.
func TestFilesThatAreNotThere(t *testing.T) {
	f := New(jar(t, map[string][]byte{"view/config.js": make([]byte, mostBytes+1)}))
	if _, err := f.Read("config.js"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a large file: %v", err)
	}
	path := filepath.Join(t.TempDir(), "no.jar")
	if err := os.WriteFile(path, []byte("PK\x03\x04 and nothing"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{path, path + "gone", t.TempDir()} {
		f := New(path)
		if said := f.Missing(); !strings.Contains(said, "has no view/config.js") || f.Mean("x") != (entities.Mean{}) {
			t.Errorf("%s: %q", path, said)
		}
	}
}
