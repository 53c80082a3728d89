package main

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/hinshun/vt10x"
)

// Sizes in pixels, and colours that the terminal does not name.
const (
	wide, high = 8.4, 17.0
	margin     = 12.0
	ink        = "#d4d8de"
	ground     = "#15171c"
)

// A span is a time of the film in which a line is on the screen.
type span struct{ from, to time.Duration }

// A film is pictures of a screen, line by line.
type film struct {
	now   time.Duration
	lines [rows]struct {
		text  string // as SVG
		since time.Duration
	}
	shown []placed
}

type placed struct {
	row  int
	text string
	span
}

func (f *film) length() time.Duration { return f.now }

// add films a screen for a while.
func (f *film) add(d time.Duration, screen vt10x.Terminal) {
	for row := range rows {
		text := line(screen, row)
		l := &f.lines[row]
		if text != l.text {
			f.end(row)
			l.text, l.since = text, f.now
		}
	}
	f.now += d
}

// end ends the line of a row.
func (f *film) end(row int) {
	if l := &f.lines[row]; l.text != "" && f.now > l.since {
		f.shown = append(f.shown, placed{row, l.text, span{l.since, f.now}})
	}
}

// line returns a row of a screen as SVG without its place.
func line(screen vt10x.Terminal, row int) string {
	screen.Lock()
	defer screen.Unlock()
	var out strings.Builder
	for x := 0; x < columns; {
		first := screen.Cell(x, row)
		var run strings.Builder
		begin := x
		for ; x < columns; x++ {
			c := screen.Cell(x, row)
			if c.FG != first.FG || c.BG != first.BG || c.Mode != first.Mode {
				break
			}
			run.WriteRune(cmp.Or(c.Char, ' '))
		}
		fg, bg := colour(first.FG, ink), colour(first.BG, ground)
		if bg != ground {
			fmt.Fprintf(&out, `<rect x="%.1f" y="-13" width="%.1f" height="%.0f" fill="%s"/>`, margin+float64(begin)*wide,
				float64(x-begin)*wide, high, bg)
		}
		text := strings.TrimRight(run.String(), " ")
		if text == "" {
			continue
		}
		bold := ""
		if first.Mode&4 != 0 {
			bold = ` font-weight="bold"`
		}
		fmt.Fprintf(&out, `<text x="%.1f" fill="%s"%s textLength="%.1f">%s</text>`, margin+float64(begin)*wide, fg, bold,
			float64(len([]rune(text)))*wide, html.EscapeString(strings.ReplaceAll(text, " ", "\u00a0")))
	}
	return out.String()
}

var ansi = []string{"#15171c", "#e0565b", "#5fb36a", "#d9a441", "#5a8dee", "#b678dd", "#4fb3bf", "#d4d8de", "#7b828e", "#ff7b80", "#86d391",
	"#f2c46d", "#86aef7", "#d19ff0", "#7fd3dd", "#ffffff"}

// colour returns a colour of a terminal of 256 colours.
func colour(c vt10x.Color, usual string) string {
	switch {
	case c >= 1<<24:
		return usual
	case c < 16:
		return ansi[c]
	case c < 232:
		part := func(n uint32) uint32 {
			if n == 0 {
				return 0
			}
			return 55 + 40*n
		}
		n := uint32(c) - 16
		return fmt.Sprintf("#%02x%02x%02x", part(n/36), part(n/6%6), part(n%6))
	case c < 256:
		grey := 8 + 10*(uint32(c)-232)
		return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
	}
	return fmt.Sprintf("#%06x", uint32(c))
}

// svg draws the film. Each line is visible in its times; a viewer that does not animate shows the last screen.
func (f *film) svg() []byte {
	for row := range rows {
		f.end(row)
	}
	names := make(map[span]string)
	for _, p := range f.shown {
		if names[p.span] == "" {
			names[p.span] = fmt.Sprintf("a%d", len(names))
		}
	}
	var out bytes.Buffer
	width, height := 2*margin+columns*wide, 2*margin+rows*high
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" role="img" aria-label="`+
		"A terminal: a bot loses a game of Tron, its mistake is found, looked at in the debugger, kept as a test and mended, "+
		`and the new bot is better">`+"\n", width, height)
	fmt.Fprintf(&out, "<style>text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans "+
		"Mono',monospace;white-space:pre}g{animation-duration:%.2fs;animation-iteration-count:infinite;"+
		"animation-timing-function:step-end}\n", f.now.Seconds())
	part := func(d time.Duration) float64 { return 100 * d.Seconds() / f.now.Seconds() }
	spans := slices.SortedFunc(maps.Keys(names),
		func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
	for _, s := range spans {
		last := ""
		if s.to < f.now {
			last = fmt.Sprintf("%.2f%%,100%%{visibility:hidden}", part(s.to))
		}
		first := fmt.Sprintf("0%%{visibility:hidden}%.2f%%{visibility:visible}", part(s.from))
		if s.from == 0 {
			first = "0%{visibility:visible}"
		}
		fmt.Fprintf(&out, "@keyframes %s{%s%s}.%s{animation-name:%s", names[s], first, last, names[s], names[s])
		if s.to < f.now {
			out.WriteString(";visibility:hidden")
		}
		out.WriteString("}\n")
	}
	fmt.Fprintf(&out, "</style>\n<rect width=\"%.0f\" height=\"%.0f\" rx=\"8\" fill=\"%s\"/>\n", width, height, ground)
	slices.SortFunc(f.shown, func(a, b placed) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.row, b.row)) })
	for _, p := range f.shown {
		fmt.Fprintf(&out, `<g class="%s" transform="translate(0 %.0f)">%s</g>`+"\n", names[p.span], margin+13+float64(p.row)*high, p.text)
	}
	out.WriteString("</svg>\n")
	return out.Bytes()
}
