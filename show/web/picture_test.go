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

	"agon/game/draw"
	"agon/internal/tier"
	"agon/show/film"
)

// The page decodes tones by number, so its list must equal that of package draw.
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
	if line := "export const TONES = [" + strings.Join(names, ", ") + "];"; !strings.Contains(asset("shown.js"), line) {
		t.Errorf("shown.js has not the line %s", line)
	}
}

// Every kind is shown by the picture that it draws in Go, even if it has no view.js.
func TestEveryKindIsShownByItsPicture(t *testing.T) {
	browser := openBrowser(t)
	clear(played) // these films are changed
	defer clear(played)
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

// The pictures that the page reconstructs from differences must equal those that the kinds draw.
func TestThePageFollowsPictures(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	for _, k := range append(kindsShown(t)[:4], shown{name: "colour battle", film: makeFilm(t, 9, 120)}) {
		tab := newTab(t, browser)
		open(t, tab, serve(t, k.film))
		eval[bool](t, tab, `(async () => {
			const { Reel } = await import("./assets/reel.js"), { tile } = await import("./assets/shown.js");
			globalThis.reel = new Reel();
			const shape = ({ points, from, to, ...s }) => ({ ...s, points: points?.slice(from, to).reduce((all, n, i, list) => i % 2 ? [...all, [list[i - 1], n]] : all, []) });
			globalThis.told = at => {
				const { tiles, texts, shapes, duel, ...rest } = reel.frame(at).picture;
				return JSON.stringify({ ...rest, tiles: Array.from(tiles, (code, i) => ({ ...tile(code), text: texts[i] ?? "" })), shapes: shapes.map(shape), duel: duel && { ...duel, cards: duel.cards.map(c => ({ ...c, shapes: c.shapes.map(shape) })) } });
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
		drawer, fields := film.NewDrawer(k.film, false), fieldsOf(k.film.Info.Kind)
		n, _ := k.film.Len()
		for at := 0; at < n; at += 1 + n/60 {
			want := sketch{Picture: *draw.New(len(k.film.Info.Seats))}
			drawer.Draw(&want.Picture, at)
			want.computeNumbers(fields)
			text, err := json.Marshal(want.Picture)
			if err != nil {
				t.Fatal(err)
			}
			drawn, got := pageRead(t, string(text)), pageRead(t, eval[string](t, tab, fmt.Sprintf("told(%d)", at)))
			if !reflect.DeepEqual(got, drawn) {
				t.Fatalf("%s: shot %d %s", k.name, at, parting(t, got, drawn))
			}
		}
	}
}

// parting returns where two pictures differ.
func parting(t *testing.T, page, drawn *draw.Picture) string {
	t.Helper()
	a, err := json.Marshal(page)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(drawn)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	from := max(0, n-200)
	return fmt.Sprintf("on the page …%.500s\ndrawn …%.500s", a[from:], b[from:])
}

// pageRead returns a picture from JSON, with empty lists in one form.
func pageRead(t *testing.T, text string) *draw.Picture {
	t.Helper()
	var p draw.Picture
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
	for i := range p.Tiles {
		p.Tiles[i].Plain = ""
	}
	empty(&p.Tiles)
	empty(&p.Been)
	empty(&p.Shapes)
	empty(&p.Tables)
	if p.Duel != nil {
		for i := range p.Duel.Cards {
			empty(&p.Duel.Cards[i].Shapes)
			empty(&p.Duel.Cards[i].Art)
			empty(&p.Duel.Cards[i].Rounds)
			for j := range p.Duel.Cards[i].Shapes {
				empty(&p.Duel.Cards[i].Shapes[j].Points)
			}
		}
	}
	return &p
}

// empty sets an empty list to nil.
func empty[E any](list *[]E) {
	if len(*list) == 0 {
		*list = nil
	}
}
