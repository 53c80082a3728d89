package main

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
	"agon/internal/tier"
)

// packed returns an archive of a folder.
func packed(t *testing.T, dir string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), filepath.Base(dir)+".zip")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(file)
	if err := w.AddFS(os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestSiteMakesContests lets an organiser hand in a game of her own, change its options, limits and built-in bots, and play it to its end.
// The pages of that are looked at on a desk and on a phone, light and dark.
func TestSiteMakesContests(t *testing.T) {
	tier.Long(t)
	agon := program(t)
	dir := filepath.Join(t.TempDir(), "harbour")
	if out, err := exec.Command(agon, "new", "game", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s := &servedSite{t: t, agon: agon, dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // rules run as another user
	s.start()
	t.Cleanup(s.stop)
	olga := chromium.Tab(t, openBrowser(t), "Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)")
	do(t, olga, chromedp.Navigate(s.invited), chromedp.SendKeys(`main input[name=name]`, "Olga"),
		chromedp.SendKeys(`main input[name=password]`, "three words in a row"), chromedp.Submit(`main form`))
	until(t, olga, `document.querySelector("[role=status]") !== null`)
	do(t, olga, chromedp.Navigate(s.address+"/new"), chromedp.SendKeys(`form[action="/new/game"] input[name=name]`, "night"),
		chromedp.SetUploadFiles(`form[action="/new/game"] input[name=file]`, []string{packed(t, dir)}),
		chromedp.Submit(`form[action="/new/game"]`))
	until(t, olga, `location.pathname === "/c/night/settings" && document.readyState === "complete"`)
	eval[bool](t, olga, `(() => {
		for (const box of document.querySelectorAll("input[name=builtin]")) box.checked = box.value !== "mcts";
		for (const d of document.querySelectorAll("details")) d.open = true;
		document.querySelector("[name='limit.guard']").value = "5s";
		document.querySelector("[name=about]").value = "# A night\n\nBoats *and* docks.";
		document.querySelector("[name=prizes]").value = "a boat\nan oar";
		document.querySelector("[name=why]").value = "two bots";
		return true;
	})()`)
	do(t, olga, chromedp.Submit(`form[action="/c/night/settings"]`))
	until(t, olga, `document.querySelector("[role=status]")?.textContent.includes("The file is changed")`)

	for _, o := range outfits {
		t.Run(o.name, func(t *testing.T) {
			var axe chromium.Axe
			t.Run("axe-core", func(t *testing.T) { axe = chromium.OpenAxe(t) })
			for name, path := range map[string]string{
				"first": "/new", "form": "/new?kind=bomberman&format=groups", "ladder": "/new?kind=fence&format=ladder",
				"text": "/new?text=", "settings": "/c/night/settings", "file": "/c/night/settings?file", "contest": "/c/night",
				"desk": "/c/night/desk",
			} {
				dress(t, olga, o)
				chromium.Visit(t, olga, s.address+path)
				until(t, olga, `document.readyState === "complete"`)
				eval[bool](t, olga, `(() => { for (const d of document.querySelectorAll("main details.panel")) d.open = true; return true; })()`)
				shoot(t, olga, "new-"+name+"-"+o.name)
				fits(t, olga, name)
				axe.Check(t, olga, name)
			}
		})
	}

	do(t, olga, chromedp.Navigate(s.address+"/c/night"), chromedp.Submit(`form[action="/c/night/start"]`))
	until(t, olga, `document.readyState === "complete"`)
	chromium.Reload(t, olga, s.address+"/c/night", `document.querySelector(".title .pill")?.textContent === "finished"`)
	do(t, olga, chromedp.Navigate(s.address+"/c/night/settings"))
	until(t, olga, `document.body.innerText.includes("What can change after the first game")`)
	shoot(t, olga, "new-begun")
	for what, says := range map[string]string{
		`.replace("[limits]", "nonsense = 3\n[limits]")`:            "nonsense",
		`.replace(/folder = "entries".*/, 'ref = "/etc/passwd"')`:   "is not in the contest's folder",
		`.replace(/^# seed = .*/m, "seed = 9")`:                     "take results back",
		`.replace(/format = "round-robin"/, 'format = "knockout"')`: "take results back",
	} {
		eval[bool](t, olga, `(() => { const f = document.querySelector("[name=text]"); f.value = f.value`+what+
			`; document.querySelector("[name=why]").value = "x"; return true; })()`)
		do(t, olga, chromedp.Submit(`form[action="/c/night/settings"]`))
		until(t, olga, `document.querySelector("[role=alert]")?.textContent.includes(`+"`"+says+"`"+`)`)
		do(t, olga, chromedp.Navigate(s.address+"/c/night/settings"))
	}
}
