package web

import (
	"encoding/json"
	"html/template"
	"net/http"
	"strconv"
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

// Logs returns the newest turn of a seat, up to a turn, of which anything is known. Several goroutines call it.
type Logs func(seat, turn int) TurnLog

// logsElement returns logs as an element that the page reads. The encoder escapes what could end the element.
func logsElement(logs []SeatLog) (template.HTML, error) {
	text, err := json.Marshal(logs)
	return template.HTML(`<script type="application/json" id="logs">`) + template.HTML(text) + "</script>\n", err
}

// log serves the newest turn of a seat, up to a turn, of which anything is known.
func (s *gameSite) log(w http.ResponseWriter, r *http.Request) {
	seat, err := strconv.Atoi(r.FormValue("seat"))
	turn, wrong := strconv.Atoi(r.FormValue("turn"))
	if err != nil || wrong != nil || seat < 0 || seat >= len(s.film.Info.Seats) || turn < 0 {
		http.Error(w, "the address has no seat and turn, as in log?seat=0&turn=12", http.StatusBadRequest)
		return
	}
	newest := 0
	if n, _ := s.film.Len(); n > 0 {
		shot := s.film.Shot(n - 1)
		newest = shot.Turn
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(s.logs(seat, min(turn, newest)))
}
