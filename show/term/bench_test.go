package term

import (
	"testing"

	"agon/show/term/screen"
)

func BenchmarkDraw(b *testing.B) {
	m := at(canvas(b, 21, 200), 150, 120, 40, screen.True)
	b.ReportAllocs()
	for b.Loop() {
		_ = m.draw().String(screen.True)
	}
}
