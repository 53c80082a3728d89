package output

import (
	"bytes"
	"image/gif"
	"os"
	"path/filepath"
	"testing"

	"agon/game"
)

// beneath returns a folder inside a temporary one that must not be left.
func beneath(t *testing.T) (outside string, root *os.Root) {
	t.Helper()
	outside = t.TempDir()
	dir := filepath.Join(outside, "game")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return outside, root
}

func TestOutputFiles(t *testing.T) {
	outside, root := beneath(t)
	for _, p := range []game.OutputFile{
		{Name: "0/"},
		{Name: "0/state.json", Data: []byte("{}")},
		{Name: "0/A/log.txt", Data: []byte("first")},
		{Name: "0/A/log.txt", Data: []byte("second")},
		{Name: "0/state.json", Remove: true},
		{Name: "0/never.json", Remove: true},
		{Name: "p1.gif", Film: [][]string{{"*"}, {"**", "*"}}},
	} {
		if err := put(root, p); err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
	}
	if text, err := os.ReadFile(filepath.Join(outside, "game/0/A/log.txt")); string(text) != "second" {
		t.Errorf("log.txt is %q (%v)", text, err)
	}
	if _, err := os.Stat(filepath.Join(outside, "game/0/state.json")); err == nil {
		t.Error("a removed file still exists")
	}
	data, err := os.ReadFile(filepath.Join(outside, "game/p1.gif"))
	if err != nil {
		t.Fatal(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil || len(film.Image) != 2 || film.Delay[0] != 12 {
		t.Errorf("the GIF does not have two frames of 120 ms: %v", err)
	}
}

func TestNothingLeavesTheFolder(t *testing.T) {
	for _, name := range []string{"../out.txt", "/etc/out.txt", "a/../../out.txt", "..", ".", "", "/", "a//b", `..\out.txt`, "c:out.txt",
		"link/out.txt", "nul\x00"} {
		t.Run(name, func(t *testing.T) {
			outside, root := beneath(t)
			if err := os.Symlink(outside, filepath.Join(outside, "game/link")); err != nil {
				t.Fatal(err)
			}
			if err := put(root, game.OutputFile{Name: name, Data: []byte("x")}); err == nil {
				t.Error("it was written")
			}
			entries, err := os.ReadDir(outside)
			if err != nil || len(entries) != 1 {
				t.Errorf("there are %d things beside the folder (%v)", len(entries), err)
			}
		})
	}
}
