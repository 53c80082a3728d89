package gamelog

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"agon/internal/pattern"
)

// The headings of a log of earlier versions: before a bot's output in a game, beside its games, and in a turn.
const (
	gameHeading  = "=== game %d\n"
	looseHeading = "=== beside its games\n"
	turnHeading  = "--- turn %d\n"
)

// earlierFault is a fault in a log of earlier versions, without its mark.
var earlierFault = pattern.Of(`^game (\d+), turn (\d+), seat (\d+): (?:([a-z]+): )?((?s:.*))$`)

// A textReader makes records of a log of earlier versions.
type textReader struct {
	list       []Record
	game, turn int
	noting     bool // the last line was agon's, and indented lines continue it
}

func readText(in *bufio.Reader) ([]Record, error) {
	r := &textReader{turn: Unknown}
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			r.line(line)
		}
		if err == io.EOF {
			for i := range r.list {
				r.list[i].settle()
			}
			return r.list, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (r *textReader) line(line string) {
	var number int
	note, noted := strings.CutPrefix(line, mark)
	switch {
	case scans(line, gameHeading, &number):
		r.game, r.turn, r.noting = number, Unknown, false
	case line == looseHeading:
		r.game, r.turn, r.noting = 0, Unknown, false
	case scans(line, turnHeading, &number):
		r.turn, r.noting = number, false
	case noted:
		r.list = append(r.list, Record{Game: r.game, Turn: r.turn, Kind: Note, Text: strings.TrimSuffix(note, "\n")})
		r.noting = true
		if m := earlierFault().FindStringSubmatch(note); m != nil {
			fmt.Sscan(m[2], &r.turn) // what follows belongs to the turn of the fault
		}
	case r.noting && strings.HasPrefix(line, "  "):
		r.list[len(r.list)-1].Text += "\n" + strings.TrimSuffix(line[2:], "\n")
	default:
		r.noting = false
		r.print(line)
	}
}

// print adds a line that the bot printed.
func (r *textReader) print(line string) {
	if strings.HasPrefix(line, " -") || strings.HasPrefix(line, " =") {
		line = line[1:]
	}
	if n := len(r.list); n > 0 && r.list[n-1].Kind == Output && r.list[n-1].Game == r.game && r.list[n-1].Turn == r.turn {
		r.list[n-1].Text += line
		return
	}
	r.list = append(r.list, Record{Game: r.game, Turn: r.turn, Kind: Output, Text: line})
}

// settle makes of a remark what it is.
func (r *Record) settle() {
	if r.Kind != Note {
		return
	}
	if strings.HasPrefix(r.Text, "it had been") || strings.HasPrefix(r.Text, "and was sent") {
		r.Kind = Prompt
		return
	}
	m := earlierFault().FindStringSubmatch(r.Text)
	if m == nil {
		return
	}
	fmt.Sscan(m[2], &r.Turn)
	fmt.Sscan(m[3], &r.Seat)
	r.Text = m[5]
	if m[4] != "" {
		r.Kind, r.Fault = Fault, m[4]
	}
}

// scans reports whether a line is a heading of this format with a number.
func scans(line, format string, number *int) bool {
	n, err := fmt.Sscanf(line, format, number)
	return n == 1 && err == nil
}
