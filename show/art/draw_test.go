package art

import "image"

// Draw draws a single frame on a canvas of its own.
func Draw(f Frame, l Layout) (*image.Paletted, error) {
	rows := f.trim()
	cells, err := fit([]Frame{rows})
	if err != nil {
		return nil, err
	}
	size := l.pixels(cells)
	img := image.NewPaletted(image.Rectangle{Max: size}, colours)
	p := painter{size: size}
	y := 0
	p.paint(rows, func(line []byte) {
		copy(img.Pix[y*img.Stride:], line)
		y++
	})
	return img, nil
}
