package web

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
)

func TestMain(m *testing.M) { os.Exit(chromium.Shared{Tests: m}.Run()) }

const patience = chromium.Patience

// Functions of package chromium, without its name.
var (
	openBrowser = chromium.Open
	newTab      = chromium.Tab
	do          = chromium.Do
	until       = chromium.Until
	shoot       = chromium.Shoot
)

func eval[T any](t *testing.T, tab context.Context, expression string) T {
	t.Helper()
	return chromium.Eval[T](t, tab, expression)
}

// inEachTheme shows an open tab at a size in the light theme and then in the dark one, and calls do in each. Outside the long run a phone
// has the dark one alone, and what is wider the light one.
func inEachTheme(t *testing.T, tab context.Context, width, height int64, do func(theme string)) {
	t.Helper()
	for _, theme := range themes {
		if !tier.IsLong() && (theme == "dark") != (width < 720) {
			continue
		}
		dress(t, tab, width, height, theme)
		settle(t, tab)
		do(theme)
	}
}

// dress sets the size and the theme of a tab, without animations.
func dress(t *testing.T, tab context.Context, width, height int64, theme string) {
	t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme},
		{Name: "prefers-reduced-motion", Value: "reduce"}}}
	do(t, tab, chromedp.EmulateViewport(width, height))
	limited, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	if _, err := chromedp.Call(limited, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
}

// open loads an address and waits until its page has drawn itself.
func open(t *testing.T, tab context.Context, address string) {
	t.Helper()
	page, _, _ := strings.Cut(address, "#")
	if eval[bool](t, tab, fmt.Sprintf("location.href.split('#')[0] === %q", page)) {
		do(t, tab, chromedp.Navigate("about:blank")) // otherwise an address within the same page would not reload it
	}
	do(t, tab, chromedp.Navigate(address))
	until(t, tab, `document.documentElement.classList.contains("ready") && document.readyState === "complete"`)
	settle(t, tab)
}

// settle waits until everything requested is drawn.
func settle(t *testing.T, tab context.Context) {
	t.Helper()
	eval[bool](t, tab, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))`)
}
