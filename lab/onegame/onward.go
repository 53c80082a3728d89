package onegame

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"agon/bot"
	"agon/bot/lineup"
	"agon/game"
	"agon/record/replay"
	"agon/show/report"
)

// Onward returns the settings of a recorded game, for a number of bots that play it on.
func Onward(k *game.Kind, rep *replay.Replay, name string, bots int) (game.Settings, error) {
	if bots != len(rep.Seats) {
		var names []string
		for _, s := range rep.Seats {
			names = append(names, s.Name)
		}
		return game.Settings{}, fmt.Errorf("%s has the seats %s: name a bot for each of the %d, in this order", name,
			strings.Join(names, ", "), len(names))
	}
	settings, err := k.Recorded(rep.Record)
	if err != nil {
		return settings, fmt.Errorf("%s: %w", name, err)
	}
	return settings, nil
}

// Beginning returns the beginning of a recorded game up to the turn, from 1, from which bots decide.
func Beginning(k *game.Kind, rep *replay.Replay, name string, turn int) (*game.Record, error) {
	word := k.TurnWord(rep.Record.Turns, rep.Record.Rounds)
	if turn < 1 {
		return nil, fmt.Errorf("--turn %d: name the first %s in which the bots decide, from 1 to %d", turn, word, rep.Record.Turns)
	}
	made, err := k.Beginning(rep.Record, turn-1)
	if err != nil {
		return nil, fmt.Errorf("%s, %s %d: %w", name, word, turn, err)
	}
	return made, nil
}

// Repeated is how the answers of bots agreed with a recorded beginning, by seat. The zero value has none.
type Repeated map[int]*Differing

// Differing is a bot that answered otherwise than in the record.
type Differing struct {
	Seat     int    `json:"seat"`
	Turn     int    `json:"turn"` // the first, from 1
	Answered string `json:"answered"`
	Recorded string `json:"recorded"`
	Times    int    `json:"times"`
}

// Compare notes an answer in whose place a recorded move is played.
func (r *Repeated) Compare(t *game.Table, c *bot.Call, answered, recorded string) {
	if answered == recorded {
		return
	}
	if *r == nil {
		*r = Repeated{}
	}
	seat := int(c.Seat)
	if (*r)[seat] == nil {
		(*r)[seat] = &Differing{Seat: seat, Turn: t.Turns() + 1, Answered: answered, Recorded: recorded}
	}
	(*r)[seat].Times++
}

// List returns those that differ, by seat.
func (r *Repeated) List() (list []Differing) {
	for _, d := range slices.SortedFunc(maps.Values(*r), func(a, b *Differing) int { return cmp.Compare(a.Seat, b.Seat) }) {
		list = append(list, *d)
	}
	return list
}

// Text returns a sentence for each bot that differs before a turn, which the rules call so.
func (r *Repeated) Text(entries []lineup.Entry, word string, turn int) (lines []string) {
	for _, d := range r.List() {
		lines = append(lines,
			fmt.Sprintf("%s answered %q in %s %d, where the recorded game has %q, and differed in %s before %s %d: it is another "+
				"version, or plays otherwise from time to time",
				entries[d.Seat].Name, d.Answered, word, d.Turn, d.Recorded, report.Counted(d.Times, word), word, turn))
	}
	return lines
}
