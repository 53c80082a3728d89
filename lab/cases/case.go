package cases

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"agon/game"
	"agon/internal/numerals"
	"agon/internal/regular"
	"agon/internal/tomlfile"
	"agon/record/replay"
)

// A Case is a moment of a game, and what a bot must do there.
type Case struct {
	Name string
	Kind string
	Seat game.Seat
	Turn int // from 1: the first in which the bot's own move counts

	Not     []string // moves that it must not make in that turn, in the kind's words
	Must    []string // moves of which it must make one
	Survive int      // turns, that one included, after which it must still play, or have won; 0: none
	NoFault bool     // it must make no fault in these turns, or in that one

	Game *replay.Replay

	at   *game.Rerun // the game up to the turn
	word string      // what the rules call a turn
}

// file is the form of a case's file.
type file struct {
	Agon    int      `toml:"agon"`
	Name    string   `toml:"name"`
	Kind    string   `toml:"kind"`
	Seat    int      `toml:"seat"`
	Turn    int      `toml:"turn"`
	Not     []string `toml:"not,omitempty"`
	Must    []string `toml:"must,omitempty"`
	Survive int      `toml:"survive,omitempty"` // turns; 0: not asked
	NoFault bool     `toml:"no_fault,omitempty"`
	Game    string   `toml:"game,multiline"`
}

// form is the version of the form of a case's file.
const form = 1

// mostBytes bounds a case's file, since it may come from anywhere.
const mostBytes = 16 << 20

// Read reads a case. kinds finds the kind of its game. An error names the file, the line and the fix.
func Read(name string, kinds func(name string) (*game.Kind, error)) (*Case, error) {
	text, err := regular.ReadSmall(name, mostBytes)
	if err != nil {
		return nil, err
	}
	var f file
	doc, err := tomlfile.Decode(name, text, &f)
	if err != nil {
		return nil, err
	}
	if f.Agon != form {
		return nil, doc.Errorf([]string{"agon"}, "this is a case of form %d, and this agon reads form %d", f.Agon, form)
	}
	c := &Case{Name: f.Name, Kind: f.Kind, Seat: game.Seat(f.Seat), Turn: f.Turn, Not: f.Not, Must: f.Must, Survive: f.Survive,
		NoFault: f.NoFault}
	if c.Name == "" {
		c.Name = name
	}
	data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(f.Game), ""))
	if err != nil {
		return nil, doc.Errorf([]string{"game"}, "the game is no base64: %v; agon pin writes it", err)
	}
	if c.Game, err = replay.Decode(data); err != nil {
		return nil, doc.Errorf([]string{"game"}, "the game: %v", err)
	}
	kind, err := kinds(f.Kind)
	if err != nil {
		return nil, doc.Errorf([]string{"kind"}, "%v", err)
	}
	if key, err := c.Check(kind); err != nil {
		return nil, doc.Errorf([]string{key}, "%v", err)
	}
	return c, nil
}

// Check returns what is wrong with a case, and the key of its file at which it is. It writes moves as the kind does.
func (c *Case) Check(kind *game.Kind) (key string, err error) {
	rec := c.Game.Record
	c.word = kind.TurnWord(rec.Turns, rec.Rounds)
	switch {
	case int(c.Seat) < 0 || int(c.Seat) >= rec.Seats:
		return "seat", fmt.Errorf("the game has the seats 0 to %d, not %d", rec.Seats-1, c.Seat)
	case c.Turn < 1 || c.Turn > rec.Turns:
		return "turn", fmt.Errorf("the game has the %s 1 to %d, not %d", numerals.Plural(c.word), rec.Turns, c.Turn)
	case c.Survive < 0:
		return "survive", fmt.Errorf("survive is a number of %s, not %d", numerals.Plural(c.word), c.Survive)
	case len(c.Not)+len(c.Must)+c.Survive == 0 && !c.NoFault:
		return "turn", fmt.Errorf("the case asks for nothing: set not, must, survive or no_fault")
	}
	if c.at, err = kind.Rerun(rec); err != nil {
		return "game", err
	}
	for range c.Turn - 1 {
		if _, err := c.at.Next(); err != nil {
			return "game", err
		}
	}
	if owes := c.at.Table.Owes(); !owes.Has(c.Seat) {
		return "turn", fmt.Errorf("seat %d makes no move in %s", c.Seat, c.When())
	}
	for key, words := range map[string][]string{"not": c.Not, "must": c.Must} {
		for i, word := range words {
			if err := c.at.Table.Try(c.Seat, word); err != nil {
				return key, fmt.Errorf("%q is no move of seat %d in %s: %v", word, c.Seat, c.When(), err)
			}
			words[i], _ = c.at.Table.Worded(c.Seat, word)
		}
	}
	return "", nil
}

// When returns the turn of a case that has been checked, as the rules call it: "ply 12".
func (c *Case) When() string { return fmt.Sprintf("%s %d", c.word, c.Turn) }

// Recorded returns the move that was made in the turn of a case that has been checked; "!late" for a fault.
func (c *Case) Recorded() string {
	word, why, _, _ := c.at.Coming(c.Seat)
	return answered(word, why)
}

func answered(word string, why game.Fault) string {
	if why != game.NoFault {
		return "!" + why.String()
	}
	return word
}

// OneLine returns an answer as it is printed: an answer of several lines has "\n" between them.
func OneLine(answer string) string { return strings.ReplaceAll(answer, "\n", `\n`) }

// Lines returns the answer that [OneLine] prints.
func Lines(printed string) string { return strings.ReplaceAll(printed, `\n`, "\n") }

// Asks returns what a bot must do: "must not answer UP".
func (c *Case) Asks() string {
	var parts []string
	if len(c.Not) > 0 {
		parts = append(parts, "must not answer "+OneLine(strings.Join(c.Not, " or ")))
	}
	if len(c.Must) > 0 {
		parts = append(parts, "must answer "+OneLine(strings.Join(c.Must, " or ")))
	}
	if c.Survive > 0 {
		parts = append(parts, "must still play after "+numerals.Counted(c.Survive, c.word))
	}
	if c.NoFault {
		parts = append(parts, "must make no fault")
	}
	return strings.Join(parts, ", ")
}

// Append appends the file of a case.
func (c *Case) Append(dst []byte, exact bool) ([]byte, error) {
	text := base64.StdEncoding.EncodeToString(replay.Encode(c.Game, exact))
	var lines []string
	for part := range slices.Chunk([]byte(text), 100) {
		lines = append(lines, string(part))
	}
	var b bytes.Buffer
	err := toml.NewEncoder(&b).Encode(file{
		Agon: form, Name: c.Name, Kind: c.Kind, Seat: int(c.Seat), Turn: c.Turn, Not: c.Not, Must: c.Must, Survive: c.Survive,
		NoFault: c.NoFault,
		Game:    "\n" + strings.Join(lines, "\n") + "\n",
	})
	return append(dst, b.Bytes()...), err
}
