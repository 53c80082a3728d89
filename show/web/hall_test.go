package web

import (
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"agon/internal/tier"
	"agon/show/film"
)

// serveLoop shows a film on a big screen, above the standing of as many bots as it has seats.
func serveLoop(t *testing.T, f *film.Film) string {
	t.Helper()
	standing := film.Standing{Games: 41, Unit: "%"}
	for seat, s := range f.Info.Seats {
		standing.Lines = append(standing.Lines, film.Line{Rank: seat + 1, Name: s.Name, Slot: s.Slot, Score: 40 / float64(seat+1),
			Played: 41, Won: 20 - seat})
	}
	loop := &film.Loop{}
	loop.Show(film.Showing{Game: 42, Film: f, Standing: standing})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- ServeLoop(ctx, l, loop) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return "http://" + l.Addr().String() + "/"
}

// outsideScript returns the parts of the board, its list and the standing that are outside the window, or are cut by what they are in.
const outsideScript = `(() => {
	const bad = [];
	for (const e of document.querySelectorAll("#canvas, .far, .far p, #far-bar, .title, .foot, .list tbody tr[data-seat], .list tbody .chip, .cards .card, #standing, #standing h2, #standing tbody tr, #standing tbody :is(th, td)")) {
		if (!e.checkVisibility()) continue;
		const box = e.getBoundingClientRect(), room = (e.closest("#standing, .list, .board") ?? document.body).getBoundingClientRect();
		if (box.left < -.5 || box.top < -.5 || box.right > innerWidth + .5 || box.bottom > innerHeight + .5) bad.push("outside the window: " + name(e, box));
		else if (box.right > room.right + .5 || box.bottom > room.bottom + .5 || box.left < room.left - .5) bad.push("cut: " + name(e, box));
	}
	if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth) bad.push("the page scrolls");
	return bad.slice(0, 5);
	function name(e, b) { return e.tagName + "#" + e.id + "." + e.className + " " + e.textContent.trim().slice(0, 20) + " " + [b.left, b.top, b.right, b.bottom].map(Math.round); }
})()`

// The hall shows the whole board, the first eight of the game and the whole standing, whatever is played.
func TestTheHallShowsBoardAndStandingWhole(t *testing.T) {
	browser := openBrowser(t)
	for _, x := range []struct {
		name string
		film *film.Film
		list int
	}{
		{"2", makeFilm(t, 2, 200), 2}, {"8", makeFilm(t, 8, 200), 8}, {"20", makeFilm(t, 20, 200), 8}, {"tron", tronFilm(t), 4},
		{"fence", fenceFilm(t), 2}, {"rps", rpsFilm(t), 2},
	} {
		t.Run(x.name, func(t *testing.T) {
			tab := newTab(t, browser)
			dress(t, tab, 1280, 720, "dark")
			open(t, tab, serveLoop(t, x.film))
			seats := len(x.film.Info.Seats)
			until(t, tab, fmt.Sprintf(`document.querySelectorAll("#standing tbody tr").length === %d`, seats))
			press(t, tab, kb.End)
			until(t, tab, `document.getElementById("far-bar").value === document.getElementById("far-bar").max`)
			if words := eval[string](t, tab, `document.getElementById("far-leads").textContent`); words != "" && !strings.HasSuffix(words, " won") {
				t.Errorf("at the end of the game it says %q", words)
			}
			if eval[bool](t, tab, `document.querySelector(".notes").checkVisibility() || [...document.querySelectorAll(".facts .mono")].some(e => e.checkVisibility())`) {
				t.Error("the hall shows tables or options that only authors need")
			}
			for _, s := range []size{{1280, 720}, {1920, 1080}, {1024, 768}} {
				if s.width == 1024 && !tier.IsLong() {
					continue
				}
				dress(t, tab, s.width, s.height, "dark")
				seenWhole(t, tab, fmt.Sprintf("hall-%s-%d", x.name, s.width))
				for what, want := range map[string]int{".list tbody tr[data-seat]": x.list, "#standing tbody tr": seats} {
					seen := fmt.Sprintf(`[...document.querySelectorAll(%q)].filter(e => e.checkVisibility()).length`, what)
					if n := eval[int](t, tab, seen); n != want {
						t.Errorf("%d x %d: %d of %s are shown, want %d", s.width, s.height, n, what, want)
					}
				}
				press(t, tab, "s")
				until(t, tab, `document.body.classList.contains("between")`)
				seenWhole(t, tab, fmt.Sprintf("hall-%s-%d-between", x.name, s.width))
				press(t, tab, "s")
			}
		})
	}
}

// seenWhole checks that nothing of the screen is outside it, cut, or on top of something else.
func seenWhole(t *testing.T, tab context.Context, name string) {
	t.Helper()
	settle(t, tab)
	shoot(t, tab, name)
	for _, what := range eval[[]string](t, tab, outsideScript) {
		t.Errorf("%s: %s", name, what)
	}
	if pairs := eval[[]string](t, tab, overlapScript); len(pairs) > 0 {
		t.Errorf("%s: texts overlap: %q", name, pairs)
	}
}
