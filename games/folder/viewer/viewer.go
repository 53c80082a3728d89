/*
Package viewer reads the viewer that a game of CodinGame's SDK brings along: the folder view/ of a jar or of a folder, as the SDK's local
runner lays it out. It gives pages its files, and pictures the sizes and mean colours of its images. The files are untrusted: each is
bounded in size, nothing outside of the folder is read, and what is no regular file is not there.
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
	"sync"

	"agon/game"
	"agon/games/folder/external/entities"
)

const (
	mostBytes  = 32 << 20  // of a file
	mostPixels = 16 << 20  // of an image
	mostFiles  = 2_000     // below view/assets, and ten times as many images in them
	mostInAll  = 256 << 20 // bytes and pixels of all images that are looked at
)

// Files are the files of a viewer. It is safe for concurrent use.
type Files struct {
	path string
	open func() (fs.FS, error)

	mu    sync.Mutex
	means map[string]entities.Mean // by name; nil: not looked at yet
	seen  int                      // bytes and pixels
}

// New returns the viewer in a jar or a folder, which is opened when it is needed.
func New(path string) *Files {
	return &Files{path: path, open: sync.OnceValues(func() (fs.FS, error) {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			return zip.OpenReader(path)
		}
		dir, err := os.OpenRoot(path)
		if err != nil {
			return nil, err
		}
		return dir.FS(), nil
	})}
}

// Read returns a file below view/; an error of one that is not there is fs.ErrNotExist. Two files are agon's: assets.js lists the images,
// as the SDK's runner has it, and demo.js shows no other game before the game.
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
	info, err := fs.Stat(files, "view/"+name)
	if err == nil && (!fs.ValidPath(name) || !info.Mode().IsRegular() || info.Size() > mostBytes) {
		err = &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, err
	}
	file, err := files.Open("view/" + name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, mostBytes))
}

// Missing says in a sentence which file of the SDK's is not there, without which no game is shown; empty: none.
func (f *Files) Missing() string {
	for _, name := range []string{"config.js", "core/Drawer.js", "lib/pixi6.js"} {
		if _, err := f.Read(name); err != nil {
			return fmt.Sprintf("The game's own viewer cannot be shown: %s has no view/%s, which comes with CodinGame's SDK.",
				path.Base(f.path), name)
		}
	}
	return ""
}

// Views returns the VIEWs of a frame.
func (f *Files) Views(frame *game.Frame) []string {
	var sketch struct {
		Views []string `json:"views"`
	}
	json.Unmarshal([]byte(frame.Sketched()), &sketch) // an engine that draws nothing has none
	return sketch.Views
}

// names returns the names of the files below view/assets: images, descriptions of images in an image, and fonts.
func (f *Files) names() (list []string, err error) {
	files, err := f.open()
	if err == nil {
		files, err = fs.Sub(files, "view/assets")
	}
	if err != nil {
		return nil, err
	}
	return list, fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && len(list) < mostFiles {
			list = append(list, name)
		}
		return nil
	})
}

func (f *Files) assets() ([]byte, error) {
	images, sheets, fonts := map[string]string{}, []string{}, []string{}
	names, err := f.names()
	for _, name := range names {
		switch path.Ext(name) {
		case ".json":
			sheets = append(sheets, "assets/"+name)
		case ".fnt":
			fonts = append(fonts, "assets/"+name)
		default:
			images[name] = "assets/" + name
		}
	}
	text, _ := json.Marshal(map[string]any{"images": images, "sprites": sheets, "fonts": fonts}) // it is texts
	return append([]byte("export const assets = "), text...), err
}

// Mean describes an image, which may be in another one.
func (f *Files) Mean(name string) entities.Mean {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.means == nil {
		f.means = map[string]entities.Mean{}
		names, _ := f.names() // without them nothing is known of images
		for i := 0; i < len(names) && f.seen < mostInAll; i++ {
			f.measure(names[i])
		}
	}
	return f.means[name]
}

// measure looks at an image, or at those in the image that a description names.
func (f *Files) measure(name string) {
	var sheet struct {
		Meta   struct{ Image string }
		Frames map[string]struct {
			Frame struct{ X, Y, W, H int }
		}
	}
	text, _ := f.Read("assets/" + name) // what is not there is no image
	if path.Ext(name) == ".json" && json.Unmarshal(text, &sheet) == nil {
		name = sheet.Meta.Image
		text, _ = f.Read("assets/" + name)
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(text))
	f.seen += len(text)
	if err != nil || size.Width*size.Height > mostPixels {
		return
	}
	f.seen += size.Width * size.Height
	picture, _, err := image.Decode(bytes.NewReader(text))
	if err != nil {
		return
	}
	f.means[name] = mean(picture, picture.Bounds())
	for part, of := range sheet.Frames {
		if len(f.means) == 10*mostFiles {
			return
		}
		at := image.Rect(of.Frame.X, of.Frame.Y, of.Frame.X+of.Frame.W, of.Frame.Y+of.Frame.H)
		f.means[part] = mean(picture, at.Add(picture.Bounds().Min).Intersect(picture.Bounds()))
	}
}

// mean looks at about 32 x 32 points of a part of an image.
func mean(of image.Image, part image.Rectangle) (m entities.Mean) {
	m.Width, m.Height = float64(part.Dx()), float64(part.Dy())
	points := 1e-9
	for y := part.Min.Y; y < part.Max.Y; y += 1 + part.Dy()/32 {
		for x := part.Min.X; x < part.Max.X; x += 1 + part.Dx()/32 {
			r, g, b, a := of.At(x, y).RGBA()
			for i, v := range [...]uint32{r, g, b} {
				m.Colour[i] += float64(v) / 0xffff
			}
			m.Seen += float64(a) / 0xffff
			points++
		}
	}
	for i := range m.Colour {
		m.Colour[i] /= max(m.Seen, 1e-9)
	}
	m.Seen /= points
	return m
}
