package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"agon/game"
	"agon/show/film"
)

// ownFiles is a viewer with these files, which is given two frames for each shot.
type ownFiles map[string]string

func (o ownFiles) Read(name string) ([]byte, error) {
	text, ok := o[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(text), nil
}

func (o ownFiles) Missing() string { return o["missing"] }

func (ownFiles) Views(*game.Frame) []string {
	return []string{"KEY_FRAME 0\n{}", "INTERMEDIATE_FRAME 1"}
}

// viewed is a film of a game with a viewer of its own, and the address of its page.
func viewed(t *testing.T, own ownFiles) (*film.Film, string) {
	t.Helper()
	f := makeFilm(t, 2, 20)
	kind := *f.Info.Kind
	kind.Viewer = own
	f.Info.Kind = &kind
	return f, serve(t, f)
}

// drawer is a Drawer as CodinGame's SDK has one, which loads an image, and says what it is given instead of drawing it.
const drawer = `
	import { colours } from "../config.js";
	export class Drawer {
		static WIDTH = 320;
		static HEIGHT = 180;
		static playerColors = colours;
		addErrorListener(say) { this.say = message => say({ message }); }
		init(canvas) {
			const image = new Image();
			image.crossOrigin = "anonymous";
			image.onload = () => {
				const g = canvas.getContext("2d");
				g.drawImage(image, 0, 0);
				this.point = g.getImageData(0, 0, 1, 1).data.join();
			};
			image.onerror = () => { this.point = "no image"; };
			image.src = "assets/dot.svg";
			$(canvas).off("mousemove");
			$(canvas).mousemove(() => {});
		}
		isReady() { return this.point !== undefined; }
		initFrames(frames, agents) { Object.assign(this, { frames, agents, loading: false, intro: false }); }
		update(frame, progress) {
			if (progress < 1) return;
			const who = this.agents.map(a => a.name + " " + a.color).join();
			this.say("frame " + frame + " of " + this.frames.length + " is " + this.frames[frame].join("/") + ", " + who + ", " + this.point);
		}
	}`

func usualFiles() ownFiles {
	return ownFiles{"core/Drawer.js": drawer, "config.js": `export const colours = ["#ff1d5c", "#22a1e4"];`,
		"lib/pixi6.js":   "var PIXI = {};",
		"assets/dot.svg": `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="#ff0000"/></svg>`}
}

// The viewer of the game stands in place of the board, and shows the shot that the page shows.
func TestTheOwnViewerOfAGame(t *testing.T) {
	f, address := viewed(t, usualFiles())
	tab := newTab(t, openBrowser(t))
	open(t, tab, address+"#r=3")
	do(t, tab, chromedp.Click("#own"))
	n, _ := f.Len()
	for _, step := range []struct {
		frame int
		lines string
	}{{7, "INTERMEDIATE_FRAME 1"}, {9, "INTERMEDIATE_FRAME 1"}} {
		want := fmt.Sprintf("frame %d of %d is %s, %s #ff1d5c,%s #22a1e4, 255,0,0,255", step.frame, 2*n, step.lines, f.Info.Seats[0].Name,
			f.Info.Seats[1].Name)
		text, _ := json.Marshal("The game's own viewer says: " + want)
		until(t, tab, `document.getElementById("own-said").textContent === `+string(text))
		do(t, tab, chromedp.Click("#step"))
	}
	if !eval[bool](t, tab, `getComputedStyle(document.getElementById("canvas")).display === "none" && document.querySelector("iframe.own").clientWidth > 100`) {
		t.Error("the viewer is not in the place of the board")
	}
	shoot(t, tab, "own-viewer")
	do(t, tab, chromedp.Click("#own"))
	if !eval[bool](t, tab, `getComputedStyle(document.getElementById("canvas")).display !== "none" && !document.querySelector("iframe")`) {
		t.Error("the board does not come back")
	}
}

// A hostile viewer reaches nothing but its files: neither the page, nor the server, nor another one, nor anything that is stored.
func TestAHostileOwnViewer(t *testing.T) {
	files := usualFiles()
	files["core/Drawer.js"] = strings.Replace(drawer, "this.point = g", "await attack(); this.point = said + g", 1)
	files["core/Drawer.js"] = strings.Replace(files["core/Drawer.js"], "image.onload = ()", "image.onload = async ()", 1) + `
		let said = "";
		async function attack() {
			const tries = {
				page: () => parent.document.title, storage: () => localStorage.length, cookie: () => document.cookie,
				stream: () => fetch("/stream"), page2: () => fetch("/"), other: () => fetch("http://127.0.0.1:1/"), top: () => { top.location = "about:blank"; },
				open: () => { if (!open("about:blank")) throw 1; }, inline: () => { document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = 1" })); if (!window.ran) throw 1; },
				files: () => fetch("config.js"),
			};
			for (const [name, act] of Object.entries(tries)) {
				let open = "open";
				try { await act(); } catch { open = "shut"; }
				said += name + " " + open + ", ";
			}
		}`
	_, address := viewed(t, files)
	tab, leave := chromedp.NewContext(openBrowser(t))
	refusals, said := chromedp.Console(tab), make(chan struct{}) // it opens the tab, before there is a limit of time
	go func() {
		defer close(said)
		for range refusals {
			continue
		}
	}()
	t.Cleanup(func() { leave(); <-said })
	open(t, tab, address)
	do(t, tab, chromedp.Click("#own"))
	until(t, tab, `document.getElementById("own-said").textContent.includes("files ")`)
	told := eval[string](t, tab, `document.getElementById("own-said").textContent`)
	if strings.Count(told, " shut, ") != 9 || !strings.Contains(told, "files open, ") {
		t.Error(told)
	}
	if at := eval[string](t, tab, "location.href"); !strings.HasPrefix(at, address) {
		t.Errorf("the page is at %s", at)
	}
}

// The files have a policy of their own, which takes nothing from the page's.
func TestPoliciesOfAnOwnViewer(t *testing.T) {
	files := usualFiles()
	_, address := viewed(t, files)
	page := get(t, address, nil)
	policy := page.Header.Get("Content-Security-Policy")
	if policy != servedPolicy+"; frame-src 'self'" {
		t.Errorf("the policy of the page is %q", policy)
	}
	_, path, _ := strings.Cut(body(t, page), `data-src="`)
	path, _, _ = strings.Cut(path, `agon.html"`)
	for name, want := range map[string]int{"agon.html": 200, "agon.js": 200, "views.json": 200, "config.js": 200,
		"gone.js": 404, "../../": 404} {
		answer := get(t, address+path+name, func(r *http.Request) { r.URL.RawPath = "/" + path + name })
		if answer.StatusCode != want && name != "../../" {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
		own := answer.Header.Get("Content-Security-Policy")
		if want == 200 && (!strings.HasPrefix(own, "sandbox allow-scripts; default-src 'none'; ") || strings.Contains(own, "'self' ") ||
			!strings.Contains(own, "connect-src "+strings.TrimPrefix(address, "http://")+path+" ")) {
			t.Errorf("the policy of %s is %q", name, own)
		}
	}
	if status := get(t, address+"viewer/guessed/views.json", nil).StatusCode; status != 404 {
		t.Errorf("at a guessed path: %d", status)
	}
	_, address = viewed(t, ownFiles{"missing": "There is no <b>Drawer</b>."})
	text := body(t, get(t, address, nil))
	if !strings.Contains(text, "There is no &lt;b&gt;Drawer&lt;/b&gt;.") || strings.Contains(text, `id="own"`) {
		t.Error("the page does not say what the viewer lacks")
	}
	plain := get(t, serve(t, makeFilm(t, 2, 5)), nil)
	if text := body(t, plain); plain.Header.Get("Content-Security-Policy") != servedPolicy || strings.Contains(text, `"own`) {
		t.Error("a game without a viewer has one")
	}
}
