package web

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience is how long a busy machine may take for one step; no test depends on it being shorter.
const patience = 2 * time.Minute

// openBrowser starts Chromium, or skips the test where there is none.
func openBrowser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no chromium on this machine: install the package chromium to run the tests of the pages")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.UserDataDir(profile(t)),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	browser, closeBrowser := chromedp.NewContext(allocator)
	t.Cleanup(closeBrowser)
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("start chromium: %v", err)
	}
	return browser
}

// profile is a folder for the browser's own files. What the browser still writes while it ends is removed with some patience.
func profile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "agon-chromium-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 50 {
			if os.RemoveAll(dir) == nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	})
	return dir
}

// newTab opens a tab. Everything that its page throws or logs as an error, as a breach of the policy, fails the test.
func newTab(t *testing.T, browser context.Context) context.Context {
	t.Helper()
	tab, closeTab := chromedp.NewContext(browser)
	messages := chromedp.Console(tab)
	read := make(chan struct{})
	go func() {
		defer close(read)
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleException || m.Type == "error" {
				t.Errorf("the page says: %s (%s:%d)", m.Text, m.URL, m.Line)
			}
		}
	}()
	t.Cleanup(func() { closeTab(); <-read })
	return tab
}

// do acts in a tab.
func do(t *testing.T, tab context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	limited, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		t.Fatal(err)
	}
}

// eval is the value of an expression in the page; promises are waited for.
func eval[T any](t *testing.T, tab context.Context, expression string) T {
	t.Helper()
	limited, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	value, err := chromedp.Run(limited, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return value
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

// dress makes a tab so wide and high, in a theme. Nothing moves by itself.
func dress(t *testing.T, tab context.Context, width, height int64, theme string) {
	t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"}}}
	do(t, tab, chromedp.EmulateViewport(width, height))
	limited, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	if _, err := chromedp.Call(limited, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
}

// open shows an address and waits until its page has drawn itself.
func open(t *testing.T, tab context.Context, address string) {
	t.Helper()
	do(t, tab, chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	until(t, tab, `document.documentElement.classList.contains("ready") && document.readyState === "complete"`)
	settle(t, tab)
}

// settle waits until what was asked for is drawn.
func settle(t *testing.T, tab context.Context) {
	t.Helper()
	eval[bool](t, tab, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))`)
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
