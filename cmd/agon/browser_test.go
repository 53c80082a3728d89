package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/record/replay/files"
)

const patience = chromium.Patience

// TestTwoPeoplePlayInTwoBrowserTabs has two people play two bots, each on their own page. One of them leaves for a while.
func TestTwoPeoplePlayInTwoBrowserTabs(t *testing.T) {
	t.Parallel()
	browser := openBrowser(t)
	game := filepath.Join(t.TempDir(), "game.agon")
	addresses, stop := play(t, "play", "bomberman", "Ann=human", "Ben=human", "builtin:random", "builtin:random", "--seed", "7", "--web",
		"--pace", "0", "--replay", game)
	ann, ben := tab(t, browser, addresses[1]), tab(t, browser, addresses[2])
	until(t, ann, `document.getElementById("hands").textContent.includes("Ann")`)
	until(t, ann, `document.getElementById("hands-now").textContent === "your move"`)
	shoot(t, ann, "ann-begins")

	both := func(round int, a, b string) {
		t.Helper()
		press(t, ann, a)
		until(t, ann, fmt.Sprintf(`Number(document.getElementById("round").textContent) >= %d || document.getElementById("hands-now").textContent.endsWith("is sent")`, round))
		press(t, ben, b)
		for _, page := range []context.Context{ann, ben} {
			until(t, page, fmt.Sprintf(`Number(document.getElementById("round").textContent) >= %d`, round))
		}
	}
	both(1, "s", "w")
	both(2, "z", "d")
	shoot(t, ann, "ann-plants")

	// Ann's page is reloaded: it joins the game at its current state, and she continues to play with a button.
	do(t, ann, chromedp.Navigate("about:blank"), chromedp.Navigate(addresses[1]))
	until(t, ann, `document.getElementById("round").textContent === "2" && document.getElementById("hands-now").textContent === "your move"`)
	do(t, ann, chromedp.Click(`[data-key="w"]`))
	until(t, ann, `document.getElementById("hands-now").textContent.endsWith("is sent")`)
	press(t, ben, "w")
	until(t, ann, `document.getElementById("round").textContent === "3"`)
	shoot(t, ben, "ben-plays")

	both(4, ".", "z")
	for round := 5; round < 12; round++ {
		press(t, ann, ".")
		press(t, ben, ".")
	}
	// Neither player runs away from their bombs; what the bots do is random.
	for _, page := range []context.Context{ann, ben} {
		for !eval[bool](t, page, `document.getElementById("hands-now").textContent.startsWith("you are out") || document.getElementById("hands-now").textContent === "the game is over"`) {
			press(t, ann, ".")
			press(t, ben, ".")
		}
	}
	until(t, ben, `document.getElementById("hands-now").textContent === "the game is over"`)
	shoot(t, ben, "ben-over")
	if out := stop(); !strings.Contains(out, "Ann") || !strings.Contains(out, "Replay: ") {
		t.Errorf("it printed\n%s", out)
	}
	checkReplay(t, game)
}

// checkReplay compares the two players' moves with the keys that they pressed, and checks that a player's silence is not a fault.
func checkReplay(t *testing.T, name string) {
	t.Helper()
	r, err := files.Replay(name)
	if err != nil {
		t.Fatal(err)
	}
	for seat, want := range [][]string{{"down", "plant", "up", "wait"}, {"up", "right", "up", "plant"}} {
		var got []string
		for _, code := range r.Record.Columns[seat][:len(want)] {
			got = append(got, r.Record.Words[code])
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("seat %d played %q, not %q", seat, got, want)
		}
	}
	if len(r.Record.Faults) > 0 {
		t.Errorf("there are faults: %+v", r.Record.Faults)
	}
}

// play runs a command line in the background, waits for the addresses that it prints, and returns a function that ends it.
func play(t *testing.T, args ...string) (addresses []string, stop func() string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	in, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	reader, writer := io.Pipe()
	var out strings.Builder
	ended := make(chan int, 1)
	go func() {
		ended <- execute(ctx, args, &world{in: in, out: &out, err: writer})
		writer.Close()
	}()
	found, read := make(chan string, 3), make(chan struct{})
	var said strings.Builder // what it printed after its addresses
	go func() {
		defer close(read)
		addresses := 0
		for s := bufio.NewScanner(reader); s.Scan(); {
			if addresses++; addresses <= 3 {
				found <- regexp.MustCompile(`http://\S+`).FindString(s.Text())
			} else {
				fmt.Fprintln(&said, s.Text())
			}
		}
	}()
	for len(addresses) < 3 {
		select {
		case a := <-found:
			addresses = append(addresses, a)
		case code := <-ended:
			t.Fatalf("it ended with %d", code)
		case <-time.After(patience):
			t.Fatal("it never told its addresses")
		}
	}
	var once bool
	end := func() string {
		if !once {
			once = true
			cancel()
			code := <-ended
			if <-read; code != 0 || t.Failed() {
				t.Errorf("it ended with %d, and printed %q", code, said.String())
			}
			in.Close()
		}
		return out.String()
	}
	t.Cleanup(func() { end() })
	return addresses, end
}

// tab opens a page and waits until it has drawn itself. Any exception or logged error of the page fails the test.
func tab(t *testing.T, browser context.Context, address string) context.Context {
	t.Helper()
	page := chromium.Tab(t, browser)
	do(t, page, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address))
	until(t, page, `document.documentElement.classList.contains("ready") && document.readyState === "complete"`)
	return page
}

// Functions of package chromium, without its name.
var (
	openBrowser = chromium.Open
	do          = chromium.Do
	until       = chromium.Until
	shoot       = chromium.Shoot
)

func eval[T any](t *testing.T, page context.Context, expression string) T {
	t.Helper()
	return chromium.Eval[T](t, page, expression)
}

func press(t *testing.T, page context.Context, key string) {
	t.Helper()
	do(t, page, chromedp.KeyEvent(key))
}
