package web

import (
	"bytes"
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
		{Seat: 0, Turns: []TurnLog{{Turn: 0, Printed: "hello\n"}, {Turn: 5, Printed: hostileOutput, Sent: "the prompt", Answer: "UP", Micros: 1500}, {Turn: 7, Fault: "crashed: it raised", Notes: []string{"a note"}}}},
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
	until(t, tab, says+` === "turn 5|answered UP in 1.5 ms|"+`+"`"+strings.ReplaceAll(hostileOutput, "`", "")+"`"+`+"|the prompt"`)
	press(t, tab, kb.ArrowRight)
	until(t, tab, says+` === "turn 7|fault: crashed: it raised|agon: a note|"`)
	press(t, tab, kb.Home)
	until(t, tab, says+` === "before the first turn||hello|"`)
	eval[bool](t, tab, `(() => { const s = document.querySelector("#output select"); s.value = "2"; s.onchange(); return true; })()`)
	press(t, tab, kb.End)
	until(t, tab, `document.querySelector("#output .printed").textContent === "from the third"`)
	eval[bool](t, tab, `(() => { const s = document.querySelector("#output select"); s.value = "0"; s.onchange(); return true; })()`)
	const rows = `[...document.querySelectorAll("#output .turns button")].map(b => [...b.children].map(s => s.textContent).join("/") + (b.hasAttribute("aria-current") ? "*" : "")).join("|")`
	until(t, tab, rows+` === "–///hello|5/UP/1.5 ms/"+`+"`"+hostileOutput+"`"+`+"|7/crashed: it raised//a note*"`)
	do(t, tab, chromedp.Click(chromedp.CSS(`#output .turns button[data-turn="5"]`)))
	until(t, tab, says+`.startsWith("turn 5|answered UP") && document.getElementById("round").textContent === "5" && document.querySelector("#output [aria-current]").dataset.turn === "5"`)
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

// The page of a running game asks the server for the turn that it shows; a page without logs has no panel and no address for them.
func TestOutputOfARunningGame(t *testing.T) {
	f := makeFilm(t, 2, 30)
	var mu sync.Mutex
	asked := map[int]bool{}
	logs := func(seat, turn int) TurnLog {
		mu.Lock()
		defer mu.Unlock()
		asked[turn] = true
		return TurnLog{Turn: turn / 10 * 10, Printed: hostileOutput, Answer: "DOWN"}
	}
	server := httptest.NewUnstartedServer(nil)
	server.Config.Handler = newPlaySite(f, server.Listener.Addr(), nil, logs)
	server.Start()
	defer server.Close()
	tab := newTab(t, openBrowser(t))
	dress(t, tab, 1280, 900, "light")
	open(t, tab, server.URL+"/#r=14")
	until(t, tab, `document.querySelector("#output .when").textContent === "turn 10" && document.querySelector("#output .printed").textContent.includes("onerror")`)
	press(t, tab, kb.End)
	until(t, tab, `document.querySelector("#output .when").textContent === "turn 30" && document.querySelector("#output .answer").textContent === "answered DOWN"`)
	until(t, tab, `[...document.querySelectorAll("#output .turns button")].map(b => b.dataset.turn).join() === "0,10,20,30"`)
	until(t, tab, `(() => { const box = document.querySelector("#output .turns").getBoundingClientRect(), row = document.querySelector("#output [aria-current]"); return row.dataset.turn === "30" && row.getBoundingClientRect().bottom <= box.bottom + 1; })()`)
	do(t, tab, chromedp.Click(chromedp.CSS(`#output .turns button[data-turn="10"]`)))
	until(t, tab, `document.querySelector("#output .when").textContent === "turn 10" && document.getElementById("round").textContent === "10"`)
	for _, query := range []string{"", "?seat=2&turn=1", "?seat=-1&turn=1", "?seat=0&turn=-1", "?seat=x&turn=y", "?seat=0&turn=99999999999999999999"} {
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
