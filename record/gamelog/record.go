package gamelog

import (
	"slices"
	"strconv"
	"strings"

	"agon/internal/jsontext"
)

// A Kind is what a record is.
type Kind string

// The kinds of records.
const (
	Output Kind = "output" // what the bot printed: the only text that a bot decides
	Note   Kind = "note"   // a remark of agon
	Fault  Kind = "fault"  // a fault of the bot, in words
	Prompt Kind = "prompt" // what the bot had been sent or shown when it made a fault
	Gap    Kind = "gap"    // how much output is left out here
)

// Turns that are not turns of a game.
const (
	Before  = 0  // before the first turn
	Unknown = -1 // nobody knows in which turn
)

// A Record is a part of a bot's log.
type Record struct {
	Game  int    `json:"game,omitempty"` // its number in the contest, from 1; 0: beside the bot's games
	Turn  int    `json:"turn"`           // of the game, from 1, [Before] or [Unknown]
	Seat  int    `json:"seat"`           // of the bot in the game, from 0
	Kind  Kind   `json:"kind"`
	Fault string `json:"fault,omitempty"` // the fault's name, of kind Fault
	Move  int    `json:"move,omitempty"`  // of kind Fault: which move of the bot in the game it was, from 1; 0 if it was none
	Text  string `json:"text"`
}

// Append appends records to a file's text, a line each.
func Append(dst []byte, records ...Record) []byte {
	for _, r := range records {
		dst = append(dst, '{')
		if r.Game != 0 {
			dst = strconv.AppendInt(append(dst, `"game":`...), int64(r.Game), 10)
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(append(dst, `"turn":`...), int64(r.Turn), 10)
		dst = strconv.AppendInt(append(dst, `,"seat":`...), int64(r.Seat), 10)
		dst = jsontext.AppendString(append(dst, `,"kind":`...), string(r.Kind))
		if r.Fault != "" {
			dst = jsontext.AppendString(append(dst, `,"fault":`...), r.Fault)
		}
		if r.Move != 0 {
			dst = strconv.AppendInt(append(dst, `,"move":`...), int64(r.Move), 10)
		}
		dst = append(jsontext.AppendString(append(dst, `,"text":`...), r.Text), '}', '\n')
	}
	return dst
}

// Of returns the records of a game, in their order.
func Of(records []Record, game int) (list []Record) {
	for _, r := range records {
		if r.Game == game {
			list = append(list, r)
		}
	}
	return list
}

// A Game is the records of a game, in their order.
type Game struct {
	Number  int // as in its records
	Records []Record
}

// ByGame returns records by game, in ascending order of the games' numbers.
func ByGame(records []Record) (list []Game) {
	at := map[int]int{}
	for _, r := range records {
		i, known := at[r.Game]
		if !known {
			i = len(list)
			at[r.Game], list = i, append(list, Game{Number: r.Game})
		}
		list[i].Records = append(list[i].Records, r)
	}
	slices.SortFunc(list, func(a, b Game) int { return a.Number - b.Number })
	return list
}

// Dropped reports whether output is left out of records.
func Dropped(records []Record) bool {
	return slices.ContainsFunc(records, func(r Record) bool { return r.Kind == Gap })
}

// Printed returns what the bot printed, in one piece.
func Printed(records []Record) string {
	var b strings.Builder
	for _, r := range records {
		if r.Kind == Output {
			b.WriteString(r.Text)
		}
	}
	return b.String()
}
