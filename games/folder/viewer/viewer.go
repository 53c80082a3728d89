/*
Package viewer reads the viewer that a game of CodinGame's SDK brings along: the folder view/ of a jar or of a folder, as the SDK's local
runner lays it out. It gives pages its files, and [entities.Scene] the sizes and the mean colours of its images.

The files are untrusted: each is bounded in size, nothing outside of the folder is read, and what is no regular file is not there.
*/
package viewer

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	_ "image/gif" // images may be of this format
	_ "image/jpeg"
	_ "image/png"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"

	"agon/game"
	"agon/games/folder/external/entities"
)

const (
	mostBytes  = 32 << 20  // of a file
	mostPixels = 16 << 20  // of an image
	mostInAll  = 256 << 20 // pixels that are read of all images
	mostSheets = 1 << 20   // bytes of a description of images in an image
	root       = "view"
)

// Files are the files of a viewer. It is safe for concurrent use.
type Files struct {
	path string
	open func() (fs.FS, error)

	mu    sync.Mutex
	parts map[string]entities.Part // images in images, by name; nil: not read yet
	means map[entities.Part]entities.Mean
	last  struct {
		name  string
		image image.Image
	}
	pixels int
}

// New returns the viewer in a jar or a folder, which is opened when it is needed.
func New(path string) *Files {
	return &Files{path: path, means: map[entities.Part]entities.Mean{}, open: sync.OnceValues(func() (fs.FS, error) {
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			dir, err := os.OpenRoot(path)
			if err != nil {
				return nil, err
			}
			return dir.FS(), nil
		}
		return zip.OpenReader(path)
	})}
}

// Read returns a file below view/. An error of a file that is not there is fs.ErrNotExist. Two files are those of this package: assets.js
// lists the images, as the SDK's runner does, and demo.js shows no game before the game.
func (f *Files) Read(name string) ([]byte, error) {
	switch name {
	case "assets.js":
		return f.assets()
	case "demo.js":
		return []byte("export const demo = null\n"), nil
	}
	files, err := f.open()
	if err != nil {
		return nil, err
	}
	name = path.Join(root, name)
	info, err := fs.Stat(files, name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > mostBytes) {
		err = fmt.Errorf("%s in %s is larger than %d MiB, or no regular file: %w", name, f.path, mostBytes>>20, fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, mostBytes))
}

// needed are the files of the SDK without which no game is shown.
var needed = []string{"config.js", "core/Drawer.js", "lib/pixi6.js"}

// Missing says in a sentence what the viewer lacks; empty: nothing.
func (f *Files) Missing() string {
	for _, name := range needed {
		if _, err := f.Read(name); err != nil {
			return fmt.Sprintf("the game's own viewer cannot be shown: there is no view/%s in %s, which the SDK of the game has", name,
				path.Base(f.path))
		}
	}
	return ""
}

// Views returns the VIEWs that a frame of the game has.
func (f *Files) Views(frame *game.Frame) []string {
	var sketch struct {
		Views []string `json:"views"`
	}
	json.Unmarshal([]byte(frame.Sketched()), &sketch) // none: there is nothing else in it
	return sketch.Views
}

// walk calls do for the images and their descriptions.
func (f *Files) walk(do func(name string)) error {
	files, err := f.open()
	if err != nil {
		return err
	}
	return fs.WalkDir(files, root+"/assets", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			do(strings.TrimPrefix(name, root+"/assets/"))
		}
		return nil
	})
}

// assets returns the list of images, of images in images, and of fonts.
func (f *Files) assets() ([]byte, error) {
	list := struct {
		Images  map[string]string `json:"images"`
		Sprites []string          `json:"sprites"`
		Fonts   []string          `json:"fonts"`
	}{map[string]string{}, []string{}, []string{}}
	err := f.walk(func(name string) {
		switch path.Ext(name) {
		case ".json":
			list.Sprites = append(list.Sprites, "assets/"+name)
		case ".fnt":
			list.Fonts = append(list.Fonts, "assets/"+name)
		default:
			list.Images[name] = "assets/" + name
		}
	})
	text, _ := json.Marshal(list) // it is texts
	return append([]byte("export const assets = "), text...), err
}

// sheets reads the descriptions of images in images. f is locked.
func (f *Files) sheets() {
	f.parts = map[string]entities.Part{}
	f.walk(func(name string) {
		if path.Ext(name) != ".json" {
			return
		}
		var sheet struct {
			Meta   struct{ Image string }
			Frames map[string]struct {
				Frame struct{ X, Y, W, H int }
			}
		}
		if text, err := f.Read("assets/" + name); err != nil || len(text) > mostSheets || json.Unmarshal(text, &sheet) != nil {
			return
		}
		for part, of := range sheet.Frames {
			f.parts[part] = entities.Part{Image: sheet.Meta.Image, X: of.Frame.X, Y: of.Frame.Y, Width: of.Frame.W, Height: of.Frame.H}
		}
	})
}

// Mean describes a part of an image. Of an image that is too large, or of too many, it knows only the size.
func (f *Files) Mean(p entities.Part) entities.Mean {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.parts == nil {
		f.sheets()
	}
	if within, ok := f.parts[p.Image]; ok && p.Width == 0 {
		p = within
	}
	mean, known := f.means[p]
	if !known {
		mean = f.measured(p)
		if len(f.means) < 10_000 {
			f.means[p] = mean
		}
	}
	return mean
}

// measured looks at 64 x 64 points of a part at most. f is locked.
func (f *Files) measured(p entities.Part) (mean entities.Mean) {
	if f.last.name != p.Image {
		f.last.name, f.last.image = p.Image, nil
		text, _ := f.Read("assets/" + p.Image)
		size, _, err := image.DecodeConfig(bytes.NewReader(text))
		if err != nil {
			return mean
		}
		if pixels := size.Width * size.Height; pixels <= mostPixels && f.pixels+pixels <= mostInAll {
			f.pixels += pixels
			f.last.image, _, _ = image.Decode(bytes.NewReader(text))
		}
		if f.last.image == nil {
			return entities.Mean{Width: float64(size.Width), Height: float64(size.Height), Colour: [3]float64{0.5, 0.5, 0.5}, Seen: 1}
		}
	}
	if f.last.image == nil {
		return mean
	}
	bounds := f.last.image.Bounds()
	if p.Width > 0 {
		bounds = image.Rect(p.X, p.Y, p.X+p.Width, p.Y+p.Height).Add(bounds.Min).Intersect(bounds)
	}
	mean.Width, mean.Height = float64(bounds.Dx()), float64(bounds.Dy())
	var sums [4]float64
	points := 0.0
	for y := bounds.Min.Y; y < bounds.Max.Y; y += 1 + bounds.Dy()/64 {
		for x := bounds.Min.X; x < bounds.Max.X; x += 1 + bounds.Dx()/64 {
			points++
			r, g, b, a := f.last.image.At(x, y).RGBA()
			for i, v := range [...]uint32{r, g, b, a} {
				sums[i] += float64(v) / 0xffff
			}
		}
	}
	for i := range mean.Colour {
		mean.Colour[i] = sums[i] / max(sums[3], 1e-9)
	}
	mean.Seen = sums[3] / max(points, 1)
	return mean
}
