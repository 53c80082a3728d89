package web

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"agon/draw"
)

// The page reads tones by number: its list is that of package draw.
func TestThePageKnowsTheTones(t *testing.T) {
	var names []string
	for tone := draw.Blank; ; tone++ {
		name, err := tone.MarshalText()
		if err != nil {
			break
		}
		names = append(names, fmt.Sprintf("%q", name))
	}
	if len(names) > tones {
		t.Errorf("%d tones do not fit into %d", len(names), tones)
	}
	if line := "const TONES = [" + strings.Join(names, ", ") + "];"; !strings.Contains(asset("picture.js"), line) {
		t.Errorf("picture.js has not the line %s", line)
	}
}

// Every kind is shown by the picture that it draws in Go, where its view.js draws nothing.
func TestEveryKindIsShownByItsPicture(t *testing.T) {
	browser := openBrowser(t)
	for _, kind := range kindsShown(t)[:4] {
		kind.film.Info.Kind.Files = fstest.MapFS{"view.js": {Data: []byte("// nothing\n")}}
		address, _ := export(t, kind.film)
		tab := newTab(t, browser)
		dress(t, tab, 1280, 1000, "light")
		shot := kind.hashes[len(kind.hashes)-2]
		open(t, tab, address+shot)
		until(t, tab, `document.documentElement.classList.contains("ready")`)
		settle(t, tab)
		colours := eval[int](t, tab, `(() => { const c = document.getElementById("canvas"); return new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer)).size; })()`)
		if colours < 50 {
			t.Errorf("%s: the board has %d colours", kind.name, colours)
		}
		shoot(t, tab, kind.name+"-picture")
		sound(t, tab)
	}
}
