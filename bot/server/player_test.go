package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"agon/bot"
	"agon/bot/server"
	"agon/game"
	"agon/play/referee"
	"agon/record/gamelog"
)

// word is a move of the game of these tests: any of three letters.
type word string

func (w word) String() string { return string(w) }

type count struct{ left int }

// rules has two seats name letters at once, three times.
type rules struct{}

func (rules) Deal(s *count, _ int, _ *game.Dice) error { s.left = 3; return nil }
func (rules) Turn(s *count) (owes game.Seats) {
	if s.left > 0 {
		owes.Add(0)
		owes.Add(1)
	}
	return owes
}
func (rules) Check(*count, game.Seat, word) error              { return nil }
func (rules) Absent(*count, game.Seat, game.Fault) word        { return "a" }
func (rules) Step(s *count, _ []game.Move[word], _ *game.Dice) { s.left-- }
func (rules) Outcome(*count, game.Seat) game.Outcome           { return game.Outcome{Place: 1} }

// wire asks by HTTP.
type wire struct{}

func (wire) Ask(*game.Prompt, *count, game.Seat)                     {}
func (wire) Read(_ *count, _ game.Seat, r *game.Reply) (word, error) { return word(r.Out), nil }
func (wire) Format(m word) string                                    { return string(m) }
func (wire) Parse(text string) (word, error) {
	if !strings.Contains("abc", text) || len(text) != 1 {
		return "", fmt.Errorf("%q is no letter of a to c", text)
	}
	return word(text), nil
}
func (wire) Request(s *count, seat game.Seat, f game.RequestFacts) string {
	return fmt.Sprintf(`{"game":%q,"left":%d,"seat":%d,"allowed":%d,"took":%v}`, f.Game, s.left, seat, f.Allowed.Milliseconds(), f.Took > 0)
}

// kind allows 200 ms for a move.
var kind = counts(200 * time.Millisecond)

// counts returns the kind with a time for a move.
func counts(move time.Duration) *game.Kind {
	return game.New(game.Spec[count, word]{
		Name: "count", Title: "Count", Version: "1", MinSeats: 2, MaxSeats: 2, UsualSeats: 2, Simultaneous: true,
		Moves:    []word{"a", "b", "c"},
		Rules:    func(game.Settings) (game.Rules[count, word], error) { return rules{}, nil },
		Wire:     func(game.Settings) game.Wire[count, word] { return wire{} },
		Clock:    func(game.Settings) game.Clock { return game.Clock{Move: move} },
		Requests: &game.Requests{Start: "/start", Move: "/move", End: "/end", Answer: "letter"},
		Round:    func(s *count) int { return 3 - s.left },
		View:     func(*game.Frame, *count, game.Seat) {},
	})
}

// quiet answers at once.
func quiet(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"letter":"c","shout":"hm"}`) }

// play plays a game of one server against another, a quiet one where there is none, and returns the record and what the log of the first
// says.
func play(t *testing.T, handler http.HandlerFunc, others ...http.HandlerFunc) (*game.Record, string) {
	t.Helper()
	s := httptest.NewServer(handler)
	defer s.Close()
	other := httptest.NewServer(append(others, quiet)[0])
	defer other.Close()
	log := bot.NewLog(0)
	players := []bot.Player{
		server.New(s.URL+"/", server.Config{Requests: *kind.Requests, Log: log}),
		server.New(other.URL, server.Config{Requests: *kind.Requests, Log: bot.NewLog(0)}),
	}
	recs, err := games(t, kind, players, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range players {
		p.Close()
	}
	return recs[0], string(gamelog.Plain(log.Take()))
}

// games has players play some games, one after the other.
func games(t *testing.T, kind *game.Kind, players []bot.Player, most int) (recs []*game.Record, err error) {
	t.Helper()
	settings, err := kind.Settings(nil)
	if err != nil {
		t.Fatal(err)
	}
	r := &referee.Referee{Kind: kind, Settings: settings, Players: players, Lanes: 1, Guard: time.Minute}
	given := 0
	err = r.Play(t.Context(), referee.Hooks{
		Next: func() (referee.Fixture, bool) {
			given++
			return referee.Fixture{Seed: 1, Seats: game.Numbered(2)}, given <= most
		},
		Done: func(p referee.Played) error { recs = append(recs, p.Table.Record().Clone()); return nil },
	})
	return recs, err
}

// moves returns what seat 0 has played, a fault by its name.
func moves(rec *game.Record) (list []string) {
	faults := map[int]string{}
	for _, f := range rec.Faults {
		if f.Seat == 0 {
			faults[f.Turn] = "!" + f.Why.String()
		}
	}
	nth := 0
	for turn := range rec.Turns {
		if why := faults[turn]; why != "" {
			list = append(list, why)
		}
		if nth < len(rec.Columns[0]) && faults[turn] == "" {
			list = append(list, rec.Words[rec.Columns[0][nth]])
		}
		nth++
	}
	return list
}

// A server gets the beginning, a request for each move, and the end, each with the time for an answer and the name of the game, which the
// other server gets too.
func TestAGameOfAServer(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var got []string
	names := map[string]bool{}
	rec, log := play(t, func(w http.ResponseWriter, q *http.Request) {
		var body struct {
			Game          string
			Left, Allowed int
			Took          bool
		}
		if err := json.NewDecoder(q.Body).Decode(&body); err != nil || q.Method != "POST" ||
			q.Header.Get("Content-Type") != "application/json" {
			t.Error(err, q.Method, q.Header)
		}
		mu.Lock()
		defer mu.Unlock()
		names[body.Game] = true
		got = append(got, fmt.Sprintf("%s %d %d %v", q.URL.Path, body.Left, body.Allowed, body.Took))
		fmt.Fprintf(w, `{"letter":"%c"}`, 'a'+body.Left%3)
	}, func(w http.ResponseWriter, q *http.Request) {
		var body struct{ Game string }
		if err := json.NewDecoder(q.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		names[body.Game] = true
		quiet(w, q)
	})
	if want := "[/start 3 200 false /move 3 200 false /move 2 200 true /move 1 200 true /end 0 200 true]"; fmt.Sprint(got) != want ||
		len(names) != 1 {
		t.Errorf("%v, want %s; %d names", got, want, len(names))
	}
	if want := "[a c b]"; fmt.Sprint(moves(rec)) != want || log != "" {
		t.Errorf("%v, want %s; %s", moves(rec), want, log)
	}
}

// What a server does wrong costs it that move, and is reported.
func TestServersThatFail(t *testing.T) {
	t.Parallel()
	moved := func(nth int, wrong http.HandlerFunc) http.HandlerFunc { // answers wrongly to one request for a move
		n := 0
		return func(w http.ResponseWriter, q *http.Request) {
			if q.URL.Path == "/move" {
				if n++; n == nth {
					wrong(w, q)
					return
				}
			}
			quiet(w, q)
		}
	}
	says := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }
	}
	for _, tt := range []struct {
		name   string
		wrong  http.HandlerFunc
		played string
		note   string
	}{
		{"late", func(_ http.ResponseWriter, q *http.Request) {
			io.Copy(io.Discard, q.Body) // else it does not notice that the other end has gone
			select {
			case <-q.Context().Done():
			case <-time.After(time.Minute):
			}
		}, "[c !late c]", "no answer within 200ms"},
		{"another status", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "oh", http.StatusInternalServerError) },
			"[c !garbled c]", `it answered with status 500 Internal Server Error: "oh\n"`},
		{"a redirection", func(w http.ResponseWriter, q *http.Request) {
			http.Redirect(w, q, "/elsewhere", http.StatusTemporaryRedirect)
		}, "[c !garbled c]", "it answered with status 307 Temporary Redirect"},
		{"no JSON", says("c"), "[c !garbled c]", `its answer is no object in JSON: "c"`},
		{"a list", says("[]"), "[c !garbled c]", `its answer is no object in JSON: "[]"`},
		{"nothing", says(""), "[c !garbled c]", "its answer is no object in JSON"},
		{"no letter", says(`{"move":"c"}`), "[c !garbled c]", `its answer has no text "letter": "{\"move\":\"c\"}"`},
		{"a number", says(`{"letter":1}`), "[c !garbled c]", `its answer has no text "letter"`},
		{"no move", says(`{"letter":"d"}`), "[c !garbled c]", `"d" is no letter of a to c`},
		{"too much", says(strings.Repeat(" ", 1<<20) + `{"letter":"c"}`), "[c !crashed c]", "its answer has more than 64 KiB"},
		{"hangs up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "[c !crashed c]", "no answer by HTTP: "},
		{"half an answer", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, `{"letter":`)
		}, "[c !crashed c]", "unexpected EOF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rec, _ := play(t, moved(2, tt.wrong))
			if fmt.Sprint(moves(rec)) != tt.played || !strings.Contains(rec.Faults[0].Note, tt.note) {
				t.Errorf("%v, %v, want %s %s", moves(rec), rec.Faults, tt.played, tt.note)
			}
		})
	}
}

// A server that is not there loses its moves, and nobody else does.
func TestAServerThatIsNotThere(t *testing.T) {
	t.Parallel()
	p := server.New("http://127.0.0.1:1", server.Config{Requests: *kind.Requests, Log: bot.NewLog(0)})
	settings, _ := kind.Settings(nil)
	table, err := kind.Table(settings)
	if err == nil {
		err = table.Deal(1, 2)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.Sit(0, table, 0)
	c := &bot.Call{Table: table, Limit: time.Minute}
	p.Ask([]*bot.Call{c})
	p.Answer([]*bot.Call{c})
	if c.Reply.Fault != game.Crashed || c.Reply.Note != "no connection: connection refused" {
		t.Errorf("%v: %s", c.Reply.Fault, c.Reply.Note)
	}
	if _, err := server.Greet(context.Background(), "http://127.0.0.1:1"); err == nil ||
		err.Error() != "no connection: connection refused; start the server, or change the address" {
		t.Error(err)
	}
}

// A server may say who it is.
func TestGreet(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]server.Greeting{`{"apiversion":"1","author":"ann","name":"Ada","color":"#fff"}`: {Name: "Ada",
		Author: "ann"}, "hello": {}, `{"author":7}`: {}} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }))
		g, err := server.Greet(t.Context(), s.URL)
		s.Close()
		if err != nil || g != want {
			t.Errorf("%s: %v %v", text, g, err)
		}
	}
}
