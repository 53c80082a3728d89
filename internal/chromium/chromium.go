/*
Package chromium lets tests look at pages in a real browser: it starts the machine's Chromium, opens tabs whose errors fail the test, and
acts in them with patience for a busy machine.
*/
package chromium

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Patience is the time limit of one step on a busy machine; no test depends on it being shorter.
const Patience = 2 * time.Minute

// shared is the browser of a package whose TestMain runs [Shared]; nil for one browser per test.
var shared *browser

// A browser is a Chromium that is started on first use.
type browser struct {
	once sync.Once
	ctx  context.Context
	stop []func()
	err  error
}

// Shared is the tests of a package, for its TestMain. One Chromium serves all of them, each test with its own cookies and storage.
type Shared struct{ Tests *testing.M }

// Run runs the tests and returns the exit code.
func (s Shared) Run() int {
	shared = &browser{}
	defer shared.close()
	return s.Tests.Run()
}

// Open returns a Chromium without tabs, or skips the test without it.
func Open(t testing.TB) context.Context {
	t.Helper()
	if shared != nil {
		return shared.open(t)
	}
	return OpenApart(t)
}

// OpenApart is [Open] with a process of its own.
func OpenApart(t testing.TB) context.Context {
	t.Helper()
	b := &browser{}
	t.Cleanup(b.close)
	return b.open(t)
}

// open starts the browser, unless it runs already, and returns cookies and storage of their own in it.
func (b *browser) open(t testing.TB) context.Context {
	t.Helper()
	path := find()
	if path == "" {
		t.Skip("no chromium on this machine: install the package chromium to run the tests of the pages")
	}
	b.once.Do(func() { b.start(path) })
	if b.err != nil {
		t.Fatalf("start chromium: %v", b.err)
	}
	own, leave := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(leave)
	if err := chromedp.Do(own); err != nil {
		t.Fatalf("open a browser context: %v", err)
	}
	return own
}

// find returns the path of the browser, empty without one. The one without windows starts fewer processes and threads.
func find() string {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func (b *browser) start(path string) {
	dir, err := os.MkdirTemp("", "agon-chromium-")
	if err != nil {
		b.err = err
		return
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun,
		chromedp.UserDataDir(dir), chromedp.WSURLReadTimeout(Patience),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	b.ctx, b.stop = ctx, []func(){closeBrowser, stop, func() { remove(dir) }}
	b.err = chromedp.Do(ctx)
}

func (b *browser) close() {
	for _, stop := range b.stop {
		stop()
	}
}

// remove removes the browser's files. It retries while the browser is still exiting and writing.
func remove(dir string) {
	for range 50 {
		if os.RemoveAll(dir) == nil {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Tab opens a tab. Exceptions, console errors and policy violations fail the test, except the expected texts.
func Tab(t testing.TB, browser context.Context, expected ...string) context.Context {
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
			if (m.Type == chromedp.ConsoleException || m.Type == "error") && !slices.Contains(expected, m.Text) {
				t.Errorf("the page says: %s (%s:%d)", m.Text, m.URL, m.Line)
			}
		}
	}()
	t.Cleanup(func() { closeTab(); <-read })
	return tab
}

// Do runs actions in a tab.
func Do(t testing.TB, tab context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	limited, cancel := context.WithTimeout(tab, Patience)
	defer cancel()
	if err := chromedp.Do(limited, steps...); err != nil {
		t.Fatal(err)
	}
}

// Visit loads a page anew and waits until it has loaded. Another page that the tab is still loading is not taken for it.
func Visit(t testing.TB, tab context.Context, address string) {
	t.Helper()
	Eval[bool](t, tab, `window.left = true`)
	Do(t, tab, chromedp.Navigate(address))
	Until(t, tab, `!window.left && document.readyState === "complete"`)
}

// Eval returns the value of an expression in the page, awaiting promises.
func Eval[T any](t testing.TB, tab context.Context, expression string) T {
	t.Helper()
	limited, cancel := context.WithTimeout(tab, Patience)
	defer cancel()
	value, err := chromedp.Run(limited, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("at %s: %v, while the tab evaluates %s", address(tab), err, expression)
	}
	return value
}

// Until waits until an expression is true. It retries while the page is being replaced, more and more seldom: ten looks a second of many
// tabs are a load that the pages feel.
func Until(t testing.TB, tab context.Context, expression string) {
	t.Helper()
	limited, cancel := context.WithTimeout(tab, Patience)
	defer cancel()
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, 160*time.Millisecond) {
		ok, err := chromedp.Run(limited, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if ok {
			return
		}
		if limited.Err() != nil {
			t.Fatalf("waiting at %s for %s: %v; it shows %q", address(tab), expression, err, shown(tab))
		}
		time.Sleep(pause)
	}
}

// shown returns the beginning of the text that a tab shows.
func shown(tab context.Context) string {
	limited, cancel := context.WithTimeout(tab, 5*time.Second)
	defer cancel()
	text, err := chromedp.Run(limited, chromedp.Evaluate[string]("document.body.innerText.slice(0, 2000)"))
	if err != nil {
		return err.Error()
	}
	return text
}

// Reload loads a page again and again, until an expression is true in it. It pauses between, more and more: what the page shows is made
// meanwhile, and needs the processor more than the browser does.
func Reload(t testing.TB, tab context.Context, address, expression string) {
	t.Helper()
	begun := time.Now()
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, 320*time.Millisecond) {
		Visit(t, tab, address)
		if Eval[bool](t, tab, "Boolean("+expression+")") {
			return
		}
		if time.Since(begun) > Patience {
			t.Fatalf("waiting at %s for %s: the page has\n%s", address, expression, Eval[string](t, tab, "document.body.innerText"))
		}
		time.Sleep(pause)
	}
}

// address returns the address of the page in a tab.
func address(tab context.Context) string {
	limited, cancel := context.WithTimeout(tab, 10*time.Second)
	defer cancel()
	where, err := chromedp.Run(limited, chromedp.Evaluate[string]("location.href"))
	if err != nil {
		return "a page that does not answer"
	}
	return where
}

// Shoot saves a screenshot in the folder that AGON_SHOTS names, for inspection.
func Shoot(t testing.TB, tab context.Context, name string) {
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
