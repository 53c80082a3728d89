package art

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// BenchmarkGIF makes the GIF of a game of 51 rounds with full frames: a moving picture, one of stars only, and noise, the worst case.
func BenchmarkGIF(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	kinds := map[string]func(i int) Frame{
		"picture": wave,
		"stars":   func(int) Frame { return slices.Repeat(Frame{strings.Repeat("*", 60)}, 60) },
		"noise":   func(int) Frame { return noise(r, 60, 60) },
	}
	for _, name := range []string{"picture", "stars", "noise"} {
		b.Run(name, func(b *testing.B) {
			var frames []Frame
			for i := range 51 {
				frames = append(frames, kinds[name](i))
			}
			var size counter
			b.ResetTimer()
			for range b.N {
				size = 0
				if err := GIF(&size, frames, Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/gif")
			b.ReportMetric(float64(size)/1024, "KiB/gif")
		})
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

var _ io.Writer = (*counter)(nil)

// wave returns a pattern of slanted shades that moves from frame to frame.
func wave(i int) Frame {
	const shades = " .:-=+*#%@"
	f := make(Frame, 60)
	for y := range f {
		row := make([]byte, 60)
		for x := range row {
			row[x] = shades[(x*x/40+y*y/30+i)%len(shades)]
		}
		f[y] = string(row)
	}
	return f
}
