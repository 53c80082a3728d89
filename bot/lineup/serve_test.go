package lineup_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/lineup"
	"agon/bot/sandbox"
	"agon/games/folder"
)

// snake is a server that goes up.
const snake = `
import http.server, os
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self): self.answer('{"apiversion": "1", "author": "ann"}')
    def do_POST(self): self.answer('{"move": "up"}')
    def answer(self, text):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())
http.server.HTTPServer(("", int(os.environ["PORT"])), Handler).serve_forever()
`

// TestServersTravel: a bot that is a server is started on another machine as on this one, if that gives it a network.
func TestServersTravel(t *testing.T) {
	t.Parallel()
	level, err := sandbox.Best()
	if err != nil || level < sandbox.Namespaces {
		t.Skipf("no sandbox here has networks: level %s, %v", level, err)
	}
	box, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	f, err := gamefolder.Open("../../examples/battlesnake", gamefolder.Host{Launcher: func() bot.Launcher { return box }})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	here := func() *lineup.Opener {
		o := opener(f.Kind)
		o.Launcher, o.Cache = box, t.TempDir()
		o.Build = []string{o.Modules[0], "build"}
		return o
	}
	e := one(t, here(), write(t, filepath.Join(t.TempDir(), "mine"), map[string]string{"bot.toml": "serve = true", "main.py": snake}))
	if e.Broken != "" || e.Name != "mine" || e.Author != "ann" || e.Note != "" || e.InLines() || e.InAgon() || !e.Sandboxed() {
		t.Fatalf("%s of %q enters: %s %s", e.Name, e.Author, e.Broken, e.Note)
	}
	p, files, err := e.Parcel(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if e, err = here().Unpack(t.Context(), p, files); err != nil || e.Broken != "" {
		t.Fatal(err, e.Broken)
	}
	settings, _ := f.Kind.Settings(nil)
	table, err := f.Kind.Table(settings)
	if err == nil {
		err = table.Deal(1, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	player := e.Player(lineup.Station{Log: bot.NewLog(0)})
	defer player.Close()
	player.Sit(0, table, 0)
	c := &bot.Call{Table: table, Limit: time.Minute, Clock: true}
	player.Ask([]*bot.Call{c})
	player.Answer([]*bot.Call{c})
	if string(c.Reply.Out) != "up" || !c.Worded {
		t.Errorf("it answers %q: %v %s", c.Reply.Out, c.Reply.Fault, c.Reply.Note)
	}
	player.Leave(0)

	elsewhere := opener(f.Kind)
	e, err = elsewhere.Unpack(t.Context(), p, files)
	if err != nil || !strings.Contains(e.Broken, "which needs sandbox level full or namespaces") {
		t.Errorf("without networks: %v %q", err, e.Broken)
	}
}
