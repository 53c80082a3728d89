//go:build linux && (amd64 || arm64)

package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/pyhost"
	"agon/bot/sandbox"
	"agon/bot/server"
	"agon/game"
	"agon/record/gamelog"
)

// counter is a server that does what its argument says when two moves are left.
const counter = `
import http.server, json, os, sys, threading, time
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer({"apiversion": "1", "author": "ann", "name": "Ada"})
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        now = sys.argv[1] if self.path == "/move" and body["left"] == 2 else ""
        if now == "ends":
            print("no idea", flush=True)
            os._exit(3)
        if now == "sleeps":
            time.sleep(60)
        if now == "trickles":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b" ")
                    time.sleep(0.01)
            except OSError:
                return
        if now == "hangs up":
            self.close_connection = True
            return
        if now == "computes":
            until = time.process_time() + 0.03
            while time.process_time() < until: pass
        self.answer({"letter": "abc"[body["left"] % 3]})
    def answer(self, value):
        text = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
    def log_message(self, form, *args):
        print(self.path, flush=True)
print("begins", flush=True)
if sys.argv[1] == "ends at once":
    sys.exit(4)
def spin():
    while True: pass
if sys.argv[1] == "spins":
    threading.Thread(target=spin, daemon=True).start()
if sys.argv[1] == "listens elsewhere":
    server = http.server.HTTPServer(("", 8080), Handler)
    spin()
http.server.ThreadingHTTPServer(("", int(os.environ["PORT"])), Handler).serve_forever()
`

// confined opens a sandbox with networks, or skips the test.
func confined(t *testing.T) bot.Launcher {
	t.Helper()
	level, err := sandbox.Best()
	if err != nil || level < sandbox.Namespaces {
		t.Skipf("no sandbox here has networks: level %s, %v", level, err)
	}
	box, err := sandbox.Open(level)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { box.Close() })
	return box
}

// program returns how a server that does something is started.
func program(t *testing.T, launcher bot.Launcher, does string) server.Program {
	t.Helper()
	p := server.Program{Command: bot.Command{Path: pyhost.Python(""), Args: []string{"-c", counter, does}}, Launcher: launcher}
	switch does {
	case "listens elsewhere":
		p.Listening = 500 * time.Millisecond
	case "listens nowhere":
		p.Command.Path, p.Command.Args = "/bin/sh", []string{"-c", "echo begins; exec sleep 60"}
		p.Listening = 100 * time.Millisecond // it sleeps four times as long
	}
	return p
}

// A server that agon starts plays game after game in one process. What it does wrong costs it a move; once it has ended it loses the game,
// and is started again for the next.
func TestServersThatAgonStarts(t *testing.T) {
	t.Parallel()
	box := confined(t)
	for _, tt := range []struct {
		does   string
		move   time.Duration
		played string
		notes  []string
		log    string
	}{
		{"well", time.Minute, "[a c b] [a c b]", nil, "begins /start /move /move /move /end /start /move /move /move /end"},
		{"ends", time.Minute, "[a !crashed !gone] [a !crashed !gone]",
			[]string{"its process ended with code 3", "its process has ended: its process ended with code 3"},
			"begins /start /move no idea begins /start /move no idea"},
		{"sleeps", 200 * time.Millisecond, "[a !late b] [a !late b]", []string{"no answer within 200ms"},
			"begins /start /move /move /end /start /move /move /end"},
		{"trickles", 200 * time.Millisecond, "[a !late b]", []string{"no answer within 200ms"}, "begins /start /move /move /move /end"},
		{"hangs up", time.Minute, "[a !crashed b]", []string{"no answer by HTTP: unexpected EOF"}, "begins /start /move /move /end"},
		{"ends at once", time.Minute, "[!unstarted !unstarted !unstarted]",
			[]string{"its process ended with code 4 before it listened on port 8000"}, "begins"},
		{"listens nowhere", time.Minute, "[!unstarted !unstarted !unstarted]",
			[]string{"it does not listen on port 8000, which PORT in its environment names: connection refused"}, "begins"},
		{"listens elsewhere", time.Minute, "[!unstarted !unstarted !unstarted]",
			[]string{"it listens on port 8080, not on port 8000 of 0.0.0.0 or 127.0.0.1, which PORT in its environment names"}, "begins"},
	} {
		t.Run(tt.does, func(t *testing.T) {
			t.Parallel()
			other := httptest.NewServer(http.HandlerFunc(quiet))
			defer other.Close()
			kind, log := counts(tt.move), bot.NewLog(0)
			p := server.NewStarted(program(t, box, tt.does), server.Config{Requests: *kind.Requests, Log: log})
			q := server.New(other.URL, server.Config{Requests: *kind.Requests, Log: bot.NewLog(0)})
			recs, err := games(t, kind, []bot.Player{p, q}, strings.Count(tt.played, "["))
			p.Close()
			if err != nil {
				t.Fatal(err)
			}
			var played, notes []string
			for _, rec := range recs {
				played = append(played, fmt.Sprint(moves(rec)))
			}
			for _, f := range recs[0].Faults {
				if f.Seat == 0 {
					notes = append(notes, f.Note)
				}
			}
			if strings.Join(played, " ") != tt.played || !strings.HasPrefix(strings.Join(notes, " "), strings.Join(tt.notes, " ")) {
				t.Errorf("%v with the faults %q, want %s %q", played, notes, tt.played, tt.notes)
			}
			if said := strings.Join(strings.Fields(printed(log)), " "); said != tt.log {
				t.Errorf("its log is %q, want %q", said, tt.log)
			}
			if u := p.Traits().Usage(); u.Kernel == 0 || u.Peak == 0 {
				t.Errorf("it has used %+v", u)
			}
		})
	}
}

// printed returns what a bot has printed, without remarks.
func printed(log *bot.Log) string { return gamelog.Printed(log.Take()) }

// What a server computes is charged, and measured as that of a program.
func TestTheTimeOfAServer(t *testing.T) {
	t.Parallel()
	p, table := seated(t, "computes")
	for nth := range 2 {
		c := asked(p, table)
		if c.Reply.Fault != game.NoFault || nth == 1 && (c.CPU < 25*time.Millisecond || c.Charged() < c.CPU || c.Reply.Took < 25000) {
			t.Errorf("move %d: %v of processor time, charged %v: %v %s", nth, c.CPU, c.Charged(), c.Reply.Fault, c.Reply.Note)
		}
		for seat := range game.Seat(2) {
			table.Play(seat, "a", &game.Reply{})
		}
		table.Step()
	}
}

// A server rests between its turns.
func TestAServerRests(t *testing.T) {
	t.Parallel()
	p, table := seated(t, "spins")
	if c := asked(p, table); c.Reply.Fault != game.NoFault {
		t.Fatal(c.Reply.Note)
	}
	before := p.Traits().Usage().Kernel
	for begun := time.Now(); time.Since(begun) < 40*time.Millisecond; { // in which it could compute on
	}
	if used := p.Traits().Usage().Kernel - before; used > 20*time.Millisecond {
		t.Errorf("it has used %v between its turns", used)
	}
	if c := asked(p, table); c.Reply.Fault != game.NoFault {
		t.Error(c.Reply.Note)
	}
}

// seated seats a server that does something.
func seated(t *testing.T, does string) (*server.Player, *game.Table) {
	t.Helper()
	kind := counts(time.Minute)
	p := server.NewStarted(program(t, confined(t), does), server.Config{Requests: *kind.Requests, Log: bot.NewLog(0)})
	t.Cleanup(func() { p.Close() })
	settings, _ := kind.Settings(nil)
	table, err := kind.Table(settings)
	if err == nil {
		err = table.Deal(1, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.Sit(0, table, 0)
	return p, table
}

// asked asks a server for a move.
func asked(p *server.Player, table *game.Table) *bot.Call {
	c := &bot.Call{Table: table, Limit: time.Minute, Clock: true}
	p.Ask([]*bot.Call{c})
	p.Answer([]*bot.Call{c})
	return c
}

// A server says who it is, or why it cannot.
func TestIntroduce(t *testing.T) {
	t.Parallel()
	box := confined(t)
	g, err := server.Introduce(program(t, box, ""), bot.NewLog(0), nil)
	if err != nil || g != (server.Greeting{Name: "Ada", Author: "ann"}) {
		t.Errorf("%+v, %v", g, err)
	}
	_, err = server.Introduce(program(t, box, "ends at once"), bot.NewLog(0), nil)
	if err == nil || err.Error() != "its process ended with code 4 before it listened on port 8000" {
		t.Error(err)
	}
	_, err = server.Introduce(program(t, sandbox.Plain(), ""), bot.NewLog(0), nil)
	if err == nil || err.Error() != "start a server: sandbox level none gives it no network of its own" {
		t.Error(err)
	}
}
