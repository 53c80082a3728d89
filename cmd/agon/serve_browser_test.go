package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"agon/internal/chromium"
)

// evening is a contest that takes submissions while it is played, and has no end.
const evening = `
kind = "colour-battle"
name = "Open evening"
seed = 7
[options]
rounds = 150
[[bots]]
folder = "entries"
[[bots]]
ref = "house=builtin:rambo"
[[bots]]
ref = "steve=builtin:steve"
[[stages]]
name = "all"
format = "ladder"
`

// siteWalker is a bot that walks in one direction.
const siteWalker = `from ..bot_control import Move


class Walker:
    def get_name(self): return "walker"
    def get_contributor(self): return "nobody"
    def determine_next_move(self, grid, enemies, game_info):
        %s
`

// slowHouse is siteWalker with a pause in each move. Two built-in bots would keep a core busy with games that nobody looks at.
var slowHouse = strings.Replace(fmt.Sprintf(siteWalker, "time.sleep(0.01); return Move.UP"), "from", "import time\nfrom", 1)

// refused is what a page says that refreshes itself while the server is down.
const refused = "Failed to load resource: net::ERR_CONNECTION_REFUSED"

// cut is what a page says whose stream ends with the server.
const cut = "Failed to load resource: net::ERR_INCOMPLETE_CHUNKED_ENCODING"

// begun is true on the page after a contest was started; only then may another page be loaded.
const begun = `document.readyState === "complete" && document.querySelector("[role=status]")?.textContent.includes("being played")`

// A servedSite is agon serve in a process of its own.
type servedSite struct {
	t       *testing.T
	agon    string
	dir     string
	address string
	invited string   // address of the first invitation; empty if there is none
	more    []string // flags
	cmd     *exec.Cmd
}

// start starts the server, at the address that it had before.
func (s *servedSite) start() {
	s.t.Helper()
	// No connection to a server that was killed is used again, not even one that was made beside another and has carried no request: such a
	// request fails.
	http.DefaultTransport = http.DefaultTransport.(*http.Transport).Clone()
	listen := "127.0.0.1:0"
	if s.address != "" {
		listen = strings.TrimPrefix(s.address, "http://")
	}
	s.cmd = exec.Command(s.agon, "serve", s.dir, "--listen", listen, "--jobs", "1", "--name", "Test site")
	s.cmd.Args = append(s.cmd.Args, s.more...)
	s.cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(s.dir, "cache"))
	s.await()
}

// await starts the command of the server, and waits for its address and, the first time, the first invitation.
func (s *servedSite) await() {
	s.t.Helper()
	out, err := s.cmd.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	lines, output := bufio.NewScanner(out), ""
	for lines.Scan() {
		text := lines.Text()
		output += text + "\n"
		if at := regexp.MustCompile(`^agon: .* at (http://\S+) +\(Ctrl-C ends\)`).FindStringSubmatch(text); at != nil {
			s.address = at[1]
			if s.invited != "" {
				break
			}
		}
		if at := regexp.MustCompile(`organiser's account: (http://\S+)`).FindStringSubmatch(text); at != nil {
			s.invited = at[1]
			break
		}
	}
	if s.address == "" {
		s.t.Fatalf("the server never tells its address: %v %v\n%s", s.cmd.Wait(), lines.Err(), output)
	}
	cmd, read := s.cmd, make(chan struct{})
	go func() {
		defer close(read)
		for lines.Scan() {
			s.t.Log(lines.Text())
		}
	}()
	s.t.Cleanup(func() { // nothing of it outlasts the test
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
		<-read
	})
}

// TestSite is the story of a small contest with two people in two browsers: invitation, account, a broken bot and its fix, games that are
// played meanwhile, a server that is killed, and the final table.
func TestSite(t *testing.T) {
	t.Parallel()
	browser := openBrowser(t)
	s := &servedSite{t: t, agon: program(t), dir: t.TempDir()}
	os.Chmod(s.dir, 0o755) // bots run as other users
	folder := filepath.Join(s.dir, "contests", "evening")
	bots := t.TempDir()
	for path, text := range map[string]string{
		filepath.Join(folder, "contest.toml"): strings.Replace(evening, "house=builtin:rambo", "house.py", 1),
		filepath.Join(s.dir, "contests", "cup", "contest.toml"): strings.NewReplacer("[[bots]]\nfolder = \"entries\"\n", "", "ladder",
			"round-robin", "Open evening", "Cup").Replace(evening),
		filepath.Join(folder, "house.py"): slowHouse,
		filepath.Join(bots, "broken.py"):  fmt.Sprintf(siteWalker, "return enemies[99]"),
		filepath.Join(bots, "good.py"):    fmt.Sprintf(siteWalker, "return Move.UP"),
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.start()
	t.Cleanup(func() {
		s.cmd.Process.Signal(os.Interrupt)
		s.cmd.Wait()
	})

	// The organiser makes the first account and invites a participant.
	olga := chromium.Tab(t, browser, refused, cut)
	join := func(page context.Context, address, name string) {
		t.Helper()
		do(t, page, chromedp.Navigate(address), chromedp.SendKeys(`input[name=name]`, name),
			chromedp.SendKeys(`input[name=password]`, "three words in a row"))
		shoot(t, page, "site-join-"+name)
		do(t, page, chromedp.Submit(`main form`))
		until(t, page, `document.querySelector("[role=status]")?.textContent.includes("Welcome, `+name+`.")`)
	}
	join(olga, s.invited, "Olga")
	do(t, olga, chromedp.Navigate(s.address+"/people"), chromedp.Submit(`form[action="/people/invite"]`))
	until(t, olga, `document.getElementById("invitation") !== null`)
	shoot(t, olga, "site-people")
	link := eval[string](t, olga, `document.getElementById("invitation").textContent`)

	paul := chromium.Tab(t, openBrowser(t), refused) // with cookies of its own
	join(paul, link, "Paul")
	shoot(t, paul, "site-home")

	look := func(page context.Context, condition string) {
		t.Helper()
		chromium.Reload(t, page, s.address+"/c/evening", condition)
	}
	// The contest begins with the house bots, and Paul submits a bot that fails in its first move.
	do(t, olga, chromedp.Navigate(s.address+"/c/evening"))
	shoot(t, olga, "site-contest-waits")
	do(t, olga, chromedp.Submit(`form[action="/c/evening/start"]`))
	until(t, olga, begun)
	look(olga, `document.querySelectorAll(".ranks tbody tr").length === 2`)
	// Paul watches a game on the screen, goes back in it, and the next one waits until he has seen enough.
	do(t, paul, chromedp.Navigate(s.address+"/c/evening/live/"))
	until(t, paul, `document.documentElement.classList.contains("ready") && Number(document.getElementById("round").textContent) > 20 && document.querySelectorAll("#standing tbody tr").length === 2`)
	shoot(t, paul, "site-live")
	do(t, paul, chromedp.Click(`#reset`))
	until(t, paul, `!document.querySelector("#standing .next").hidden`)
	do(t, paul, chromedp.Click(`#standing .next a`))
	until(t, paul, `document.documentElement.classList.contains("ready") && document.querySelector("#standing .next").hidden && Number(document.getElementById("round").textContent) > 5`)
	do(t, olga, chromedp.Navigate(s.address+"/c/evening/live/?hall"))
	until(t, olga, `document.documentElement.classList.contains("ready") && document.querySelectorAll("#standing tbody tr").length === 2`)
	until(t, olga, `Number(document.getElementById("far").textContent) > 3 && document.getElementById("far-of").textContent === "of 150 rounds" && document.getElementById("far-bar").value > 3 &&
		document.getElementById("coming").textContent.startsWith("Leading: ") && document.querySelector("h1").textContent.startsWith("Open evening · ")`)
	shoot(t, olga, "site-screen")
	do(t, olga, chromedp.KeyEvent("h"))
	until(t, olga, `document.getElementById("coming").textContent.includes("This game is held")`)
	do(t, olga, chromedp.Reload()) // as if H had been pressed while the page was being loaded
	until(t, olga, `document.documentElement.classList.contains("ready") && document.getElementById("coming").textContent.includes("This game is held") && document.querySelector("#standing tbody tr")`)
	held := eval[string](t, olga, `document.getElementById("standing").dataset.showing`)
	do(t, olga, chromedp.KeyEvent("s"))
	until(t, olga, `document.body.classList.contains("between") && !document.getElementById("board").checkVisibility() && document.querySelector("#standing tbody tr").checkVisibility()`)
	shoot(t, olga, "site-screen-standing")
	do(t, olga, chromedp.KeyEvent("s"), chromedp.KeyEvent("h"))
	until(t, olga, `document.body.classList.contains("between") && document.getElementById("coming").textContent.includes("Next: another game")`)
	until(t, olga, `document.documentElement.classList.contains("ready") && document.getElementById("standing").dataset.showing !== "`+held+
		`"`)
	do(t, paul, chromedp.Navigate(s.address+"/c/evening"), chromedp.SendKeys(`input[name=new]`, "Quiet Flood"),
		chromedp.SetUploadFiles(`input[name=file]`, []string{filepath.Join(bots, "broken.py")}),
		chromedp.Submit(`form[action="/c/evening/submit"]`))
	until(t, paul, `document.querySelector(".pill.bad-p")?.textContent === "failed"`)
	until(t, paul, `document.readyState === "complete" && document.querySelector(".tests .failed")?.innerText.includes("crashed")`)
	if steps := eval[string](t, paul, `[...document.querySelectorAll(".steps li")].map(e => e.className).join(" ")`); steps != "passed passed passed failed failed" {
		t.Errorf("the steps of its check are %q", steps)
	}
	if whole := eval[string](t, paul, `document.body.innerText`); strings.Contains(whole, s.dir) {
		t.Error("the page tells where the site keeps its files")
	}
	shoot(t, paul, "site-bot-failed")

	// The server is killed, and goes on with the contest and with Paul's session.
	until(t, olga, `document.documentElement.classList.contains("ready") && document.getElementById("coming").textContent.startsWith("Leading: ")`)
	do(t, olga, chromedp.KeyEvent("h"))
	until(t, olga, `document.getElementById("coming")?.textContent.includes("This game is held")`)
	before := eval[string](t, olga, `document.getElementById("standing").dataset.showing`)
	s.cmd.Process.Kill()
	s.cmd.Wait()
	until(t, olga, `document.getElementById("coming").textContent.includes("The connection is lost")`)
	s.start()
	do(t, olga, chromedp.KeyEvent("h"))
	// the screen goes on by itself
	until(t, olga, `document.getElementById("standing").dataset.showing !== "`+before+
		`" && document.querySelectorAll("#standing tbody tr").length === 2`)
	do(t, paul, chromedp.Navigate(s.address+"/c/evening"),
		chromedp.SetUploadFiles(`input[name=file]`, []string{filepath.Join(bots, "good.py")}),
		chromedp.Submit(`form[action="/c/evening/submit"]`))
	until(t, paul, `document.querySelector(".pill.done")?.textContent === "plays"`)
	shoot(t, paul, "site-bot-plays")

	// Everybody sees the bot in the table, and at the end the table is final.
	look(olga, `[...document.querySelectorAll(".ranks tbody th")].some(e => e.innerText.includes("Quiet Flood"))`)
	shoot(t, olga, "site-contest")
	do(t, paul, chromedp.Navigate(s.address+"/c/evening"))
	until(t, paul, `[...document.querySelectorAll(".ranks tr.own")].every(e => e.innerText.includes("Quiet Flood")) && document.querySelectorAll(".ranks tr.own").length === 1`)
	until(t, paul, `document.querySelector("#boards canvas")?.width > 100`)
	do(t, olga, chromedp.Navigate(s.address+"/c/evening/desk"), chromedp.SendKeys(`input.find`, "flood"))
	until(t, olga, `[...document.querySelectorAll("#desk-bots tbody tr")].filter(e => e.checkVisibility()).map(e => e.cells[0].innerText).join().includes("Quiet Flood") && [...document.querySelectorAll("#desk-bots tbody tr")].filter(e => e.checkVisibility()).length === 1`)
	shoot(t, olga, "site-desk-found")
	do(t, olga, chromedp.Navigate(s.address+"/c/evening"))
	do(t, olga, chromedp.Click(`.title details summary`), chromedp.SendKeys(`.title input[name=why]`, "the hall closes"),
		chromedp.Submit(`form[action="/c/evening/pause"]`))
	until(t, olga, `document.querySelector(".title .pill").textContent === "paused" && document.body.innerText.includes("the hall closes")`)
	shoot(t, olga, "site-paused")
	do(t, olga, chromedp.Navigate(s.address+"/audit"))
	until(t, olga, `document.body.innerText.includes("the hall closes")`)

	// A contest of built-in bots is played to its end.
	do(t, olga, chromedp.Navigate(s.address+"/c/cup"), chromedp.Submit(`form[action="/c/cup/start"]`))
	until(t, olga, begun)
	chromium.Reload(t, olga, s.address+"/c/cup", `document.querySelector(".title .pill").textContent === "finished"`)
	do(t, olga, chromedp.Navigate(s.address+"/c/cup/report/"))
	until(t, olga, `document.documentElement.classList.contains("ready") && document.body.innerText.includes("steve")`)
	do(t, olga, chromedp.Navigate(s.address+"/"))
	shoot(t, olga, "site-end")
}
