package external

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"agon/games/folder/engine"
	"agon/internal/pattern"
)

// Scores is where an engine that starts or reads its bots itself says who won: one of these.
type Scores struct {
	// Pattern matches its output: once for each seat, with groups seat and score, or score alone, seat after seat; or once for all, with
	// groups score1, score2 … In place of scores there may be ranks, from 1.
	Pattern *regexp.Regexp
	At      string // the path in JSON, as in game.scores or players.*.score
	File    string // the file that has this JSON, in its folder {out}; empty: its output
	Exit    bool   // its exit code is the seat that won, from 0
}

// column matches the names of groups that have a number, of the seat of the match or of the one that they name, from 1.
var column = pattern.Of(`^(score|rank)(\d*)$`)

// Check returns an error for a pattern with other groups.
func (c *Scores) Check() error {
	if c.Pattern == nil || slices.ContainsFunc(c.Pattern.SubexpNames(), column().MatchString) {
		return nil
	}
	return fmt.Errorf("the pattern %q has no group named score: (?P<seat>\\d+) (?P<score>\\S+) for a line of each seat, or "+
		"(?P<score1>\\S+) (?P<score2>\\S+) for one line", c.Pattern)
}

// of returns the ranks of the seats at the end of a game.
func (c *Scores) of(output, file []byte, code, seats int) ([]engine.Rank, error) {
	switch {
	case c.Exit:
		return wonBy(code, seats)
	case c.Pattern != nil:
		return c.matched(output, seats)
	case c.File == "":
		return c.inJSON("its output", firstJSON(output), seats)
	case len(file) == 0:
		return nil, wrong("it has written no file %s, or an empty one, in the folder that {out} names: scores_file in [engine] of "+
			"game.toml is what it calls the file there", c.File)
	}
	return c.inJSON(c.File, file, seats)
}

// wonBy returns the ranks where an exit code names who won.
func wonBy(code, seats int) ([]engine.Rank, error) {
	if code < 0 || code >= seats {
		return nil, wrong("it ends with code %d, and scores_exit takes that for the seat that won: the seats are 0 to %d", code, seats-1)
	}
	list := make([]float64, seats)
	list[code] = 1
	return ranked(list), nil
}

// tally collects a number for each seat.
type tally struct {
	list  []float64
	given []bool
}

func newTally(seats int) *tally { return &tally{make([]float64, seats), make([]bool, seats)} }

func (t *tally) set(seat int, word, where string) error {
	value, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
	switch {
	case err != nil:
		return wrong("%s has %.40q for seat %d where a number is due", where, word, seat)
	case seat < 0 || seat >= len(t.list):
		return wrong("%s has a number for seat %d, and the game has %d: the seats are 0 to %d; a group score without a group seat "+
			"takes them in turn", where, seat, len(t.list), len(t.list)-1)
	case t.given[seat]:
		return wrong("%s has two numbers for seat %d: make the pattern match once for a seat, with (?m)^ at the beginning of a line and "+
			"$ at its end", where, seat)
	}
	t.list[seat], t.given[seat] = value, true
	return nil
}

// ranks returns the ranks. low: the numbers are ranks.
func (t *tally) ranks(low bool, where string) ([]engine.Rank, error) {
	for seat, ok := range t.given {
		if !ok {
			return nil, wrong("%s has no number for seat %d: the game has %d seats, and each needs one", where, seat, len(t.given))
		}
	}
	if low {
		for seat := range t.list {
			t.list[seat] = -t.list[seat]
		}
	}
	return ranked(t.list), nil
}

// matched reads what the pattern finds.
func (c *Scores) matched(output []byte, seats int) ([]engine.Rank, error) {
	where := fmt.Sprintf("the pattern scores, %s, in its output", c.Pattern)
	found := c.Pattern.FindAllSubmatch(output, -1)
	if len(found) == 0 {
		return nil, wrong("%s matches nothing", where)
	}
	t, low := newTally(seats), false
	for nth, match := range found {
		for i, name := range c.Pattern.SubexpNames() {
			parts := column().FindStringSubmatch(name)
			if parts == nil {
				continue
			}
			seat, err := c.seat(parts[2], match, nth)
			if err == nil {
				err = t.set(seat, string(match[i]), where)
			}
			if err != nil {
				return nil, err
			}
			low = low || parts[1] == "rank"
		}
	}
	return t.ranks(low, where)
}

// seat returns the seat of a number: that in the name of its group, that which the match names, or else the nth of the matches.
func (c *Scores) seat(named string, match [][]byte, nth int) (int, error) {
	if n, err := strconv.Atoi(named); err == nil {
		return n - 1, nil
	}
	i := c.Pattern.SubexpIndex("seat")
	if i < 0 {
		return nth, nil
	}
	n, err := strconv.Atoi(string(match[i]))
	if err != nil {
		return 0, wrong("the pattern scores, %s, finds %.40q in its output where a seat is due", c.Pattern, match[i])
	}
	return n, nil
}

// firstJSON returns the first object or list of JSON in a text that begins a line; all of it where there is none.
func firstJSON(text []byte) []byte {
	for at := 0; at < len(text); {
		if text[at] == '{' || text[at] == '[' {
			var value json.RawMessage
			if json.NewDecoder(bytes.NewReader(text[at:])).Decode(&value) == nil {
				return value
			}
		}
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return text
}

// inJSON reads the numbers at the path in a text.
func (c *Scores) inJSON(where string, text []byte, seats int) ([]engine.Rank, error) {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, wrong("there is no JSON in %s, in which scores_at has %s: %v", where, c.At, err)
	}
	found, err := follow(value, strings.Split(c.At, "."), seats)
	if err != nil {
		return nil, wrong("scores_at %s in %s: %v", c.At, where, err)
	}
	t := newTally(seats)
	for seat, value := range children(found) {
		if err := t.set(seat, fmt.Sprint(value), where+" at "+c.At); err != nil {
			return nil, err
		}
	}
	return t.ranks(false, where+" at "+c.At)
}

// follow returns what is at a path. A * stands for every seat: of a list in its order, of an object by its names 0, 1, 2 …
func follow(value any, path []string, seats int) (any, error) {
	if len(path) == 0 || path[0] == "" {
		return value, nil
	}
	if path[0] == "*" {
		list := []any{}
		for _, child := range children(value) {
			found, err := follow(child, path[1:], seats)
			if err != nil {
				return nil, err
			}
			list = append(list, found)
		}
		return list, nil
	}
	if object, ok := value.(map[string]any); ok {
		if child, ok := object[path[0]]; ok {
			return follow(child, path[1:], seats)
		}
	}
	if list, ok := value.([]any); ok {
		if n, err := strconv.Atoi(path[0]); err == nil && n >= 0 && n < len(list) {
			return follow(list[n], path[1:], seats)
		}
	}
	return nil, fmt.Errorf("there is no %q", path[0])
}

// children returns the values of a list, or of an object by its names, those that are numbers in their order.
func children(value any) (list []any) {
	object, ok := value.(map[string]any)
	if !ok {
		list, _ = value.([]any)
		return list
	}
	names := slices.SortedFunc(maps.Keys(object), func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	for _, name := range names {
		list = append(list, object[name])
	}
	return list
}
