package external

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"agon/game"
	"agon/games/folder/engine"
	"agon/internal/pattern"
)

/*
codingame is the text protocol of the referees that are made with CodinGame's SDK, as its public sources have it. Both sides write blocks:
a head, "[[NAME] N]", and N lines.

	INIT               begins a game: the number of players, and properties, NAME=VALUE, with the seed among them
	GET_GAME_INFO      asks what goes on: VIEW, INFOS, SUMMARY, TOOLTIP …, and then NEXT_PLAYER_INPUT and NEXT_PLAYER_INFO, or SCORES
	SET_PLAYER_OUTPUT  the lines of an answer; after a MONITORING a line of milliseconds stands before them
	SET_PLAYER_TIMEOUT there is no answer

The milliseconds are always 1: a replay knows no times, and equal answers must make equal games.
*/
type codingame struct {
	monitored bool
	pending   [][]byte // by seat: lines that it is sent before its next question
}

// block is a block of lines.
type block struct {
	name  string
	lines []string
}

// plain returns a line for people, with a name in place of $0, the player of seat 0. What lies between ¤RED¤ and §RED§ has a colour in
// CodinGame's log.
func plain(line, name string) string {
	return player().ReplaceAllString(colour().ReplaceAllString(line, ""), name)
}

var (
	player = pattern.Of(`\$(\d)\b`)
	colour = pattern.Of(`¤[A-Z]+¤|§[A-Z]+§`)
)

var head = pattern.Of(`^\[\[([A-Z_]+)\] ?(\d{1,7})\]$`)

// begin sends the number of players and the properties: the seed and the options of the game.
func (c *codingame) begin(s *session, d *deal) error {
	c.pending = make([][]byte, d.seats)
	properties := []string{fmt.Sprintf("seed=%d", d.seed)}
	for _, name := range slices.Sorted(maps.Keys(d.options)) {
		properties = append(properties, fmt.Sprintf("%s=%s", name, oneLine(fmt.Sprint(d.options[name]))))
	}
	return s.say(fmt.Appendf(nil, "[[INIT] %d]\n%d\n%s\n[[GET_GAME_INFO] 0]\n", 1+len(properties), d.seats, strings.Join(properties, "\n")))
}

func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// answer sends the answer of the one seat that was asked.
func (c *codingame) answer(s *session, asks []engine.Ask, plays []engine.Play) error {
	for seat, a := range asks {
		if a.Lines == 0 {
			continue
		}
		if plays[seat].Why != game.NoFault {
			return s.say([]byte("[[SET_PLAYER_TIMEOUT] 0]\n[[GET_GAME_INFO] 0]\n"))
		}
		return c.output(s, strings.Split(plays[seat].Move, "\n"))
	}
	return nil
}

// output sends lines of an answer.
func (c *codingame) output(s *session, lines []string) error {
	if c.monitored {
		lines = append([]string{"1"}, lines...)
	}
	text := fmt.Appendf(nil, "[[SET_PLAYER_OUTPUT] %d]\n", len(lines))
	for _, line := range lines {
		text = append(append(text, line...), '\n')
	}
	return s.say(append(text, "[[GET_GAME_INFO] 0]\n"...))
}

// hear reads blocks until a seat must answer, or until there are scores. A seat that is only sent something answers nothing.
func (c *codingame) hear(s *session) (*turn, error) {
	t := s.begun()
	var input []string
	for {
		b, err := c.block(s)
		if err != nil {
			return nil, err
		}
		switch b.name {
		case "MONITORING":
			c.monitored = true
		case "VIEW":
			t.view(b.lines)
		case "SUMMARY":
			t.summary(b.lines)
		case "TOOLTIP":
			t.tooltips(b.lines)
		case "NEXT_PLAYER_INPUT":
			input = b.lines
		case "NEXT_PLAYER_INFO":
			asked, err := c.ask(t, input, b.lines)
			if err != nil || asked {
				return t, err
			}
			if err := c.output(s, nil); err != nil {
				return nil, err
			}
		case "SCORES":
			t.Over = true
			t.Ranks, err = scores(b.lines, s.seats)
			return t, err
		case "FAIL":
			return nil, wrong("it fails: %s", strings.Join(b.lines[:min(len(b.lines), 20)], "\n"))
		}
	}
}

// block reads a block. Lines before it are what the engine prints otherwise, and are kept as its words.
func (c *codingame) block(s *session) (*block, error) {
	for {
		line, err := s.line()
		if err != nil {
			return nil, err
		}
		found := head().FindSubmatch(line)
		if found == nil {
			s.Write(append(bytes.Clone(line), '\n'))
			continue
		}
		n, _ := strconv.Atoi(string(found[2])) // it is digits
		b := &block{name: string(found[1])}
		for range n {
			if line, err = s.line(); err != nil {
				return nil, err
			}
			b.lines = append(b.lines, string(line))
		}
		return b, nil
	}
}

// ask reads who must answer: the seat, how many lines, and the milliseconds in a line each. asked is false if it is only sent something.
func (c *codingame) ask(t *turn, input, info []string) (asked bool, err error) {
	var numbers [3]int
	for i := range numbers {
		if i >= len(info) {
			return false, wrong("its NEXT_PLAYER_INFO has %d lines: there are three, the seat, how many lines it answers, and milliseconds",
				len(info))
		}
		if numbers[i], err = strconv.Atoi(strings.TrimSpace(info[i])); err != nil || numbers[i] < 0 {
			return false, wrong("its NEXT_PLAYER_INFO has %.40q where a number is due", info[i])
		}
	}
	seat, lines, millis := numbers[0], numbers[1], numbers[2]
	if seat >= len(c.pending) {
		return false, wrong("it asks seat %d, and the game has %d: the seats are 0 to %d", seat, len(c.pending), len(c.pending)-1)
	}
	for _, line := range input {
		c.pending[seat] = append(append(c.pending[seat], line...), '\n')
	}
	if lines == 0 {
		return false, nil
	}
	t.Owes.Add(game.Seat(seat))
	t.Asks[seat] = engine.Ask{Prompt: string(c.pending[seat]), Lines: lines, Limit: game.Millis(millis)}
	c.pending[seat] = c.pending[seat][:0]
	return true, nil
}

// view keeps a VIEW, and takes the number of the frame.
func (t *turn) view(lines []string) {
	if len(lines) == 0 {
		return
	}
	t.Views = append(t.Views, strings.Join(lines, "\n"))
	words := strings.Fields(lines[0])
	if len(words) == 2 {
		if n, err := strconv.Atoi(words[1]); err == nil && n >= 0 {
			t.Round = n
		}
	}
}

// summary adds what is said of the turn. In the last one it says how the game ended.
func (t *turn) summary(lines []string) {
	var words []string
	for _, line := range lines {
		t.Said = append(t.Said, plain(line, "seat $1"))
		words = append(words, plain(line, "{$1}"))
	}
	t.Ending = within(longestEnding, listed.Replace(strings.Join(words, "; ")))
}

// listed makes a sentence of lines of which some are a list.
var listed = strings.NewReplacer(":; - ", ": ", "; - ", ", ", ":; ", ": ")

// longestEnding bounds how a game ended, in letters.
const longestEnding = 300

// tooltips adds what is said of seats, a text and its seat in turn.
func (t *turn) tooltips(lines []string) {
	for ; len(lines) > 1; lines = lines[2:] {
		t.Said = append(t.Said, plain(lines[0], "seat $1"))
	}
}

// scores reads lines of a seat and its score.
func scores(lines []string, seats int) ([]engine.Rank, error) {
	list := make([]float64, seats)
	given := make([]bool, seats)
	for _, line := range lines {
		var seat int
		var score float64
		if n, err := fmt.Sscan(line, &seat, &score); n != 2 || err != nil || seat < 0 || seat >= seats || given[seat] {
			return nil, wrong("its SCORES have the line %.80q: there is a line \"SEAT SCORE\" for each of %d seats", line, seats)
		}
		list[seat], given[seat] = score, true
	}
	for seat, ok := range given {
		if !ok {
			return nil, wrong("it gives seat %d no score: there is a line \"SEAT SCORE\" for each of %d seats", seat, seats)
		}
	}
	return ranked(list), nil
}

// ranked returns the places of scores: the greatest is first, and equal ones share a place.
func ranked(scores []float64) []engine.Rank {
	ranks := make([]engine.Rank, len(scores))
	for i, mine := range scores {
		ranks[i] = engine.Rank{Place: 1, Score: mine}
		for _, other := range scores {
			if other > mine {
				ranks[i].Place++
			}
		}
	}
	return ranks
}
