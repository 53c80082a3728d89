package art

import (
	"bytes"
	"compress/lzw"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// decode reads a GIF with the standard library, which is independent of the writer.
func decode(t testing.TB, frames []Frame, o Options) *gif.GIF {
	t.Helper()
	var b bytes.Buffer
	if err := GIF(&b, frames, o); err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(&b)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != len(frames) {
		t.Fatalf("%d frames became %d", len(frames), len(g.Image))
	}
	return g
}

// TestMetrics compares the cells with the original's: ink is exactly where characters are.
func TestMetrics(t *testing.T) {
	frames := []Frame{
		{"*  *", "", "  #   "},
		{"", " .", "", "", "x"},
		{"~"},
	}
	g := decode(t, frames, Options{})
	for i, f := range frames {
		for row := range 5 {
			for column := range 6 {
				want := row < len(f) && column < len(f[row]) && f[row][column] != ' '
				if got := Ink(g.Image[i], row, column); got != want {
					t.Errorf("frame %d, row %d, column %d: ink is %v", i, row, column, got)
				}
			}
		}
	}
}

// TestOneCanvas: frames of any size share the largest canvas, each covers it, and the GIF loops forever.
func TestOneCanvas(t *testing.T) {
	frames := []Frame{{"*"}, {strings.Repeat("*", 10), "*", "*"}, {"", "**"}}
	for _, tt := range []struct {
		layout Layout
		size   image.Point
	}{{Cells, image.Pt(70, 46)}, {Runner, image.Pt(90, 45)}} {
		g := decode(t, frames, Options{Layout: tt.layout})
		if g.LoopCount != 0 || g.Config.Width != tt.size.X || g.Config.Height != tt.size.Y {
			t.Errorf("loops %d times on %d x %d, not for ever on %v", g.LoopCount, g.Config.Width, g.Config.Height, tt.size)
		}
		for i, img := range g.Image {
			if img.Bounds() != (image.Rectangle{Max: tt.size}) || g.Disposal[i] != gif.DisposalNone {
				t.Errorf("frame %d covers %v with disposal %d", i, img.Bounds(), g.Disposal[i])
			}
		}
	}
}

func TestCanvasOfTheOriginal(t *testing.T) {
	full := Frame(slices.Repeat([]string{strings.Repeat("#", 60)}, 60))
	heart := Frame(slices.Repeat([]string{strings.Repeat("*", 52)}, 19))
	for _, tt := range []struct {
		name          string
		frame         Frame
		cells, runner image.Point
	}{
		{"a full frame", full, image.Pt(370, 730), image.Pt(490, 900)},
		{"a star", Frame{"*"}, image.Pt(16, 22), image.Pt(18, 15)},
		{"the sample heart", heart, image.Pt(322, 238), image.Pt(426, 285)},
		{"blanks at the end of a row are ignored", Frame{"*    \t"}, image.Pt(16, 22), image.Pt(18, 15)},
		{"blanks at its beginning count", Frame{"  *"}, image.Pt(28, 22), image.Pt(34, 15)},
		{"empty rows stay", Frame{"", "*", ""}, image.Pt(16, 46), image.Pt(18, 45)},
	} {
		for layout, want := range map[Layout]image.Point{Cells: tt.cells, Runner: tt.runner} {
			img, err := Draw(tt.frame, layout)
			if err != nil {
				t.Fatal(err)
			}
			if img.Bounds().Max != want {
				t.Errorf("%s, layout %d: %v, not %v", tt.name, layout, img.Bounds().Max, want)
			}
		}
	}
}

func TestDelay(t *testing.T) {
	for delay, want := range map[time.Duration]int{0: 12, FolderDelay: 15, 10 * time.Millisecond: 1, 155 * time.Millisecond: 16} {
		if g := decode(t, []Frame{{"*"}, {"*"}}, Options{Delay: delay}); !slices.Equal(g.Delay, []int{want, want}) {
			t.Errorf("delay %v became %v", delay, g.Delay)
		}
	}
	for _, delay := range []time.Duration{-1, time.Millisecond, time.Hour} {
		if err := GIF(&bytes.Buffer{}, []Frame{{"*"}}, Options{Delay: delay}); err == nil {
			t.Errorf("delay %v is accepted", delay)
		}
	}
}

func TestRefusals(t *testing.T) {
	wide := Frame{strings.Repeat("*", maxSide)}
	for _, tt := range []struct {
		name   string
		frames []Frame
		want   string
	}{
		{"nothing", nil, "no frames to draw"},
		{"a frame of nothing", []Frame{{"*"}, {}}, "frame 2 has no rows"},
		{"too wide", []Frame{{"*"}, {strings.Repeat("*", 513)}}, "frame 2 has 513 columns"},
		{"too high", []Frame{make(Frame, 513)}, "frame 1 has 0 columns and 513 rows"},
		{"too much", slices.Repeat([]Frame{append(wide, make(Frame, maxSide-1)...)}, 257), "257 frames of 512 x 512 cells"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			err := GIF(&b, tt.frames, Options{})
			if err == nil || !strings.Contains(err.Error(), tt.want) || b.Len() > 0 {
				t.Errorf("%v after %d bytes, want %q", err, b.Len(), tt.want)
			}
		})
	}
}

type fullDisk struct{ room int }

var errFull = errors.New("no space left")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriterFails(t *testing.T) {
	var whole bytes.Buffer
	frames := []Frame{{"*"}, {"**"}}
	if err := GIF(&whole, frames, Options{}); err != nil {
		t.Fatal(err)
	}
	for room := range whole.Len() {
		if err := GIF(&fullDisk{room}, frames, Options{}); !errors.Is(err, errFull) {
			t.Fatalf("a disk with room for %d of %d bytes: %v", room, whole.Len(), err)
		}
	}
}

// noise returns a frame of random characters with repetition in it; it makes the compression's table overflow several times.
func noise(r *rand.Rand, columns, rows int) Frame {
	f := make(Frame, rows)
	for y := range f {
		var b strings.Builder
		for range columns {
			b.WriteRune(rune(' ' + r.IntN(97)))
		}
		f[y] = b.String()
	}
	return f
}

// TestCompression compares what the standard library decodes with what was drawn, pixel by pixel.
func TestCompression(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 12))
	for n := range 60 {
		f := noise(r, 1+r.IntN(60), 1+r.IntN(60))
		g := decode(t, []Frame{f}, Options{})
		img, err := Draw(f, Cells)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(g.Image[0].Pix, img.Pix) {
			t.Fatalf("frame %d of %v is decoded as another picture", n, f.cells())
		}
	}
}

// TestEveryEnd compresses pictures of every length up to a limit, so that they end in every state of the code's width.
func TestEveryEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pixels := make([]byte, 40000)
	for i := range pixels {
		pixels[i] = byte(r.IntN(2))
	}
	for _, n := range append(seq(0, 3000, 1), seq(3000, len(pixels), 97)...) {
		var packed bytes.Buffer
		z := lzw.NewWriter(&packed, lzw.LSB, literal)
		z.Write(pixels[:n])
		z.Close()
		size := image.Pt(n, 1)
		b := append(header(size), frameBlock(packed.Bytes(), size, 1)...)
		if n == 0 {
			continue // a GIF has pixels
		}
		img, err := gif.Decode(bytes.NewReader(append(b, trailer)))
		if err != nil {
			t.Fatalf("%d pixels: %v", n, err)
		}
		if got := img.(*image.Paletted).Pix; !bytes.Equal(got, pixels[:n]) {
			t.Fatalf("%d pixels are decoded as others", n)
		}
	}
}

func seq(from, to, by int) (list []int) {
	for ; from < to; from += by {
		list = append(list, from)
	}
	return list
}

func TestEqualFramesEqualBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var frames []Frame
	for range 20 {
		frames = append(frames, noise(r, 30, 20))
	}
	var one, two bytes.Buffer
	if err := errors.Join(GIF(&one, frames, Options{}), GIF(&two, frames, Options{})); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("the same frames give another file the second time")
	}
}

func TestInkOutsideIsNone(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 20, 20))
	img.SetGray(3, 3, color.Gray{}) // black everywhere
	for _, at := range [][2]int{{-5, 0}, {0, -5}, {9, 9}} {
		if Ink(img, at[0], at[1]) {
			t.Error(fmt.Sprint("ink outside the picture at ", at))
		}
	}
	if !Ink(img, 0, 0) {
		t.Error("no ink in a black cell")
	}
}
