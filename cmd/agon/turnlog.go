package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"agon/game"
	"agon/gamelog"
	"agon/games/all"
	"agon/internal/traceback"
	"agon/replay"
	"agon/worker"
)

// A turnLog is what is known of a turn of a bot in a game: what it printed, and what the replay says of the move. Its JSON form is what
// agon logs --json prints.
type turnLog struct {
	Game    int      `json:"game,omitempty"`  // its number; 0: beside the bot's games
	Turn    int      `json:"turn"`            // from 1; 0: before the first; -1: nobody knows
	Round   int      `json:"round,omitempty"` // of the game, from 1
	Seat    *int     `json:"seat,omitempty"`
	Printed string   `json:"printed,omitempty"` // by the bot: its output, its tracebacks
	Notes   []string `json:"notes,omitempty"`   // of agon
	Sent    string   `json:"sent,omitempty"`    // what the bot was sent
	Answer  string   `json:"answer,omitempty"`
	Fault   string   `json:"fault,omitempty"`
	Why     string   `json:"why,omitempty"` // the fault in words
	Micros  int64    `json:"us,omitempty"`  // time of the move

	remarks []string // the notes without what the bot had been sent, and without their place
}

// turnLogs are the turns of a bot's log in one of its games. rep is the game's replay, nil where there is none, entry the bot's place in the
// line-up, round the number of a round whose turns are all wanted, 0 for none.
func turnLogs(game int, records []gamelog.Record, rep *replay.Replay, entry, round int) []turnLog {
	var list []turnLog
	for _, p := range byTurn(records) {
		t := turnLog{Game: game, Turn: p.turn, Printed: traceback.Short(p.printed), remarks: p.notes}
		for _, r := range p.remarks {
			t.Notes = append(t.Notes, r.Remark())
		}
		list = append(list, t)
	}
	if rep == nil {
		for i := range list {
			list[i].Round = max(list[i].Turn, 0)
		}
		return list
	}
	return withMoves(list, game, rep, entry, round)
}

// A printedTurn is the records of a turn.
type printedTurn struct {
	turn    int
	printed string
	remarks []gamelog.Record // of agon
	notes   []string         // these in words, without what the bot had been sent, and without their place
}

// byTurn returns records by turn, in the order in which the turns come first: what a process prints late stands behind other turns.
func byTurn(records []gamelog.Record) (list []printedTurn) {
	at := map[int]int{}
	for _, r := range records {
		i, known := at[r.Turn]
		if !known {
			i = len(list)
			at[r.Turn], list = i, append(list, printedTurn{turn: r.Turn})
		}
		p := &list[i]
		if r.Kind == gamelog.Output {
			p.printed += r.Text
			continue
		}
		p.remarks = append(p.remarks, r)
		switch r.Kind {
		case gamelog.Fault:
			p.notes = append(p.notes, r.Fault+": "+r.Text)
		case gamelog.Note, gamelog.Gap:
			p.notes = append(p.notes, r.Text)
		}
	}
	return list
}

// withMoves adds what the replay of the game says of the turns, and the turns of a round that the log does not have.
func withMoves(list []turnLog, number int, rep *replay.Replay, entry, wanted int) []turnLog {
	seat := -1
	for i, s := range rep.Seats {
		if s.Slot == entry {
			seat = i
		}
	}
	if seat < 0 {
		return list
	}
	at := map[int][]int{}
	for i := range list {
		list[i].Seat = &seat
		at[list[i].Turn] = append(at[list[i].Turn], i)
	}
	k, err := all.Find(rep.Record.Kind)
	if err != nil {
		return list
	}
	rerun, err := k.Rerun(rep.Record)
	if err != nil {
		return list
	}
	for {
		turn, round := rerun.Table.Turns(), rerun.Table.Rounds()+1
		if (wanted == round || wanted == everyRound) && len(at[turn+1]) == 0 {
			if _, _, _, ok := rerun.Coming(game.Seat(seat)); ok {
				list = append(list, turnLog{Game: number, Turn: turn + 1, Seat: &seat})
				at[turn+1] = []int{len(list) - 1}
			}
		}
		if places := at[turn+1]; len(places) > 0 {
			last := &list[places[len(places)-1]]
			for _, i := range places {
				list[i].Round = round
			}
			if word, why, took, ok := rerun.Coming(game.Seat(seat)); ok {
				last.Answer, last.Fault, last.Micros = word, why.String(), int64(took)
				last.Sent = sentText(rerun.Table, game.Seat(seat))
			}
			for _, f := range rep.Record.Faults {
				if f.Turn == turn && f.Seat == game.Seat(seat) {
					last.Why = f.Note
				}
			}
		}
		if more, err := rerun.Next(); !more || err != nil {
			return list
		}
	}
}

// everyRound asks [withMoves] for all turns of a game.
const everyRound = -1

// mostSent bounds what is shown of a prompt, in bytes.
const mostSent = 16 << 10

// sentText is what a bot is sent in a turn, as text: the lines, the names of the files that a program is started beside, or where these are
// bytes the picture of its seat as JSON.
func sentText(t *game.Table, seat game.Seat) string {
	var prompt game.Prompt
	t.Ask(&prompt, seat)
	if t.Kind.Launch.Form == game.Fresh && len(prompt.Files) > 0 {
		return worker.FilesText(t.Kind, t.Common(), &prompt)
	}
	text := string(t.Common().Stdin) + string(prompt.Stdin)
	if text == "" || !utf8.ValidString(text) || strings.ContainsRune(text, 0) || t.Kind.Launch.Form == game.Agon {
		text = string(t.Seen(seat).AppendJSON(nil))
	}
	if len(text) > mostSent {
		text = strings.ToValidUTF8(text[:mostSent], "") + fmt.Sprintf("… (%d bytes)", len(text))
	}
	return text
}

// text is the turn as people read it.
func (l *turnLog) text() string {
	var b strings.Builder
	switch {
	case l.Turn < 0:
		b.WriteString("--- outside its turns")
	case l.Turn == 0:
		b.WriteString("--- before its first turn")
	default:
		fmt.Fprintf(&b, "--- turn %d", l.Turn)
		if l.Round > 0 && l.Round != l.Turn {
			fmt.Fprintf(&b, ", round %d", l.Round)
		}
		if l.Answer != "" {
			fmt.Fprintf(&b, ": answered %q", l.Answer)
			fmt.Fprintf(&b, " in %.3f ms", float64(l.Micros)/1e3)
		}
	}
	b.WriteByte('\n')
	b.WriteString(gamelog.Distinct(l.Printed))
	if l.Printed != "" && !strings.HasSuffix(l.Printed, "\n") {
		b.WriteByte('\n')
	}
	for _, note := range l.Notes {
		b.WriteString("agon: " + strings.ReplaceAll(note, "\n", "\n  ") + "\n")
	}
	return b.String()
}
