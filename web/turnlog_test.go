package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

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

// tenths are logs of every tenth turn. Each turn that is asked for is told.
type tenths func(turn int)

func (tell tenths) Seats() []int { return []int{0, 1} }

func (tell tenths) Turn(seat, turn int) TurnLog {
	tell(turn)
	return TurnLog{Turn: turn / 10 * 10, Printed: hostileOutput, Answer: "DOWN"}
}

func (tell tenths) Rows(seat, from, most int) (rows []TurnLog) {
	for turn := (from + 9) / 10 * 10; len(rows) < most && turn < 1000; turn += 10 {
		rows = append(rows, tell.Turn(seat, turn))
	}
	return rows
}

// The page of a running game asks the server for the turn that it shows; a page without logs has no panel and no address for them.
func TestOutputOfARunningGame(t *testing.T) {
	f := makeFilm(t, 2, 30)
	var mu sync.Mutex
	asked := map[int]bool{}
	logs := tenths(func(turn int) {
		mu.Lock()
		defer mu.Unlock()
		asked[turn] = true
	})
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
	for _, query := range []string{"", "?seat=2&turn=1", "?seat=-1&turn=1", "?seat=0&turn=-1", "?seat=x&turn=y", "?seat=0&turn=99999999999999999999"} {
		r, err := http.Get(server.URL + "/log" + query)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != http.StatusBadRequest {
			t.Errorf("log%s: %s", query, r.Status)
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

// longLogs are a seat's logs of a long game: every tenth turn prints much, every hundredth is slow, and one has a fault.
func longLogs(turns int) SeatLogs {
	log := SeatLog{Seat: 1}
	for turn := 1; turn <= turns; turn++ {
		l := TurnLog{Turn: turn, Sent: "turn", Answer: "UP", Micros: 1000}
		if turn%10 == 0 {
			l.Printed = fmt.Sprintf("I am in turn %d\n%s", turn, strings.Repeat(hostileOutput+"\n", 40))
		}
		if turn%100 == 0 {
			l.Micros = 90_000
		}
		if turn == turns/2 {
			l.Fault, l.Printed = "crashed: it raised", "Traceback of the bot"
		}
		log.Turns = append(log.Turns, l)
	}
	return SeatLogs{log}
}

// The number of the chosen row of the list, and whether all of that row is in view.
const (
	chosenTurn = `(r => r && r.querySelector("span").textContent.replace("turn ", ""))(document.querySelector("#output .rows [aria-selected=true]"))`
	turnInView = `(() => { const row = document.querySelector("#output .rows [aria-selected=true]").getBoundingClientRect(), box = document.querySelector("#output .rows").getBoundingClientRect(); return row.top >= box.top - 1 && row.bottom <= box.bottom + 1; })()`
)

// listed waits until a turn is chosen in the list, in view, described below it and in the address.
func listed(t *testing.T, tab context.Context, turn int) {
	t.Helper()
	until(t, tab, fmt.Sprintf(`%s === "%d" && document.querySelector("#output .when").textContent === "turn %[2]d" && location.hash.includes("r=%[2]d")`, chosenTurn, turn))
	until(t, tab, turnInView)
}

// The list holds few elements, however many turns there are, and the page holds none of them; a row moves the board, by mouse and by keyboard; filters show
// some; the last fault is at the foot.
func TestListOfManyTurns(t *testing.T) {
	const turns = 3000
	f := makeFilm(t, 2, turns)
	game := NewGame(f, longLogs(turns))
	server := httptest.NewServer(game)
	defer server.Close()
	r, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(r.Body)
	r.Body.Close()
	if err != nil || len(page) > 100<<10 || bytes.Contains(page, []byte("I am in turn")) {
		t.Errorf("the page has %d bytes, %v", len(page), err)
	}
	tab := newTab(t, openBrowser(t))
	dress(t, tab, 1280, 900, "light")
	open(t, tab, server.URL+"/#r=1500")
	all := fmt.Sprintf(`document.querySelector("#output .rows [role=option]")?.getAttribute("aria-setsize") === "%d"`, turns)
	until(t, tab, all)
	until(t, tab, chosenTurn+` === "1500"`)
	until(t, tab, turnInView)
	if n := eval[int](t, tab, `document.querySelectorAll("#output .rows [role=option]").length`); n > 60 {
		t.Errorf("the list has %d elements", n)
	}
	if eval[int](t, tab, `document.querySelector("#output .bot").options.length`) != 1 {
		t.Error("a seat without logs can be chosen")
	}
	shown := func(turn int) {
		t.Helper()
		listed(t, tab, turn)
	}
	eval[bool](t, tab, `(document.getElementById("turn-1502").click(), true)`)
	shown(1502)
	eval[bool](t, tab, `(document.querySelector("#output .rows").focus(), true)`)
	press(t, tab, kb.ArrowDown)
	shown(1503)
	press(t, tab, kb.End)
	shown(turns)
	press(t, tab, kb.ArrowUp)
	shown(turns - 1)
	press(t, tab, kb.Home)
	shown(1)
	if said := eval[string](t, tab, `document.getElementById(document.querySelector("#output .rows").getAttribute("aria-activedescendant")).textContent`); said != "turn 1, answered UP, 1.0 ms" {
		t.Errorf("the row says %q", said)
	}
	press(t, tab, kb.ArrowRight)
	shown(2)

	// The filters.
	for which, rows := range map[string]int{"printed": turns / 10, "slow": turns / 100, "all": turns} {
		eval[bool](t, tab, fmt.Sprintf(`(document.querySelector("#output [data-turns=%s]").click(), true)`, which))
		if which == "slow" {
			rows = eval[int](t, tab, `Number(document.querySelector("#output .rows [role=option]").getAttribute("aria-setsize"))`)
			if rows < turns/100 || rows > turns/20+1 {
				t.Errorf("%d turns are slow", rows)
			}
		}
		until(t, tab, fmt.Sprintf(`document.querySelector("#output .rows [role=option]").getAttribute("aria-setsize") === "%d"`, rows))
	}
	eval[bool](t, tab, `(document.querySelector("#output [data-turns=all]").click(), true)`)

	// The last fault.
	if said := eval[string](t, tab, `document.querySelector("#output .last summary").textContent`); !strings.Contains(said, "✕ Turn 1500") || !strings.Contains(said, "crashed: it raised") {
		t.Errorf("the foot says %q", said)
	}
	eval[bool](t, tab, `(document.querySelector("#output .last summary").click(), true)`)
	until(t, tab, `document.querySelector("#output .last pre").textContent.includes("Traceback of the bot")`)
	eval[bool](t, tab, `(document.querySelector("#output .last button").click(), true)`)
	shown(1500)
	if eval[bool](t, tab, `document.querySelector("#output img") !== null`) {
		t.Error("the output of a bot became an element")
	}
	axe := accessible(t)
	for _, size := range []struct{ width, height int64 }{{1280, 900}, {390, 844}} {
		inEachTheme(t, tab, size.width, size.height, func(theme string) {
			settle(t, tab)
			shoot(t, tab, fmt.Sprintf("turns-%d-%s", size.width, theme))
			sound(t, tab)
			axe.Check(t, tab, "the turns, "+theme)
		})
	}
}

// A game of 10000 turns is opened, filtered and searched with few elements in the list at any moment. All rows are asked for once, or twice if the game comes
// after its first rows; filters ask for nothing, and a jump for the turn that it shows.
func TestListOfTenThousandTurns(t *testing.T) {
	const turns = 10_000
	var mu sync.Mutex
	logs, rows := 0, map[int]int{} // requests, those for rows by their first turn
	game := NewGame(makeFilm(t, 2, turns), longLogs(turns))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		switch r.URL.Path {
		case "/rows":
			first, _ := strconv.Atoi(r.FormValue("turn"))
			rows[first]++
		case "/log":
			logs++
		}
		mu.Unlock()
		game.ServeHTTP(w, r)
	}))
	defer server.Close()
	tab := newTab(t, openBrowser(t))
	dress(t, tab, 1280, 900, "light")
	open(t, tab, server.URL+"/#r=5000")
	eval[bool](t, tab, `(window.rows = 0, new MutationObserver(() => { window.rows = Math.max(window.rows, document.querySelectorAll("#output .rows [role=option]").length); }).observe(document.querySelector("#output .reach"), { childList: true }), true)`)
	size := func(want int) {
		t.Helper()
		until(t, tab, fmt.Sprintf(`document.querySelector("#output .rows [role=option]")?.getAttribute("aria-setsize") === "%d"`, want))
	}
	listed(t, tab, turns/2)
	size(turns)
	until(t, tab, `document.getElementById("rounds").textContent === "/ 10000"`) // the whole game has come
	press(t, tab, kb.End)
	listed(t, tab, turns)

	// Filters show what they name at once, the wanted row among it.
	filter := func(which string) {
		eval[bool](t, tab, fmt.Sprintf(`(document.querySelector("#output [data-turns=%s]").click(), true)`, which))
	}
	eval[bool](t, tab, `(document.querySelector("#output .rows").focus(), true)`)
	filter("printed")
	size(turns / 10)
	until(t, tab, turnInView)
	press(t, tab, kb.ArrowUp)
	listed(t, tab, turns-10)
	press(t, tab, kb.Home)
	listed(t, tab, 10)
	filter("slow")
	until(t, tab, `[...document.querySelectorAll("#output .rows [role=option] .num")].filter(e => e.textContent.includes("slow")).length > 5`)
	filter("all")
	size(turns)
	listed(t, tab, 10)

	// Jumps: by the fault, by the keys of the list, by a row far away, and by the address.
	mu.Lock()
	logs = 0
	mu.Unlock()
	press(t, tab, kb.End)
	listed(t, tab, turns)
	eval[bool](t, tab, `(document.querySelector("#output .last button").click(), true)`)
	listed(t, tab, turns/2)
	eval[bool](t, tab, `(e => { e.scrollTop = e.scrollHeight * 0.75; return true; })(document.querySelector("#output .rows"))`)
	until(t, tab, `document.getElementById("turn-7500") !== null`)
	eval[bool](t, tab, `(document.getElementById("turn-7500").click(), true)`)
	listed(t, tab, 7500)
	eval[bool](t, tab, `(location.hash = location.hash.replace("r=7500", "r=1234"), true)`)
	listed(t, tab, 1234)
	mu.Lock()
	defer mu.Unlock()
	if logs != 4 {
		t.Errorf("four jumps asked for %d turns", logs)
	}
	if rows[0] == 0 {
		t.Error("no rows were asked for")
	}
	for first, n := range rows {
		if first <= turns-mostRows && n > 2 { // later ones are asked for again while the game comes
			t.Errorf("the rows from turn %d on are asked for %d times", first, n)
		}
	}
	if n := eval[int](t, tab, `window.rows`); n < 5 || n > 60 {
		t.Errorf("the list had up to %d elements", n)
	}
}

// A request for rows is answered in bounded parts, which join without a gap, and tells nothing of a seat that has no logs, nor of turns that are not shown.
func TestRowsInParts(t *testing.T) {
	const turns = 5000
	logs := longLogs(turns)
	for i := range logs[0].Turns {
		logs[0].Turns[i].Printed = strings.Repeat("ü", 1<<10)
	}
	server := httptest.NewServer(NewGame(makeFilm(t, 2, turns), logs))
	defer server.Close()
	ask := func(seat, turn int) (some someRows) {
		t.Helper()
		r, err := http.Get(fmt.Sprintf("%s/rows?seat=%d&turn=%d", server.URL, seat, turn))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK || len(text) > 1<<20 || !utf8.Valid(text) || bytes.ContainsRune(text, utf8.RuneError) {
			t.Fatalf("%s, %d bytes, %v", r.Status, len(text), err)
		}
		if err := json.Unmarshal(text, &some); err != nil {
			t.Fatal(err)
		}
		return some
	}
	next := 1
	for more := true; more; {
		some := ask(1, next)
		for _, row := range some.Rows {
			if row.Turn != next || len(row.First) > mostRowText+len("…") {
				t.Fatalf("row %d has turn %d, %d bytes", next, row.Turn, len(row.First))
			}
			next++
		}
		more = some.More
	}
	if next != turns+1 {
		t.Errorf("the rows end before turn %d", next)
	}
	if some := ask(0, 0); len(some.Rows) != 0 || some.More {
		t.Errorf("a seat without logs has %d rows", len(some.Rows))
	}
	if got := rowsOf(logs[0].Turns[:20], 7); len(got.Rows) != 7 || got.More {
		t.Errorf("of a game in turn 7 %d rows are told", len(got.Rows))
	}
	for _, query := range []string{"", "?seat=2&turn=1", "?seat=-1&turn=1", "?seat=0&turn=-1", "?seat=0", "?seat=0&turn=99999999999999999999"} {
		r, err := http.Get(server.URL + "/rows" + query)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != http.StatusBadRequest {
			t.Errorf("rows%s: %s", query, r.Status)
		}
	}
}
