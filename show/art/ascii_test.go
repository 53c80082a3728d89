package art

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"
)

func folder(files ...string) fstest.MapFS {
	m := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		m[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return m
}

// firsts returns the first row of each frame.
func firsts(frames []Frame) (rows []string) {
	for _, f := range frames {
		rows = append(rows, f[0])
	}
	return rows
}

func TestOrder(t *testing.T) {
	f := folder("1.ascii", "1", "2.ascii", "2", "10.ascii", "10", "a2.ascii", "a2", "a10b.ascii", "a10b", "a10.ascii", "a10", "02.ascii",
		"02",
		"notes.txt", "no", "3.ASCII", "no", "deep/1.ascii", "no", "x.ascii/y", "no", ".ascii", "dot", "99999999999999999999.ascii", "9…")
	for _, tt := range []struct {
		name  string
		order Order
		want  []string
	}{
		{"as text", ByText, []string{"dot", "02", "1", "10", "2", "9…", "a10", "a10b", "a2"}},
		{"by number", ByNumber, []string{"dot", "1", "02", "2", "10", "9…", "a2", "a10", "a10b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			frames, err := ReadDir(f, tt.order)
			if err != nil {
				t.Fatal(err)
			}
			if got := firsts(frames); !slices.Equal(got, tt.want) {
				t.Errorf("%q, not %q", got, tt.want)
			}
		})
	}
}

func TestFolderRefusals(t *testing.T) {
	for _, tt := range []struct {
		name   string
		folder fs.FS
		want   string
	}{
		{"an empty folder", folder(), "the folder has no file that ends in .ascii"},
		{"capitals", folder("1.ASCII", "*"), "1.ASCII does not count"},
		{"a folder of that name", folder("1.ascii/x", "*"), "1.ascii does not count"},
		{"an empty file", folder("1.ascii", "*", "2.ascii", ""), "2.ascii: the file is empty"},
		{"a byte order mark alone", folder("1.ascii", "\ufeff"), "1.ascii: the file is empty"},
		{"UTF-16", folder("1.ascii", "\xff\xfe*\x00"), "1.ascii: the file is UTF-16"},
		{"a huge file", folder("1.ascii", strings.Repeat("*", maxFileSize+1)), "1.ascii: the file has more than"},
		{"a wide file", folder("1.ascii", "*\n"+strings.Repeat("*", 600)), "1.ascii: row 2 has 600 characters"},
		{"a high file", folder("1.ascii", strings.Repeat("\n", 600)), "1.ascii: the file has 600 rows"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			frames, err := ReadDir(tt.folder, ByText)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%q, %v; wanted %q", frames, err, tt.want)
			}
		})
	}
}

func TestReadFrame(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Frame
	}{
		{"rows", "a\n b\n", Frame{"a", " b"}},
		{"no line end at the end", "a\n b", Frame{"a", " b"}},
		{"empty rows stay", "\na\n\n\n", Frame{"", "a", "", ""}},
		{"a single empty row", "\n", Frame{""}},
		{"line ends of other systems", "a\r\nb\rc\r\n", Frame{"a", "b", "c"}},
		{"blanks behind a row go", "a  \t\n  \n", Frame{"a", ""}},
		{"a byte order mark", "\ufeffa", Frame{"a"}},
		{"bytes that are no text stay, to be drawn as boxes", "a\xff\x00\x1b", Frame{"a\xff\x00\x1b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := ReadFrame([]byte(tt.text)); err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("%q, %v; wanted %q", got, err, tt.want)
			}
		})
	}
}

// FuzzReadFrame: any file is refused or becomes a frame that can be drawn, with ink for its characters.
func FuzzReadFrame(f *testing.F) {
	for _, seed := range []string{"*", " /\\ \n/__\\\r\n", "\ufeff\n", "\xff\xfe", "a\xffb\t\n\x1b[2J", strings.Repeat("\n", 600)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		frame, err := ReadFrame(data)
		if err != nil {
			return
		}
		img, err := Draw(frame, Cells)
		if err != nil {
			t.Fatal(err)
		}
		for row, text := range frame {
			column := 0
			for _, c := range text {
				if Ink(img, row, column) != (c != ' ') {
					t.Fatalf("row %d, column %d: %q", row, column, c)
				}
				column++
			}
			if utf8.RuneCountInString(text) != column || Ink(img, row, column) {
				t.Fatalf("ink after row %d", row)
			}
		}
		if len(frame) > 40 || img.Bounds().Dx() > 400 {
			return
		}
		if err := GIF(&bytes.Buffer{}, []Frame{frame}, Options{}); err != nil {
			t.Fatal(err)
		}
	})
}
