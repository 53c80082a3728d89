package site

import (
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"agon/site/entries"
	"agon/site/people"
)

// cupThatTakes is the contest cup with a folder for bots.
var cupThatTakes = strings.Replace(cup, "[[bots]]", "[[bots]]\nfolder = \"entries\"\n[[bots]]", 1)

// A bot is written in the editor in each language, from a starter or from nothing; what the site refuses is shown again, and the source of
// a version that failed its check is opened again until the next arrives.
func TestEditor(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.Check = func(_ context.Context, _, folder string, _ io.Writer, _ func(bool)) (bool, string, error) {
			text, err := os.ReadFile(folder + "/bot.py")
			return strings.Contains(string(text), "good"), `{"findings":[]}`, err
		}
	})
	s.rewrite(t, cupThatTakes)
	paul, olga, nobody := s.as(t, people.Participant), s.as(t, people.Organiser), s.browser(t)
	if a := nobody.get("/c/cup/editor"); a.code != http.StatusSeeOther || !strings.HasPrefix(a.to, "/sign-in") {
		t.Errorf("nobody: %d %s", a.code, a.to)
	}
	paul.says("the editor", paul.get("/c/cup/editor").text, `<option value="python" selected>`, "Tron: the last one alive wins.",
		">bot.py<", `data-colours="python"`, `<option value="kotlin">Kotlin`, `<option value="cpp">C&#43;&#43;`)
	paul.says("another starter", paul.get("/c/cup/editor?language=java").text, ">Player.java<", "class Player {")
	paul.says("a language without one", paul.get("/c/cup/editor?language=scala").text, ">bot.scala<", `src="/assets/highlight-scala.js"`)
	if a := paul.get("/c/cup/editor?language=cobol"); a.code != http.StatusUnprocessableEntity {
		t.Errorf("a language that is none: %d", a.code)
	}

	const bad = "print('<bad> & \"7\"')\r\n\r\n\tx"
	for why, a := range map[string]answer{
		"2 to 32":   paul.post("/c/cup/editor", "language", "python", "new", "x", "source", bad),
		"is empty":  paul.post("/c/cup/editor", "language", "python", "new", "Flood", "source", " \r\n"),
		"hand it i": paul.post("/c/cup/editor", "language", "python", "new", "Flood", "source", strings.Repeat("x", entries.MostSource+1)),
	} {
		if a.code != http.StatusUnprocessableEntity || !strings.Contains(a.text, why) {
			t.Errorf("%s: %d %.300s", why, a.code, a.text)
		}
	}
	refused := paul.post("/c/cup/editor", "language", "python", "new", "x", "source", bad)
	paul.says("what was refused", refused.text, "print(&#39;&lt;bad&gt; &amp; &#34;7&#34;&#39;)\n\n\tx</textarea>", `value="x"`)

	a := paul.post("/c/cup/editor", "language", "python", "new", "Flood", "source", bad)
	if a.code != http.StatusSeeOther || a.to != "/c/cup/bots/1" {
		t.Fatal(a.code, a.text)
	}
	page := paul.until(a.to, `bad-p">failed`)
	paul.says("the page of the bot", page, `/c/cup/editor?bot=1&amp;version=1"`)
	paul.says("what failed", paul.get("/c/cup/editor?bot=1&version=1").text, "version 1 of Flood", "&lt;bad&gt;", "\n\n\tx</textarea>")
	if a := olga.get("/c/cup/editor?bot=1&version=1"); a.code != http.StatusNotFound {
		t.Errorf("somebody else reads it: %d", a.code)
	}
	paul.says("the front page", paul.get("/").text, `href="/c/cup/bots/1">Flood<`, "does not play")
	s.reopen(t)
	paul.at = s.URL
	paul.says("after a restart", paul.get("/c/cup/editor?bot=1&version=1").text, "&lt;bad&gt;")

	paul.post("/c/cup/editor", "language", "python", "bot", "Flood", "source", "good = 1")
	paul.until(a.to, `done">passed`)
	paul.says("a version that failed before", paul.get("/c/cup/editor?bot=1&version=1").text, "&lt;bad&gt;")
	paul.says("what passed", paul.get("/c/cup/editor?bot=1&version=2").text, "good = 1</textarea>")
}

// Every language has a file that the site takes, under the name that an author gives it.
func TestEveryLanguageIsTaken(t *testing.T) {
	s := serve(t, func(o *Options) {
		o.Check = func(context.Context, string, string, io.Writer, func(bool)) (bool, string, error) {
			return true, `{}`, nil
		}
		o.Limits = entries.Limits{Waiting: 99, Hourly: 99}
	})
	s.rewrite(t, cupThatTakes)
	paul := s.token(t, people.Participant)
	for _, name := range []string{"bot.cpp", "Bot.java", "bot.js", "bot.ts", "main.go", "bot.rs", "Bot.cs", "bot.fs", "Bot.kt", "bot.hs",
		"bot.ml", "bot.sh", "bot.rb", "bot.wasm", "bot.jar", "bot.R", "bot"} {
		a := s.call(t, paul, "POST", apiRoot+"/contests/cup/bots?bot=Flood&file="+name, "application/octet-stream", "good")
		want := http.StatusAccepted
		if name == "bot.R" {
			want = http.StatusUnprocessableEntity
		}
		if a.code != want {
			t.Errorf("%s: %d %s", name, a.code, a.text)
		}
	}
}
