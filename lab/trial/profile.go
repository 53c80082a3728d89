package trial

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"slices"

	"agon/bot/pyhost"
)

// topFunctions returns a profile as text: the bot's own functions by time, most first.
func topFunctions(p *pyhost.Profile) []byte {
	var b bytes.Buffer
	order := slices.Clone(p.Functions)
	slices.SortStableFunc(order, func(x, y pyhost.Function) int { return cmp.Compare(y.Own, x.Own) })
	fmt.Fprintf(&b, "%9s %10s %10s %10s  %s\n", "calls", "own ms", "total ms", "own us", "function")
	for _, f := range order[:min(40, len(order))] {
		fmt.Fprintf(&b, "%9d %10.3f %10.3f %10.3f  %s\n", f.Calls, f.Own*1e3, f.Total*1e3, f.Own*1e6/float64(max(f.Calls, 1)),
			functionName(f))
	}
	return b.Bytes()
}

func functionName(f pyhost.Function) string {
	if f.File == "~" || f.Line == 0 {
		return f.Name
	}
	return fmt.Sprintf("%s  (%s:%d)", f.Name, f.File, f.Line)
}

// A callPicture draws functions as boxes, in layers by their distance from the first caller, with arrows for calls. Boxes are redder the
// more time a function takes.
const (
	boxWidth, boxHeight = 190, 44
	gapX, gapY          = 24, 46
	leastShare          = 0.01 // of all time: smaller functions are left out
)

type callBox struct {
	function pyhost.Function
	layer    int
	x, y     int
}

func callPicture(name string, p *pyhost.Profile) []byte {
	boxes, order, width, height := arrange(p)
	all := 1e-12
	for _, f := range p.Functions {
		all = max(all, f.Total)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" font-family="system-ui, sans-serif" font-size="12">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#ffffff"/><text x="16" y="22" font-size="15" font-weight="650">%s: where its time goes</text>`+"\n", html.EscapeString(name))
	fmt.Fprint(&b, `<defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#62666b"/></marker></defs>`+"\n")
	for _, i := range order {
		to := boxes[i]
		for _, c := range to.function.Callers {
			from, ok := boxes[c.From]
			if !ok || c.From == i {
				continue
			}
			fmt.Fprintf(&b, `<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="#62666b" stroke-width="%.1f" marker-end="url(#a)"/>`+
				"\n",
				from.x+boxWidth/2, from.y+boxHeight, from.x+boxWidth/2, from.y+boxHeight+gapY/2, to.x+boxWidth/2, to.y-gapY/2,
				to.x+boxWidth/2, to.y, 0.6+3*c.Total/all)
		}
	}
	for _, i := range order {
		box := boxes[i]
		f := box.function
		heat := f.Total / all
		fmt.Fprintf(&b, `<g><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="rgb(255,%d,%d)" stroke="#8b8b83"/>`,
			html.EscapeString(functionName(f)), box.x, box.y, boxWidth, boxHeight, 245-int(150*heat), 240-int(190*heat))
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-weight="600">%s</text><text x="%d" y="%d">%.1f %% (own %.1f %%), %d calls</text></g>`+
			"\n",
			box.x+8, box.y+18, html.EscapeString(cutText(f.Name, 26)), box.x+8, box.y+35, 100*heat, 100*f.Own/all, f.Calls)
	}
	fmt.Fprint(&b, "</svg>\n")
	return b.Bytes()
}

// arrange places the functions above leastShare: by layers, in each the one with the most time first.
func arrange(p *pyhost.Profile) (boxes map[int]callBox, order []int, width, height int) {
	all := 0.0
	for _, f := range p.Functions {
		all = max(all, f.Total)
	}
	boxes = map[int]callBox{}
	for i, f := range p.Functions {
		if f.Total >= leastShare*all {
			boxes[i] = callBox{function: f, layer: -1}
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(p.Functions[y].Total, p.Functions[x].Total) })
	filled := map[int]int{}
	for _, i := range order { // callers have more time than their callees, so they come first
		box := boxes[i]
		box.layer = 0
		for _, c := range box.function.Callers {
			if from, ok := boxes[c.From]; ok && c.From != i && from.layer >= 0 {
				box.layer = max(box.layer, from.layer+1)
			}
		}
		box.x = 16 + filled[box.layer]*(boxWidth+gapX)
		box.y = 40 + box.layer*(boxHeight+gapY)
		filled[box.layer]++
		width, height = max(width, box.x+boxWidth+16), max(height, box.y+boxHeight+16)
		boxes[i] = box
	}
	return boxes, order, max(width, 320), max(height, 80)
}

func cutText(s string, n int) string {
	if letters := []rune(s); len(letters) > n {
		return string(letters[:n-1]) + "…"
	}
	return s
}
