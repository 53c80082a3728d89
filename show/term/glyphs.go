package term

import (
	"fmt"
	"strconv"
	"strings"

	"agon/show/term/screen"
)

// glyphs are the characters that a terminal can show.
type glyphs struct{ depth screen.Depth }

// ascii reports whether only ASCII characters are drawn.
func (g glyphs) ascii() bool { return !g.depth.Colour() }

// unit replaces us by µs on terminals that can show it.
func (g glyphs) unit(text string) string {
	if g.ascii() {
		return text
	}
	return strings.Replace(text, " us", " µs", 1)
}

// spell writes arrows as words for terminals that may lack them.
func (g glyphs) spell(hint string) string {
	if !g.ascii() {
		return hint
	}
	return strings.NewReplacer("←→", "left/right", "↑↓", "up/down").Replace(hint)
}

// faultText returns a number of faults, or a dot for none.
func (g glyphs) faultText(n int) string {
	switch {
	case n > 999:
		return fmt.Sprintf("%dk", n/1000)
	case n > 0:
		return strconv.Itoa(n)
	case g.ascii():
		return "."
	}
	return "·"
}

// microHead returns the heading of times.
func (g glyphs) microHead() string {
	if g.ascii() {
		return "us"
	}
	return "µs"
}

// cut cuts a text to a number of columns.
func (g glyphs) cut(text string, columns int) string {
	if g.ascii() {
		return screen.CutPlain(text, columns)
	}
	return screen.Cut(text, columns)
}

// bar returns a bar of part times columns, at least one column if part is not 0.
func (g glyphs) bar(part float64, columns int) string {
	n := int(part*float64(columns) + 0.5)
	if part > 0 {
		n = max(n, 1)
	}
	if g.ascii() {
		return strings.Repeat("#", n)
	}
	return strings.Repeat("▇", n)
}

// arrows writes arrows and dots as letters for terminals that may lack them.
func (g glyphs) arrows(text string) string {
	if !g.ascii() {
		return text
	}
	return strings.NewReplacer("←", "L", "→", "R", "↑", "U", "↓", "D", "·", ".").Replace(text)
}
