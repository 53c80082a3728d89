package unpack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// An item is an entry of an archive that a test makes.
type item struct {
	name   string
	kind   byte // type in a tar; 0 is a file
	link   string
	text   string
	mode   int64
	zipped fs.FileMode // type in a zip, if set
}

// room is a limit that tests can exceed quickly.
var room = Limits{Entries: 20, Bytes: 1 << 20, Ratio: 50}

func tarball(t testing.TB, items []item) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, it := range items {
		h := &tar.Header{Name: it.name, Typeflag: it.kind, Linkname: it.link, Mode: 0o644 | it.mode, Size: int64(len(it.text))}
		if it.kind == 0 {
			h.Typeflag = tar.TypeReg
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, it.text)
	}
	w.Close()
	z.Close()
	return b.Bytes()
}

func zipball(t testing.TB, items []item) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, it := range items {
		h := &zip.FileHeader{Name: it.name, Method: zip.Deflate}
		h.SetMode(fs.FileMode(0o644|it.mode) | it.zipped)
		f, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		text := it.text
		if it.zipped == fs.ModeSymlink {
			text = it.link
		}
		io.WriteString(f, text)
	}
	w.Close()
	return b.Bytes()
}

// unpackInto unpacks into dir/in, and checks that nothing else appears in dir.
func unpackInto(t testing.TB, dir, form string, archive []byte, l Limits) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "archive"+form)
	if err := os.WriteFile(file, archive, 0o644); err != nil {
		t.Fatal(err)
	}
	err := File(context.Background(), file, filepath.Join(dir, "in"), l)
	entries, readErr := os.ReadDir(dir)
	if readErr != nil {
		t.Fatal(readErr)
	}
	want := 1
	if err != nil {
		want = 0
	}
	if len(entries) != want {
		t.Fatalf("%d entries are beside the unpacked archive (%v), after the error %v", len(entries), entries, err)
	}
	return err
}

func TestRefused(t *testing.T) {
	many := make([]item, room.Entries+1)
	for i := range many {
		many[i] = item{name: "f" + strings.Repeat("x", i)}
	}
	for _, tt := range []struct {
		name  string
		items []item
		want  string // part of the reason
	}{
		{"a name that leads out", []item{{name: "ok"}, {name: "../evil"}}, "leads out"},
		{"a name that leads out later", []item{{name: "a/../../evil"}}, "leads out"},
		{"an absolute name", []item{{name: "/etc/evil"}}, "absolute"},
		{"a name with a drive", []item{{name: "C:/evil"}}, "absolute"},
		{"a name with the letter of a drive", []item{{name: "a:b.py"}},
			`"a:b.py" has a name that begins with a drive of Windows, a:: rename it`},
		{"a very long name", []item{{name: strings.Repeat("a/", 600) + "b"}}, "bytes"},
		{"a very long part of a name", []item{{name: strings.Repeat("a", 300)}}, "bytes"},
		{"a link that leads out", []item{{name: "l", kind: tar.TypeSymlink, link: "../../etc", zipped: fs.ModeSymlink}},
			"is not clearly in the folder"},
		{"an absolute link", []item{{name: "l", kind: tar.TypeSymlink, link: "/etc/passwd", zipped: fs.ModeSymlink}},
			"is not clearly in the folder"},
		{"a link through a link", []item{
			{name: "d/e/f", text: "x"}, {name: "l", kind: tar.TypeSymlink, link: "d/e", zipped: fs.ModeSymlink},
			{name: "m", kind: tar.TypeSymlink, link: "l/../../x", zipped: fs.ModeSymlink},
		}, "not clearly"},
		{"a file through a link", []item{{name: "l", kind: tar.TypeSymlink, link: "d", zipped: fs.ModeSymlink},
			{name: "l/evil", text: "x"}}, "as a file or a link too"},
		{"a link in a folder's place", []item{{name: "d/x", text: "x"},
			{name: "d", kind: tar.TypeSymlink, link: "e", zipped: fs.ModeSymlink}}, "twice"},
		{"a file in a file", []item{{name: "f", text: "x"}, {name: "f/g", text: "x"}}, "as a file or a link too"},
		{"two files of one name", []item{{name: "f", text: "x"}, {name: "./f", text: "y"}}, "twice"},
		{"names that differ in case", []item{{name: "bot.py", text: "x"}, {name: "BOT.py", text: "y"}},
			`"BOT.py" differs from "bot.py" only in case, or in how its letters are stored: rename one`},
		{"folders that differ in case", []item{{name: "src/a", text: "x"}, {name: "Src/b", text: "y"}}, "case"},
		{"one letter composed and not", []item{{name: "\u00e9", text: "x"}, {name: "e\u0301", text: "y"}}, "case"},
		{"too many entries", many, "more than 20 entries"},
		{"folders count", []item{{name: strings.Repeat("d/", 21) + "f"}}, "more than 20 entries"},
		{"too many bytes", []item{{name: "a", text: strings.Repeat("bot", 200<<10)}, {name: "b", text: strings.Repeat("bot", 200<<10)}},
			"more than 1 MiB"},
		{"nothing", nil, "empty"},
	} {
		for _, form := range []string{".zip", ".tar.gz"} {
			t.Run(tt.name+form, func(t *testing.T) {
				pack := tarball
				if form == ".zip" {
					pack = zipball
				}
				err := unpackInto(t, t.TempDir(), form, pack(t, tt.items), room)
				var refused *Refused
				if !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.want) {
					t.Fatalf("got %v, want a refusal with %q", err, tt.want)
				}
			})
		}
	}
}

// noise returns incompressible text.
func noise(n int) string {
	b := make([]byte, n)
	x := uint32(7)
	for i := range b {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		b[i] = byte(x)
	}
	return string(b)
}

func TestRefusedTar(t *testing.T) {
	for _, tt := range []struct {
		name  string
		items []item
		want  string
	}{
		{"a device", []item{{name: "null", kind: tar.TypeChar}}, "device"},
		{"a disk", []item{{name: "sda", kind: tar.TypeBlock}}, "device"},
		{"a pipe", []item{{name: "fifo", kind: tar.TypeFifo}}, "pipe"},
		{"a hard link out", []item{{name: "h", kind: tar.TypeLink, link: "../../etc/passwd"}}, "hard link"},
		{"a hard link to the host", []item{{name: "h", kind: tar.TypeLink, link: "/etc/passwd"}}, "hard link"},
		{"a hard link to a missing file", []item{{name: "h", kind: tar.TypeLink, link: "other"}}, "hard link"},
		{"a hard link to a link", []item{{name: "l", kind: tar.TypeSymlink, link: "f"}, {name: "h", kind: tar.TypeLink, link: "l"}},
			"hard link"},
		{"a backslash", []item{{name: `a\..\b`}}, "has a backslash in its name, which separates folders on Windows: rename it"},
		{"letters stored in two ways", []item{{name: "\u00fcber.py"}, {name: "u\u0308ber.py"}},
			"only in case, or in how its letters are stored: rename one"},
		{"a name that is no text", []item{{name: "a\xff"}}, `"a\xff" has a name that is not UTF-8: rename it`},
		{"hard links to much", append([]item{{name: "f", text: noise(600 << 10)}}, item{name: "g", kind: tar.TypeLink, link: "f"}),
			"more than 1 MiB"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := unpackInto(t, t.TempDir(), ".tar.gz", tarball(t, tt.items), room)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %v, want a refusal with %q", err, tt.want)
			}
		})
	}
}

func TestRefusedBytes(t *testing.T) {
	whole := tarball(t, []item{{name: "a", text: noise(10000)}})
	wholeZip := zipball(t, []item{{name: "a", text: noise(10000)}})
	spoilt := bytes.Clone(wholeZip)
	spoilt[100] ^= 255
	huge := Limits{Entries: 20, Bytes: 1 << 30, Ratio: 50}
	bomb := []item{{name: "zeros", text: strings.Repeat("\x00", harmless+1<<20)}}
	for _, tt := range []struct {
		name, form string
		archive    []byte
		limits     Limits
		want       string
	}{
		{"a truncated tar", ".tgz", whole[:len(whole)/2], room, "damaged"},
		{"a truncated zip", ".zip", wholeZip[:len(wholeZip)/2], room, "damaged"},
		{"a zip with a wrong checksum", ".zip", spoilt, room, "damaged"},
		{"no zip", ".zip", []byte("hello"), room, "not a zip archive"},
		{"no gzip", ".tgz", []byte("hello"), room, "gzip"},
		{"a bomb of tar", ".tgz", tarball(t, bomb), huge, "50 times its size"},
		{"a bomb of zip", ".zip", zipball(t, bomb), huge, "50 times its size"},
		{"a directory of a hundred thousand names", ".zip", bytes.Repeat([]byte("PK\x01\x02"), 100_000), room, "more than 20 entries"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := unpackInto(t, t.TempDir(), tt.form, tt.archive, tt.limits)
			var refused *Refused
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("got %v, want a refusal with %q", err, tt.want)
			}
		})
	}
}

func TestUnpacked(t *testing.T) {
	const setUser = 0o4000
	items := []item{
		{name: "bot/", kind: tar.TypeDir, zipped: fs.ModeDir}, {name: "bot/run.sh", text: "#!/bin/sh\n", mode: 0o111 | setUser},
		{name: "bot/a b;$(touch x)\n.txt", text: "odd"}, {name: "bot/deep/er/x", text: "x"},
		{name: "bot/link", kind: tar.TypeSymlink, link: "deep/er/x", zipped: fs.ModeSymlink},
	}
	for form, archive := range map[string][]byte{".zip": zipball(t, items),
		".tar.gz": tarball(t, append(items, item{name: "bot/again", kind: tar.TypeLink, link: "bot/run.sh"}))} {
		t.Run(form, func(t *testing.T) {
			dir := t.TempDir()
			if err := unpackInto(t, dir, form, archive, room); err != nil {
				t.Fatal(err)
			}
			trunk := Trunk(filepath.Join(dir, "in"))
			if filepath.Base(trunk) != "bot" {
				t.Errorf("the bot begins in %s", trunk)
			}
			info, err := os.Stat(filepath.Join(trunk, "run.sh"))
			if err != nil || runtime.GOOS != "windows" && info.Mode() != 0o755 {
				t.Errorf("run.sh has the mode %v (%v), want 0755 and no more", info.Mode(), err)
			}
			if text, err := os.ReadFile(filepath.Join(trunk, "link")); string(text) != "x" {
				t.Errorf("the link leads to %q, %v", text, err)
			}
			if text, _ := os.ReadFile(filepath.Join(trunk, "a b;$(touch x)\n.txt")); string(text) != "odd" {
				t.Error("an odd name is lost")
			}
		})
	}
}

func TestBackslashesOfOldZips(t *testing.T) {
	dir := t.TempDir()
	archive := zipball(t, []item{{name: `src\bot.cs`, text: "x"}})
	if err := unpackInto(t, dir, ".zip", archive, room); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "in", "src", "bot.cs")); err != nil {
		t.Error(err)
	}
	if err := unpackInto(t, t.TempDir(), ".zip", zipball(t, []item{{name: `..\evil`, text: "x"}}), room); err == nil {
		t.Error(`..\evil was unpacked`)
	}
}

// TestNamesOfOldZips: names that are not UTF-8 are read as programs of DOS and Windows wrote them.
func TestNamesOfOldZips(t *testing.T) {
	const old = "gr\x81n.py"
	field := []byte("\x75\x70\x00\x00\x01\x00\x00\x00\x00бот.py")
	binary.LittleEndian.PutUint16(field[2:], uint16(len(field)-4))
	binary.LittleEndian.PutUint32(field[5:], crc32.ChecksumIEEE([]byte(old)))
	foreign := bytes.Clone(field)
	foreign[5]++
	for _, tt := range []struct {
		name, given string
		flags       uint16
		extra       []byte
		want        string // of the file; of the refusal, if it has a colon
	}{
		{"code page 437", old, 0, nil, "grün.py"},
		{"UTF-8 without its mark", "grün.py", 0, nil, "grün.py"},
		{"UTF-8", "grün.py", 0x800, nil, "grün.py"},
		{"the name in UTF-8 beside it", old, 0, field, "бот.py"},
		{"the name of another beside it", old, 0, foreign, "grün.py"},
		{"half a field", old, 0, field[:9], "grün.py"},
		{"marked as UTF-8", old, 0x800, nil, `"gr\x81n.py" has a name that is not UTF-8: rename it`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			w := zip.NewWriter(&b)
			f, err := w.CreateRaw(&zip.FileHeader{Name: tt.given, NonUTF8: tt.flags == 0, Flags: tt.flags, Extra: tt.extra,
				Method: zip.Store})
			if err == nil {
				_, err = f.Write(nil)
			}
			if err = errors.Join(err, w.Close()); err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := unpackInto(t, dir, ".zip", b.Bytes(), room); err != nil {
				if !strings.Contains(err.Error(), tt.want) {
					t.Error(err)
				}
				return
			}
			if _, err := os.Stat(filepath.Join(dir, "in", tt.want)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := filepath.Join(t.TempDir(), "in")
	if err := TarGz(ctx, bytes.NewReader(tarball(t, []item{{name: "a", text: "x"}})), dir, room); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("something was unpacked nevertheless")
	}
}

func FuzzZip(f *testing.F) {
	f.Add(zipball(f, []item{{name: "a/b", text: "x"}, {name: "l", link: "a", zipped: fs.ModeSymlink}}))
	f.Add(zipball(f, []item{{name: "../a", text: "x"}}))
	f.Fuzz(func(t *testing.T, archive []byte) {
		holds(t, func(dir string) error {
			return Zip(context.Background(), bytes.NewReader(archive), int64(len(archive)), dir, room)
		})
	})
}

func FuzzTar(f *testing.F) {
	for _, items := range [][]item{{{name: "a/b", text: "x"}, {name: "l", kind: tar.TypeSymlink, link: "a"}}, {{name: "../a", text: "x"}}} {
		packed, err := gzip.NewReader(bytes.NewReader(tarball(f, items)))
		if err != nil {
			f.Fatal(err)
		}
		plain, err := io.ReadAll(packed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(plain)
	}
	f.Fuzz(func(t *testing.T, archive []byte) {
		holds(t, func(dir string) error { return Tar(context.Background(), bytes.NewReader(archive), dir, room) })
	})
}

// holds unpacks arbitrary input and checks the result: regular files, folders, and links that stay inside.
func holds(t *testing.T, unpack func(dir string) error) {
	dir, err := os.MkdirTemp("", "unpack-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	failed := unpack(filepath.Join(dir, "in"))
	if left, err := os.ReadDir(dir); err != nil || len(left) > 1 || failed != nil && len(left) > 0 {
		t.Fatalf("%v is beside the unpacked archive (%v), after the error %v", left, err, failed)
	}
	if failed != nil {
		return
	}
	top, err := filepath.EvalSymlinks(filepath.Join(dir, "in"))
	if err != nil {
		t.Fatal(err)
	}
	var count int
	var size int64
	filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			t.Fatal(err)
		}
		count++
		info, err := d.Info()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case info.Mode().IsRegular():
			size += info.Size()
		case d.Type() == fs.ModeSymlink:
			if real, err := filepath.EvalSymlinks(path); err == nil && real != top &&
				!strings.HasPrefix(real, top+string(filepath.Separator)) {
				t.Fatalf("%s leads to %s", path, real)
			}
		case !d.IsDir():
			t.Fatalf("%s is %v", path, d.Type())
		}
		if info.Mode()&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) != 0 {
			t.Fatalf("%s has the mode %v", path, info.Mode())
		}
		return nil
	})
	if count > room.Entries+1 || size > room.Bytes {
		t.Fatalf("%d entries of %d bytes were accepted", count, size)
	}
}

// TestNamesThatWindowsChanges: a name that Windows takes for another is refused there alone, and others are not.
func TestNamesThatWindowsChanges(t *testing.T) {
	for name, changed := range map[string]bool{
		"data.": true, "data ": true, "dir /x": true, "dir./x.py": true, "...": true, "a:b": true, "a?.txt": true,
		"data": false, ".git/x": false, " data": false, "a.b/c d.py": false, ".": false,
	} {
		if unlikeOnWindows(name) != changed {
			t.Errorf("%q is another on Windows: %v", name, !changed)
		}
	}
	for _, name := range []string{"data.", "con.txt", "\u05d0\u05d1.py", "\U0001f600.py", "Icon\r", "x\u202eyp.txt"} {
		if got, err := tidy(name); runtime.GOOS != "windows" && (err != nil || got != name) {
			t.Errorf("%q is %q, %v", name, got, err)
		}
	}
}
