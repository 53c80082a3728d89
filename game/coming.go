package game

import "strings"

// Coming returns the move that a seat makes in the next turn of a rerun: its word or its fault, and its time, 0 if times were not kept. ok
// is false if the seat owes no move or the record has none.
func (r *Rerun) Coming(seat Seat) (word string, why Fault, took Micros, ok bool) {
	if owes := r.Table.Owes(); !owes.Has(seat) {
		return "", NoFault, 0, false
	}
	at, moves := r.at[seat], r.moves[seat]
	code, why, took, err := r.next(seat)
	r.at[seat], r.moves[seat] = at, moves
	if err != nil {
		return "", NoFault, 0, false
	}
	if why == NoFault {
		word = r.record.Words[code]
	}
	return word, why, took, true
}

// Excused returns the move that stands for any answer of a seat in this turn, in which none could matter; ok is false if answers matter.
func (t *Table) Excused(seat Seat) (word string, ok bool) {
	code, ok := t.board.excuse(seat)
	if !ok {
		return "", false
	}
	return t.board.words(0)[code], true
}

// LastMove returns the word of the newest move that a seat made in the game in progress; empty if it made none or its newest is a fault.
func (t *Table) LastMove(seat Seat) string {
	column, words, last := t.record.Columns[seat], t.board.words(0), -1
	begin := 0
	if len(words) <= wide {
		begin = max(0, len(column)-1) // every move is one byte
	}
	for at := begin; at < len(column); at++ {
		last = int(column[at])
		if last == wide && at+2 < len(column) {
			last = int(column[at+1]) | int(column[at+2])<<8
			at += 2
		} else if last > wide {
			last = -1
		}
	}
	if last < 0 || last >= len(words) {
		return ""
	}
	return words[last]
}

// Word returns the move of a reply as text, as [Table.Play] takes it, or the fault for which there is none, and plays nothing. The caller
// must settle the seat afterwards.
func (t *Table) Word(seat Seat, r *Reply) (word string, why Fault) {
	if r.Fault != NoFault {
		return "", r.Fault
	}
	code, why, _ := t.board.read(seat, r)
	if why != NoFault {
		return "", why
	}
	return t.board.words(0)[code], NoFault
}

// Worded is Word for a move as text, which may be written in another way than the kind writes it.
func (t *Table) Worded(seat Seat, text string) (word string, why Fault) {
	code, why, _ := t.board.parse(seat, strings.TrimSpace(text))
	if why != NoFault {
		return "", why
	}
	return t.board.words(0)[code], NoFault
}

// Considered returns the move that a built-in bot chose in [Table.Consider] as text.
func (t *Table) Considered(seat Seat) string {
	code := t.board.thought(seat) // which may be a word that is new
	return t.board.words(0)[code]
}
