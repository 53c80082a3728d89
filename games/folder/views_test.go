package gamefolder_test

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"agon/game/draw"
	"agon/games/folder"
	"agon/record/replay"
	"agon/show/film"
)

// drawn returns the game of a referee that draws entities, with a viewer: an image, and files by their name.
func drawn(t *testing.T, files map[string]string) *gamefolder.Folder {
	t.Helper()
	dir := outside(t, "python3 referee.py draws", "codingame", "", "").Dir
	toml := filepath.Join(dir, "game.toml")
	text, err := os.ReadFile(toml)
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.Replace(string(text), `files = ["referee.py"]`, `files = ["referee.py", "own"]`+"\nviewer = \"own\"", 1))
	assets := filepath.Join(dir, "own", "view", "assets")
	if err := os.MkdirAll(assets, 0o755); err != nil {
		t.Fatal(err)
	}
	pac := image.NewRGBA(image.Rect(0, 0, 60, 60))
	for i := range 60 * 30 { // its lower half is not visible
		pac.Set(i%60, i/60, color.RGBA{0xff, 0x80, 0, 0xff})
	}
	file, err := os.Create(filepath.Join(assets, "pac.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := png.Encode(file, pac); err != nil {
		t.Fatal(err)
	}
	if files == nil {
		files = map[string]string{}
	}
	files[toml] = string(text)
	for name, text := range files {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, "own", "view", name)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := gamefolder.Open(dir, here(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// A referee that draws entities is shown as it draws, in each turn, from what is kept of the game.
func TestEntitiesOfAReferee(t *testing.T) {
	t.Parallel()
	f := drawn(t, nil)
	table, _, err := answers(t, f, 7, seven)
	if err != nil {
		t.Fatal(err)
	}
	rep := &replay.Replay{Record: table.Record().Clone(), Seats: []replay.Seat{{Name: "Ann"}, {Name: "Bo"}}}
	rep.Record.Said = table.Record().Said
	made, err := film.FromRecord(film.ReplayInfo(f.Kind, table.Settings(), rep), rep.Record)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := made.Len()
	wide := 1.0
	for _, at := range []int{0, n - 1, 3} { // also backwards
		p := made.View(at).Drawing()
		if err := p.Check(nil); err != nil || p.Width != 32 || p.Height != 18 || p.Status != "" || len(p.Shapes) != 7 {
			t.Fatalf("shot %d: %v, %d x %d, %q, %+v", at, err, p.Width, p.Height, p.Status, p.Shapes)
		}
		field, bar, name, pac := p.Shapes[0], p.Shapes[4], p.Shapes[5], p.Shapes[3]
		left, _, right, _ := bar.Bounds()
		if left != 1 || right < wide || at > 0 && right == wide || bar.Seat != 1 || bar.Tone != draw.Full {
			t.Errorf("shot %d: the bar of seat 1 is %+v", at, bar)
		}
		wide = min(right, 2)
		if field.Colour != "#336666" || name.Text != "I am Bo" || pac.Colour != "#ff8000" || pac.Faint != 0.5 {
			t.Errorf("shot %d: %+v, %+v, %+v", at, field, name, pac)
		}
	}
	views := 0
	for at := range n {
		views += len(f.Kind.Viewer.Views(made.Shot(at).Frame))
	}
	if views < 2*5 {
		t.Errorf("%d views are kept of %d shots", views, n)
	}
}

// A viewer is read in its folder alone, and is named among the files of the engine.
func TestFilesOfAViewer(t *testing.T) {
	t.Parallel()
	f := drawn(t, map[string]string{"config.js": "export const modules = []", "assets/sheet.json": "{}", "demo.js": "steal()"})
	v := f.Kind.Viewer
	if err := os.Symlink("/etc/passwd", filepath.Join(f.Dir, "own", "view", "link")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"config.js": "export const modules = []", "demo.js": "export const demo = null\n", "../../game.toml": "", "link": "", "gone": "",
		"": "", "assets": "", "/etc/passwd": "",
		"assets.js": `export const assets = {"fonts":[],"images":{"pac.png":"assets/pac.png"},"sprites":["assets/sheet.json"]}`,
	} {
		if text, err := v.Read(name); string(text) != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; it should be %q", name, text, err, want)
		}
	}
	if said := v.Missing(); !strings.Contains(said, "own has no view/core/Drawer.js") {
		t.Error(said)
	}
	for viewer, files := range map[string]string{"own": `"referee.py"`, "../own": `"referee.py", "own"`} {
		text := fmt.Sprintf("name = \"x\"\nseats = \"2\"\nversion = \"1\"\n[engine]\nrun = \"python3 referee.py\"\n"+
			"protocol = \"codingame\"\nfiles = [%s]\nviewer = %q\n", files, viewer)
		if err := os.WriteFile(filepath.Join(f.Dir, "game.toml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := gamefolder.Open(f.Dir, here(t)); err == nil || !strings.Contains(err.Error(), "is among files") {
			t.Errorf("viewer %s: %v", viewer, err)
		}
	}
}
