package graph

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"image/color"
	"io"
	"strings"

	"agon/palette"
)

// style has the colours of both themes, those of the report's pages.
const style = `<style>.p{fill:#fff}.i{fill:#1b1d1f}.m{fill:#62666b}.l{fill:#e0e0da}` +
	`@media(prefers-color-scheme:dark){.p{fill:#171b21}.i{fill:#eceef0}.m{fill:#959da7}.l{fill:#2a3038}}</style>`

// classes are the tones that follow the theme.
var classes = [...]string{page: "p", ink: "i", muted: "m", line: "l"}

// svg writes the picture. Names are text, never markup.
func (s *sheet) svg(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" aria-label="%s" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif">%s`+"\n",
		s.wide, s.high, s.wide, s.high, escaped(s.label), style)
	for _, i := range s.items {
		if i.text == "" {
			fmt.Fprintf(out, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" %s/>`+"\n", i.x, i.y, i.wide, i.high, i.fill())
			continue
		}
		text := func(x, y float64) {
			fmt.Fprintf(out, `<text x="%.1f" y="%.1f" font-size="%g"`, x, y, i.high)
			if i.bold {
				fmt.Fprint(out, ` font-weight="600"`)
			}
			if i.anchor != start {
				fmt.Fprintf(out, ` text-anchor="%s"`, [...]string{middle: "middle", end: "end"}[i.anchor])
			}
			fmt.Fprintf(out, ` %s>%s</text>`, i.fill(), escaped(i.text))
		}
		if i.wide == 0 {
			text(i.x, i.y)
		} else { // a picture of its own clips what does not fit
			fmt.Fprintf(out, `<svg x="%.1f" y="%.1f" width="%.1f" height="%.1f">`, i.x, i.y-i.high, i.wide, i.high*1.4)
			text(0, i.high)
			fmt.Fprint(out, "</svg>")
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// fill returns the attribute of an item's colour.
func (i *item) fill() string {
	if i.tone < slot {
		return `class="` + classes[i.tone] + `"`
	}
	c := i.colour()
	return fmt.Sprintf(`fill="#%02x%02x%02x"`, c.R, c.G, c.B)
}

// colour returns the colour in the light theme.
func (i *item) colour() color.RGBA {
	return [...]color.RGBA{page: palette.Surface, ink: palette.Ink, muted: palette.Muted, line: {0xe0, 0xe0, 0xda, 0xff},
		slot: palette.Of(i.slot).Colour, onTop: palette.Of(i.slot).Ink}[i.tone]
}

// escaped returns a text for use in XML; what XML cannot contain is replaced.
func escaped(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a Builder accepts every write
	}
	return b.String()
}
