package chart

import (
	"fmt"
	"html/template"
	"strings"
)

// The size of a small multiple, in the units of its viewBox.
const (
	binsWide = 160
	binsHigh = 44
)

// Bins draws how many games of a bot lie in each bin as a small multiple, on an axis that the whole stage shares: one path, with a tick at
// the mean, which is a part of the width. most is the highest count of any bin of the stage.
func Bins(games []int, most int, mean float64) template.HTML {
	var path strings.Builder
	wide := float64(binsWide) / float64(len(games))
	for i, n := range games {
		if n > 0 {
			high := float64(n) / float64(most) * (binsHigh - 4)
			fmt.Fprintf(&path, "M%.1f %dh%.1fv%.1fh%.1fz", float64(i)*wide+0.25, binsHigh, wide-0.5, -high, 0.5-wide)
		}
	}
	return template.HTML(fmt.Sprintf(`<svg viewBox="0 0 %d %d" preserveAspectRatio="none" aria-hidden="true"><path class="bins" d="%s"/><path class="mean" d="M%.1f 0v%d"/></svg>`,
		binsWide, binsHigh, path.String(), binsWide*min(1, max(0, mean)), binsHigh))
}
