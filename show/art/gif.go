package art

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// How long a frame is shown: in the GIF of a game, and in one of a folder.
const (
	GameDelay   = 120 * time.Millisecond
	FolderDelay = 150 * time.Millisecond
)

// Options of a GIF. The zero value is that of a game.
type Options struct {
	Delay  time.Duration // of a frame, kept in hundredths of a second; 0 is GameDelay
	Layout Layout
}

// GIF writes an animated GIF that loops forever. The error is one of the writer's, or says why these frames cannot be drawn. Frames are
// compressed concurrently, on as many cores as the program may use.
func GIF(w io.Writer, frames []Frame, o Options) error {
	delay, err := o.hundredths()
	if err != nil {
		return err
	}
	trimmed := make([]Frame, len(frames))
	for i, f := range frames {
		trimmed[i] = f.trim()
	}
	cells, err := fit(trimmed)
	if err != nil {
		return err
	}
	size := o.Layout.pixels(cells)
	if _, err := w.Write(header(size)); err != nil {
		return fmt.Errorf("write gif: %w", err)
	}
	for _, block := range squeezeAll(trimmed, size, delay) {
		if _, err := w.Write(block); err != nil {
			return fmt.Errorf("write gif: %w", err)
		}
	}
	if _, err := w.Write([]byte{trailer}); err != nil {
		return fmt.Errorf("write gif: %w", err)
	}
	return nil
}

func (o Options) hundredths() (uint16, error) {
	const unit = 10 * time.Millisecond
	if o.Delay == 0 {
		o.Delay = GameDelay
	}
	n := (o.Delay + unit/2) / unit
	if n < 1 || n > 0xffff {
		return 0, fmt.Errorf("a frame must be shown for 10 to 655350 ms, not for %v", o.Delay)
	}
	return uint16(n), nil
}

// First bytes of the parts of a GIF.
const (
	extension      = 0x21
	graphicControl = 0xf9
	application    = 0xff
	descriptor     = 0x2c
	trailer        = 0x3b
)

// literal is the width of a pixel in bits; GIF knows no less.
const literal = 2

// header returns everything before the first frame: size, the two colours, and the endless loop.
func header(size image.Point) []byte {
	b := []byte("GIF89a")
	b = binary.LittleEndian.AppendUint16(b, uint16(size.X))
	b = binary.LittleEndian.AppendUint16(b, uint16(size.Y))
	b = append(b, 0x80, white, 0) // a table of two colours; background; square pixels
	for _, c := range colours {
		r, g, blue, _ := c.RGBA()
		b = append(b, byte(r>>8), byte(g>>8), byte(blue>>8))
	}
	b = append(b, extension, application, 11)
	b = append(b, "NETSCAPE2.0"...)
	return append(b, 3, 1, 0, 0, 0) // loop forever
}

// squeezeAll compresses all frames concurrently.
func squeezeAll(frames []Frame, size image.Point, delay uint16) [][]byte {
	blocks := make([][]byte, len(frames))
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(frames)) {
		all.Go(func() {
			p := painter{size: size}
			var packed bytes.Buffer
			z := lzw.NewWriter(&packed, lzw.LSB, literal).(*lzw.Writer)
			for i := int(next.Add(1)) - 1; i < len(frames); i = int(next.Add(1)) - 1 {
				packed.Reset()
				z.Reset(&packed, lzw.LSB, literal)
				p.paint(frames[i], func(line []byte) { z.Write(line) }) // never fails: a buffer takes everything
				z.Close()
				blocks[i] = frameBlock(packed.Bytes(), size, delay)
			}
		})
	}
	all.Wait()
	return blocks
}

// frameBlock returns a frame in GIF's format. It covers the whole canvas and stays until the next one.
func frameBlock(packed []byte, size image.Point, delay uint16) []byte {
	const longest = 255 // bytes of a chunk
	const keep = 1 << 2 // disposal
	b := make([]byte, 0, len(packed)+len(packed)/longest+32)
	b = append(b, extension, graphicControl, 4, keep)
	b = binary.LittleEndian.AppendUint16(b, delay)
	b = append(b, 0, 0, descriptor, 0, 0, 0, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(size.X))
	b = binary.LittleEndian.AppendUint16(b, uint16(size.Y))
	b = append(b, 0, literal)
	for len(packed) > 0 {
		n := min(len(packed), longest)
		b = append(b, byte(n))
		b = append(b, packed[:n]...)
		packed = packed[n:]
	}
	return append(b, 0)
}
