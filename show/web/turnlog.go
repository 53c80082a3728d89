package web

import (
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"agon/record/gamelog"
)

// A TurnLog is what is known of one turn of a bot, for the panel beside the board: its output, its prompt and its answer. It is for the
// bot's author alone.
type TurnLog struct {
	Turn    int      `json:"turn"`              // from 1; 0: before the first
	Printed string   `json:"printed,omitempty"` // by the bot: its output and its tracebacks
	Notes   []string `json:"notes,omitempty"`   // by agon
	Sent    string   `json:"sent,omitempty"`    // the prompt
	Answer  string   `json:"answer,omitempty"`
	Fault   string   `json:"fault,omitempty"` // the fault in words
	Micros  int64    `json:"us,omitempty"`    // time of the move; 0: not measured

	Figures map[string]float64 `json:"figures,omitempty"` // in Printed, set where logs are sent
}

// measure sets the figures of a turn.
func (l *TurnLog) measure() {
	for name, value := range gamelog.FiguresIn(l.Printed) {
		if _, known := l.Figures[name]; known || len(l.Figures) < gamelog.MostFigures {
			if l.Figures == nil {
				l.Figures = map[string]float64{}
			}
			l.Figures[name] = value
		}
	}
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

// Logs are what is known of the turns of some seats, for the panel of one reader. Several goroutines use them.
type Logs interface {
	Seats() []int // nil: all
	// Turn returns the newest turn of a seat, up to a turn, of which anything is known. Of other seats nothing is.
	Turn(seat, turn int) TurnLog
}

// SeatLogs are the logs of some seats of a game that is over.
type SeatLogs []SeatLog

// Seats returns the seats.
func (l SeatLogs) Seats() []int {
	seats := make([]int, len(l))
	for i := range l {
		seats[i] = l[i].Seat
	}
	return seats
}

// Turn returns the newest turn of a seat up to a turn.
func (l SeatLogs) Turn(seat, turn int) TurnLog {
	at := slices.IndexFunc(l, func(s SeatLog) bool { return s.Seat == seat })
	if at < 0 {
		return TurnLog{Turn: turn}
	}
	turns := l[at].Turns
	n, _ := slices.BinarySearchFunc(turns, turn+1, func(t TurnLog, turn int) int { return t.Turn - turn })
	if n == 0 {
		return TurnLog{Turn: turn}
	}
	return turns[n-1]
}

// logsElement returns logs as an element that the page reads. The encoder escapes what could end the element.
func logsElement(logs []SeatLog) (template.HTML, error) {
	measured := slices.Clone(logs)
	for i := range measured {
		turns := slices.Clone(logs[i].Turns)
		for k := range turns {
			turns[k].measure()
		}
		measured[i].Turns = turns
	}
	text, err := json.Marshal(measured)
	return template.HTML(`<script type="application/json" id="logs">`) + template.HTML(text) + "</script>\n", err
}

// turnsAtOnce is how many turns of a game are looked at for one response.
const turnsAtOnce = 300

// watchLogs adds a panel to the page of everybody.
func (s *gameSite) watchLogs(logs Logs) {
	s.logs = logs
	s.mux.HandleFunc("GET /log", func(w http.ResponseWriter, r *http.Request) { s.log(w, r, logs) })
	s.mux.HandleFunc("GET /log/turns", func(w http.ResponseWriter, r *http.Request) { s.turns(w, r, logs) })
}

// log adds the panel to a page, which asks the server for the logs.
func (p *gamePage) log(logs Logs) {
	p.Logged, p.Logs = true, strings.Trim(fmt.Sprint(logs.Seats()), "[]")
	p.Foot = `<script type="module" src="assets/logged.js"></script>`
}

// turns serves the turns of a seat after one of them, in their order: the first of which anything is known, at most turnsAtOnce, without
// prompts, and of what was printed only the beginning.
func (s *gameSite) turns(w http.ResponseWriter, r *http.Request, logs Logs) {
	seat, after, ok := s.seatTurn(w, r, -1)
	if !ok {
		return
	}
	list := []TurnLog{}
	for newest := s.newest(); after < newest && len(list) == 0; after += turnsAtOnce {
		for to := min(newest, after+turnsAtOnce); to > after; {
			log := logs.Turn(seat, to)
			if log.Turn <= after || log.Empty() {
				break
			}
			log.Figures = nil
			log.measure()
			log.Sent, log.Printed = "", beginning(log.Printed)
			list = append(list, log)
			to = log.Turn - 1
		}
	}
	slices.Reverse(list)
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(list)
}

// beginning returns the first 400 bytes of an output, without blank lines before them.
func beginning(text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	if len(text) > 400 {
		text = strings.ToValidUTF8(text[:400], "")
	}
	return text
}

// newest returns the turn of the newest shot, 0 before the first.
func (s *gameSite) newest() int {
	n, _ := s.film.Len()
	if n == 0 {
		return 0
	}
	shot := s.film.Shot(n - 1)
	return shot.Turn
}

// seatTurn reads a seat and a turn, least at least, from an address; if they are invalid it responds with an error.
func (s *gameSite) seatTurn(w http.ResponseWriter, r *http.Request, least int) (seat, turn int, ok bool) {
	seat, err := strconv.Atoi(r.FormValue("seat"))
	turn, wrong := strconv.Atoi(r.FormValue("turn"))
	if err != nil || wrong != nil || seat < 0 || seat >= len(s.film.Info.Seats) || turn < least {
		http.Error(w, "the address has no seat and turn, as in log?seat=0&turn=12", http.StatusBadRequest)
		return 0, 0, false
	}
	return seat, turn, true
}

// log serves the newest turn of a seat, up to a turn, of which anything is known.
func (s *gameSite) log(w http.ResponseWriter, r *http.Request, logs Logs) {
	seat, turn, ok := s.seatTurn(w, r, 0)
	if !ok {
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(logs.Turn(seat, min(turn, s.newest())))
}
