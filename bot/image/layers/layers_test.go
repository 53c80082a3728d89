package layers_test

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot/image/imagetest"
	"agon/bot/image/layers"
	"agon/bot/unpack"
)

type file = imagetest.File

// room is a limit that tests can exceed quickly.
var room = unpack.Limits{Entries: 30, Bytes: 1 << 20}

// unpacked unpacks layers in dir/in, and checks that nothing else appears in dir.
func unpacked(t testing.TB, dir string, all ...[]byte) error {
	t.Helper()
	err := layers.Into(context.Background(), filepath.Join(dir, "in"), room, func(tree *layers.Tree) error {
		for _, l := range all {
			if err := tree.Layer(bytes.NewReader(l)); err != nil {
				return err
			}
		}
		return nil
	})
	names, _ := os.ReadDir(dir)
	if want := map[bool]int{true: 1}[err == nil]; len(names) != want {
		t.Fatalf("%v appeared beside the image, after the error %v", names, err)
	}
	return err
}

func TestRefused(t *testing.T) {
	many := make([]file, room.Entries+1)
	for i := range many {
		many[i] = file{Name: strings.Repeat("x", i+1)}
	}
	folder := func(name string) file { return file{Name: name, Kind: tar.TypeDir, Mode: 0o755} }
	link := func(name, target string) file { return file{Name: name, Kind: tar.TypeSymlink, Link: target} }
	for _, tt := range []struct {
		name  string
		files []file
		want  string // part of the reason
	}{
		{"an absolute name", []file{{Name: "/etc/passwd"}}, "absolute"},
		{"a name that leads out", []file{{Name: "../evil"}}, "leads out"},
		{"a name that leads out later", []file{{Name: "a/../../evil"}}, "leads out"},
		{"a name that leads out by way of a folder", []file{folder("a"), {Name: "a/../../../evil"}}, "leads out"},
		{"a folder that leads out", []file{folder("../a")}, "leads out"},
		{"a very long part of a name", []file{{Name: strings.Repeat("a", 300)}}, "300 bytes"},
		{"a link that leads out", []file{link("l", "../../etc")}, "leads out"},
		{"a link that goes down and then out", []file{link("a/l", "b/../../../etc")}, "leads out"},
		{"a link to nothing at all", []file{link("l", "")}, "leads out"},
		{"a hard link out", []file{{Name: "h", Kind: tar.TypeLink, Link: "../../etc/passwd"}}, "leads out"},
		{"a hard link to the host", []file{{Name: "h", Kind: tar.TypeLink, Link: "/etc/passwd"}}, "leads out"},
		{"a hard link to a missing file", []file{{Name: "h", Kind: tar.TypeLink, Link: "x"}}, "not a file of the image"},
		{"a hard link to a link", []file{link("l", "/etc/passwd"), {Name: "h", Kind: tar.TypeLink, Link: "l"}}, "not a file of the image"},
		{"a hard link through a link to the host's folder", []file{link("l", "/etc"), {Name: "h", Kind: tar.TypeLink, Link: "l/passwd"}},
			"is not in the image"},
		{"a hard link to a folder", []file{folder("d"), {Name: "h", Kind: tar.TypeLink, Link: "d"}}, "not a file of the image"},
		{"a device", []file{{Name: "dev/sda", Kind: tar.TypeBlock}}, "device node"},
		{"a terminal", []file{{Name: "tty", Kind: tar.TypeChar}}, "device node"},
		{"a named pipe", []file{{Name: "fifo", Kind: tar.TypeFifo}}, "named pipe"},
		{"something unknown", []file{{Name: "x", Kind: '9'}}, "no image needs"},
		{"a set-uid program", []file{{Name: "bot", Mode: 0o4755}}, "set-uid"},
		{"a set-gid program", []file{{Name: "bot", Mode: 0o2755}}, "set-uid or set-gid"},
		{"a set-uid program under a tool's name elsewhere", []file{{Name: "app/su", Mode: 0o4755}}, "set-uid"},
		{"a file in a file", []file{{Name: "f"}, {Name: "f/g"}}, "is a file"},
		{"a file in a link to nothing", []file{link("l", "nowhere"), {Name: "l/f"}}, "link to nothing"},
		{"a file in links that form a loop", []file{link("a", "b"), link("b", "a"), {Name: "a/f"}}, "link to nothing"},
		{"a whiteout of nothing", []file{{Name: "d/.wh."}}, "whiteout of nothing"},
		{"a whiteout of its own folder", []file{{Name: "d/.wh.."}}, "whiteout of nothing"},
		{"a whiteout of the folder above", []file{{Name: "d/.wh..."}}, "whiteout of nothing"},
		{"too many entries", many, "more than 30 entries"},
		{"too many folders in one name", []file{{Name: strings.Repeat("d/", 40) + "f"}}, "more than 30 entries"},
		{"10 GB of zeros, by its header", []file{{Name: "zeros", Size: 10 << 30}}, "more than 1 MiB"},
		{"too many bytes in several files",
			[]file{{Name: "a", Text: strings.Repeat("x", 600<<10)}, {Name: "b", Text: strings.Repeat("x", 600<<10)}}, "more than 1 MiB"},
		{"too many bytes, one file over the other",
			[]file{{Name: "a", Text: strings.Repeat("x", 600<<10)}, {Name: "a", Text: strings.Repeat("x", 600<<10)}}, "more than 1 MiB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := unpacked(t, t.TempDir(), layer(t, tt.files))
			var refused *unpack.Refused
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %v, want a refusal with %q", err, tt.want)
			}
		})
	}
}

// layer returns a layer whose headers may claim more than is there.
func layer(t testing.TB, files []file) []byte { return imagetest.Layer(t, files...) }

func TestDamaged(t *testing.T) {
	whole := layer(t, []file{{Name: "a", Text: strings.Repeat("x", 5000)}})
	spoilt := bytes.Clone(whole)
	spoilt[10] ^= 255
	for name, l := range map[string][]byte{"it is truncated": whole[:2000], "a header is damaged": spoilt,
		"no tar": []byte(strings.Repeat("hello", 200))} {
		t.Run(name, func(t *testing.T) {
			if err := unpacked(t, t.TempDir(), l); err == nil || !strings.Contains(err.Error(), "damaged") {
				t.Errorf("got %v", err)
			}
		})
	}
	endless := append(bytes.Clone(whole), make([]byte, 4<<20)...)
	if err := unpacked(t, t.TempDir(), endless); err == nil || !strings.Contains(err.Error(), "it has no end") {
		t.Errorf("padding without an end: %v", err)
	}
}

// TestUnpacked unpacks layers over each other and lists the result: names with what is in them, folders with a slash, links
// with an arrow.
func TestUnpacked(t *testing.T) {
	folder := func(name string) file { return file{Name: name, Kind: tar.TypeDir, Mode: 0o755} }
	link := func(name, target string) file { return file{Name: name, Kind: tar.TypeSymlink, Link: target} }
	text := func(name, text string) file { return file{Name: name, Text: text} }
	lower := []file{text("a", "1"), text("d/x", "1"), text("d/y", "1"), text("d/e/z", "1")}
	for _, tt := range []struct {
		name   string
		layers [][]file
		want   string
	}{
		{"a higher layer's file takes the place", [][]file{lower, {text("a", "2")}}, "a=2 d/ d/e/ d/e/z=1 d/x=1 d/y=1"},
		{"a whiteout takes a file away", [][]file{lower, {text("d/.wh.x", "")}}, "a=1 d/ d/e/ d/e/z=1 d/y=1"},
		{"a whiteout takes a folder away", [][]file{lower, {text(".wh.d", "")}}, "a=1"},
		{"a whiteout of what is not there", [][]file{lower, {text("q/.wh.x", "")}}, "a=1 d/ d/e/ d/e/z=1 d/x=1 d/y=1"},
		{"a whiteout never takes its own layer's file", [][]file{lower, {text("a", "2"), text(".wh.a", "")}},
			"a=2 d/ d/e/ d/e/z=1 d/x=1 d/y=1"},
		{"an opaque folder hides what is below", [][]file{lower, {folder("d"), text("d/.wh..wh..opq", ""), text("d/n", "2")}},
			"a=1 d/ d/n=2"},
		{"an opaque marker after its own layer's files",
			[][]file{lower, {text("d/n", "2"), text("d/e/n", "2"), text("d/.wh..wh..opq", "")}}, "a=1 d/ d/e/ d/e/n=2 d/n=2"},
		{"an opaque root", [][]file{lower, {text(".wh..wh..opq", ""), text("b", "2")}}, "b=2"},
		{"metadata of an old file system", [][]file{lower[:1], {text(".wh..wh.plnk", "")}}, "a=1"},
		{"a whiteout and the file again higher up", [][]file{lower[:1], {text(".wh.a", "")}, {text("a", "3")}}, "a=3"},
		{"a folder where a file was", [][]file{lower[:1], {text("a/b", "2")}}, ""},
		{"a folder named where a file was", [][]file{lower[:1], {folder("a"), text("a/b", "2")}}, "a/ a/b=2"},
		{"a file where a folder was", [][]file{lower, {text("d", "2")}}, "a=1 d=2"},
		{"a link where a folder was", [][]file{lower, {link("d", "/etc")}}, "a=1 d->/etc"},
		{"absolute links lead within the image", [][]file{{folder("etc"), link("l", "/etc")}, {text("l/f", "2")}}, "etc/ etc/f=2 l->/etc"},
		{"so do those that go up too often", [][]file{{folder("etc"), link("l", "/../../etc")}, {text("l/f", "2")}},
			"etc/ etc/f=2 l->/../../etc"},
		{"a whiteout through a link", [][]file{{text("etc/f", "1"), link("l", "/etc")}, {text("l/.wh.f", "")}}, "etc/ l->/etc"},
		{"a whiteout of a link takes the link, not what it leads to", [][]file{{text("etc/f", "1"), link("l", "etc")}, {text(".wh.l", "")}},
			"etc/ etc/f=1"},
		{"a file over a link replaces it and does not write through", [][]file{{text("f", "1"), link("l", "f")}, {text("l", "2")}},
			"f=1 l=2"},
		{"a file over a hard link leaves the other name alone",
			[][]file{{text("f", "1"), {Name: "h", Kind: tar.TypeLink, Link: "f"}}, {text("h", "2")}}, "f=1 h=2"},
		{"a base system's set-uid tool", [][]file{{{Name: "usr/bin/passwd", Text: "1", Mode: 0o4755}}}, "usr/ usr/bin/ usr/bin/passwd=1!"},
		{"modes: only execute bits are kept",
			[][]file{{{Name: "f", Mode: 0o100}, {Name: "g", Mode: 0o000001 | 0o600}, {Name: "s", Kind: tar.TypeDir, Mode: 0o3777}}},
			"f=! g=! s/"},
		{"names that differ in case", [][]file{{text("a", "1"), text("A", "2")}}, "A=2 a=1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			var all [][]byte
			for _, l := range tt.layers {
				all = append(all, layer(t, l))
			}
			err := unpacked(t, dir, all...)
			if tt.want == "" {
				if err == nil {
					t.Error("it was accepted")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := drawn(t, filepath.Join(dir, "in")); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Python recompiles modules whose times have changed.
func TestFilesKeepTheirTimes(t *testing.T) {
	dir, when := t.TempDir(), time.Unix(1_600_000_000, 0)
	if err := unpacked(t, dir, layer(t, []file{{Name: "a", Time: when}})); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, "in", "a")); err != nil || !info.ModTime().Equal(when) {
		t.Errorf("its time is %v, want %v (%v)", info.ModTime(), when, err)
	}
}

// drawn returns the contents of a folder in the table's notation.
func drawn(t *testing.T, top string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == top {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		short, _ := filepath.Rel(top, name)
		switch {
		case d.IsDir():
			short += "/"
			if info.Mode() != fs.ModeDir|0o755 {
				t.Errorf("%s has the mode %v", name, info.Mode())
			}
		case d.Type() == fs.ModeSymlink:
			target, _ := os.Readlink(name)
			short += "->" + target
		default:
			text, _ := os.ReadFile(name)
			short += "=" + string(text)
			if info.Mode() == 0o755 {
				short += "!"
			} else if info.Mode() != 0o644 {
				t.Errorf("%s has the mode %v", name, info.Mode())
			}
		}
		all = append(all, short)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

// FuzzLayer applies arbitrary layers over one with links to the host, and checks that the host's files stay unchanged.
func FuzzLayer(f *testing.F) {
	lower := imagetest.Layer(f, file{Name: "up", Kind: tar.TypeSymlink, Link: "/.."}, file{Name: "d/x", Text: "1"},
		file{Name: "abs", Kind: tar.TypeSymlink, Link: "/"})
	for _, files := range [][]file{
		{{Name: "up/evil", Text: "x"}}, {{Name: "abs/.wh.d"}}, {{Name: "d/.wh..wh..opq"}}, {{Name: "abs", Kind: tar.TypeDir}},
		{{Name: "h", Kind: tar.TypeLink, Link: "up/x"}}, {{Name: "../evil"}}, {{Name: "l", Kind: tar.TypeSymlink, Link: "../.."}},
	} {
		f.Add(imagetest.Layer(f, files...))
	}
	f.Fuzz(func(t *testing.T, upper []byte) {
		dir, err := os.MkdirTemp("", "layers-")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		if unpacked(t, dir, lower, upper) != nil {
			return
		}
		filepath.WalkDir(filepath.Join(dir, "in"), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				t.Fatal(err)
			}
			info, err := d.Info()
			if err != nil {
				t.Fatal(err)
			}
			if mode := info.Mode(); mode&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky|fs.ModeDevice|fs.ModeNamedPipe|fs.ModeSocket) != 0 {
				t.Fatalf("%s has the mode %v", name, mode)
			}
			return nil
		})
	})
}
