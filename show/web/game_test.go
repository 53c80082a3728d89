package web

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/game/palette"
	"agon/internal/tier"
	"agon/show/film"
)

// state is everything visible about a page's position.
const state = `JSON.stringify({
	round: document.getElementById("round").textContent,
	playing: document.getElementById("play").dataset.does === "true",
	speed: document.querySelector("#speeds [aria-pressed=true]").dataset.speed,
	layers: [...document.querySelectorAll("#layers button")].map(b => b.textContent[0] + b.getAttribute("aria-pressed")).join(),
	picked: [...document.querySelectorAll("tr[aria-selected=true]")].map(r => r.dataset.seat).join(),
	help: document.getElementById("help").open,
	fault: document.getElementById("fault").hidden ? "" : document.getElementById("fault").textContent,
})`

func TestEachKeyDoesWhatItsButtonDoes(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	address := serve(t, makeFilm(t, 6, 200)) + "#r=100"
	for _, tt := range []struct {
		key    string
		held   []chromedp.Modifier
		button string
	}{
		{kb.Home, nil, "#reset"}, {kb.ArrowLeft, nil, "#back"}, {kb.ArrowRight, nil, "#step"}, {kb.End, nil, "#end"},
		{"1", nil, "[data-speed='10']"}, {"3", nil, "[data-speed=fast]"},
		{"i", nil, "#layers button:nth-child(1)"}, {"t", nil, "#layers button:nth-child(2)"}, {"p", nil, "#layers button:nth-child(3)"},
		{kb.ArrowLeft, []chromedp.Modifier{chromedp.ModifierAlt}, "#fault-before"},
		{kb.ArrowRight, []chromedp.Modifier{chromedp.ModifierAlt}, "#fault-after"},
		{"?", []chromedp.Modifier{chromedp.ModifierShift}, "#keys"},
	} {
		before := ""
		after := func(act func()) string {
			open(t, tab, address)
			until(t, tab, `document.getElementById("round").textContent === "100"`)
			before = eval[string](t, tab, state)
			act()
			settle(t, tab)
			return eval[string](t, tab, state)
		}
		byKey := after(func() { press(t, tab, tt.key, tt.held...) })
		byButton := after(func() { do(t, tab, chromedp.Click(chromedp.CSS(tt.button))) })
		if byKey == before {
			t.Errorf("the key %q does nothing", tt.key)
		}
		if byKey != byButton {
			t.Errorf("the key %q comes to %s, its button %s to %s", tt.key, byKey, tt.button, byButton)
		}
	}
}

func TestPlayStopStepPick(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	open(t, tab, serve(t, makeFilm(t, 6, 200))+"#r=50")
	round := func(want string) {
		t.Helper()
		until(t, tab, fmt.Sprintf(`document.getElementById("round").textContent === %q`, want))
	}
	round("50")
	press(t, tab, kb.ArrowRight, chromedp.ModifierShift)
	round("60")
	press(t, tab, " ")
	until(t, tab, `Number(document.getElementById("round").textContent) > 64`)
	if label := eval[string](t, tab, `document.getElementById("play").getAttribute("aria-label")`); label != "Stop" {
		t.Errorf("while it plays the button says %q", label)
	}
	do(t, tab, chromedp.Click(chromedp.CSS("#play")))
	press(t, tab, "3")
	press(t, tab, " ")
	round("200")
	until(t, tab, `document.getElementById("play").dataset.does === "false"`)
	press(t, tab, kb.ArrowDown)
	press(t, tab, kb.ArrowDown)
	press(t, tab, kb.Enter)
	until(t, tab, `document.querySelectorAll("#list tbody tr")[1].getAttribute("aria-selected") === "true"`)
	until(t, tab, `/[#&]pick=\d/.test(location.hash)`)
	press(t, tab, kb.Escape)
	until(t, tab, `document.querySelectorAll("tr[aria-selected=true]").length === 0`)
}

func TestABotIsPickedOnTheBoard(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	f := makeFilm(t, 1, 30)
	open(t, tab, serve(t, f)+"#r=30")
	until(t, tab, `document.getElementById("round").textContent === "30"`)
	frame := f.Shot(30).Frame
	side := frame.Width("grid")
	at := eval[[]float64](t, tab, fmt.Sprintf(
		`(() => { const b = document.getElementById("canvas").getBoundingClientRect(), n = b.width / %d; return [b.left + %d.5 * n, b.top + %d.5 * n]; })()`, side, frame.List("x")[0], side-1-frame.List("y")[0]))
	do(t, tab, chromedp.MouseClickXY(at[0], at[1]))
	until(t, tab, `document.querySelector("tr[data-seat='0']").getAttribute("aria-selected") === "true"`)
	until(t, tab, `document.getElementById("picked").textContent.startsWith("id 1: takes white and ids 2 modulo 3")`)
}

func TestTheAddressIsTheState(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	address := serve(t, makeFilm(t, 6, 200))
	hash := "#r=77&pick=3&speed=10&ids=1&tails=0"
	open(t, tab, address+hash)
	until(t, tab, `document.getElementById("round").textContent === "77"`)
	settle(t, tab)
	shown := eval[string](t, tab, state)
	for _, want := range []string{`"round":"77"`, `"speed":"10"`, `"picked":"3"`, `Itrue,Tfalse,Pfalse`} {
		if !strings.Contains(shown, want) {
			t.Errorf("%s shows %s, without %s", hash, shown, want)
		}
	}
	press(t, tab, kb.ArrowRight)
	press(t, tab, "p")
	until(t, tab, `location.hash === "#r=78&pick=3&speed=10&ids=1&tails=0&patterns=1"`)
	eval[any](t, tab, `location.hash = "#r=5"`)
	until(t, tab, `document.getElementById("round").textContent === "5" && document.querySelectorAll("tr[aria-selected=true]").length === 0`)
}

func TestNamesAreText(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	open(t, tab, serve(t, makeFilm(t, 9, 100))+"#r=20")
	if !eval[bool](t, tab, `[...document.querySelectorAll("#list .name")].some(e => e.textContent === '<b>Bold</b> & "Quoted"' && !e.firstElementChild)`) {
		t.Error("a name that looks like markup is not shown as it is")
	}
}

// The middle of an empty tile must have the pale tone of its owner; (0,0) is the lower left tile.
func TestTheBoardIsPainted(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	f := makeFilm(t, 4, 120)
	open(t, tab, serve(t, f)+"#r=120&tails=0")
	until(t, tab, `document.getElementById("round").textContent === "120"`)
	settle(t, tab)
	shot := f.Shot(120)
	grid, side, ids := shot.Frame.List("grid"), shot.Frame.Width("grid"), shot.Frame.List("ids")
	taken := make(map[int]bool)
	for seat := range ids {
		taken[shot.Frame.List("y")[seat]*side+shot.Frame.List("x")[seat]] = true
	}
	checked := 0
	for at, id := range grid {
		if taken[at] {
			continue
		}
		want := palette.Tile
		for seat, other := range ids {
			if other == id {
				want = palette.Mix(palette.Tile, palette.Slots[seat].Colour, 0.36)
			}
		}
		x, y := float64(at%side)+0.8, float64(side-1-at/side)+0.8
		got := eval[[]int](t, tab, fmt.Sprintf(`(() => { const c = document.getElementById("canvas"), n = c.width / %d; return [...c.getContext("2d").getImageData(%f * n, %f * n, 1, 1).data]; })()`, side, x, y))
		if abs(got[0]-int(want.R))+abs(got[1]-int(want.G))+abs(got[2]-int(want.B)) > 3 {
			t.Fatalf("tile %d,%d of id %d is %v, want %v", at%side, at/side, id, got, want)
		}
		checked++
	}
	if checked < side*side-8 {
		t.Errorf("only %d of %d tiles were looked at", checked, side*side)
	}
}

func abs(n int) int { return max(n, -n) }

func TestALiveGameGrows(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	whole := makeFilm(t, 6, 200)
	growing := film.New(whole.Info)
	for i := range 150 {
		growing.Append(whole.Shot(i))
	}
	open(t, tab, serve(t, growing))
	until(t, tab, `document.getElementById("round").textContent === "149" && document.getElementById("live").textContent === "Live" && document.getElementById("end").hidden`)
	shoot(t, tab, "live")
	press(t, tab, kb.ArrowLeft)
	for i := 150; i < 160; i++ {
		growing.Append(whole.Shot(i))
	}
	until(t, tab, `document.getElementById("live").textContent === "back to live (11 behind)" && document.getElementById("round").textContent === "148"`)
	sound(t, tab)
	do(t, tab, chromedp.Click(chromedp.CSS("#live")))
	until(t, tab, `document.getElementById("round").textContent === "159"`)
	for i := 160; i <= 200; i++ {
		growing.Append(whole.Shot(i))
	}
	growing.End("played out", 77)
	until(t, tab, `document.getElementById("round").textContent === "200" && document.getElementById("live").hidden && !document.getElementById("end").hidden`)
	until(t, tab, `document.getElementById("ending").textContent === "played out"`)
}

// export writes a film as a file and returns its address.
func export(t *testing.T, f *film.Film) (address string, text []byte) {
	t.Helper()
	var out bytes.Buffer
	if err := ExportHTML(&out, f); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.html")
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return "file://" + path, out.Bytes()
}

func TestTheExportedFileIsSmallAndAlone(t *testing.T) {
	_, text := export(t, makeFilm(t, 21, 1000))
	t.Logf("21 bots, 1000 rounds, with times: %d bytes", len(text))
	if len(text) >= 400_000 {
		t.Errorf("the file has %d bytes, it is to stay below 400 000", len(text))
	}
	for _, word := range []string{"src=\"http", "href=\"http", "\nimport ", "fetch(", "style="} {
		if bytes.Contains(text, []byte(word)) {
			t.Errorf("the file has %q", word)
		}
	}
	if !bytes.Contains(text, []byte("<noscript><table")) {
		t.Error("the file has no table for those without a script")
	}
}

func TestTheExportedFilePlaysFromTheDisk(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 390, 844, "dark")
	f := makeFilm(t, 21, 300)
	address, _ := export(t, f)
	open(t, tab, address+"#r=300")
	until(t, tab, `document.getElementById("round").textContent === "300"`)
	settle(t, tab)
	last := f.Shot(300)
	rows := eval[[][]string](t, tab, `[...document.querySelectorAll("#list tbody tr[data-seat]")].map(r => [r.dataset.seat, r.querySelector(".share .num").textContent])`)
	for i, seat := range last.ByPlace() {
		if rows[i][0] != fmt.Sprint(seat) || rows[i][1] != scoreText(last.Scores[seat], "%")+" %" {
			t.Errorf("row %d is %v, the film has seat %d with %s %%", i+1, rows[i], seat, scoreText(last.Scores[seat], "%"))
		}
	}
	sound(t, tab)
	press(t, tab, kb.Home)
	press(t, tab, " ")
	until(t, tab, `Number(document.getElementById("round").textContent) > 3`)
}

// A kind without a view is shown with cells in the colours of their owners, and a list of scores.
func TestAKindWithoutAViewIsShown(t *testing.T) {
	browser := openBrowser(t)
	for _, name := range []string{"a picture", "a grid"} {
		f := makeFilm(t, 3, 60)
		f.Info.Kind.Files = fstest.MapFS{"view.js": {Data: []byte("// view\n")}}
		if name == "a grid" {
			f.Info.Kind.Draw = nil
		}
		address, _ := export(t, f)
		tab := newTab(t, browser)
		dress(t, tab, 1280, 1000, "light")
		open(t, tab, address+"#r=60")
		until(t, tab, `document.getElementById("round").textContent === "60"`)
		settle(t, tab)
		colours := eval[int](t, tab, `(() => { const c = document.getElementById("canvas"); return new Set(new Uint32Array(c.getContext("2d").getImageData(0, 0, c.width, c.height).data.buffer)).size; })()`)
		if colours < 7 {
			t.Errorf("%s: the board has %d colours, three bots and their tiles have more", name, colours)
		}
		first := f.Shot(60).ByPlace()[0]
		if got, want := eval[string](t, tab, `document.querySelector("#list tbody tr").textContent`),
			scoreText(f.Shot(60).Scores[first], "%"); !strings.Contains(got, want) {
			t.Errorf("%s: the first row is %q, without %s", name, got, want)
		}
		sound(t, tab)
	}
}

// withoutScript opens an address in a browser without JavaScript.
func withoutScript(t *testing.T, tab context.Context, address string) string {
	t.Helper()
	if _, err := chromedp.Call(tab, emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	do(t, tab, chromedp.Navigate(address))
	text, err := chromedp.Run(tab, chromedp.Text(chromedp.CSS("body")))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestWithoutAScriptTheTablesStand(t *testing.T) {
	browser := openBrowser(t)
	address, _ := export(t, makeFilm(t, 21, 50))
	dir := t.TempDir()
	if err := WriteReport(dir, makeReport(t, 21, 4, 1)); err != nil {
		t.Fatal(err)
	}
	for what, page := range map[string]string{"the exported file": address, "the report": "file://" + dir + "/index.html",
		"a game of the report": "file://" + dir + "/games/1.html", "the served page": serve(t, makeFilm(t, 21, 50))} {
		tab := newTab(t, browser)
		dress(t, tab, 390, 844, "light")
		text := withoutScript(t, tab, page)
		for _, who := range cast {
			if !strings.Contains(text, who[0]) {
				t.Errorf("%s has no %q", what, who[0])
			}
		}
		if strings.Count(text, "JavaScript is off") != 1 {
			t.Errorf("%s does not say that it lacks JavaScript", what)
		}
		if strings.Contains(text, "Play") || strings.Contains(text, "find a bot") {
			t.Errorf("%s shows controls that do nothing", what)
		}
		shoot(t, tab, "noscript-"+strings.ReplaceAll(what, " ", "-"))
	}
}
