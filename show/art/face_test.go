package art

import "testing"

// TestGlyphs: every printable character has a distinct glyph, and all others are the box.
func TestGlyphs(t *testing.T) {
	seen := map[glyph]rune{}
	for c := rune(first); c < box; c++ {
		g := *glyphOf(c)
		if (g == glyph{}) != (c == ' ') {
			t.Errorf("%q is drawn as %v", c, g)
		}
		if other, ok := seen[g]; ok {
			t.Errorf("%q looks like %q", c, other)
		}
		seen[g] = c
		for y, line := range g {
			if line >= 1<<cellWidth {
				t.Errorf("line %d of %q leaves its cell", y, c)
			}
		}
	}
	if c, ok := seen[*glyphOf('\n')]; ok {
		t.Errorf("the box looks like %q", c)
	}
	for _, c := range []rune{0, '\t', '\n', 0x1b, 0x7f, 0x80, 'é', '字', 0x1f600, 0xfffd, -1} {
		if *glyphOf(c) != *glyphOf(box) {
			t.Errorf("%U is no box", c)
		}
	}
}

// TestJoins: strokes that continue from cell to cell leave no gap.
func TestJoins(t *testing.T) {
	for _, c := range "-_=" {
		full := false
		for _, line := range glyphOf(c) {
			full = full || line == 1<<cellWidth-1
		}
		if !full {
			t.Errorf("%q does not reach its neighbours", c)
		}
	}
	for _, c := range `|/\` {
		if g := glyphOf(c); g[0] == 0 || g[cellHeight-1] == 0 {
			t.Errorf("%q does not reach the rows above and below", c)
		}
	}
}
