package web

import (
	"encoding/json"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"agon/film"
)

// A TurnLog is what is known of one turn of a bot, for the panel beside the board: its output, its prompt and its answer. It is for the bot's
// author alone.
type TurnLog struct {
	Turn    int      `json:"turn"`              // from 1; 0: before the first
	Printed string   `json:"printed,omitempty"` // by the bot: its output and its tracebacks
	Notes   []string `json:"notes,omitempty"`   // by agon
	Sent    string   `json:"sent,omitempty"`    // the prompt
	Answer  string   `json:"answer,omitempty"`
	Fault   string   `json:"fault,omitempty"` // the fault in words
	Micros  int64    `json:"us,omitempty"`    // time of the move
}

// Empty reports whether nothing is known of the turn.
func (l *TurnLog) Empty() bool {
	return l.Printed == "" && len(l.Notes) == 0 && l.Sent == "" && l.Answer == "" && l.Fault == ""
}

// A SeatLog is the turns of a seat, in their order.
type SeatLog struct {
	Seat  int       `json:"seat"`
	Turns []TurnLog `json:"turns"`
}

// Logs are what is known of the turns of some seats, for the panel of one reader. Several goroutines use them. Of a seat that is not theirs they return
// nothing.
type Logs interface {
	Seats() []int
	Turn(seat, turn int) TurnLog         // the newest turn, up to a turn, of which anything is known
	Rows(seat, from, most int) []TurnLog // the turns from one on, in their order, at most some
}

// SeatLogs are logs that are complete.
type SeatLogs []SeatLog

// Seats returns the seats.
func (l SeatLogs) Seats() []int {
	var seats []int
	for i := range l {
		seats = append(seats, l[i].Seat)
	}
	return seats
}

// of returns the turns of a seat, and the number of those before a turn.
func (l SeatLogs) of(seat, turn int) (turns []TurnLog, before int) {
	at := slices.IndexFunc(l, func(s SeatLog) bool { return s.Seat == seat })
	if at < 0 {
		return nil, 0
	}
	before, _ = slices.BinarySearchFunc(l[at].Turns, turn, func(t TurnLog, turn int) int { return t.Turn - turn })
	return l[at].Turns, before
}

// Turn returns the newest turn of a seat up to a turn.
func (l SeatLogs) Turn(seat, turn int) TurnLog {
	turns, upTo := l.of(seat, turn+1)
	if upTo == 0 {
		return TurnLog{Turn: turn}
	}
	return turns[upTo-1]
}

// Rows returns the turns of a seat from one on.
func (l SeatLogs) Rows(seat, from, most int) []TurnLog {
	turns, before := l.of(seat, from)
	return turns[before:min(len(turns), before+most)]
}

// A turnRow is the line of a turn in the panel's list.
type turnRow struct {
	Turn   int    `json:"turn"`
	Micros int64  `json:"us,omitempty"`
	Answer string `json:"answer,omitempty"`
	First  string `json:"first,omitempty"` // words printed, or noted by agon
	Fault  string `json:"fault,omitempty"`
}

// Bounds of what a request for rows returns: their number, their texts in all, and one text, in bytes.
const (
	mostRows     = 1000
	mostRowsText = 128 << 10
	mostRowText  = 160
)

// row returns the line of a turn. assets/output.js makes the same of logs in the page.
func (l *TurnLog) row() turnRow {
	r := turnRow{Turn: l.Turn, Micros: l.Micros, Answer: short(l.Answer), First: short(l.Printed), Fault: short(l.Fault)}
	if r.First == "" && len(l.Notes) > 0 {
		r.First = short("agon: " + l.Notes[0])
	}
	return r
}

func (r *turnRow) size() int { return len(r.Answer) + len(r.First) + len(r.Fault) }

// short returns the first line of a text with words, cut to mostRowText.
func short(text string) string {
	text = strings.TrimSpace(text)
	text, _, _ = strings.Cut(text, "\n")
	if len(text) <= mostRowText {
		return text
	}
	end := mostRowText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// logsElement returns logs as an element that the page reads. The encoder escapes what could end the element.
func logsElement(logs []SeatLog) (template.HTML, error) {
	text, err := json.Marshal(logs)
	return template.HTML(`<script type="application/json" id="logs">`) + template.HTML(text) + "</script>\n", err
}

// panel serves what the panel asks for: the newest turn of a seat up to a turn, or the lines of its turns from one on. Of a game that is being played it
// tells nothing of turns that the film does not show.
func (s *gameSite) panel(w http.ResponseWriter, r *http.Request, logs Logs) {
	seat, err := strconv.Atoi(r.FormValue("seat"))
	turn, wrong := strconv.Atoi(r.FormValue("turn"))
	if err != nil || wrong != nil || seat < 0 || seat >= len(s.film.Info.Seats) || turn < 0 {
		http.Error(w, "the address has no seat and turn, as in log?seat=0&turn=12", http.StatusBadRequest)
		return
	}
	newest := math.MaxInt - 1
	if n, done := s.film.Len(); !done {
		newest = 0
		if n > 0 {
			shot := s.film.Shot(n - 1)
			newest = shot.Turn
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if strings.HasSuffix(r.URL.Path, "rows") {
		json.NewEncoder(w).Encode(rowsOf(logs.Rows(seat, turn, mostRows), newest))
		return
	}
	json.NewEncoder(w).Encode(logs.Turn(seat, min(turn, newest)))
}

// someRows are the answer to a request for rows.
type someRows struct {
	Rows []turnRow `json:"rows"`
	More bool      `json:"more"` // those of later turns are asked for next
}

// rowsOf returns the lines of some turns, up to the newest, as many as one answer holds.
func rowsOf(turns []TurnLog, newest int) someRows {
	some, size := someRows{Rows: []turnRow{}}, 0
	for i := range turns {
		if turns[i].Turn > newest {
			return some
		}
		row := turns[i].row()
		if size += row.size(); size > mostRowsText {
			some.More = true
			return some
		}
		some.Rows = append(some.Rows, row)
	}
	some.More = len(turns) == mostRows
	return some
}

// watchLogs adds a panel to the page.
func (s *gameSite) watchLogs(logs Logs) {
	s.logs = logs
	serve := func(w http.ResponseWriter, r *http.Request) { s.panel(w, r, logs) }
	s.mux.HandleFunc("GET /log", serve)
	s.mux.HandleFunc("GET /rows", serve)
}

// NewGame answers requests below an address of a site, which must end in a slash, with a game, as [ServeGame] does, and with a panel of what bots
// print where logs is not nil. The site decides who may see it.
func NewGame(f *film.Film, logs Logs, way ...Link) *Game {
	s := newGameSite(f, false)
	s.way, s.limits = way, newLimits(siteStreams, siteStreams)
	if logs != nil {
		s.watchLogs(logs)
	}
	return &Game{s}
}

// A Game is the handler of a game on a site.
type Game struct{ site *gameSite }

// ServeHTTP answers a request for the page as everybody sees it, or for what it loads.
func (g *Game) ServeHTTP(w http.ResponseWriter, r *http.Request) { g.site.ServeHTTP(w, r) }

// Around is what a site adds to the page of a game for one reader.
type Around struct {
	Replay        string // address of the replay; empty for none
	Before, After string // addresses of other games; empty for none
	Logs          Logs   // of the reader's own seats, which [Game.ServeLogs] serves; nil: no panel but that of everybody
}

// ServePage answers a request for the page.
func (g *Game) ServePage(w http.ResponseWriter, r *http.Request, a Around) {
	secure(w.Header())
	page := g.site.newPage(r)
	page.Replay, page.Before, page.After = a.Replay, a.Before, a.After
	if a.Logs != nil {
		page.log(a.Logs)
	}
	g.site.write(w, page)
}

// ServeLogs answers a request for log or rows, which the panel of a page by [Game.ServePage] asks for.
func (g *Game) ServeLogs(w http.ResponseWriter, r *http.Request, logs Logs) {
	secure(w.Header())
	g.site.panel(w, r, logs)
}

// log adds the panel, which asks the server for the logs.
func (p *gamePage) log(logs Logs) {
	p.Logged, p.Logs = true, strings.Trim(fmt.Sprint(logs.Seats()), "[]")
	p.Foot = `<script type="module" src="assets/logged.js"></script>`
}
