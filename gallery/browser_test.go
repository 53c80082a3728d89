package gallery

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a busy machine may take for one step; no test depends on it being shorter.
const patience = 2 * time.Minute

// openTab starts Chromium with one tab, or skips the test where there is none. Whatever the page throws or the policy refuses
// fails the test.
func openTab(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine: install the package chromium to run the tests of the pages")
	}
	profile, err := os.MkdirTemp("", "agon-chromium-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 50 { // what the browser still writes while it ends
			if os.RemoveAll(profile) == nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.UserDataDir(profile), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	tab, closeTab := chromedp.NewContext(allocator)
	if err := chromedp.Do(tab); err != nil {
		t.Fatalf("start chromium: %v", err)
	}
	messages := chromedp.Console(tab)
	read := make(chan struct{})
	go func() {
		defer close(read)
		for m, err := range messages {
			if err != nil {
				return
			}
			if (m.Type == chromedp.ConsoleException || m.Type == "error") && !expected(m.Text) {
				t.Errorf("the page says: %s (%s:%d)", m.Text, m.URL, m.Line)
			}
		}
	}()
	t.Cleanup(func() { closeTab(); <-read })
	return tab
}

// expected tells whether an error is the browser's word on an answer that refuses a ballot.
func expected(text string) bool {
	return len(text) > 0 && (text == "Failed to load resource: the server responded with a status of 409 (Conflict)")
}

func do(t *testing.T, tab context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	limited, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		t.Fatal(err)
	}
}

// until waits for an expression to be true. A page that is just being left has none; it is asked again.
func until(t *testing.T, tab context.Context, expression string) {
	t.Helper()
	limited, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	for {
		ok, err := chromedp.Run(limited, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if ok {
			return
		}
		if limited.Err() != nil {
			t.Fatalf("waiting for %s: %v", expression, err)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// must fails where an expression is not true.
func must(t *testing.T, tab context.Context, what, expression string) {
	t.Helper()
	ok, err := chromedp.Run(tab, chromedp.Evaluate[bool]("Boolean("+expression+")"))
	if err != nil || !ok {
		t.Errorf("%s: not so (%v)", what, err)
	}
}

// shoot keeps a picture of the page where AGON_SHOTS names a folder, for people to look at.
func shoot(t *testing.T, tab context.Context, name string) {
	t.Helper()
	dir := os.Getenv("AGON_SHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

// perform runs a statement in the page.
func perform(t *testing.T, tab context.Context, statement string) {
	t.Helper()
	if _, err := chromedp.Run(tab, chromedp.Evaluate[bool]("(() => { "+statement+"; return true })()")); err != nil {
		t.Fatal(err)
	}
}

// TestVotingInABrowser votes as people do, closes as the organiser does, and looks whether anything of the names ran.
func TestVotingInABrowser(t *testing.T) {
	evil := `<img src=x onerror="document.title='owned'">`
	dir := hang(t, "Heartbeat", "Tide", "Paperweight", evil, "Rolling Stone", "A name that goes on and on and on until the card is full and more")
	for _, m := range []Method{Approval, Ranked} {
		t.Run(string(m), func(t *testing.T) {
			g := open(t, dir, filepath.Join(t.TempDir(), "box"), m, "AAAAAA", "BBBBBB")
			at := serve(t, g)
			tab := openTab(t)
			choose := `document.querySelector("[value='4']").click()`
			if m == Ranked {
				choose = `document.querySelector("[name='rank-4']").value = "1"; document.querySelector("[name='rank-1']").value = "2"`
			}
			do(t, tab, chromedp.EmulateViewport(1280, 800), chromedp.Navigate(at))
			until(t, tab, `[...document.images].slice(0, 3).every(i => i.complete && i.naturalWidth > 0)`)
			must(t, tab, "all art hangs", `document.images.length === 6`)
			must(t, tab, "names are text", `[...document.querySelectorAll("h2")].some(h => h.textContent.includes("<img src=x")) && document.title === "Art show"`)
			perform(t, tab, choose)
			shoot(t, tab, "gallery-"+string(m))
			vote := func(code string) {
				perform(t, tab, fmt.Sprintf(`document.querySelector("[name=code]").value = %q; document.querySelector("form").requestSubmit()`, code))
			}
			vote("aaaaaa")
			until(t, tab, `document.querySelector("[role=status]")`)
			must(t, tab, "who has voted has no form", `!document.querySelector("form")`)
			do(t, tab, chromedp.Navigate(at))
			until(t, tab, `document.querySelector("form")`)
			perform(t, tab, choose)
			vote("AAAAAA")
			until(t, tab, `document.querySelector("[role=alert]")`)
			shoot(t, tab, "gallery-"+string(m)+"-refused")
			do(t, tab, chromedp.Navigate(at+"/organiser?key="+g.Box.Key()))
			until(t, tab, `document.querySelector("form[action='/close']")`)
			perform(t, tab, `document.querySelector("form").requestSubmit()`)
			until(t, tab, `document.querySelector("h2").textContent === "The tally"`)
			must(t, tab, "the tally names the winner", `document.querySelector("tbody th").textContent === "Rolling Stone"`)
			do(t, tab, chromedp.EmulateViewport(390, 800), chromedp.Navigate(at+"/tally"))
			until(t, tab, `document.querySelector("tbody tr")`)
			must(t, tab, "the tally fits a telephone", `document.documentElement.scrollWidth <= 390`)
			shoot(t, tab, "gallery-"+string(m)+"-tally")
			do(t, tab, chromedp.Navigate(at))
			until(t, tab, `document.querySelector(".wall")`)
			must(t, tab, "so does the wall", `document.documentElement.scrollWidth <= 390`)
		})
	}
}
