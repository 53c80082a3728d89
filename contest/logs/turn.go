package logs

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"agon/game"
	"agon/internal/numerals"
	"agon/internal/traceback"
	"agon/play/worker"
	"agon/record/gamelog"
	"agon/record/replay"
)

// Kinds finds a kind by the name that a record has.
type Kinds func(name string) (*game.Kind, error)

// A Turn is what is known of a turn of a bot in a game: what it printed, and what the replay says of the move. Its JSON form is what
// agon logs --json prints.
type Turn struct {
	Game    int      `json:"game,omitempty"`  // its number; 0: beside the bot's games
	Turn    int      `json:"turn"`            // from 1; 0: before the first; -1: nobody knows
	Round   int      `json:"round,omitempty"` // of the game, from 1; 0: unknown
	Seat    *int     `json:"seat,omitempty"`
	Printed string   `json:"printed,omitempty"` // by the bot: its output, its tracebacks
	Notes   []string `json:"notes,omitempty"`   // of agon
	Sent    string   `json:"sent,omitempty"`    // what the bot was sent
	Answer  string   `json:"answer,omitempty"`
	Fault   string   `json:"fault,omitempty"`
	Why     string   `json:"why,omitempty"` // the fault in words
	Micros  int64    `json:"us,omitempty"`  // time of the move; 0: not measured

	remarks []string // the notes without what the bot had been sent, and without their place
	word    string   // what the rules call a turn of the game; empty: a turn
}

// A scope is which turns are wanted beside those in which a bot printed something.
type scope struct {
	round int // of which all turns are; 0: none is, everyRound: all are
	from  int // the first turn
	most  int // turns, and fewer where they have much text; 0: any number

	next        int   // the first turn that is left out because of most; 0: none is
	err         error // why the turns after some are missing
	taken, text int   // turns, and bytes of their prompts and output
}

// wants reports whether a turn is wanted that the log has, or in which the seat owes a move.
func (s *scope) wants(turn, round int, logged, owes bool) bool {
	return turn >= s.from && (logged || owes && (s.round == round || s.round == everyRound))
}

// full reports whether no room is left for a wanted turn.
func (s *scope) full(turn int) bool {
	if s.most > 0 && (s.taken == s.most || s.text >= mostText) {
		s.next = turn
	}
	return s.next > 0
}

// mostText bounds the prompts and the output in a part of a log, in bytes. It has one turn at least.
const mostText = 1 << 20

// everyRound asks for all turns of a game.
const everyRound = -1

// turnsOf returns the turns of a bot's log in one of its games. rep is the game's replay, nil where there is none, entry the bot's place in
// the line-up.
func turnsOf(find Kinds, game int, records []gamelog.Record, rep *replay.Replay, entry int, s *scope) []Turn {
	var list []Turn
	word := wordOf(find, rep)
	for _, p := range gamelog.ByTurn(records) {
		t := Turn{Game: game, Turn: p.Turn, Printed: traceback.Short(p.Printed), remarks: p.Notes, word: word}
		for _, r := range p.Remarks {
			t.Notes = append(t.Notes, r.Remark(word))
		}
		list = append(list, t)
	}
	if rep == nil {
		for i := range list {
			list[i].Round = max(list[i].Turn, 0)
		}
		return list
	}
	return withMoves(find, list, game, rep, entry, s)
}

// wordOf returns what the rules of a game call its turns.
func wordOf(find Kinds, rep *replay.Replay) string {
	if rep != nil {
		if k, err := find(rep.Record.Kind); err == nil {
			return k.TurnWord(rep.Record.Turns, rep.Record.Rounds)
		}
	}
	return "turn"
}

// withMoves adds what the replay of the game says of the turns, and the wanted turns that the log does not have.
func withMoves(find Kinds, list []Turn, number int, rep *replay.Replay, entry int, s *scope) []Turn {
	seat := slices.IndexFunc(rep.Seats, func(x replay.Seat) bool { return x.Slot == entry })
	if seat < 0 {
		return list
	}
	at := map[int][]int{}
	for i := range list {
		list[i].Seat = &seat
		at[list[i].Turn] = append(at[list[i].Turn], i)
	}
	k, err := find(rep.Record.Kind)
	if err != nil {
		s.err = err
		return list
	}
	rerun, err := k.Reread(rep.Record)
	for more := err == nil; more; more, err = rerun.Next() {
		turn, round := rerun.Table.Turns()+1, rerun.Table.Rounds()+1
		_, _, _, owes := rerun.Coming(game.Seat(seat))
		if !s.wants(turn, round, len(at[turn]) > 0, owes) {
			continue
		}
		if s.full(turn) {
			break
		}
		if len(at[turn]) == 0 {
			list = append(list, Turn{Game: number, Turn: turn, Seat: &seat, word: k.TurnWord(rep.Record.Turns, rep.Record.Rounds)})
			at[turn] = []int{len(list) - 1}
		}
		for nth, i := range at[turn] {
			if list[i].Round = round; nth == len(at[turn])-1 {
				list[i].addMove(rerun, rep.Record.Faults, s.most > 0)
				s.taken, s.text = s.taken+1, s.text+len(list[i].Sent)+len(list[i].Printed)
			}
		}
	}
	if s.err = err; errors.Is(err, game.ErrRecorded) { // nothing can be said of its moves
		s.err = nil
	}
	return list
}

// addMove adds the move that the seat makes in the turn, which comes next in a rerun, and its prompt, cut unless it is to be whole.
func (t *Turn) addMove(rerun *game.Rerun, faults []game.FaultAt, whole bool) {
	seat := game.Seat(*t.Seat)
	if word, why, took, ok := rerun.Coming(seat); ok {
		t.Answer, t.Fault, t.Micros = word, why.String(), int64(took)
		t.Sent = worker.SentText(rerun.Table, seat, whole)
	}
	for _, f := range faults {
		if f.Turn == t.Turn-1 && f.Seat == seat {
			t.Why = f.Note
		}
	}
}

// text returns the turn as people read it.
func (t *Turn) text() string {
	var b strings.Builder
	word := cmp.Or(t.word, "turn")
	switch {
	case t.Turn < 0:
		b.WriteString("--- outside its " + numerals.Plural(word))
	case t.Turn == 0:
		b.WriteString("--- before its first " + word)
	default:
		fmt.Fprintf(&b, "--- %s %d", word, t.Turn)
		if t.Round > 0 && t.Round != t.Turn {
			fmt.Fprintf(&b, ", round %d", t.Round)
		}
		if t.Answer != "" {
			fmt.Fprintf(&b, ": answered %q", t.Answer)
			fmt.Fprintf(&b, " in %.3f ms", float64(t.Micros)/1e3)
		}
	}
	b.WriteByte('\n')
	b.WriteString(gamelog.Distinct(t.Printed))
	if t.Printed != "" && !strings.HasSuffix(t.Printed, "\n") {
		b.WriteByte('\n')
	}
	for _, note := range t.Notes {
		b.WriteString("agon: " + strings.ReplaceAll(note, "\n", "\n  ") + "\n")
	}
	return b.String()
}
