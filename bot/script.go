package bot

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"agon/game"
)

// Script plays moves that were written in advance, for tests and reproductions: one move per line, in the kind's own words. A line such as
// !late or !garbled is the fault of that name; @1500 after a move is its time in microseconds. Empty lines and lines that begin with # are
// ignored. At the end of the script the bot counts as gone.
type Script struct {
	lines []scriptLine
	next  map[int]int // by lane
}

// longestLine bounds a line of a script, in bytes: above any move of 64 KiB as a text in JSON.
const longestLine = 1 << 20

type scriptLine struct {
	move  string
	fault game.Fault
	took  game.Micros
}

// ReadScript reads a script; an error names the line.
func ReadScript(r io.Reader) (*Script, error) {
	s := &Script{next: map[int]int{}}
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, longestLine)
	for nth := 1; scan.Scan(); nth++ {
		text := strings.TrimSpace(scan.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		line, err := parseScriptLine(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", nth, err)
		}
		s.lines = append(s.lines, line)
	}
	return s, scan.Err()
}

func parseScriptLine(text string) (line scriptLine, err error) {
	if at := strings.LastIndex(text, "@"); at >= 0 {
		took, err := strconv.ParseInt(text[at+1:], 10, 64)
		if err != nil || took < 0 {
			return line, fmt.Errorf("invalid time %q (want microseconds)", text[at:])
		}
		line.took = game.Micros(took)
		text = strings.TrimSpace(text[:at])
	}
	if name, ok := strings.CutPrefix(text, "!"); ok {
		line.fault, err = game.ParseFault(name)
		return line, err
	}
	line.move = text
	return line, nil
}

// Sit starts the script from its first line.
func (s *Script) Sit(lane int, _ *game.Table, _ game.Seat) { s.next[lane] = 0 }

// Ask plays the next line in each lane.
func (s *Script) Ask(calls []*Call) {
	for _, c := range calls {
		s.play(c)
	}
}

func (s *Script) play(c *Call) {
	nth := s.next[c.Lane]
	if nth >= len(s.lines) {
		c.Reply.Fault, c.Reply.Note = game.Gone, "the script has no more moves"
		return
	}
	s.next[c.Lane]++
	line := s.lines[nth]
	c.Reply.Took = line.took
	if line.fault != game.NoFault {
		c.Reply.Fault, c.Reply.Note = line.fault, "written in the script"
		return
	}
	c.Table.Play(c.Seat, line.move, &c.Reply)
	c.Settled = true
}

// Answer does nothing: Ask has settled every call.
func (s *Script) Answer([]*Call) {}

// Leave does nothing.
func (s *Script) Leave(int) {}

// Close does nothing.
func (s *Script) Close() error { return nil }

// Traits returns none.
func (s *Script) Traits() Traits { return Traits{} }
