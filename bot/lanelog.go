package bot

import (
	"bytes"
	"fmt"
	"strings"
)

/*
A log that is told the turns has a heading before what was printed in each of them:

	--- turn 12
	what the bot printed
	agon: what agon notes

A line of a bot that looks like a heading is moved to the right by a space. Games that are played at once have a log each, by their lanes.
*/

// TurnHeading begins the line above what a bot printed in a turn. Turns count from 1; output before the first turn has turn 0.
const TurnHeading = "--- turn "

// headEvery is the number of bytes after which a heading is repeated, so that the tail of a log that overflowed has one too.
const headEvery = 4 << 10

// Lane returns the log of a lane, which the first call creates with the same size as l.
func (l *Log) Lane(n int) *Log {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.lanes) <= n {
		l.lanes = append(l.lanes, &Log{size: l.size, turn: -1, headed: -1, parent: l})
	}
	return l.lanes[n]
}

// At sets the turn of everything written from now on, from 1; 0 is the time before the first turn.
func (l *Log) At(turn int) {
	l.mu.Lock()
	l.turn = turn
	l.mu.Unlock()
}

// WriteAt calls At and then Write.
func (l *Log) WriteAt(turn int, p []byte) {
	l.At(turn)
	l.Write(p)
}

// listen adds p, which was written to a lane's log, to what Heard returns.
func (l *Log) listen(p []byte) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total += int64(len(p))
	if l.hears {
		l.heard = append(l.heard, p[:min(len(p), hearSize-len(l.heard))]...)
	}
}

// count adds n bytes that were written to a lane's log.
func (l *Log) count(n int) {
	if l == nil {
		return
	}
	l.mu.Lock()
	l.total += int64(n)
	l.mu.Unlock()
}

// writeTurn writes what a bot printed in the current turn. The caller holds the lock.
func (l *Log) writeTurn(p []byte) {
	for len(p) > 0 {
		if l.headed != l.turn || l.since > headEvery && !l.midway {
			if l.midway {
				l.write([]byte{'\n'})
			}
			l.write(fmt.Appendf(nil, TurnHeading+"%d\n", l.turn))
			l.headed, l.since = l.turn, 0
		}
		if !l.midway && (p[0] == '-' || p[0] == '=') {
			l.write([]byte{' '})
		}
		line := p
		if end := bytes.IndexByte(p, '\n'); end >= 0 {
			line = p[:end+1]
		}
		l.write(line)
		l.since += len(line)
		p = p[len(line):]
	}
}

// whole cuts the tail of a log that overflowed at its first heading.
func (l *Log) whole(tail []byte) []byte {
	if l.dropped == 0 || l.turn < 0 {
		return tail
	}
	if at := bytes.Index(tail, []byte("\n"+TurnHeading)); at >= 0 {
		l.dropped += int64(at + 1)
		return tail[at+1:]
	}
	return tail
}

// Printed is what a bot printed in one turn, with agon's notes on that turn.
type Printed struct {
	Turn  int      // from 1; 0 before the first, -1 if unknown
	Text  string   // what the bot printed
	Notes []string // lines written by agon, without their mark
}

// ReadLog splits the log of a game into turns.
func ReadLog(text string) (turns []Printed) {
	at := Printed{Turn: -1}
	noting := false
	end := func() {
		if at.Text != "" || len(at.Notes) > 0 {
			turns = append(turns, at)
		}
	}
	for line := range strings.Lines(text) {
		var turn int
		switch note, noted := strings.CutPrefix(line, "agon: "); {
		case strings.HasPrefix(line, TurnHeading):
			if _, err := fmt.Sscanf(line, TurnHeading+"%d\n", &turn); err == nil && turn != at.Turn {
				end()
				at = Printed{Turn: turn}
			}
			noting = false
		case noted:
			note = strings.TrimSuffix(note, "\n")
			if turn := turnOf(note); turn >= 0 && turn != at.Turn {
				end()
				at = Printed{Turn: turn}
			}
			at.Notes = append(at.Notes, note)
			noting = true
		case noting && strings.HasPrefix(line, "  "):
			at.Notes[len(at.Notes)-1] += "\n" + strings.TrimSuffix(line[2:], "\n")
		default:
			at.Text += line
			noting = false
		}
	}
	end()
	return turns
}

// turnOf returns the turn that a note names, -1 if it names none.
func turnOf(note string) int {
	var game, turn int
	if n, _ := fmt.Sscanf(note, "game %d, turn %d,", &game, &turn); n == 2 {
		return turn
	}
	return -1
}

// Unheaded returns a log without turn headings, as the bot wrote it.
func Unheaded(text []byte) []byte {
	if !bytes.Contains(text, []byte(TurnHeading)) {
		return text
	}
	var b []byte
	for line := range bytes.Lines(text) {
		switch {
		case bytes.HasPrefix(line, []byte(TurnHeading)):
		case bytes.HasPrefix(line, []byte(" -")), bytes.HasPrefix(line, []byte(" =")):
			b = append(b, line[1:]...)
		default:
			b = append(b, line...)
		}
	}
	return b
}
