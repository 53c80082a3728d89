package web

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"agon/game"
	"agon/game/palette"
	"agon/games/fence"
	"agon/games/tron"
	"agon/internal/tier"
	"agon/show/film"
	"agon/show/film/filmtest"
)

func TestEachKindIsSoundOnDeskAndPhone(t *testing.T) {
	browser := openBrowser(t)
	for _, k := range kindsShown(t) {
		address := serve(t, k.film)
		for _, s := range sizes {
			if s.width == 720 {
				continue
			}
			t.Run(fmt.Sprintf("%s %d", k.name, s.width), func(t *testing.T) {
				tab := newTab(t, browser)
				dress(t, tab, s.width, s.height, "light")
				for i, hash := range k.hashes {
					if i == 0 {
						open(t, tab, address+hash)
					} else {
						eval[any](t, tab, fmt.Sprintf("location.hash = %q", hash))
					}
					until(t, tab, `document.querySelectorAll("#list tbody tr[data-seat]").length > 1`)
					inEachTheme(t, tab, s.width, s.height, func(theme string) {
						sound(t, tab)
						shoot(t, tab, fmt.Sprintf("%s-%d-%s-%s", k.name, s.width, theme, hash[1:]))
					})
				}
			})
		}
	}
}

// drawnBoard is the board's current image as text.
const drawnBoard = `document.getElementById("canvas").toDataURL()`

func TestEachLayerHasAKeyAndAButtonAndShows(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	for _, tt := range []struct {
		name   string
		film   *film.Film
		at     int
		layers string // their keys, in the order of the buttons
	}{{"tron", tronFilm(t), 150, "onp"}, {"bomberman", bombermanFilm(t, 4), 78, "rchp"}} {
		tab := newTab(t, browser)
		dress(t, tab, 1280, 1000, "light")
		address := serve(t, tt.film) + fmt.Sprintf("#r=%d", tt.at)
		after := func(act func()) (pressed, drawn string) {
			open(t, tab, address)
			until(t, tab, `document.querySelectorAll("#layers button").length > 0`)
			settle(t, tab)
			act()
			settle(t, tab)
			return eval[string](t, tab, `[...document.querySelectorAll("#layers button")].map(b => b.getAttribute("aria-pressed")).join()`),
				eval[string](t, tab, drawnBoard)
		}
		plainState, plain := after(func() {})
		for i, key := range tt.layers {
			byKeyState, byKey := after(func() { press(t, tab, string(key)) })
			byButtonState, byButton := after(func() {
				do(t, tab,
					chromedp.Click(chromedp.CSS(fmt.Sprintf("#layers button:nth-child(%d)", i+1))))
			})
			if byKeyState == plainState || byKey == plain {
				t.Errorf("%s: the key %q changes nothing", tt.name, key)
			}
			if byKeyState != byButtonState || byKey != byButton {
				t.Errorf("%s: the key %q and its button do not do the same", tt.name, key)
			}
		}
	}
}

// The numbers beside the board must be those of the kind's own overlay.
func TestTronShowsWhatEachStepIsWorth(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	f := tronFilm(t)
	address := serve(t, f)
	for _, at := range []int{0, 7, 150, 333} {
		want, err := tron.SurveyFrame(f.Shot(at).Frame)
		if err != nil {
			t.Fatal(err)
		}
		open(t, tab, fmt.Sprintf("%s#r=%d", address, at))
		until(t, tab, fmt.Sprintf(`document.querySelector("#notes h3")?.textContent === "Seat %d may go"`, want.Mover))
		rows := eval[[][]string](t, tab, `[...document.querySelectorAll("#notes tbody tr")].map(r => [...r.cells].map(c => c.textContent.replaceAll("\u2009", "")))`)
		for i, step := range want.Steps {
			name := []string{"UP", "DOWN", "LEFT", "RIGHT"}[i]
			cells := []string{name, "", "", "blocked"}
			if step.Free {
				cells = []string{name, fmt.Sprint(step.Mine), fmt.Sprint(step.Theirs), fmt.Sprint(step.Distance)}
			}
			if strings.Join(rows[i], " ") != strings.Join(cells, " ") {
				t.Errorf("turn %d: the page has %v, the overlay %v", at, rows[i], cells)
			}
		}
		nearest := make(map[int]int)
		for _, seat := range want.Owner {
			nearest[seat]++
		}
		for _, row := range eval[[][]string](t, tab,
			`[...document.querySelectorAll("#list tbody tr[data-seat]")].map(r => [r.dataset.seat, r.querySelector(".share .num").textContent])`) {
			seat, _ := strconv.Atoi(row[0])
			if n, _, _ := strings.Cut(row[1], " "); n != fmt.Sprint(nearest[seat]) {
				t.Errorf("turn %d: seat %d is nearest to %s on the page, to %d tiles by the overlay", at, seat, n, nearest[seat])
			}
		}
	}
}

func TestTheDeadAreStruckThroughWithTheReason(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	f := tronFilm(t)
	open(t, tab, serve(t, f)+"#r=9999")
	until(t, tab, `document.querySelectorAll("#list tr.out").length === 3`)
	n, _ := f.Len()
	frame := f.Shot(n - 1).Frame
	for _, row := range eval[[][]string](t, tab,
		`[...document.querySelectorAll("#list tr.out")].map(r => [r.dataset.seat, r.querySelector(".by").textContent, getComputedStyle(r.querySelector(".name")).textDecorationLine])`) {
		seat, _ := strconv.Atoi(row[0])
		if want := fmt.Sprintf("turn %d: %s", frame.List("died")[seat], frame.Words("cause")[seat]); row[1] != want ||
			row[2] != "line-through" {
			t.Errorf("seat %d: %q, %s; want %q struck through", seat, row[1], row[2], want)
		}
	}
}

func TestTwoClocks(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	slow := func(turn int, seat game.Seat, _ *game.Dice) game.Micros {
		return game.Micros(20_000 + 25_000*int(seat))
	}
	f := filmtest.Play(t, filmtest.Game{Kind: game.New(fence.Spec), Seed: 5, Bots: []string{"nearest", "planner"}, Took: slow})
	address := serve(t, f)
	const cards = `[...document.querySelectorAll("#cards .card")].map(c => [c.querySelector("strong").textContent, c.className, c.querySelector(".words").textContent])`
	for _, tt := range []struct {
		at   int
		want [2]string // a class of each card
	}{{0, [2]string{"on", "card"}}, {361, [2]string{"card", "warn"}}, {430, [2]string{"card", "bad"}}, {9999, [2]string{"card", "bad"}}} {
		open(t, tab, fmt.Sprintf("%s#r=%d", address, tt.at))
		until(t, tab, `document.querySelectorAll("#cards .card").length === 2`)
		settle(t, tab)
		n, _ := f.Len()
		frame := f.Shot(min(tt.at, n-1)).Frame
		for seat, card := range eval[[][]string](t, tab, cards) {
			left := strings.Replace(fmt.Sprintf("%06.3f", float64(frame.List("clock_us")[seat])/1e6), "-", "−0", 1)
			if card[0] != left {
				t.Errorf("ply %d: clock %d shows %s, want %s", tt.at, seat+1, card[0], left)
			}
			if !strings.Contains(" "+card[1]+" ", " "+tt.want[seat]+" ") {
				t.Errorf("ply %d: the card of %d is %q, want %q", tt.at, seat+1, card[1], tt.want[seat])
			}
			if fallen := frame.Number("fallen") == seat; fallen != (card[2] == "flag fallen") {
				t.Errorf("ply %d: player %d says %q, fallen is %v", tt.at, seat+1, card[2], fallen)
			}
		}
	}
}

func TestRoundsAreTheScrubBarOfHands(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	f := rpsFilm(t)
	open(t, tab, serve(t, f)+"#r=51")
	until(t, tab, `document.getElementById("round").textContent === "51"`)
	settle(t, tab)
	for round, winner := range f.Shot(51).Frame.List("winners") {
		for seat := range 2 {
			at := fmt.Sprintf(`(() => { const c = document.getElementById("stream"), g = c.getContext("2d"); return [...g.getImageData((%d + 0.2) * c.width / 51, c.height * (0.25 + 0.5 * %d), 1, 1).data]; })()`, round, seat)
			got, own := eval[[]int](t, tab, at), palette.Of(seat).Colour
			if is := got[0] == int(own.R) && got[1] == int(own.G) && got[2] == int(own.B); is != (winner == seat+1) {
				t.Errorf("round %d, won by %d: the cell of %d is %v", round+1, winner, seat+1, got)
			}
		}
	}
}

func TestArtIsDrawnAndNeverMarkup(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	address, _ := export(t, rpsFilm(t))
	open(t, tab, address+"#r=42")
	until(t, tab, `document.getElementById("round").textContent === "42"`)
	settle(t, tab)
	if n := eval[int](t, tab, `document.querySelectorAll("img, script[src]").length`); n != 0 {
		t.Errorf("art made %d elements", n)
	}
	drawn := eval[int](t, tab, `(() => {
		const c = document.getElementById("canvas"), g = c.getContext("2d"), part = g.getImageData(c.width * 0.1, c.height * 0.45, c.width * 0.3, c.height * 0.4).data;
		let dark = 0;
		for (let i = 0; i < part.length; i += 4) if (part[i] < 140) dark++;
		return dark;
	})()`)
	if drawn < 50 {
		t.Errorf("only %d points of the art are dark", drawn)
	}
}

func TestAHeadIsPickedOnTheBoard(t *testing.T) {
	browser := openBrowser(t)
	tab := newTab(t, browser)
	dress(t, tab, 1280, 1000, "light")
	for _, tt := range []struct {
		film *film.Film
		at   int
		grid string
		seat int
		want string
	}{
		{tronFilm(t), 150, "grid", 1, "seat 1: a trail of"},
		{fenceFilm(t), 389, "board", 0, "player 1: "},
		{bombermanFilm(t, 4), 78, "walls", 3, "D: been on"},
	} {
		open(t, tab, fmt.Sprintf("%s#r=%d", serve(t, tt.film), tt.at))
		until(t, tab, `document.querySelectorAll("#list tbody tr[data-seat]").length > 1`)
		settle(t, tab)
		frame := tt.film.Shot(tt.at).Frame
		at := eval[[]float64](t, tab, fmt.Sprintf(
			`(() => { const b = document.getElementById("canvas").getBoundingClientRect(), n = b.width / %d; return [b.left + %d.5 * n, b.top + %d.5 * n]; })()`,
			frame.Width(tt.grid), frame.List("x")[tt.seat], frame.List("y")[tt.seat]))
		do(t, tab, chromedp.MouseClickXY(at[0], at[1]))
		until(t, tab, fmt.Sprintf(`document.getElementById("picked").textContent.startsWith(%q)`, tt.want))
		until(t, tab, fmt.Sprintf(`document.querySelector("tr[data-seat='%d']").getAttribute("aria-selected") === "true"`, tt.seat))
	}
}

func TestEachKindIsExportedAndPlaysFromTheDisk(t *testing.T) {
	tier.Long(t)
	browser := openBrowser(t)
	for _, k := range kindsShown(t) {
		tab := newTab(t, browser)
		dress(t, tab, 390, 844, "dark")
		address, text := export(t, k.film)
		t.Logf("%s: %d bytes", k.name, len(text))
		open(t, tab, address+"#r=0")
		until(t, tab, `document.getElementById("round").textContent === "0"`)
		settle(t, tab)
		before := eval[string](t, tab, drawnBoard)
		press(t, tab, kb.End)
		until(t, tab, `document.getElementById("ending").textContent !== "" || Number(document.getElementById("round").textContent) > 0`)
		settle(t, tab)
		if eval[string](t, tab, drawnBoard) == before {
			t.Errorf("%s: the last picture is that of the deal", k.name)
		}
		sound(t, tab)
		press(t, tab, kb.Home)
		press(t, tab, " ")
		until(t, tab, `Number(document.getElementById("round").textContent) > 3`)
	}
}
