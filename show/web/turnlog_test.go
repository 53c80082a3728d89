package web

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const hostileOutput = `</script><img src=x onerror="document.title='hacked'">`

// The panel shows the output, prompt and answer of the turn on the board, as text, and follows the board, the list of bots and the key.
func TestOutputBesideTheBoard(t *testing.T) {
	f := makeFilm(t, 3, 40)
	logs := []SeatLog{
		{Seat: 0, Turns: []TurnLog{{Turn: 0, Printed: "hello\n"},
			{Turn: 5, Printed: hostileOutput, Sent: "the prompt", Answer: "UP", Micros: 1500},
			{Turn: 7, Fault: "crashed: it raised", Notes: []string{"a note"}}}},
		{Seat: 2, Turns: []TurnLog{{Turn: 6, Printed: "from the third"}}},
	}
	var out bytes.Buffer
	if err := ExportLogged(&out, f, logs); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.html")
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	tab := newTab(t, openBrowser(t))
	dress(t, tab, 1280, 900, "light")
	open(t, tab, "file://"+path+"#r=6")
	const says = `[".when", ".answer", ".printed", ".sent"].map(p => document.querySelector("#output " + p).textContent).join("|")`
	until(t, tab, says+` === "round 5|answered UP in 1.5 ms|"+`+"`"+strings.ReplaceAll(hostileOutput, "`", "")+"`"+`+"|the prompt"`)
	press(t, tab, kb.ArrowRight)
	until(t, tab, says+` === "round 7|fault: crashed: it raised|agon: a note|"`)
	press(t, tab, kb.Home)
	until(t, tab, says+` === "before the first round||hello|"`)
	eval[bool](t, tab, `(() => { const s = document.querySelector("#output select"); s.value = "2"; s.onchange(); return true; })()`)
	press(t, tab, kb.End)
	until(t, tab, `document.querySelector("#output .printed").textContent === "from the third"`)
	eval[bool](t, tab, `(() => { const s = document.querySelector("#output select"); s.value = "0"; s.onchange(); return true; })()`)
	const rows = `[...document.querySelectorAll("#output .turns button")].map(b => [...b.children].map(s => s.textContent).join("/") + (b.hasAttribute("aria-current") ? "*" : "")).join("|")`
	until(t, tab, rows+` === "–///hello|5/UP/1.5 ms/"+`+"`"+hostileOutput+"`"+`+"|7/crashed: it raised//a note*"`)
	do(t, tab, chromedp.Click(chromedp.CSS(`#output .turns button[data-turn="5"]`)))
	until(t, tab, says+`.startsWith("round 5|answered UP") && document.getElementById("round").textContent === "5" && document.querySelector("#output [aria-current]").dataset.turn === "5"`)
	press(t, tab, "l")
	until(t, tab, `document.getElementById("output").hidden`)
	press(t, tab, "l")
	until(t, tab, `!document.getElementById("output").hidden`)
	if title := eval[string](t, tab, "document.title"); strings.Contains(title, "hacked") {
		t.Error("the output of a bot ran as a script")
	}
	dress(t, tab, 390, 844, "dark")
	settle(t, tab)
	shoot(t, tab, "output")
	sound(t, tab)
}

// The figures of the chosen bot are curves below the board, in a page that is a file and in one that a server has, and follow the board.
func TestFiguresBelowTheBoard(t *testing.T) {
	f := makeFilm(t, 3, 40)
	of := func(seat, turn int) TurnLog {
		words := fmt.Sprintf("@depth=%d\n@big=%s1e308\n @no=1\n@<img>=3\n", turn*turn, []string{"", "-"}[turn%2])
		if seat == 2 {
			words = "nothing of the kind\n"
		}
		return TurnLog{Turn: turn, Printed: strings.Repeat("long before it\n", 40) + words, Answer: "UP"}
	}
	logs := []SeatLog{{Seat: 0}, {Seat: 2}}
	for turn := 1; turn <= 30; turn++ {
		for i := range logs {
			logs[i].Turns = append(logs[i].Turns, of(logs[i].Seat, turn))
		}
	}
	var out bytes.Buffer
	if err := ExportLogged(&out, f, logs); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "game.html")
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = newPlaySite(f, server.Listener.Addr(), nil, SeatLogs(logs))
	server.Start()
	defer server.Close()
	browser := openBrowser(t)
	for _, at := range []string{"file://" + path + "#r=6", server.URL + "/#r=6"} {
		tab := newTab(t, browser)
		dress(t, tab, 1280, 900, "light")
		open(t, tab, at)
		const curves = `[...document.querySelectorAll("#figures .curve")].map(c => c.querySelector("figcaption").textContent + ` +
			`" (" + c.querySelector("polyline").getAttribute("points").split(" ").length + ")").join("|")`
		until(t, tab, curves+` === "big 1e+308 from -1e+308 to 1e+308 (30)|depth 36 from 1 to 900 (30)"`)
		until(t, tab, `[...document.querySelectorAll("#figures line")].every(l => l.getAttribute("x1") === (600 * 5 / 29).toFixed(1))`)
		press(t, tab, kb.ArrowRight)
		until(t, tab, curves+` === "big -1e+308 from -1e+308 to 1e+308 (30)|depth 49 from 1 to 900 (30)"`)
		until(t, tab, `document.querySelector("#figures").getBoundingClientRect().top >= document.querySelector("#board").getBoundingClientRect().bottom`)
		dress(t, tab, 390, 844, "dark")
		settle(t, tab)
		shoot(t, tab, "figures")
		sound(t, tab)
		press(t, tab, "l")
		until(t, tab, `document.getElementById("figures").hidden`)
		press(t, tab, "l")
		until(t, tab, `!document.getElementById("figures").hidden`)
		eval[bool](t, tab, `(() => { const s = document.querySelector("#output select"); s.value = "2"; s.onchange(); return true; })()`)
		until(t, tab, `document.getElementById("figures").hidden`)
	}
}

// allLogs are the logs of all seats.
type allLogs func(seat, turn int) TurnLog

func (l allLogs) Seats() []int                { return nil }
func (l allLogs) Turn(seat, turn int) TurnLog { return l(seat, turn) }

// The page of a running game asks the server for the turn that it shows; a page without logs has no panel and no address for them.
func TestOutputOfARunningGame(t *testing.T) {
	f := makeFilm(t, 2, 30)
	var mu sync.Mutex
	asked := map[int]bool{}
	logs := allLogs(func(seat, turn int) TurnLog {
		mu.Lock()
		defer mu.Unlock()
		asked[turn] = true
		return TurnLog{Turn: turn / 10 * 10, Printed: hostileOutput, Answer: "DOWN"}
	})
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = newPlaySite(f, server.Listener.Addr(), nil, logs)
	server.Start()
	defer server.Close()
	tab := newTab(t, openBrowser(t))
	dress(t, tab, 1280, 900, "light")
	open(t, tab, server.URL+"/#r=14")
	until(t, tab, `document.querySelector("#output .when").textContent === "round 10" && document.querySelector("#output .printed").textContent.includes("onerror")`)
	press(t, tab, kb.End)
	until(t, tab, `document.querySelector("#output .when").textContent === "round 30" && document.querySelector("#output .answer").textContent === "answered DOWN"`)
	until(t, tab, `[...document.querySelectorAll("#output .turns button")].map(b => b.dataset.turn).join() === "0,10,20,30"`)
	until(t, tab, `(() => { const box = document.querySelector("#output .turns").getBoundingClientRect(), row = document.querySelector("#output [aria-current]"); return row.dataset.turn === "30" && row.getBoundingClientRect().bottom <= box.bottom + 1; })()`)
	do(t, tab, chromedp.Click(chromedp.CSS(`#output .turns button[data-turn="10"]`)))
	until(t, tab, `document.querySelector("#output .when").textContent === "round 10" && document.getElementById("round").textContent === "10"`)
	for _, query := range []string{"", "?seat=2&turn=1", "?seat=-1&turn=1", "?seat=0&turn=-1", "?seat=x&turn=y",
		"?seat=0&turn=99999999999999999999"} {
		r, err := http.Get(server.URL + "/log" + query)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != http.StatusBadRequest {
			t.Errorf("log%s: %s", query, r.Status)
		}
		if query != "?seat=0&turn=-1" { // all turns
			if r, err = http.Get(server.URL + "/log/turns" + query); err != nil {
				t.Fatal(err)
			}
			r.Body.Close()
			if r.StatusCode != http.StatusBadRequest {
				t.Errorf("log/turns%s: %s", query, r.Status)
			}
		}
	}
	plain := httptest.NewUnstartedServer(nil)
	plain.Config.Handler = newPlaySite(f, plain.Listener.Addr(), nil, nil)
	plain.Start()
	defer plain.Close()
	r, err := http.Get(plain.URL + "/log?seat=0&turn=1")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusNotFound {
		t.Errorf("without logs: %s", r.Status)
	}
	if _, text := export(t, f); bytes.Contains(text, []byte(`id="output"`)) || bytes.Contains(text, []byte(`id="logs"`)) {
		t.Error("a page without logs has the panel")
	}
}

// The page of a game on a site lists the reader's own seats alone, and a seat that is somebody else's has no turns.
func TestOutputOfOnesOwnSeats(t *testing.T) {
	logs := SeatLogs{{Seat: 2, Turns: []TurnLog{{Turn: 3, Printed: "mine"}, {Turn: 7, Printed: "mine too"}}}}
	g := NewGame(makeFilm(t, 4, 30), nil, Link{Text: "Contests", Href: "/"}, Link{Text: "Game 1"})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			g.ServePage(w, r, Around{Logs: logs, After: "../2/", Replay: "replay"})
		case "/log", "/log/turns":
			g.ServeLogs(w, r, logs)
		default:
			g.ServeHTTP(w, r)
		}
	}))
	defer server.Close()
	tab := newTab(t, openBrowser(t))
	dress(t, tab, 1280, 900, "light")
	open(t, tab, server.URL+"/#r=9")
	until(t, tab, `document.querySelector("#output .when").textContent === "round 7" && document.querySelector("#output .printed").textContent === "mine too"`)
	until(t, tab, `[...document.querySelectorAll("#output .turns button")].map(b => b.dataset.turn).join() === "3,7"`)
	if seats := eval[string](t, tab, `[...document.querySelectorAll("#output option")].map(o => o.value).join()`); seats != "2" {
		t.Errorf("the seats in the list are %s", seats)
	}
	if links := eval[string](t, tab, `[document.querySelector(".crumb a").textContent, document.getElementById("game-after").getAttribute("href")].join()`); links != "Contests,../2/" {
		t.Errorf("the links are %s", links)
	}
	for query, want := range map[string]string{"log?seat=2&turn=5": `{"turn":3,"printed":"mine"}`, "log?seat=0&turn=5": `{"turn":5}`,
		"log/turns?seat=0&turn=-1": `[]`} {
		r, err := http.Get(server.URL + "/" + query)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		if strings.TrimSpace(string(text)) != want || err != nil || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %s, %v", query, text, err)
		}
	}
}
