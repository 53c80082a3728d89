package external

import (
	"fmt"
	"strings"

	"agon/game"
	"agon/games/folder/external/entities"
)

// Bounds of what is shown of an engine that draws nothing.
const (
	mostRows    = 12
	mostLetters = 60
)

// A table is one of a picture, as rules return it.
type table struct {
	Title string     `json:"title"`
	Rows  [][]string `json:"rows"`
	Seats []int      `json:"seats,omitempty"` // by row
}

// sketch returns a picture for a seat, or the audience for -1: what the engine has drawn, or else what it has said, what it was answered
// and what it asks.
func (p *place) sketch(seat int, images entities.Images, seats int) string {
	if p.turn.Picture != "" {
		return p.turn.Picture
	}
	tables := []table{}
	add := func(t table) {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	add(table{Title: "What the engine says", Rows: rowsOf(append(notNil(p.turn.Said), p.turn.Printed...))})
	if seat < 0 {
		add(p.answers())
	}
	for other := range p.turn.Asks {
		if p.turn.Owes.Has(game.Seat(other)) && (seat < 0 || seat == other) {
			lines := strings.Split(strings.TrimSuffix(p.turn.Asks[other].Prompt, "\n"), "\n")
			add(table{Title: fmt.Sprintf("What seat %d is sent", other), Rows: rowsOf(lines)})
		}
	}
	all := map[string]any{"tables": tables}
	if seat < 0 {
		all["views"] = p.turn.Views
		if picture, left := p.picture(images, seats); picture != nil {
			all["scene"], all["status"] = picture, left
		}
	}
	if len(tables) == 0 && seat >= 0 {
		return ""
	}
	return inJSON(all)
}

// answers returns the answers that led here.
func (p *place) answers() (t table) {
	t.Title = "Last answers"
	for seat, play := range p.plays {
		text := play.Move
		if play.Why != game.NoFault {
			text = play.Why.String()
		}
		if text != "" {
			t.Rows, t.Seats = append(t.Rows, []string{short(strings.ReplaceAll(text, "\n", " / "))}), append(t.Seats, seat)
		}
	}
	return t
}

// rowsOf returns lines as rows of a table, the first ones.
func rowsOf(lines []string) (rows [][]string) {
	for i, line := range lines {
		if i == mostRows-1 && len(lines) > mostRows {
			return append(rows, []string{fmt.Sprintf("… and %d lines more", len(lines)-i)})
		}
		rows = append(rows, []string{short(line)})
	}
	return rows
}

func short(text string) string { return within(mostLetters, text) }

// within returns a text that is cut after so many letters.
func within(most int, text string) string {
	letters := []rune(strings.ReplaceAll(text, "\t", " "))
	if len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return string(letters)
}
