/*
Package gif turns a film into an animated GIF: the board, a list of the first ten beside it, and the round in the corner, always in the
light theme, at most 640 pixels wide, ten pictures a second, the last one shown for two seconds.

The board is the picture that the kind draws (package draw), in the usual layers. This package knows no kind.
*/
package gif

import (
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"

	"agon/show/film"
)

const (
	maxWidth = 640 // pixels
	delay    = 10  // hundredths of a second between two pictures
	held     = 200 // hundredths of a second for the last picture
)

// Options of a GIF. The zero value is usable.
type Options struct {
	Pictures int // largest number of pictures; longer films skip shots evenly. 0 means 300, half a minute
}

// Write writes the film so far as an animated GIF.
func Write(w io.Writer, f *film.Film, o Options) error {
	n, _ := f.Len()
	if n == 0 {
		return fmt.Errorf("a film without shots makes no picture")
	}
	deal := f.View(0).Picture()
	scene := newScene(&f.Info, deal)
	strip := strip{table: newTable(scene.looks, deal)}
	for _, i := range chosen(n, o.Pictures) {
		strip.addImage(scene.draw(f.View(i)))
	}
	strip.gif.Delay[len(strip.gif.Delay)-1] = held
	strip.gif.Config = image.Config{ColorModel: strip.table.colours, Width: scene.bounds.Dx(), Height: scene.bounds.Dy()}
	if err := gif.EncodeAll(w, &strip.gif); err != nil {
		return fmt.Errorf("write gif: %w", err)
	}
	return nil
}

// Still returns the picture of one shot, in the few colours of a film, so that it compresses well.
func Still(f *film.Film, i int) image.Image {
	shown := f.View(i).Picture()
	scene := newScene(&f.Info, shown)
	strip := strip{table: newTable(scene.looks, shown)}
	strip.addImage(scene.draw(f.View(i)))
	return strip.gif.Image[0]
}

// chosen returns the shots that become pictures: the deal, evenly spaced ones, and always the last.
func chosen(n, pictures int) []int {
	if pictures < 2 {
		pictures = 300
	}
	stride := max(1, (n-1+pictures-2)/(pictures-1))
	var shots []int
	for i := 0; i < n-1; i += stride {
		shots = append(shots, i)
	}
	return append(shots, n-1)
}

// strip collects pictures; each holds only the rectangle that changed, and of it only the changed points.
type strip struct {
	table  *table
	before *image.RGBA
	gif    gif.GIF
}

func (s *strip) addImage(now *image.RGBA) {
	box := changed(s.before, now)
	picture := image.NewPaletted(box, s.table.colours)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			at := now.PixOffset(x, y)
			c := [4]byte(now.Pix[at : at+4])
			if s.before != nil && [4]byte(s.before.Pix[at:at+4]) == c {
				picture.Pix[picture.PixOffset(x, y)] = transparent
				continue
			}
			picture.Pix[picture.PixOffset(x, y)] = s.table.index(color.RGBA{c[0], c[1], c[2], 0xff})
		}
	}
	s.gif.Image = append(s.gif.Image, picture)
	s.gif.Delay = append(s.gif.Delay, delay)
	s.gif.Disposal = append(s.gif.Disposal, gif.DisposalNone)
	if s.before == nil {
		s.before = image.NewRGBA(now.Rect)
	}
	copy(s.before.Pix, now.Pix)
}

// changed returns the smallest rectangle in which two pictures differ; at least one point, as pictures need one.
func changed(before, now *image.RGBA) image.Rectangle {
	if before == nil {
		return now.Rect
	}
	box := image.Rectangle{}
	width := now.Stride
	for y := 0; y < now.Rect.Dy(); y++ {
		a, b := before.Pix[y*width:(y+1)*width], now.Pix[y*width:(y+1)*width]
		from, to := span(a, b)
		if from < to {
			box = box.Union(image.Rect(from/4, y, (to+3)/4, y+1))
		}
	}
	if box.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return box
}

// span returns the range of bytes in which two rows differ.
func span(a, b []byte) (from, to int) {
	for to = len(a); to > 0 && a[to-1] == b[to-1]; to-- {
	}
	for ; from < to && a[from] == b[from]; from++ {
	}
	return from, to
}
