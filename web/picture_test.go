package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
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
	if line := "export const TONES = [" + strings.Join(names, ", ") + "];"; !strings.Contains(asset("drawing.js"), line) {
		t.Errorf("drawing.js has not the line %s", line)
	}
}

// Every kind is shown by the picture that it draws in Go, also where it has no words of its own for pages.
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

// The page's pictures, made line by line from what differs, are those that the kinds draw.
func TestThePageFollowsPictures(t *testing.T) {
	browser := openBrowser(t)
	for _, k := range append(kindsShown(t)[:4], shown{name: "colour battle", film: makeFilm(t, 9, 120)}) {
		tab := newTab(t, browser)
		open(t, tab, serve(t, k.film))
		eval[bool](t, tab, `(async () => {
			const { Reel } = await import("./assets/reel.js"), { tile } = await import("./assets/drawing.js");
			globalThis.reel = new Reel();
			globalThis.told = at => {
				const { cells, tiles, texts, sheets, ...rest } = reel.frame(at).picture, whole = (list, words) => list.map((code, i) => ({ ...tile(code), text: words[i] ?? "" }));
				return JSON.stringify({ ...rest, tiles: whole(tiles, texts), sheets: sheets.map(s => ({ layer: s.layer, seat: s.seat, tiles: whole(s.tiles, s.texts) })) });
			};
			return true;
		})()`)
		for part := range slices.Chunk(slices.Collect(bytes.Lines(reel(k.film, false))), 200) {
			text, err := json.Marshal(string(bytes.Join(part, nil)))
			if err != nil {
				t.Fatal(err)
			}
			eval[any](t, tab, "reel.read("+string(text)+")")
		}
		n, _ := k.film.Len()
		for at := 0; at < n; at += 1 + n/25 {
			want := pageForm(t, newDrawing(shotOf(k.film, at).drawing.Picture).Picture)
			if got := pageRead(t, eval[string](t, tab, fmt.Sprintf("told(%d)", at))); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: shot %d on the page:\n%.1500v\ndrawn:\n%.1500v", k.name, at, got, want)
			}
		}
	}
}

// pageForm is a picture in the page's form.
func pageForm(t *testing.T, p *draw.Picture) *draw.Picture {
	t.Helper()
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return pageRead(t, string(text))
}

func pageRead(t *testing.T, text string) *draw.Picture {
	t.Helper()
	var p draw.Picture
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
	for _, tiles := range append([][]draw.Tile{p.Tiles}, sheetTiles(&p)...) {
		for i := range tiles {
			tiles[i].Plain = ""
		}
	}
	if len(p.Shapes) == 0 {
		p.Shapes = nil
	}
	if len(p.Tiles) == 0 {
		p.Tiles = nil
	}
	if len(p.Sheets) == 0 {
		p.Sheets = nil
	}
	if len(p.Tables) == 0 {
		p.Tables = nil
	}
	return &p
}

func sheetTiles(p *draw.Picture) (all [][]draw.Tile) {
	for i := range p.Sheets {
		all = append(all, p.Sheets[i].Tiles)
	}
	return all
}
